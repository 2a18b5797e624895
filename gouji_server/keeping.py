"""How a table is kept: who sits where, who is host, which game it plays. First in the journal, then here."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

import trio
from msgspec.structs import replace

from gouji_core.options import parse_rules
from gouji_core.seats import NOBODY
from gouji_protocol.words import TablePhase
from gouji_server import booking, notices
from gouji_server.chronicle import header
from gouji_server.clocks import Clock
from gouji_server.delay import Scene
from gouji_server.logs import note
from gouji_server.rows import Charter, PlayerRow, Row, SeatRow, TableClosed, TableRow, pack
from gouji_server.seats import Chair

if TYPE_CHECKING:
    from gouji_server.table import Table

JUMP = 1 << 20
"""What every count of events grows by when seats change after a game: more than is ever sent again, so nobody
who comes back is taken to know a part of what is new to them."""


async def amend(table: Table, charter: Charter, *more: Row) -> None:
    """Keeps a table otherwise from now on; what else is written is written with it, all or none.

    Raises:
        JournalError: as every function here does, if it cannot be written; then nothing changed.
    """
    await table.house.journal.write(TableRow(table.code, pack(charter)), *more)
    table.charter = charter


async def seat(table: Table, *chairs: Chair) -> None:
    """Puts chairs in the place of those with their numbers."""
    await table.house.journal.write(*_seated(table, chairs))
    for chair in chairs:
        table.chairs[chair.seat] = chair


def taking_back(table: Table, chair: Chair) -> tuple[Row, ...]:
    """Returns what is written with an action of an owner, who plays again if a bot was to play for them."""
    if not chair.chosen:
        return ()
    own = chair.moved(chair.seat)
    own.chosen = False
    return tuple(_rows(table, [own]))


async def vacate(table: Table, left: Chair) -> None:
    """Puts a chair that nobody owns any more in its place, and with it passes on the host's right.

    It goes to somebody who is here, else to anybody with a seat. Where nobody has one the table closes, but
    for a host who watches. The journal takes it as one thing, so that no table is ever left without a host.
    """
    chairs = [left if chair.seat == left.seat else chair for chair in table.chairs]
    heir, more = _heir(table, chairs), _seated(table, (left,))
    if heir is None:
        charter = table.charter
        more += [TableClosed(table.code)]
    else:
        charter = replace(table.charter, host=heir)
    await amend(table, charter, *more)
    table.chairs[left.seat] = left
    if heir is None:
        _closed(table)


async def mind_seats(table: Table, now: float) -> None:
    """Gives up on whoever is lost for too long, and on the whole table where nobody is left."""
    for chair in table.chairs:
        if now < chair.until:
            continue
        if table.phase is TablePhase.LOBBY:
            await vacate(table, Chair(chair.seat))
        else:
            chair.hand_to_bot()
            table.bot_since = -inf
        table.tell_state()
    await pass_host(table)
    if table.audience.viewers or table.phase not in (TablePhase.LOBBY, TablePhase.OVER):
        return
    if now >= table.host_until and all(chair.until == inf for chair in table.chairs):
        await close(table)


async def pass_host(table: Table) -> None:
    """Passes the host's right on when a host who watched is gone for longer than the grace time."""
    heir = _heir(table, table.chairs)
    if heir is not None and heir != table.charter.host:
        await amend(table, replace(table.charter, host=heir))
        table.tell_state()


def wait_no_more(table: Table, person: int) -> None:
    """Lets the host's right of somebody who only watched wait for them no longer: they are here, or gone."""
    if person == table.charter.host:
        table.host_until = 0.0


def _heir(table: Table, chairs: Sequence[Chair]) -> int | None:
    """Returns who is host with such chairs: the same who sits, watches or may return; None for nobody."""
    host = table.charter.host
    for chair in chairs:
        # The usual case, looked at after every message to a table.
        if chair.owner == host and chair.owned:
            return host
    owned = [chair for chair in chairs if chair.owned]
    if host in table.audience.spectators:
        return host
    if trio.current_time() < table.host_until:
        return host
    return min(owned, key=lambda chair: chair.link is None).owner if owned else None


async def reseat(table: Table, order: Sequence[int]) -> None:
    """Lets who sits on seat ``order[n]`` sit on n from now on; only while no game goes on."""
    chairs = [table.chairs[old].moved(number) for number, old in enumerate(order)]
    charter = table.charter
    if charter.game:
        # Each seat counts its own events: what somebody last saw from the old one must be told anew.
        charter = replace(charter, jump=charter.jump + JUMP)
    await amend(table, charter, *_rows(table, chairs))
    if charter.game:
        table.game.jump(JUMP)
    # Not those from before: whoever dropped out while this was written down is lost by now.
    table.chairs = [table.chairs[old].moved(number) for number, old in enumerate(order)]
    table.audience.move(order)
    table.tell_state()
    if charter.game:
        for link, viewer in table.audience.live():
            if viewer.seat != NOBODY and order[viewer.seat] != viewer.seat:
                link.tell(table.game.snapshot(viewer.seat))


async def start_game(table: Table) -> None:
    """Starts the first game, or the next one."""
    old = table.charter
    # One further, or who comes back knowing the end of the last game would seem to know the new one too.
    seen = tuple(seen + 1 for seen in table.game.seen)
    charter = replace(old, game=old.game + 1, seen=seen, jump=0)
    players = tuple(chair.name for chair in table.chairs)
    begun = booking.put_down(table, charter.game, header(parse_rules(charter.rules), players))
    await amend(table, charter, *begun, *_players(table, table.chairs))
    table.house.withheld.take(begun)
    table.game = table.new_game()
    table.clock = Clock(table.times)
    table.begin_at = 0.0
    clock = table.start_clock() if charter.position else None
    for chair in table.chairs:
        chair.ready = False
    table.tell_state()
    for link, viewer in table.audience.live():
        link.tell(table.game.snapshot(viewer.seat))
    notices.tell_late(table, scene(table))
    if clock is not None:
        notices.tell_game(table, clock)
    note("game begun", table=table.code, game=charter.game, rules=charter.rules)


async def close(table: Table) -> None:
    """Closes a table for good, since nobody has a seat here any more."""
    await amend(table, table.charter, TableClosed(table.code))
    _closed(table)


def _closed(table: Table) -> None:
    table.closed = True
    table.tell_state()
    note("table closed", table=table.code)


def scene(table: Table) -> Scene:
    """Returns the whole game as those who watch may see it."""
    return Scene(table.game.view(NOBODY), table.game.seen[NOBODY])


def _seated(table: Table, chairs: Sequence[Chair]) -> list[Row]:
    """Returns what is written when chairs change: who has them, and who may ask for the game's record."""
    return [*_rows(table, chairs), *(_players(table, chairs) if table.charter.game else ())]


def _rows(table: Table, chairs: Sequence[Chair]) -> list[SeatRow]:
    return [SeatRow(table.code, chair.seat, pack(chair.holder())) for chair in chairs]


def _players(table: Table, chairs: Sequence[Chair]) -> tuple[PlayerRow, ...]:
    """Returns who of some chairs may ask for records from now on."""
    return tuple(PlayerRow(table.code, chair.owner) for chair in chairs if chair.owner)
