"""A table while the owner of the server has stopped all clocks: nobody loses time, nothing is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio

from gouji_server import notices

if TYPE_CHECKING:
    from gouji_server.table import Table


def stand_still(table: Table) -> None:
    """Tells everybody that the clock stands still; that it does, the table sees for itself."""
    _tell_clock(table)
    table.wake()


def go_on(table: Table, lasted: float) -> None:
    """Lets the clock run on from where it stood, for people who are away too."""
    table.clock.shift(lasted)
    now = trio.current_time()
    stopped = now - lasted
    # What was due before is due still.
    table.begin_at += lasted if table.begin_at > stopped else 0.0
    table.bot_at += lasted if table.bot_at > stopped else 0.0
    for chair in table.chairs:
        chair.give_back(stopped, now, table.times.grace)
    _tell_clock(table)
    table.tell_state()
    table.wake()


def _tell_clock(table: Table) -> None:
    if table.charter.game:
        notices.tell_game(table, notices.deadline_of(table, trio.current_time()))
