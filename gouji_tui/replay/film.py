"""A game record as moments: the state after each entry, kept so that going back costs nothing."""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from pathlib import Path

from gouji_core.errors import GoujiError, NotationError
from gouji_core.events import Event, RoundBegun, RoundVoid, TrickBegun
from gouji_core.record import Entry, GameRecord, parse_record, replay
from gouji_core.state import State
from gouji_tui.notation import unread
from gouji_tui.system import system_reason
from gouji_tui.texts import Texts

STDIN = Path("-")
"""The name that stands for standard input."""


class RecordError(GoujiError):
    """Says in one line why there is no record that can be replayed."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Is one step of a record: what was done, the events it made, the states before and after it.

    ``round`` and ``trick`` count from 1 and are 0 while there is none. The first moment has no entry; in a
    game from a position it is the beginning of a trick.
    """

    entry: Entry | None
    events: tuple[Event, ...]
    before: State
    state: State
    round: int = 0
    trick: int = 0


class Film:
    """Holds all moments of a record and knows where its rounds and tricks begin."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        start = record.beginning
        number, trick = start.public.setup.round, start.public.trick
        self.moments: list[Moment] = [Moment(None, (), start, start, number, trick.number if trick else 0)]
        self._rounds: list[int] = [0]
        self._tricks: list[int] = [0] if trick else []
        for entry, step in replay(record):
            self._add(entry, step.events, step.state)

    def _add(self, entry: Entry, events: tuple[Event, ...], state: State) -> None:
        last = self.moments[-1]
        number, trick = last.round, last.trick
        for event in events:
            match event:
                case RoundBegun():
                    number, trick = event.round, 0
                    self._rounds.append(len(self.moments))
                case RoundVoid():
                    trick = 0
                case TrickBegun():
                    trick += 1
                    self._tricks.append(len(self.moments))
                case _:
                    pass
        self.moments.append(Moment(entry, events, last.state, state, number, trick))

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.moments) - 1

    def next_trick(self, at: int) -> int:
        """Returns where the next trick begins, or the end."""
        return _after(self._tricks, at, self.last)

    def previous_trick(self, at: int) -> int:
        """Returns where this trick began, or the one before, or the beginning."""
        return _before(self._tricks, at)

    def next_round(self, at: int) -> int:
        """Returns where the next round begins, or the end."""
        return _after(self._rounds, at, self.last)

    def previous_round(self, at: int) -> int:
        """Returns where this round began, or the one before."""
        return _before(self._rounds, at)

    def trick(self, at: int, number: int) -> int | None:
        """Returns where a trick of the round at hand begins, None if the round has no such trick."""
        now = self.moments[at].round
        for start in self._tricks:
            moment = self.moments[start]
            if moment.round == now and moment.trick == number:
                return start
        return None


def _after(starts: list[int], at: int, last: int) -> int:
    index = bisect_right(starts, at)
    return starts[index] if index < len(starts) else last


def _before(starts: list[int], at: int) -> int:
    index = bisect_left(starts, at)
    return starts[index - 1] if index else 0


def read_record(path: Path, texts: Texts) -> GameRecord:
    """Reads a record from a file, or with ``-`` from standard input.

    Raises:
        RecordError: if there is none.
    """
    name = named(path)
    try:
        text = sys.stdin.buffer.read().decode("utf-8") if path == STDIN else path.read_text("utf-8")
    except OSError as error:
        raise RecordError(texts("replay.no_file", name=name, reason=system_reason(error, texts))) from error
    except UnicodeDecodeError as error:
        raise RecordError(texts("replay.no_text", name=name)) from error
    return parsed(text, name, texts)


def film_from(text: str, name: str, texts: Texts) -> Film:
    """Plays a record through that came as text from ``name``.

    Raises:
        RecordError: if it is none, or the rules refuse an entry.
    """
    return film_of(parsed(text, name, texts), Path(name), texts)


def parsed(text: str, name: str, texts: Texts) -> GameRecord:
    """Reads a record that came as text from ``name``.

    Raises:
        RecordError: if it is none.
    """
    try:
        return parse_record(text.removeprefix("\N{BYTE ORDER MARK}"))
    except NotationError as error:
        raise RecordError(f"{name}: {unread(error, texts)}") from error


def film_of(record: GameRecord, path: Path, texts: Texts) -> Film:
    """Plays a record through.

    Raises:
        RecordError: if the rules refuse an entry.
    """
    try:
        return Film(record)
    except NotationError as error:
        raise RecordError(f"{named(path)}: {unread(error, texts)}") from error


def named(path: Path) -> str:
    """Returns what a message calls the place of a record."""
    return "standard input" if path == STDIN else str(path)
