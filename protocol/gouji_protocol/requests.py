"""What a client asks for: requests, each answered exactly once with its id, and commands."""

from __future__ import annotations

from gouji_protocol.wire import WireStruct
from gouji_protocol.words import (
    ANY_SEAT,
    ActionText,
    ChatText,
    GameChoice,
    Id,
    Number,
    Password,
    RulesText,
    Seat,
    SeatChoice,
    SeatOrNone,
    Seconds,
    Spectators,
    Word,
)


class TableOptions(WireStruct, frozen=True, array_like=True):
    """Is how a table is kept, apart from its rules."""

    private: bool = False
    """Not in the list; who knows the code may join."""
    password: Password = ""
    bots: Word = "regular"
    """The level of bots that play for people who are away."""
    turn_seconds: Seconds = 60
    """How long one decision may take; 0 is no clock."""
    reserve_seconds: Seconds = 120
    """Each seat's extra time for the whole round, used when the turn's time is up."""
    grace_seconds: Seconds = 60
    """How long a lost seat waits for its owner before a bot plays it."""
    spectators: Spectators = Spectators.PUBLIC
    delay_seconds: Seconds = 120
    """How much later than the players spectators see the game, where they are ``delayed``."""
    all_ready: bool = False
    """Whether the host can start a game only when everybody who sits there has said ``Ready``."""
    memory: bool = True
    """Whether clients may show people the cards played counted by rank, 记牌器; off, they do not."""
    open_hands: bool = False
    """Whether who is out of play is shown the hands of the partners still in play, with ``Hands``."""


class Create(WireStruct, frozen=True, array_like=True, tag=10):
    """Makes a table and takes a seat at it; answered with ``Done`` holding its code."""

    request: Id
    rules: RulesText = "online"
    options: TableOptions = TableOptions()
    seat: SeatChoice = ANY_SEAT


class ListTables(WireStruct, frozen=True, array_like=True, tag=11):
    """Asks for the tables that are not private; answered with ``Tables``."""

    request: Id


class Join(WireStruct, frozen=True, array_like=True, tag=12):
    """Takes a seat, comes back to one, or watches; then the table's state, events and chat follow.

    ``since`` is the number of the last event seen as this viewer, 0 for none: if the server still has what
    came after, it sends just that, else a ``Snapshot``. ``chat`` is the same for chat lines.
    """

    request: Id
    table: Word
    seat: SeatChoice = ANY_SEAT
    password: Password = ""
    since: Number = 0
    chat: Number = 0


class Leave(WireStruct, frozen=True, array_like=True, tag=13):
    """Gives a seat up, or stops watching."""

    request: Id
    table: Word


class Start(WireStruct, frozen=True, array_like=True, tag=14):
    """Starts the game, or the next one; for the host."""

    request: Id
    table: Word


class AddBots(WireStruct, frozen=True, array_like=True, tag=15):
    """Fills all empty seats with bots; for the host."""

    request: Id
    table: Word
    level: Word = "regular"


class SetSeat(WireStruct, frozen=True, array_like=True, tag=16):
    """Puts a bot on one free seat, or with an empty level takes it away; for the host."""

    request: Id
    table: Word
    seat: Seat
    level: Word = ""


class Auto(WireStruct, frozen=True, array_like=True, tag=17):
    """Lets a bot play my seat, 托管, or takes it back."""

    request: Id
    table: Word
    on: bool


class Chat(WireStruct, frozen=True, array_like=True, tag=18):
    """Says something to the table, in free words or with a quick phrase."""

    request: Id
    table: Word
    text: ChatText = ""
    phrase: Word = ""
    """A word of ``Phrase``, said instead of a text; each client shows it in its own language."""


class Ping(WireStruct, frozen=True, array_like=True, tag=19):
    """Asks whether the server is there; answered with ``Pong``."""

    request: Id


class Resync(WireStruct, frozen=True, array_like=True, tag=20):
    """Asks for a ``Snapshot``, because what came could not be followed."""

    request: Id
    table: Word


class Kick(WireStruct, frozen=True, array_like=True, tag=24):
    """Sends a person away from a seat, before a game or between rounds; for the host.

    Before the first game the seat is free then, later a bot has it. Who was sent away may come back.
    """

    request: Id
    table: Word
    seat: Seat


class Arrange(WireStruct, frozen=True, array_like=True, tag=25):
    """Changes who sits where while no game goes on (S2.5); ``how`` is a word of ``Arrangement``.

    For all: ``federation`` and ``opposite`` seat the sender, where an empty seat or a bot's is. For the host:
    ``swap`` and ``lots``.
    """

    request: Id
    table: Word
    how: Word
    seat: SeatOrNone = -1
    other: SeatOrNone = -1


class Ready(WireStruct, frozen=True, array_like=True, tag=26):
    """Says that I am ready for the next game or round, or not yet after all."""

    request: Id
    table: Word
    on: bool = True


class Mute(WireStruct, frozen=True, array_like=True, tag=27):
    """Lets me read nothing more of what a person says, at any table of the server, or lets me again."""

    request: Id
    person: Word
    """As ``SeatInfo`` and ``ChatLine`` name them."""
    on: bool = True


class GetStats(WireStruct, frozen=True, array_like=True, tag=28):
    """Asks for my own record and the table of all players of this server; answered with ``Stats``."""

    request: Id
    start: Number = 0
    """How many players of the table to pass over."""


class HandOver(WireStruct, frozen=True, array_like=True, tag=29):
    """Makes the person on a seat the host; for the host."""

    request: Id
    table: Word
    seat: Seat


class Command(WireStruct, frozen=True, array_like=True, tag=21):
    """Acts in a game; answered with ``Accepted``, ``Refused``, ``TooLate`` or ``Failed``.

    ``command`` is never used twice by an identity: the same id again gets the same answer again, so a
    command may be sent anew after a reconnect. ``decision`` is the pending decision it answers, 0 for
    an action that answers none: a report (R13.1) or a vote to dissolve (R12.3).
    """

    command: Id
    table: Word
    decision: Number
    action: ActionText


class GetRecord(WireStruct, frozen=True, array_like=True, tag=22):
    """Asks for the record of a game as far as its rounds are over; answered with ``Record``.

    For whoever had a seat in a game at the table, also when it is closed. ``game`` counts the table's
    games from 1; -1 is the newest.
    """

    request: Id
    table: Word
    game: GameChoice = -1
    start: Number = 0
    """From which character on."""


class Referee(WireStruct, frozen=True, array_like=True, tag=23):
    """Acts as the table's referee against a seat (R13.4); for the host.

    ``act`` is a word of ``RefereeAct``. What comes of it everybody is told by events; who is barred loses the
    seat to a bot and is not let in again.
    """

    request: Id
    table: Word
    act: Word
    seat: Seat
