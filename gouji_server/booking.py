"""What the steps of a game add to what is kept for good: the evening, people's records, the game's record.

Where spectators see the game later, results and record would tell them early how it goes on. So these are
held back as long (``withheld``): what people have played is added to their records only when its time has
come, and of a game's record, who does not sit there is told as much as all may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gouji_core.public import Phase
from gouji_server.evening import booked
from gouji_server.rows import Charter, HeldRow, RecordRow, Row, StatsRow, TableRow, pack, pack_stats

if TYPE_CHECKING:
    from gouji_core.state import State
    from gouji_server.happened import Happened
    from gouji_server.table import Table


def book(table: Table, after: State, news: Happened, part: str) -> tuple[Charter, tuple[Row, ...]]:
    """Returns the charter after a step, and what is written of it; ``part`` is the record's next."""
    charter = table.charter
    evening, stats = booked(charter.evening, table.chairs, table.game.state.public, after.public, news.kinds)
    # A position is an exercise, whoever made it up.
    rows = put_down(table, charter.game, part, () if charter.position else stats)
    if evening is charter.evening and after.public.phase is not Phase.GAME_OVER:
        return charter, rows
    charter = replace(charter, evening=evening)
    return charter, (TableRow(table.code, pack(charter)), *rows)


def put_down(table: Table, game: int, part: str, stats: tuple[StatsRow, ...] = ()) -> tuple[Row, ...]:
    """Returns what is written of a part of a game's record and of results."""
    if not part and not stats:
        return ()
    rows = (RecordRow(table.code, game, part),) if part else ()
    if table.delay is None:
        return *rows, *stats
    number = table.house.withheld.number()
    seconds = table.charter.options.delay_seconds
    return *rows, HeldRow(number, table.code, game, seconds, len(part), pack_stats(stats))
