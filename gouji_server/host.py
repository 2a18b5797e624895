"""What a table's host may ask for: to start, to seat bots, to send people away, to hand the right over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio
from msgspec.structs import replace

from gouji_core.public import Ask
from gouji_protocol.messages import AddBots, Failed, HandOver, Kick, Removed, SetSeat, Start
from gouji_protocol.words import FailCode, RemoveCode, TablePhase
from gouji_server import keeping
from gouji_server.botseat import is_level
from gouji_server.seats import Chair

if TYPE_CHECKING:
    from gouji_server.letters import Letter
    from gouji_server.table import Table

HostRequest = Start | AddBots | SetSeat | Kick | HandOver


async def serve(table: Table, letter: Letter, request: HostRequest) -> FailCode | Failed | None:
    """Does what a host asks; returns why not, if not.

    Raises:
        JournalError: if it could not be written down; then nothing changed.
    """
    if letter.sender.id != table.charter.host:
        return FailCode.NOT_HOST
    match request:
        case Start():
            return await _start(table, request)
        case Kick():
            return await _kick(table, request)
        case HandOver():
            return await _hand_over(table, request)
        case AddBots() | SetSeat():
            return await _seat_bots(table, request)


async def _start(table: Table, request: Start) -> FailCode | Failed | None:
    if table.house.office.draining:
        return FailCode.SHUTTING_DOWN
    if (still := table.house.still) is not None:
        return still
    match table.phase:
        case TablePhase.LOBBY | TablePhase.OVER:
            if any(chair.empty for chair in table.chairs):
                return FailCode.SEATS_EMPTY
            late = [
                chair.seat for chair in table.chairs if chair.awaited and chair.owner != table.charter.host
            ]
            if late and table.charter.options.all_ready:
                return Failed(request.request, FailCode.NOT_READY, (("seats", " ".join(map(str, late))),))
            await keeping.start_game(table)
        case TablePhase.PLAYING if table.game.state.public.pending.kind is Ask.BEGIN:
            table.begin_at = trio.current_time()
        case _:
            return FailCode.NOT_NOW
    return None


async def _seat_bots(table: Table, request: AddBots | SetSeat) -> FailCode | None:
    if table.phase not in (TablePhase.LOBBY, TablePhase.OVER):
        return FailCode.NOT_NOW
    if isinstance(request, AddBots):
        seats = [chair.seat for chair in table.chairs if chair.empty]
    elif table.chairs[request.seat].owned:
        return FailCode.SEAT_TAKEN
    else:
        seats = [request.seat]
    if isinstance(request, SetSeat) and not request.level:
        await keeping.seat(table, Chair(request.seat))
    elif is_level(request.level):
        await keeping.seat(table, *(bot_chair(seat, request.level) for seat in seats))
    else:
        return FailCode.LEVEL
    table.tell_state()
    return None


async def _kick(table: Table, request: Kick) -> FailCode | None:
    chair = table.chairs[request.seat]
    if not table.between:
        return FailCode.NOT_NOW
    if not chair.owner or chair.owner == table.charter.host:
        # An empty seat, a bot's and one's own are dealt with in other ways.
        return FailCode.INVALID
    before = table.phase is TablePhase.LOBBY
    await keeping.seat(
        table, Chair(chair.seat) if before else bot_chair(chair.seat, table.charter.options.bots)
    )
    if chair.link is not None:
        table.audience.remove(chair.link)
        chair.link.tell(Removed(table.code, RemoveCode.KICKED))
    table.tell_state()
    return None


async def _hand_over(table: Table, request: HandOver) -> FailCode | None:
    heir = table.chairs[request.seat]
    if not heir.owned:
        return FailCode.NO_PERSON
    await keeping.amend(table, replace(table.charter, host=heir.owner))
    table.tell_state()
    return None


def bot_chair(seat: int, level: str) -> Chair:
    """Returns a chair that a bot of a level has."""
    chair = Chair(seat)
    chair.take_bot(level)
    return chair
