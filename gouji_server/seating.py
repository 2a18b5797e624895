"""Who sits where, as people choose it: taking a seat, changing it (S2.5), being ready, being played for."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

import trio

from gouji_core.seats import SEATS, federation, opposite
from gouji_protocol.messages import Arrange, Auto, Drawn, Ready
from gouji_protocol.words import ANY_SEAT, Arrangement, FailCode, TablePhase
from gouji_server import keeping, notices
from gouji_server.rows import SeatRow, pack

if TYPE_CHECKING:
    from gouji_server.letters import Letter
    from gouji_server.seats import Chair
    from gouji_server.table import Table

_LOTS = SystemRandom()


def free_chair(table: Table, wanted: int) -> Chair | None:
    """Returns a chair that may be taken: an empty one, between rounds also one that a bot has for good."""
    free = [chair for chair in table.chairs if chair.empty or (table.between and not chair.owned)]
    if wanted != ANY_SEAT:
        free = [chair for chair in free if chair.seat == wanted]
    return min(free, key=lambda chair: (not chair.empty, chair.seat), default=None)


async def change(table: Table, own: Chair, wanted: int) -> FailCode | None:
    """Lets somebody who has a seat take another one; a bot from there goes to the seat left.

    Raises:
        JournalError: as every function here does, if it could not be written down; then nothing changed.
    """
    if table.phase not in (TablePhase.LOBBY, TablePhase.OVER):
        return FailCode.NOT_NOW
    if free_chair(table, wanted) is None:
        return FailCode.SEAT_TAKEN
    await keeping.reseat(table, _swapped(own.seat, wanted))
    return None


async def arrange(table: Table, letter: Letter, request: Arrange) -> FailCode | None:
    """Changes seats as somebody asks; returns why not, if not."""
    try:
        how = Arrangement(request.how)
    except ValueError:
        return FailCode.INVALID
    if how in (Arrangement.SWAP, Arrangement.LOTS):
        return await _rearrange(table, letter, how, request)
    own = table.chair_of(letter.sender)
    if own is None or not own.owned:
        return FailCode.NO_SEAT
    if request.seat not in SEATS:
        return FailCode.INVALID
    if how is Arrangement.OPPOSITE:
        wanted = [opposite(request.seat)]
    else:
        wanted = [seat for seat in SEATS if federation(seat) == federation(request.seat)]
    if own.seat in wanted:
        return None if table.phase in (TablePhase.LOBBY, TablePhase.OVER) else FailCode.NOT_NOW
    free = [seat for seat in wanted if free_chair(table, seat) is not None]
    # An empty seat goes before a bot's.
    free.sort(key=lambda seat: not table.chairs[seat].empty)
    return await change(table, own, free[0] if free else wanted[0])


async def _rearrange(table: Table, letter: Letter, how: Arrangement, request: Arrange) -> FailCode | None:
    if letter.sender.id != table.charter.host:
        return FailCode.NOT_HOST
    if table.phase not in (TablePhase.LOBBY, TablePhase.OVER):
        return FailCode.NOT_NOW
    if how is Arrangement.LOTS:
        order: list[int] = list(SEATS)
        _LOTS.shuffle(order)
        await keeping.reseat(table, order)
        notices.tell_drawn(table, Drawn(table.code, tuple(order)))
        return None
    if request.seat not in SEATS or request.other not in SEATS:
        return FailCode.INVALID
    await keeping.reseat(table, _swapped(request.seat, request.other))
    return None


def _swapped(one: int, other: int) -> list[int]:
    order: list[int] = list(SEATS)
    order[one], order[other] = other, one
    return order


def ready(table: Table, letter: Letter, request: Ready) -> FailCode | None:
    """Takes note that somebody is ready; the table sees for itself that all are."""
    own = table.chair_of(letter.sender)
    if own is None or own.link is not letter.link:
        return FailCode.NO_SEAT
    if not table.between:
        return FailCode.NOT_NOW
    own.ready = request.on
    table.tell_state()
    return None


async def auto(table: Table, letter: Letter, request: Auto) -> FailCode | None:
    """Lets a bot play for somebody who is there, or ends that."""
    own = table.chair_of(letter.sender)
    if own is None or own.link is not letter.link:
        return FailCode.NO_SEAT
    if table.phase is TablePhase.LOBBY:
        return FailCode.NOT_NOW
    then = own.moved(own.seat)
    then.let_bot(request.on)
    await table.house.journal.write(SeatRow(table.code, own.seat, pack(then.holder())))
    own.chosen = request.on
    if own.link is letter.link:
        own.let_bot(request.on)
    elif request.on:
        # Who fell out while this was written down is not waited for: a bot was to play anyway.
        own.hand_to_bot()
    else:
        own.lose(trio.current_time() + table.times.grace)
    table.tell_state()
    return None
