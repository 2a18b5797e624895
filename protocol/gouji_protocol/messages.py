"""The messages of the wire as typed structs; ``docs/protocol.md`` is their description in bytes.

A message is a msgpack array: its tag, a number, then its fields in order. What must stay true:

* Tags and the order of fields never change. A new field goes to the end and has a default; who does
  not know it skips it. A new message gets a new tag; who does not know it ignores it (``unknown``).
* The first frame each way (``Hello``, ``Welcome``, ``Goodbye``) is frozen for ever.
* Every message that wants an answer has its id as its first field, so that even an unknown one can be
  answered with ``Failed``. Commands and requests share one space of ids.
* Actions travel as the text of ``gouji_core.actions``, events and views in the plain form of
  ``gouji_core.plain``: a new action or event changes nothing here.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from gouji_protocol import limits
from gouji_protocol.words import (
    ANY_SEAT,
    ActionText,
    ChatText,
    GameChoice,
    Id,
    Kind,
    LongText,
    Millis,
    Name,
    Number,
    Pairs,
    Password,
    Plain,
    Presence,
    RecordText,
    RulesText,
    Seat,
    SeatChoice,
    SeatOrNone,
    Seconds,
    Spectators,
    TablePhase,
    Token,
    Word,
    Words,
)


class _Message(Struct, frozen=True, array_like=True):
    """Is the common form of everything on the wire."""


# The frozen first frames.


class Hello(_Message, frozen=True, array_like=True, tag=0):
    """Opens a connection: what the client speaks and who it is. Frozen for ever."""

    min_version: Number
    max_version: Number
    build: Word = ""
    features: Words = ()
    token: Token = ""
    """Empty for somebody new; the server then makes one up and tells it."""
    name: Name = ""
    lang: Word = ""
    password: Password = ""
    """Of the server, not of a table."""


class Seated(_Message, frozen=True, array_like=True):
    """Is a table at which the identity holds a seat."""

    table: Word
    seat: SeatOrNone


class Welcome(_Message, frozen=True, array_like=True, tag=1):
    """Answers ``Hello``: the version chosen, who you are, where you sit. Frozen for ever."""

    version: Number
    build: Word
    features: Words
    identity: Word
    """Public: what others may call this person by, where names repeat."""
    token: Token
    """Secret: keep it to come back as the same person."""
    server: Name
    tables: tuple[Seated, ...] = ()
    motd: LongText = ""


class Goodbye(_Message, frozen=True, array_like=True, tag=2):
    """Ends a connection, from either side. Frozen for ever.

    From a server ``code`` is one of ``ByeCode`` or newer, and ``text`` can be printed by a client that knows
    nothing else. From a client ``bye`` means that the person leaves, and the seat is given to a bot;
    any other code ends the connection only.
    """

    code: Word
    text: LongText = ""
    data: Pairs = ()


# Requests of a client, each answered by Done, Tables, Pong, Record or Failed with its id.


class TableOptions(_Message, frozen=True, array_like=True):
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


class Create(_Message, frozen=True, array_like=True, tag=10):
    """Makes a table and takes a seat at it; answered with ``Done`` holding its code."""

    request: Id
    rules: RulesText = "online"
    options: TableOptions = TableOptions()
    seat: SeatChoice = ANY_SEAT


class ListTables(_Message, frozen=True, array_like=True, tag=11):
    """Asks for the tables that are not private; answered with ``Tables``."""

    request: Id


class Join(_Message, frozen=True, array_like=True, tag=12):
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


class Leave(_Message, frozen=True, array_like=True, tag=13):
    """Gives a seat up, or stops watching."""

    request: Id
    table: Word


class Start(_Message, frozen=True, array_like=True, tag=14):
    """Starts the game, or the next one; for the host."""

    request: Id
    table: Word


class AddBots(_Message, frozen=True, array_like=True, tag=15):
    """Fills all empty seats with bots; for the host."""

    request: Id
    table: Word
    level: Word = "regular"


class SetSeat(_Message, frozen=True, array_like=True, tag=16):
    """Puts a bot on one free seat, or with an empty level takes it away; for the host."""

    request: Id
    table: Word
    seat: Seat
    level: Word = ""


class Auto(_Message, frozen=True, array_like=True, tag=17):
    """Lets a bot play my seat, 托管, or takes it back."""

    request: Id
    table: Word
    on: bool


class Chat(_Message, frozen=True, array_like=True, tag=18):
    """Says something to the table."""

    request: Id
    table: Word
    text: ChatText


class Ping(_Message, frozen=True, array_like=True, tag=19):
    """Asks whether the server is there; answered with ``Pong``."""

    request: Id


class Resync(_Message, frozen=True, array_like=True, tag=20):
    """Asks for a ``Snapshot``, because what came could not be followed."""

    request: Id
    table: Word


class Command(_Message, frozen=True, array_like=True, tag=21):
    """Acts in a game; answered with ``Accepted``, ``Refused``, ``TooLate`` or ``Failed``.

    ``command`` is never used twice by an identity: the same id again gets the same answer again, so a
    command may be sent anew after a reconnect. ``decision`` is the pending decision it answers, 0 for
    an action that answers none: a report (R13.1) or a vote to dissolve (R12.3).
    """

    command: Id
    table: Word
    decision: Number
    action: ActionText


class GetRecord(_Message, frozen=True, array_like=True, tag=22):
    """Asks for the record of a game as far as its rounds are over; answered with ``Record``.

    For whoever had a seat in a game at the table, also when it is closed. ``game`` counts the table's
    games from 1; -1 is the newest.
    """

    request: Id
    table: Word
    game: GameChoice = -1
    start: Number = 0
    """From which character on."""


class Referee(_Message, frozen=True, array_like=True, tag=23):
    """Acts as the table's referee against a seat (R13.4); for the host.

    ``act`` is a word of ``RefereeAct``. What comes of it everybody is told by events; who is barred loses the
    seat to a bot and is not let in again.
    """

    request: Id
    table: Word
    act: Word
    seat: Seat


# Answers.


class Done(_Message, frozen=True, array_like=True, tag=40):
    """Says that a request was done; ``table`` and ``seat`` tell where it led, for ``Create`` and ``Join``."""

    request: Id
    table: Word = ""
    seat: SeatOrNone = -1


class Failed(_Message, frozen=True, array_like=True, tag=41):
    """Says that a request or command was not done, for a reason that is not the rules'."""

    request: Id
    code: Word
    data: Pairs = ()


