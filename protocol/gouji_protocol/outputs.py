"""What a session tells the program that uses it, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gouji_core.actions import Action
from gouji_core.cards import Cards
from gouji_core.events import Event
from gouji_core.views import SeatView
from gouji_protocol.messages import (
    Accepted,
    Answer,
    ChatLine,
    Drawn,
    Failed,
    Fairness,
    Notice,
    Refused,
    TableState,
    TooLate,
    Welcome,
)


class LinkCode(StrEnum):
    """Names what a session says of the connection itself, beside the codes that a server sends."""

    UNREACHABLE = "unreachable"
    """No connection could be made."""
    LOST = "lost"
    """The connection broke; of a request: whether it was done is not known."""
    SILENT = "silent"
    """The server says nothing any more."""
    PROTOCOL = "protocol"
    """What answers there does not speak this protocol."""
    CLOSED = "closed"
    """We closed it."""
    OFFLINE = "offline"
    """Of a request: there is no connection now, nothing was sent."""
    NO_ANSWER = "no_answer"
    """Of a request: what the server says to it is no answer, or less than it says there is."""
    LEFT = "left"
    """Of a table: we left it."""


@dataclass(frozen=True, slots=True)
class Connected:
    """The server welcomed us; ``fresh`` tells that it did so for the first time."""

    welcome: Welcome
    fresh: bool


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The connection is gone, or could not be made.

    ``code`` is that of the server's goodbye, or one of ``LinkCode``; ``text`` is for people.
    With ``retry_in`` None the session has given up, else it tries again after so many seconds.
    """

    code: str
    text: str = ""
    data: tuple[tuple[str, str], ...] = ()
    retry_in: float | None = None


@dataclass(frozen=True, slots=True)
class RequestAnswered:
    """A request is done or failed."""

    request: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class CommandAnswered:
    """An action was accepted or not; when it was, the view already shows what came of it."""

    command: int
    table: str
    action: Action
    answer: Accepted | Refused | TooLate | Failed


@dataclass(frozen=True, slots=True)
class TableChanged:
    """Seats, presence, host or phase of a table changed; also the first word of a table joined."""

    table: str
    state: TableState


@dataclass(frozen=True, slots=True)
class TableLost:
    """We are no longer at a table: it was left, closed, or is not known any more."""

    table: str
    code: str
    data: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ViewChanged:
    """Something happened in a game; folding ``events`` into ``before`` gives ``view``."""

    table: str
    before: SeatView
    view: SeatView
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class ViewReset:
    """The view was replaced as a whole: on joining, and when events were missed."""

    table: str
    view: SeatView


@dataclass(frozen=True, slots=True)
class Clock:
    """Is how long a decision may take, in the session's time; ``until`` None is no clock.

    After ``until`` the seat's own entry of ``reserves``, in seconds, runs down; -1 is none.
    """

    decision: int
    until: float | None
    reserves: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockChanged:
    """The deadline of the pending decision is known anew."""

    table: str
    clock: Clock


@dataclass(frozen=True, slots=True)
class ChatReceived:
    """Somebody at the table said something; the text is fit to be shown."""

    line: ChatLine


@dataclass(frozen=True, slots=True)
class FairnessTold:
    """The commitment to a shuffle was published, or its seed."""

    fairness: Fairness


@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """Lots were drawn for the seats of a table, 抽签 (S2.5); its state already shows who sits where."""

    drawn: Drawn


@dataclass(frozen=True, slots=True)
class HandsShown:
    """The hands of partners still in play are shown to who is out, by seat; empty, none are any more."""

    table: str
    hands: dict[int, Cards]


@dataclass(frozen=True, slots=True)
class NoticeTold:
    """The server's owner said or did something; the text is fit to be shown."""

    notice: Notice


Output = (
    Connected
    | Disconnected
    | RequestAnswered
    | CommandAnswered
    | TableChanged
    | TableLost
    | ViewChanged
    | ViewReset
    | ClockChanged
    | ChatReceived
    | FairnessTold
    | LotsDrawn
    | HandsShown
    | NoticeTold
)
"""Everything a session tells."""
