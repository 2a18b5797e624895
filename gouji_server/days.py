"""The days of a server: how old its records and people are, whatever the machine's clock is set to.

A small box may wake up in 1970 and be told the time later, and a clock may be set wrong by years: nothing
that was promised to be kept may go by that. So while a server runs, its days pass as time does; between two
runs they pass as the machine's clock says, but never back, and never many at once. What is too old goes later
then, and nothing goes early. Nothing else in the server asks for the date but the log and the check of a
certificate: clocks, countdowns and delays count seconds.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress

DAY = 86_400
"""The seconds of one."""

LONGEST = 7 * DAY
"""The seconds that count at most of a time in which the server did not run."""

_READ = "SELECT value FROM meta WHERE name = 'calendar'"
_NEWEST = "SELECT max(at) FROM (SELECT at FROM records UNION ALL SELECT seen FROM identities)"
_WRITE = "INSERT OR REPLACE INTO meta (name, value) VALUES ('calendar', ?)"


class Calendar:
    """Is the date by one journal, in seconds; it began as those since 1970."""

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._ahead = wall() - steady()
        """How much further the date is than the steady clock."""

    def now(self) -> int:
        """Returns the date."""
        return int(self._steady() + self._ahead)

    def open(self, base: sqlite3.Connection) -> None:
        """Goes on from the date that the journal has; its statements may ask for ``today()`` from now on."""
        base.create_function("today", 0, self.now)
        self._ahead = self._date(base) - self._steady()
        self.keep(base)

    def _date(self, base: sqlite3.Connection) -> float:
        wall, row = self._wall(), base.execute(_READ).fetchone()
        with suppress(ValueError):
            if row is not None:
                date, told = map(int, str(row[0]).split())
                return date + min(max(wall - told, 0), LONGEST)
        # A journal of an older server has no date; then the newest thing in it is as good as one.
        (newest,) = base.execute(_NEWEST).fetchone()
        return wall if newest is None else min(wall, newest + LONGEST)

    def keep(self, base: sqlite3.Connection) -> None:
        """Writes the date down, and what the machine's clock says to it."""
        base.execute(_WRITE, (f"{self.now()} {int(self._wall())}",))