class SeatBrief(_Message, frozen=True, array_like=True):
    """Is a seat in a list of tables."""

    name: Name
    kind: Kind


class TableInfo(_Message, frozen=True, array_like=True):
    """Is a table in a list."""

    table: Word
    rules: RulesText
    phase: TablePhase
    locked: bool
    """Whether it asks for a password."""
    seats: tuple[SeatBrief, ...]
    round: Number = 0
    watching: Number = 0


class Tables(_Message, frozen=True, array_like=True, tag=42):
    """Answers ``ListTables``."""

    request: Id
    tables: Annotated[tuple[TableInfo, ...], Meta(max_length=limits.MAX_TABLES)]


class Pong(_Message, frozen=True, array_like=True, tag=43):
    """Answers ``Ping``."""

    request: Id


class Record(_Message, frozen=True, array_like=True, tag=47):
    """Answers ``GetRecord``: the record of a game as text, one action a line (``gouji_core.record``).

    ``left`` tells how many characters follow after ``text``; to have them, ask again from there on.
    """

    request: Id
    table: Word
    game: Number
    text: RecordText
    left: Number = 0


class Accepted(_Message, frozen=True, array_like=True, tag=44):
    """Says that the action was done; ``seq`` is the number of the last event it made for this viewer."""

    command: Id
    seq: Number


class Refused(_Message, frozen=True, array_like=True, tag=45):
    """Says that the rules do not allow the action; the fields are those of ``gouji_core.errors.Refusal``."""

    command: Id
    clause: Word
    code: Word
    data: Pairs = ()


class TooLate(_Message, frozen=True, array_like=True, tag=46):
    """Says that the decision answered is no longer, or not yet, the pending one, which is ``decision``."""

    command: Id
    decision: Number


# What a table tells its viewers unasked.


class SeatInfo(_Message, frozen=True, array_like=True):
    """Is a seat of a table, with who sits there and who plays."""

    name: Name = ""
    kind: Kind = Kind.EMPTY
    presence: Presence = Presence.NONE
    countdown: Millis = -1
    """How long until a bot plays a lost seat."""
    level: Word = ""
    """Of the bot that plays, if one does."""


class TableState(_Message, frozen=True, array_like=True, tag=60):
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


class Events(_Message, frozen=True, array_like=True, tag=61):
    """Tells what happened, projected for this viewer; events are numbered from ``first``."""

    table: Word
    first: Number
    events: Annotated[tuple[Plain, ...], Meta(max_length=limits.MAX_EVENTS)]


class Snapshot(_Message, frozen=True, array_like=True, tag=62):
    """Tells all a viewer may know of the game, as of event number ``seq``; it replaces what was known.

    ``view`` is a ``gouji_core.views.SeatView`` in plain form.
    """

    table: Word
    seq: Number
    view: Plain


class Deadline(_Message, frozen=True, array_like=True, tag=63):
    """Tells how long the pending decision may still take.

    ``left`` counts down first, then the seat's own entry of ``reserves``; -1 is no clock.
    """

    table: Word
    decision: Number
    left: Millis
    reserves: Annotated[tuple[Millis, ...], Meta(max_length=6)] = ()


class ChatLine(_Message, frozen=True, array_like=True, tag=64):
    """Is one line of a table's chat; ``number`` counts them from 1."""

    table: Word
    number: Number
    seat: SeatOrNone
    name: Name
    text: ChatText


class Fairness(_Message, frozen=True, array_like=True, tag=65):
    """Tells the commitment to a shuffle before the deal, and its seed when the round is over."""

    table: Word
    round: Number
    commitment: Annotated[str, Meta(max_length=64)]
    seed: Annotated[str, Meta(max_length=64)] = ""


class Removed(_Message, frozen=True, array_like=True, tag=66):
    """Tells that the viewer is no longer at a table; nothing of it follows."""

    table: Word
    code: Word
    data: Pairs = ()


_Lobby = Create | ListTables | Join | Leave | Start | AddBots | SetSeat
Request = _Lobby | Auto | Chat | Ping | Resync | GetRecord | Referee
Answer = Done | Failed | Tables | Pong | Record
CommandAnswer = Accepted | Refused | TooLate
Told = TableState | Events | Snapshot | Deadline | ChatLine | Fairness | Removed
ClientMessage = Hello | Request | Command | Goodbye
ServerMessage = Welcome | Goodbye | Answer | CommandAnswer | Told
Message = ClientMessage | ServerMessage
