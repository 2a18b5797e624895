"""What a table tells its viewers unasked."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from gouji_protocol import limits
from gouji_protocol.requests import TableOptions
from gouji_protocol.wire import WireStruct
from gouji_protocol.words import (
    ActionText,
    ChatText,
    Kind,
    LongText,
    Millis,
    Name,
    Number,
    Pairs,
    People,
    Plain,
    Points,
    Presence,
    RulesText,
    Seat,
    SeatOrNone,
    TablePhase,
    Word,
)


class SeatInfo(WireStruct, frozen=True, array_like=True):
    """Is a seat of a table, with who sits there and who plays."""

    name: Name = ""
    kind: Kind = Kind.EMPTY
    presence: Presence = Presence.NONE
    countdown: Millis = -1
    """How long until a bot plays a lost seat."""
    level: Word = ""
    """Of the bot that plays, if one does."""
    ready: bool = False
    """Whether the owner has said to be ready for the next game or round."""
    missed: bool = False
    """Whether a bot plays (``auto``) because the owner missed deadlines, and not by choice."""
    person: Word = ""
    """The owner's identity, as in ``Welcome``; empty for a bot's seat and an empty one."""


class Tally(WireStruct, frozen=True, array_like=True):
    """Is what one person has scored at a table, on whatever seats."""

    person: Word
    name: Name
    points: Points


class Evening(WireStruct, frozen=True, array_like=True):
    """Is the running score of a table over all its games."""

    games: Number = 0
    """Games that are over."""
    rounds: Number = 0
    totals: tuple[Points, Points] = (0, 0)
    """Of the even and of the odd seats."""
    people: Annotated[tuple[Tally, ...], Meta(max_length=limits.MAX_PEOPLE)] = ()
    """In the order in which they came to play."""


class TableState(WireStruct, frozen=True, array_like=True, tag=60):
    """Tells how a table is; sent on joining and on each change, always in full."""

    table: Word
    seat: SeatOrNone
    """The viewer's own; -1 for a spectator."""
    host: SeatOrNone
    """The seat of the host; -1 if the host holds none."""
    rules: RulesText
    options: TableOptions
    """Without the password."""
    phase: TablePhase
    seats: tuple[SeatInfo, ...]
    watching: Number = 0
    locked: bool = False
    evening: Evening = Evening()
    muted: People = ()
    """The persons whom the viewer has muted."""


class Events(WireStruct, frozen=True, array_like=True, tag=61):
    """Tells what happened, projected for this viewer; events are numbered from ``first``."""

    table: Word
    first: Number
    events: Annotated[tuple[Plain, ...], Meta(max_length=limits.MAX_EVENTS)]


class Snapshot(WireStruct, frozen=True, array_like=True, tag=62):
    """Tells all a viewer may know of the game, as of event number ``seq``; it replaces what was known.

    ``view`` is a ``gouji_core.views.SeatView`` in plain form.
    """

    table: Word
    seq: Number
    view: Plain


class Deadline(WireStruct, frozen=True, array_like=True, tag=63):
    """Tells how long the pending decision may still take.

    ``left`` counts down first, then the seat's own entry of ``reserves``; -1 is no clock.
    """

    table: Word
    decision: Number
    left: Millis
    reserves: Annotated[tuple[Millis, ...], Meta(max_length=6)] = ()


class ChatLine(WireStruct, frozen=True, array_like=True, tag=64):
    """Is one line of a table's chat; ``number`` counts them from 1."""

    table: Word
    number: Number
    seat: SeatOrNone
    name: Name
    text: ChatText
    phrase: Word = ""
    """A quick phrase, to be shown in the reader's language; who does not know it shows ``text``."""
    person: Word = ""
    """The speaker's identity, for ``Mute``."""


class Fairness(WireStruct, frozen=True, array_like=True, tag=65):
    """Tells the commitment to a shuffle before the deal, and its seed when the round is over."""

    table: Word
    round: Number
    commitment: Annotated[str, Meta(max_length=64)]
    seed: Annotated[str, Meta(max_length=64)] = ""


class Removed(WireStruct, frozen=True, array_like=True, tag=66):
    """Tells that the viewer is no longer at a table; nothing of it follows."""

    table: Word
    code: Word
    data: Pairs = ()


class Drawn(WireStruct, frozen=True, array_like=True, tag=68):
    """Tells that lots were drawn for the seats, 抽签 (S2.5); the new ``TableState`` has come before it.

    ``seats`` has for each seat the one on which who sits there now sat before.
    """

    table: Word
    seats: Annotated[tuple[Seat, ...], Meta(max_length=6)]


class Hands(WireStruct, frozen=True, array_like=True, tag=69):
    """Tells who is out of play the hands of the partners still in play, where the table has ``open_hands``.

    ``hands`` are all that may be seen now, as seat and cards (R1.4), empty for none any more.
    """

    table: Word
    hands: Annotated[tuple[tuple[Seat, ActionText], ...], Meta(max_length=6)] = ()


class Notice(WireStruct, frozen=True, array_like=True, tag=67):
    """Tells what the server's owner says or does; of the whole server, or with ``table`` of one table.

    ``kind`` is a word of ``NoticeKind``; who does not know it shows ``text``, which may be empty.
    """

    kind: Word
    text: LongText = ""
    left: Millis = -1
    """How long until it happens."""
    table: Word = ""
