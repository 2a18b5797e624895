"""What a table says about itself, apart from the game: its state, its clock, its shuffles.

All of it is the same for everybody, but for the seat that a state calls the viewer's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio
from msgspec.structs import replace

from gouji_core.seats import NOBODY
from gouji_protocol.messages import ChatLine, Deadline, Drawn, Fairness, TableInfo, TableState
from gouji_server.audience import Viewer
from gouji_server.outbox import Outbox
from gouji_server.partners import hands_of
from gouji_server.rows import Step

if TYPE_CHECKING:
    from gouji_server.delay import News
    from gouji_server.table import Table


def state_of(table: Table, viewer: Viewer | None = None) -> TableState:
    """Returns how a table is, as one viewer is told, or as somebody who has muted nobody and only watches."""
    now = trio.current_time()
    charter = table.charter
    host = next((chair.seat for chair in table.chairs if chair.owner == charter.host and chair.owned), NOBODY)
    return TableState(
        table.code,
        NOBODY if viewer is None else viewer.seat,
        host,
        charter.rules,
        replace(charter.options, password=""),
        table.phase,
        tuple(chair.info(now, charter.options.bots) for chair in table.chairs),
        table.audience.watching,
        bool(charter.options.password),
        charter.evening,
        () if viewer is None else muted_by(table, viewer.person),
    )


def muted_by(table: Table, person: int) -> tuple[str, ...]:
    """Returns whom somebody has muted, as the wire names them."""
    return tuple(map(str, sorted(table.house.identities.muted_by(person))))


def tell_state(table: Table, but: Outbox | None = None) -> None:
    """Tells everybody how a table is now, but for one who knows."""
    whole = state_of(table)
    # Of a table that is closed nothing comes later.
    audience = tuple(table.audience.viewers.items()) if table.closed else table.audience.live()
    for link, viewer in audience:
        if link is not but:
            link.tell(replace(whole, seat=viewer.seat, muted=muted_by(table, viewer.person)))
    if not table.closed:
        tell_late(table, whole)


def tell_one(table: Table, link: Outbox) -> None:
    """Tells one of those who listen how a table is now."""
    viewer = table.audience.viewers.get(link)
    if viewer is None:
        return
    if table.delay is not None and viewer.seat == NOBODY:
        state = table.delay.state or state_of(table)
        link.tell(replace(state, muted=muted_by(table, viewer.person)))
    else:
        link.tell(state_of(table, viewer))


def tell_game(table: Table, news: Deadline) -> None:
    """Tells everybody who sees the game something of it, those who see it later in their time."""
    for link, _ in table.audience.live():
        link.tell(news)
    tell_late(table, news)


def tell_late(table: Table, *news: News) -> None:
    """Keeps news for those who see the game later, and tells them what is due by now."""
    if table.delay is not None:
        now = trio.current_time()
        table.delay.take(now, *news)
        table.audience.send_late(table.delay.release(now), lambda person: muted_by(table, person))


def tell_drawn(table: Table, drawn: Drawn) -> None:
    """Tells everybody how the lots for the seats fell."""
    for link in tuple(table.audience.viewers):
        link.tell(drawn)


def tell_line(table: Table, line: ChatLine) -> None:
    """Tells everybody what somebody said, but for those who do not want to read it."""
    for link, viewer in tuple(table.audience.viewers.items()):
        if line.person not in muted_by(table, viewer.person):
            link.tell(line)


def info_of(table: Table) -> TableInfo:
    """Returns what a list of tables shows; of a game that is watched later, as those who watch see it."""
    phase, number = table.phase, table.game.state.public.setup.round
    if table.delay is not None:
        phase = phase if table.delay.state is None else table.delay.state.phase
        number = 0 if table.delay.view is None else table.delay.view.public.setup.round
    return TableInfo(
        table.code,
        table.charter.rules,
        phase,
        bool(table.charter.options.password),
        tuple(chair.brief() for chair in table.chairs),
        number,
        table.audience.watching,
        table.charter.options.spectators,
    )


def deadline_of(table: Table, now: float) -> Deadline:
    """Returns how long the pending decision may still take."""
    clock = table.clock
    left = -1 if table.house.still else clock.left(now)
    return Deadline(table.code, clock.decision, left, clock.kept())


def fairness_of(table: Table, step: Step) -> list[Fairness]:
    """Returns what a step makes known of shuffles: seeds of rounds that are over, the hash of the next."""
    seed = table.game.told
    told = [_fairness(table, seed, seed.hex())] if seed else []
    if step.seed:
        told.append(_fairness(table, step.seed))
    return told


def _fairness(table: Table, seed: bytes, shown: str = "") -> Fairness:
    return Fairness(
        table.code, table.game.state.public.setup.round, table.house.dealer.commitment(seed), shown
    )


def tell_all(table: Table, link: Outbox, *, since: int, chat: int) -> None:
    """Tells somebody who has just come, or come back, all they may know."""
    viewer = table.audience.viewers[link]
    tell_one(table, link)
    if table.delay is not None and viewer.seat == NOBODY:
        for piece in table.delay.known(trio.current_time(), since):
            link.tell(piece)
    else:
        _tell_game(table, link, viewer.seat, since)
    for line in table.chat.after(chat, muted_by(table, viewer.person)):
        link.tell(line)


def _tell_game(table: Table, link: Outbox, seat: int, since: int) -> None:
    game = table.game
    if table.charter.game:
        if since != game.seen[seat] or not since:
            link.tell(game.since(seat, since) or game.snapshot(seat))
        link.tell(deadline_of(table, trio.current_time()))
        if table.charter.options.open_hands and seat != NOBODY:
            # Also where there are none: who was away when the round ended must not go on seeing some.
            link.tell(hands_of(table.code, game.state, seat))
        if game.seed:
            link.tell(_fairness(table, game.seed))
