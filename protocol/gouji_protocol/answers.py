"""What a server answers to requests and commands."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from gouji_protocol import limits
from gouji_protocol.wire import WireStruct
from gouji_protocol.words import (
    Id,
    Kind,
    Name,
    Number,
    Pairs,
    Points,
    RecordText,
    RulesText,
    SeatOrNone,
    Spectators,
    TablePhase,
    Word,
)


class Done(WireStruct, frozen=True, array_like=True, tag=40):
    """Says that a request was done; ``table`` and ``seat`` tell where it led, for ``Create`` and ``Join``."""

    request: Id
    table: Word = ""
    seat: SeatOrNone = -1


class Failed(WireStruct, frozen=True, array_like=True, tag=41):
    """Says that a request or command was not done, for a reason that is not the rules'."""

    request: Id
    code: Word
    data: Pairs = ()


class SeatBrief(WireStruct, frozen=True, array_like=True):
    """Is a seat in a list of tables."""

    name: Name
    kind: Kind


class TableInfo(WireStruct, frozen=True, array_like=True):
    """Is a table in a list."""

    table: Word
    rules: RulesText
    phase: TablePhase
    locked: bool
    """Whether it asks for a password."""
    seats: tuple[SeatBrief, ...]
    round: Number = 0
    watching: Number = 0
    spectators: Spectators = Spectators.PUBLIC


class Tables(WireStruct, frozen=True, array_like=True, tag=42):
    """Answers ``ListTables``."""

    request: Id
    tables: Annotated[tuple[TableInfo, ...], Meta(max_length=limits.MAX_TABLES)]


class Pong(WireStruct, frozen=True, array_like=True, tag=43):
    """Answers ``Ping``."""

    request: Id


class Record(WireStruct, frozen=True, array_like=True, tag=47):
    """Answers ``GetRecord``: the record of a game as text, one action a line (``gouji_core.record``).

    ``left`` tells how many characters follow after ``text``; to have them, ask again from there on.
    """

    request: Id
    table: Word
    game: Number
    text: RecordText
    left: Number = 0


class PlayerStats(WireStruct, frozen=True, array_like=True):
    """Is what a person has played on this server; what bots played on their own seats counts for nobody.

    A game counts when it is over, anything else when its round is, for whoever has the seat then.
    """

    person: Word
    name: Name
    games: Number = 0
    rounds: Number = 0
    places: Annotated[tuple[Number, ...], Meta(max_length=6)] = (0, 0, 0, 0, 0, 0)
    """How often each place was taken, from 头科 to 大落."""
    sweeps: Number = 0
    """Rounds in which the own federation took the first three places (R12.2)."""
    burns: Number = 0
    """Burns that succeeded (R7.5)."""
    opened: Number = 0
    """Rounds in which the person opened, 开点 (R11.2)."""
    points: Points = 0
    """All that the own federation scored (R12.1)."""


class Stats(WireStruct, frozen=True, array_like=True, tag=48):
    """Answers ``GetStats``: my own record, and players with the most points first.

    ``left`` tells how many players follow; to have them, ask again with all so far as ``start``.
    """

    request: Id
    own: PlayerStats
    players: Annotated[tuple[PlayerStats, ...], Meta(max_length=limits.MAX_PLAYERS)] = ()
    left: Number = 0


class Accepted(WireStruct, frozen=True, array_like=True, tag=44):
    """Says that the action was done; ``seq`` is the number of the last event it made for this viewer."""

    command: Id
    seq: Number


class Refused(WireStruct, frozen=True, array_like=True, tag=45):
    """Says that the rules do not allow the action; the fields are those of ``gouji_core.errors.Refusal``."""

    command: Id
    clause: Word
    code: Word
    data: Pairs = ()


class TooLate(WireStruct, frozen=True, array_like=True, tag=46):
    """Says that the decision answered is no longer, or not yet, the pending one, which is ``decision``."""

    command: Id
    decision: Number
