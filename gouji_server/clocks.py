"""Time at a table, as data: when the pending decision was opened and until when it may be answered.

Nothing here waits or reads a clock; the table passes the time in. How a secret step is timed depends on
nothing but its opening, for its timing is told to everybody (R15).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from gouji_core.public import Pending
from gouji_core.seats import SEATS


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

    bot_pace: float = 0.8
    """For a decision of a bot."""

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
        return True

    def restart(self, now: float) -> None:
        """Gives the running decision its full time again."""
        self.opened = now

    @property
    def window_ends(self) -> float:
        """Until when a secret step is held open at least."""
        return self.opened + self.times.window

    @property
    def turn_ends(self) -> float:
        """Until when a decision may be answered without touching a reserve."""
        return self.opened + self.times.turn if self.times.turn else inf

    def expiry(self, seat: int) -> float:
        """Returns when the table acts for a seat; secret steps know no reserve, since its use is seen."""
        if self.secret or not self.reserves:
            return self.turn_ends
        return self.turn_ends + self.reserves[seat]

    def acted(self, seat: int, now: float) -> None:
        """Takes what a seat used of its reserve for the decision it has just answered."""
        if not self.secret and self.reserves and now > self.turn_ends:
            self.reserves[seat] = max(0.0, self.reserves[seat] - (now - self.turn_ends))

    def left(self, now: float) -> int:
        """Returns the milliseconds left of the turn, -1 without a clock."""
        return -1 if self.turn_ends == inf else max(0, round((self.turn_ends - now) * 1000))
