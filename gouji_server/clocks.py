"""Time at a table, as data: when the pending decision was opened and until when it may be answered.

Nothing here waits or reads a clock; the table passes the time in. How a secret step is timed depends on
nothing but its opening, for its timing is told to everybody (R15).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from gouji_core.seats import SEATS

if TYPE_CHECKING:
    from gouji_core.public import Pending

LATE = 2.0
"""Seconds after which a server that woke too late has kept people from answering in time."""

CREDIT = 5.0
"""Seconds it then gives them at most: by that time what they sent has come."""


@dataclass(frozen=True, slots=True)
class Times:
    """Is how long things take at one table, in seconds."""

    turn: float = 0.0
    """For a decision; 0 is no clock."""

    reserve: float = 0.0
    """Each seat's further time for a whole round."""

    grace: float = 60.0
    """For a lost player to come back."""

    window: float = 1.5
    """The least a secret step stays open."""

    round_pause: float = 10.0
    """Between two rounds."""


@dataclass(slots=True)
class Clock:
    """Is the clock of one table."""

    times: Times
    decision: int = 0
    secret: bool = False
    opened: float = 0.0
    reserves: list[float] = field(default_factory=list[float])
    credit: float = 0.0
    """What a decision may take longer because the server itself was late."""

    def start_round(self) -> None:
        """Gives everybody the reserve anew."""
        self.reserves = [self.times.reserve for _ in SEATS]

    def open(self, pending: Pending, now: float) -> bool:
        """Starts the time of a decision; False if it is the one already running."""
        if pending.id == self.decision:
            return False
        self.decision = pending.id
        self.secret = pending.secret
        self.opened = now
        self.credit = 0.0
        return True

    def forgive(self, late: float) -> None:
        """Gives the running decision the time that the server lost and some to answer in, once."""
        if late >= LATE and not self.credit:
            self.credit = late + min(late, CREDIT)

    @property
    def window_ends(self) -> float:
        """Until when a secret step is held open at least."""
        return self.opened + self.times.window

    @property
    def turn_ends(self) -> float:
        """Until when a decision may be answered without touching a reserve."""
        return self.opened + self.times.turn + self.credit if self.times.turn else inf

    def expiry(self, seat: int) -> float:
        """Returns when the table acts for a seat; secret steps know no reserve, since its use is seen."""
        if self.secret or not self.reserves:
            return self.turn_ends
        return self.turn_ends + self.reserves[seat]

    def after(self, seat: int, now: float) -> tuple[int, ...]:
        """Returns the reserves in milliseconds once a seat has answered now; empty if that takes nothing."""
        if self.secret or not self.reserves or now <= self.turn_ends:
            return ()
        left = list(self.reserves)
        left[seat] = max(0.0, left[seat] - (now - self.turn_ends))
        return _millis(left)

    def shift(self, lasted: float) -> None:
        """Takes out a time in which all clocks stood still."""
        self.opened += lasted

    def kept(self) -> tuple[int, ...]:
        """Returns the reserves in milliseconds, for the journal."""
        return _millis(self.reserves)

    def restore(self, kept: tuple[int, ...]) -> None:
        """Takes the reserves as the journal has them; empty changes nothing."""
        if kept:
            self.reserves = [left / 1000 for left in kept]

    def left(self, now: float) -> int:
        """Returns the milliseconds left of the turn, -1 without a clock."""
        return -1 if self.turn_ends == inf else max(0, round((self.turn_ends - now) * 1000))


def _millis(reserves: list[float]) -> tuple[int, ...]:
    return tuple(round(left * 1000) for left in reserves)
