"""What the steps of a game add to what is kept for good: the evening, people's records, the game's record.

Where spectators see the game later, results and record would tell them early how it goes on. So these are
held back as long, in the charter, where a restart finds them: what people have played is added to their
records only when its time has come, and of a game's record, who does not sit there is told as much as all
may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio
from msgspec.structs import replace

from gouji_core.public import Phase
from gouji_server.evening import booked
from gouji_server.rows import Charter, Held, RecordRow, Row, StatsRow, TableRow, pack

if TYPE_CHECKING:
    from gouji_core.events import Event
    from gouji_core.state import State
    from gouji_server.table import Table


def book(table: Table, after: State, events: tuple[Event, ...], part: str) -> tuple[Charter, tuple[Row, ...]]:
    """Returns the charter after a step, and what is written of it; ``part`` is the record's next."""
    charter = table.charter
    evening, stats = booked(charter.evening, table.chairs, table.game.state.public, after.public, events)
    # A position is an exercise, whoever made it up.
    charter, rows = put_down(table, charter, part, () if charter.position else stats)
    if evening is not charter.evening or after.public.phase is Phase.GAME_OVER:
        charter = replace(charter, evening=evening)
    return charter, rows if charter is table.charter else (TableRow(table.code, pack(charter)), *rows)


def put_down(
    table: Table, charter: Charter, part: str, stats: tuple[StatsRow, ...] = ()
) -> tuple[Charter, tuple[Row, ...]]:
    """Returns a charter with what is held back of a part of the record and of results, and what is not."""
    if not part and not stats:
        return charter, ()
    rows = (RecordRow(table.code, charter.game, part),) if part else ()
    if table.delay is None:
        return charter, (*rows, *stats)
    return replace(charter, held=(*charter.held, Held(charter.game, len(part), stats))), rows


async def let_out(table: Table) -> None:
    """Makes known what has been held back for as long as spectators see the game later.

    Raises:
        JournalError: if it cannot be written down; then nothing changed.
    """
    if table.delay is None:
        return
    delay, charter, now = table.delay, table.charter, trio.current_time()
    delay.hold(now, len(charter.held))
    count = delay.ripe(now)
    if not count:
        return
    charter = replace(charter, held=charter.held[count:])
    await table.house.journal.write(TableRow(table.code, pack(charter)), *_stats(table.charter.held[:count]))
    table.charter = charter
    delay.let_out(count)


def settled(charter: Charter) -> tuple[Charter, tuple[StatsRow, ...]]:
    """Returns a charter with nothing held back any more, since nobody plays on, and what is written then."""
    return replace(charter, held=()) if charter.held else charter, _stats(charter.held)


def _stats(held: tuple[Held, ...]) -> tuple[StatsRow, ...]:
    return tuple(row for one in held for row in one.stats)
