"""A game's record as it comes about: the lines since the last part of it that the journal has.

A part is written together with the step that ends a round, so nothing of a running round is in the record,
and only one round is in memory. What was said between two rounds goes with the step that begins the next:
from that step on a restart reads the steps again and makes the same lines of them. The position that a game
began from shows all hands, so it goes with its first round.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct

from gouji_core.actions import Act, Begin, Deal, Referee
from gouji_core.dealing import commitment
from gouji_core.engine import due
from gouji_core.events import Dealt, Dissolved, Event, Refereed, RoundBegun, RoundOver
from gouji_core.options import PRESETS, Rules
from gouji_core.record import Commit, Done, Entry, GameRecord, Seed, format_record, format_start
from gouji_core.seats import NOBODY
from gouji_core.state import State
from gouji_server.happened import Happened
from gouji_server.rows import Step

_ENDS = frozenset({RoundOver, Dissolved})
"""The events with which a round, or the game, is over."""


class Note(Struct, frozen=True):
    """Is what the record says of one step."""

    lines: tuple[str, ...]
    begins: bool
    """Whether a round begins with it."""
    ends: bool
    """Whether a round, or the game, is over with it."""
    late: bool
    """Whether it came while a secret step was held open for nobody: a replay has closed that by then."""
    closes: bool
    """Whether a secret step waits for nobody any more because of it."""
    told: bytes
    """The seed of the round's shuffle, if it makes that known."""


def note_of(step: Step, news: Happened, before: State, after: State, seed: bytes, told: bytes) -> Note:
    """Returns what is to be said of a step.

    ``seed`` is that of the round's shuffle, ``told`` the same once the step makes it known.
    """
    first, by_table = news.first, step.seat == NOBODY
    lines = _own(first, seed) if by_table else (f"{step.seat} {step.action}",)
    held = due(before)
    # A vote may end the game, so it must stay after all that came before it.
    late = held and (isinstance(first, Refereed) if by_table else not step.action.startswith(Act.DISSOLVE))
    return Note(
        (*lines, _line(Seed(told.hex()))) if told else lines,
        begins=isinstance(first, RoundBegun),
        ends=not _ENDS.isdisjoint(news.kinds),
        late=late,
        closes=not held and due(after),
        told=told,
    )


def _own(first: Event | None, seed: bytes) -> tuple[str, ...]:
    """Returns what is said of a step of the table itself."""
    match first:
        case RoundBegun():
            return (_line(Done(NOBODY, Begin())),)
        case Dealt(_, drawer, hands, fallback):
            return _line(Commit(commitment(seed))), _line(Done(NOBODY, Deal(hands, drawer, fallback)))
        case Refereed(act, seat):
            return (_line(Done(NOBODY, Referee(act, seat))),)
        case _:
            return ()


def _line(entry: Entry) -> str:
    return format_record(GameRecord(PRESETS["online"], entries=(entry,))).splitlines()[-1]


def header(rules: Rules, players: tuple[str, ...]) -> str:
    """Returns the first part of a game's record."""
    return format_record(GameRecord(rules, players))


def chronicle_from(position: str) -> Chronicle:
    """Returns the chronicle of a game that is about to begin, with a deal if ``position`` is empty."""
    return Chronicle([format_start(position)] if position else [])


@dataclass(slots=True)
class Chronicle:
    """Is the lines that no part has yet."""

    lines: list[str] = field(default_factory=list[str])
    _last: int = 0
    """Where the answer stands that left a secret step with nobody to wait for."""

    def part(self, note: Note) -> str:
        """Returns the part that is to be written with a step, empty for none; changes nothing."""
        if note.begins:
            return _joined(self.lines)
        if note.ends:
            at = self._place(note)
            return _joined([*self.lines[:at], *note.lines, *self.lines[at:]])
        return ""

    def take(self, note: Note) -> None:
        """Takes a step that is safe in the journal."""
        if note.begins:
            self.lines.clear()
        at = self._place(note)
        self.lines[at:at] = note.lines
        if note.late:
            self._last += len(note.lines)
        elif note.closes:
            self._last = at
        if note.ends:
            self.lines.clear()

    def _place(self, note: Note) -> int:
        return self._last if note.late else len(self.lines)


def _joined(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
