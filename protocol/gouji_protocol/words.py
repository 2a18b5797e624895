"""The words and texts of which messages are made: their types with limits, and the enums of states and codes.

Words for states are enums; one that a newer server made up reads as ``UNKNOWN``. Codes travel as plain
words, for an old client must be able to print a new code; their enums name those this version knows.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final, Self

from msgspec import Meta

from gouji_protocol import limits

Word = Annotated[str, Meta(max_length=limits.MAX_WORD)]
Name = Annotated[str, Meta(max_length=limits.MAX_NAME)]
Token = Annotated[str, Meta(max_length=limits.MAX_TOKEN)]
Password = Annotated[str, Meta(max_length=limits.MAX_PASSWORD)]
RulesText = Annotated[str, Meta(max_length=limits.MAX_RULES)]
ActionText = Annotated[str, Meta(max_length=limits.MAX_ACTION)]
ChatText = Annotated[str, Meta(max_length=limits.MAX_CHAT)]
LongText = Annotated[str, Meta(max_length=limits.MAX_TEXT)]
Id = Annotated[int, Meta(ge=0, le=limits.MAX_ID)]
Number = Annotated[int, Meta(ge=0, le=limits.MAX_ID)]
GameChoice = Annotated[int, Meta(ge=-1, le=limits.MAX_ID)]
RecordText = Annotated[str, Meta(max_length=limits.MAX_RECORD)]
SeatOrNone = Annotated[int, Meta(ge=-1, le=5)]
Seat = Annotated[int, Meta(ge=0, le=5)]
SeatChoice = Annotated[int, Meta(ge=-2, le=5)]
Millis = Annotated[int, Meta(ge=-1, le=limits.MAX_ID)]
"""A span of time in milliseconds; -1 is none."""
Seconds = Annotated[int, Meta(ge=0, le=86_400)]
Points = Annotated[int, Meta(ge=-limits.MAX_ID, le=limits.MAX_ID)]
Words = Annotated[tuple[Word, ...], Meta(max_length=limits.MAX_FEATURES)]
People = Annotated[tuple[Word, ...], Meta(max_length=limits.MAX_PEOPLE)]
Pairs = Annotated[tuple[tuple[Word, LongText], ...], Meta(max_length=limits.MAX_PAIRS)]
"""Names and texts that a message for people may show."""
Plain = Any
"""An event or a view as ``gouji_core.plain`` writes it."""

ANY_SEAT: Final = -1
"""In ``Join``: the seat that is mine already, else any free one."""
WATCH: Final = -2
"""In ``Join``: no seat, watch as a spectator."""


class _State(StrEnum):
    """Is a word for a state; one made up by a newer server reads as ``UNKNOWN``, which each has."""

    @classmethod
    def _missing_(cls, value: object) -> Self:
        return cls["UNKNOWN"]


class Kind(_State):
    """Names who sits on a seat."""

    EMPTY = "empty"
    HUMAN = "human"
    BOT = "bot"
    UNKNOWN = "unknown"


class Presence(_State):
    """Names whether the owner of a seat is there and who plays it."""

    NONE = "none"
    """The seat is empty."""
    PRESENT = "present"
    LOST = "lost"
    """The connection is gone; a bot plays when the countdown ends."""
    AUTO = "auto"
    """托管: the owner is there and lets a bot play, or missed too many deadlines."""
    BOT = "bot"
    """A bot plays, because the seat is a bot's or its owner is away too long."""
    LEFT = "left"
    """The owner said goodbye; a bot plays."""
    UNKNOWN = "unknown"


class TablePhase(_State):
    """Names where a table is."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    """The game has ended; the host may start another."""
    CLOSED = "closed"
    UNKNOWN = "unknown"


class Spectators(_State):
    """Names who may watch a table."""

    NONE = "none"
    PUBLIC = "public"
    DELAYED = "delayed"
    """Anybody, but they see the game later than it is played."""
    UNKNOWN = "unknown"
    """Refused by a server."""


class Arrangement(StrEnum):
    """Names how seats are changed (S2.5)."""

    FEDERATION = "federation"
    """自认联邦: I take a seat of the federation that ``seat`` is of; done if I have one."""
    OPPOSITE = "opposite"
    """自选对头: I sit down opposite ``seat``."""
    SWAP = "swap"
    """Who sits on ``seat`` and who sits on ``other`` change places."""
    LOTS = "lots"
    """抽签: the server draws who sits where, bots and empty seats too; all hear ``Drawn``."""


class Phrase(StrEnum):
    """Names the quick phrases; none of them can tell a partner anything about cards."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    HURRY = "hurry"
    WAIT = "wait"
    NICE = "nice"
    WELL_PLAYED = "well_played"
    THANKS = "thanks"
    SORRY = "sorry"
    OOPS = "oops"
    AGAIN = "again"
    """Another game?"""
    BYE = "bye"


