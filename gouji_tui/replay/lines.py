"""A replay as lines: each step a sentence, all hands at each trick, and the check of its deals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gouji_core.errors import NotationError
from gouji_core.events import RoundScored, Settled
from gouji_core.record import GameRecord
from gouji_core.verify import check_deals
from gouji_tui.cells import text_of
from gouji_tui.notation import unread
from gouji_tui.replay.film import Film, RecordError, named
from gouji_tui.replay.story import Story, begins_trick
from gouji_tui.texts import Texts

_WRONG = frozenset({"broken", "other_cards"})


def tell(film: Film, texts: Texts, *, rising: bool = False) -> Iterator[str]:
    """Yields a whole record as lines."""
    story = Story(film, texts, rising=rising)
    for at, moment in enumerate(film.moments):
        for entry in story.told(at):
            clause = f" {entry.clause}" if entry.clause else ""
            yield f"{at:>4} {text_of(entry.line)}{clause}"
        if any(isinstance(event, RoundScored | Settled) for event in moment.events):
            yield f"     {texts('replay.places', places=story.places(moment.state))}"
        if begins_trick(moment):
            yield ""
            yield texts("replay.hands", round=moment.round, trick=moment.trick)
            yield from story.hand_lines(moment.state)


def verify(record: GameRecord, path: Path, texts: Texts) -> tuple[list[str], int]:
    """Returns what a record proves of each deal, and how many deals are not what they should be.

    Raises:
        RecordError: if the rules refuse an entry.
    """
    try:
        checks = check_deals(record)
    except NotationError as error:
        raise RecordError(f"{named(path)}: {unread(error, texts)}") from error
    lines = [texts("replay.not_dealt")] if record.start else []
    lines += [texts(f"replay.deal_{check.code}", number=check.number) for check in checks]
    return lines or [texts("replay.no_deals")], sum(check.code in _WRONG for check in checks)
