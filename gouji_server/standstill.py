"""All clocks stand still, as the owner of the server or its disk says: nothing is played, nobody loses time.

That they do a table sees for itself (``House.still``); here everybody is told, and given back what passed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import trio

from gouji_server import notices

if TYPE_CHECKING:
    from gouji_server.table import Table


@dataclass(slots=True)
class Standstill:
    """Is since when all clocks stand still; however many reasons there are at once, the time counts once."""

    since: float | None = None

    def begin(self, tables: Iterable[Table]) -> None:
        """Tells everybody that the clocks stand still."""
        if self.since is None:
            self.since = trio.current_time()
        for table in tables:
            _tell_clock(table)
            table.wake()

    def end(self, tables: Iterable[Table]) -> None:
        """Lets the clocks run on from where they stood; called once there is no reason left."""
        if self.since is None:
            return
        stopped, self.since = self.since, None
        for table in tables:
            _go_on(table, stopped, trio.current_time())


def _go_on(table: Table, stopped: float, now: float) -> None:
    # Only a server with tables needs it, and has loaded it by then.
    from gouji_server.plan import bot_at

    lasted = now - stopped
    table.clock.shift(lasted)
    # What was due before is due still.
    table.begin_at += lasted if table.begin_at > stopped else 0.0
    table.bot_since += lasted if bot_at(table) > stopped else 0.0
    table.host_until += lasted if table.host_until > stopped else 0.0
    for chair in table.chairs:
        chair.give_back(stopped, now, table.times.grace)
    _tell_clock(table)
    table.tell_state()
    table.wake()


def _tell_clock(table: Table) -> None:
    if table.charter.game:
        notices.tell_game(table, notices.deadline_of(table, trio.current_time()))