class NoticeKind(StrEnum):
    """Names what a server's owner tells, or does to, everybody."""

    TELL = "tell"
    """The owner says something."""
    PAUSED = "paused"
    """All clocks stand still and no action is taken, until ``RESUMED``."""
    RESUMED = "resumed"
    DRAINING = "draining"
    """No new tables, games or rounds: the server stops when the rounds under way are over."""
    STOPPING = "stopping"
    """The server stops after the time told; seats are kept if it comes back."""
    STAYING = "staying"
    """It does not stop after all."""
    STORAGE = "storage"
    """The server's disk takes nothing: all stand still at the last thing that was kept, until ``STORED``."""
    STORED = "stored"


class ByeCode(StrEnum):
    """Names why a connection ends."""

    BYE = "bye"
    VERSION = "version"
    """No common version."""
    PROTOCOL = "protocol"
    """What came was no message of this protocol at this point."""
    HELLO = "hello"
    """No first frame in time."""
    PASSWORD = "password"
    TOKEN = "token"
    """The token is not known here; come back without one."""
    REPLACED = "replaced"
    """The same identity connected anew; the newest connection wins."""
    SLOW = "slow"
    """The reader did not keep up."""
    SILENT = "silent"
    RATE = "rate"
    FULL = "full"
    KICKED = "kicked"
    BANNED = "banned"
    SHUTDOWN = "shutdown"
    """The server stops; seats are kept if it comes back."""
    STORAGE = "storage"
    """The server can keep nothing, so it lets nobody new in; who is known comes in."""
    ERROR = "error"
    """A fault of the server's own."""


class FailCode(StrEnum):
    """Names why a request is not done."""

    UNKNOWN_REQUEST = "unknown_request"
    """The message is not known here; the peer is older."""
    INVALID = "invalid"
    """A field is not as it must be: its type, its range or its length."""
    NO_TABLE = "no_table"
    NO_SEAT = "no_seat"
    """You hold no seat at this table."""
    SEAT_TAKEN = "seat_taken"
    TABLE_FULL = "table_full"
    PASSWORD = "password"
    NOT_HOST = "not_host"
    NOT_NOW = "not_now"
    """The table is in another phase."""
    SEATS_EMPTY = "seats_empty"
    """All six seats must be taken to start."""
    NOT_READY = "not_ready"
    """Not everybody has said to be ready; `seats` in the data says who has not."""
    RULES = "rules"
    LEVEL = "level"
    ACTION = "action"
    """The text is no action."""
    TEXT = "text"
    PHRASE = "phrase"
    """There is no such quick phrase."""
    NO_PERSON = "no_person"
    """Nobody here is called so."""
    MANY_TABLES = "many_tables"
    """You are the host of as many open tables as one person may be; `most` in the data says how many."""
    TOO_MANY = "too_many"
    """You have muted as many people as can be."""
    NO_SPECTATORS = "no_spectators"
    NO_RECORD = "no_record"
    """There was no such game at this table, or it has no record."""
    BARRED = "barred"
    """The referee barred you from this table (R13.4)."""
    REFUSED = "refused"
    """The rules say no; the data say why: `clause`, `code` and what else belongs to a `Refused`."""
    RATE = "rate"
    BUSY = "busy"
    PAUSED = "paused"
    """The server's owner has stopped all clocks for a while; talking is possible."""
    SILENCED = "silenced"
    """The server's owner lets you say nothing."""
    SHUTTING_DOWN = "shutting_down"
    """The server is about to stop: no new tables, games or rounds."""
    STORAGE = "storage"
    """The server cannot keep what happens, so it does not let it happen."""
    INTERNAL = "internal"


class RemoveCode(StrEnum):
    """Names why somebody is no longer at a table."""

    CLOSED = "closed"
    KICKED = "kicked"
    """The host sent you away; you may come back."""
    BARRED = "barred"
    """The referee barred you (R13.4); you cannot come back."""
    NO_SPECTATORS = "no_spectators"
