"""What the client knows of a table besides the game: who sits there, whether they are, and the clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

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
    """Is whoever sits on a seat; ``name`` is already cleaned."""

    name: str = ""
    presence: Presence = Presence.EMPTY


@dataclass(frozen=True, slots=True)
class TableState:
    """Is a table around its game: ``code`` invites, ``people`` sit on the six seats, one is the ``host``.

    ``deadline`` is when the pending decision is answered for whom it waits for, on the clock that the
    link reads too, after it ``reserve`` seconds run down; None without a clock. ``retry_at`` is when a
    lost server is tried again.
    """

    code: str = ""
    people: tuple[Person, ...] = field(default=tuple(Person() for _ in SEATS))
    deadline: float | None = None
    reserve: float | None = None
    link: LinkState = LinkState.UP
    retry_at: float | None = None
    where: str = ""
    host: int = NOBODY
