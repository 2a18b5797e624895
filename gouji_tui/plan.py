"""Where to play and how: what the command line and the menu hand to a visit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gouji_tui.door import OPEN, Door

ANY_SEAT = -1
LISTED = "list"
"""In place of a table's code: to see the tables of the server and choose; no table has such a code."""


class Tempo:
    """Is how the pace of a private server's bots is changed while it runs; whoever runs it says how."""

    def __init__(self) -> None:
        self._seconds: float | None = None
        self._tell: Callable[[float], None] | None = None

    def take(self, seconds: float) -> None:
        """Has bots take so long for a decision from now on."""
        self._seconds = seconds
        if self._tell is not None:
            self._tell(seconds)

    def follow(self, tell: Callable[[float], None]) -> None:
        """Has a server that has come up told, also of what was taken before."""
        self._tell = tell
        if self._seconds is not None:
            tell(self._seconds)


@dataclass(frozen=True, slots=True)
class SoloOptions:
    """Is how the private server plays: a seed repeats a game, pace and window are for the hurried.

    ``position`` is the text of a position from which the game begins instead of a deal.
    """

    seed: int | None = None
    pace: float | None = None
    window: float | None = None
    position: str = ""
    tempo: Tempo = field(default_factory=Tempo, compare=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """Is where to play: alone with ``solo``, else at ``address``.

    ``table`` is a code; empty it opens a table, ``LISTED`` it shows those of the server first.
    ``person`` is who to be there, if not who this account is: a name, under which the token is kept.
    ``practice`` is the number of a practice position that the game begins from, 0 for none.
    ``tutor`` is for somebody's first game: what comes up for the first time is explained.
    ``by_ssh`` is for somebody who has no shell here: lines come when they are typed, also through a pipe,
    and what can be done about a fault is another matter.
    """

    solo: SoloOptions | None = None
    address: str = ""
    table: str = ""
    rules: str = "online"
    seat: int = ANY_SEAT
    person: str = ""
    by_ssh: bool = False
    practice: int = 0
    tutor: bool = False
    door: Door = OPEN
