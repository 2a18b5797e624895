"""What the client knows of a table besides the game: who sits there, whether they are, and the clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from gouji_core.cards import Cards
from gouji_core.seats import NOBODY, SEATS


class Presence(StrEnum):
    """Names what became of the person on a seat."""

    EMPTY = "empty"
    PRESENT = "present"
    LOST = "lost"
    AUTO = "auto"
    BOT = "bot"
    LEFT = "left"


class LinkState(StrEnum):
    """Names how the connection to the server is."""

    UP = "up"
    RETRYING = "retrying"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Person:
    """Is whoever sits on a seat; ``name`` is already cleaned.

    ``until`` is when a bot plays the seat of somebody lost, on the clock of deadlines; ``missed`` tells
    that a bot plays because of deadlines missed; ``id`` is by whom a line of chat is known and muted,
    empty for a bot; ``muted`` tells that one hears nothing of them.
    """

    name: str = ""
    presence: Presence = Presence.EMPTY
    until: float | None = None
    missed: bool = False
    id: str = ""
    muted: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """Is what one person has scored at a table."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Evening:
    """Is the running score of a table over all its games, by person in the order in which they came."""

    games: int = 0
    rounds: int = 0
    people: tuple[Score, ...] = ()


@dataclass(frozen=True, slots=True)
class TableState:
    """Is a table around its game: ``code`` invites, ``people`` sit on the six seats, one is the ``host``.

    ``deadline`` is when the pending decision is answered for whom it waits for, on the clock that the
    link reads too, after it ``reserve`` seconds run down; None without a clock. ``retry_at`` is when a
    lost server is tried again. ``memory`` tells whether the cards played may be shown counted.
    ``hands`` are those of partners, by seat, that somebody who is out of play may see.
    """

    code: str = ""
    people: tuple[Person, ...] = field(default=tuple(Person() for _ in SEATS))
    deadline: float | None = None
    reserve: float | None = None
    link: LinkState = LinkState.UP
    retry_at: float | None = None
    where: str = ""
    host: int = NOBODY
    evening: Evening = Evening()
    memory: bool = True
    hands: tuple[tuple[int, Cards], ...] = ()
