"""What a table says about itself, apart from the game: its state, its clock, its shuffles.

All of it is the same for everybody, but for the seat that a state calls the viewer's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio
from msgspec.structs import replace

from gouji_core.seats import NOBODY
from gouji_protocol.messages import Deadline, Fairness, TableInfo, TableState
from gouji_server.outbox import Outbox, encoded
from gouji_server.rows import Step

if TYPE_CHECKING:
    from gouji_server.table import Table


def state_of(table: Table, viewer: int) -> TableState:
    """Returns how a table is, as one viewer is told."""
    now = trio.current_time()
    charter = table.charter
    host = next((chair.seat for chair in table.chairs if chair.owner == charter.host and chair.owned), NOBODY)
    return TableState(
        table.code,
        viewer,
        host,
        charter.rules,
        replace(charter.options, password=""),
        table.phase,
        tuple(chair.info(now, charter.options.bots) for chair in table.chairs),
        table.audience.watching,
        bool(charter.options.password),
    )


def tell_state(table: Table, but: Outbox | None = None) -> None:
    """Tells everybody how a table is now, but for one who knows."""
    whole = state_of(table, NOBODY)
    for link, viewer in tuple(table.audience.viewers.items()):
        if link is not but:
            link.tell(replace(whole, seat=viewer))


def info_of(table: Table) -> TableInfo:
    """Returns what a list of tables shows."""
    return TableInfo(
        table.code,
        table.charter.rules,
        table.phase,
        bool(table.charter.options.password),
        tuple(chair.brief() for chair in table.chairs),
        table.game.state.public.setup.round,
        table.audience.watching,
    )


def deadline_of(table: Table, now: float) -> Deadline:
    """Returns how long the pending decision may still take."""
    clock = table.clock
    reserves = tuple(round(left * 1000) for left in clock.reserves)
    return Deadline(table.code, clock.decision, clock.left(now), reserves)


def fairness_of(table: Table, step: Step) -> bytes:
    """Returns what a step makes known of shuffles: seeds of rounds that are over, the hash of the next."""
    seed = table.game.told
    told = [_fairness(table, seed, seed.hex())] if seed else []
    if step.seed:
        told.append(_fairness(table, step.seed))
    return b"".join(map(encoded, told))


def _fairness(table: Table, seed: bytes, shown: str = "") -> Fairness:
    return Fairness(
        table.code, table.game.state.public.setup.round, table.house.dealer.commitment(seed), shown
    )


def tell_all(table: Table, link: Outbox, viewer: int, *, since: int, chat: int) -> None:
    """Tells somebody who has just come, or come back, all they may know."""
    link.tell(state_of(table, viewer))
    game = table.game
    if table.charter.game:
        if since != game.seen[viewer] or not since:
            link.tell(game.since(viewer, since) or game.snapshot(viewer))
        link.tell(deadline_of(table, trio.current_time()))
        if game.seed:
            link.tell(_fairness(table, game.seed))
    for line in table.chat.after(chat):
        link.tell(line)
