"""A table as it was before the server ended: seats, game, clock, answers, from what the journal knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import trio

from gouji_protocol.messages import Accepted
from gouji_server import keeping, notices
from gouji_server.delay import News, Shots
from gouji_server.outbox import encoded
from gouji_server.rows import Holder, Step

if TYPE_CHECKING:
    from gouji_server.table import Table


def restore_seat(table: Table, seat: int, holder: Holder) -> None:
    """Gives a seat back to whom the journal knows there; they have the full time to come back."""
    table.chairs[seat].restore(holder, trio.current_time() + table.times.grace)


def restore_game(table: Table, steps: Iterable[Step]) -> None:
    """Brings the game to where the journal knows it; the pending decision has its full time again."""
    news: list[News] = []
    for step in steps:
        if step.mark is not None:
            table.game.resume(step.mark)
            table.clock.start_round()
            news.clear()
        news += [] if news else [keeping.scene(table)]
        news.append(Shots(table.game.restore(step).events))
        table.clock.restore(step.reserves)
        if step.command:
            answer = Accepted(step.command, table.game.seen[step.seat])
            table.answers.keep(step.by, step.command, encoded(answer))
    table.game.jump(table.charter.jump)
    if not table.charter.game:
        return
    clock = table.start_clock()
    if table.delay is not None:
        now = trio.current_time()
        table.delay.resume(now, notices.state_of(table))
        table.delay.take(now, *(news or [keeping.scene(table)]), *([] if clock is None else [clock]))
