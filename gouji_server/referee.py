"""What the host does as the table's referee, 处罚 (R13.4): warn, cancel an answer, make last, bar.

The rules say what is possible and what comes of it; who is barred gives the seat to a bot here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gouji_core import actions, engine
from gouji_core.actions import RefereeAct
from gouji_core.errors import Refusal
from gouji_core.seats import NOBODY
from gouji_protocol.messages import Failed, Referee, Removed
from gouji_protocol.words import FailCode, RemoveCode
from gouji_server.rows import SeatRow, TableRow, pack
from gouji_server.seats import Chair

if TYPE_CHECKING:
    from gouji_server.identities import Identity
    from gouji_server.table import Table


async def judge(table: Table, sender: Identity, request: Referee) -> FailCode | Failed | None:
    """Does what a host decided; returns why not, if not.

    Raises:
        JournalError: if it could not be written down; then nothing changed.
    """
    if sender.id != table.charter.host:
        return FailCode.NOT_HOST
    if (still := table.house.still) is not None:
        return still
    if request.act not in set(RefereeAct):
        return FailCode.INVALID
    act, chair = RefereeAct(request.act), table.chairs[request.seat]
    if act is RefereeAct.BAR and chair.owner == sender.id:
        # The host's right would go to whoever is next, which nobody asks for like this.
        return FailCode.INVALID
    result = engine.step(table.game.state, NOBODY, actions.Referee(act, request.seat))
    if isinstance(result, Refusal):
        why = (("clause", result.clause), ("code", result.code), *result.data)
        return Failed(request.request, FailCode.REFUSED, why)
    if act is RefereeAct.BAR and chair.owner:
        await _bar(table, chair, result)
    else:
        await table.commit(NOBODY, "", result)
    return None


async def _bar(table: Table, barred: Chair, result: engine.Step) -> None:
    charter = replace(table.charter, barred=(*table.charter.barred, barred.owner))
    bot = Chair(barred.seat)
    bot.take_bot(charter.options.bots)
    seat = SeatRow(table.code, bot.seat, pack(bot.holder()))
    await table.commit(NOBODY, "", result, rows=(TableRow(table.code, pack(charter)), seat))
    table.charter, table.chairs[bot.seat] = charter, bot
    if barred.link is not None:
        table.audience.remove(barred.link)
        barred.link.tell(Removed(table.code, RemoveCode.BARRED))
    table.tell_state()
