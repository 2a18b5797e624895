"""What people ask of a table that is no move of the game: to sit, watch, start, leave, chat.

Each request is answered exactly once, after its effect is in the journal. ``Table`` calls ``serve`` in its
own task, so nothing here runs beside a move.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, assert_never

import trio

from gouji_core.public import Ask
from gouji_core.seats import NOBODY
from gouji_protocol.messages import (
    AddBots,
    Auto,
    Chat,
    Create,
    Done,
    Failed,
    GetRecord,
    Join,
    Leave,
    ListTables,
    Ping,
    Referee,
    Request,
    Resync,
    SetSeat,
    Start,
)
from gouji_protocol.words import ANY_SEAT, WATCH, FailCode, Presence, Spectators, TablePhase
from gouji_server import notices, referee
from gouji_server.botseat import is_level
from gouji_server.seats import Chair

if TYPE_CHECKING:
    from gouji_server.letters import Letter
    from gouji_server.table import Table


async def serve(table: Table, letter: Letter, request: Request) -> None:
    """Does what a request asks and answers it.

    Raises:
        JournalError: if it could not be written down; then nothing changed.
    """
    match request:
        case Join():
            failed = await _join(table, letter, request)
        case Leave():
            failed = await _leave(table, letter, request)
        case Start():
            failed = await _start(table, letter)
        case AddBots():
            failed = await _add_bots(table, letter, request)
        case SetSeat():
            failed = await _set_seat(table, letter, request)
        case Auto():
            failed = await _auto(table, letter, request)
        case Chat():
            failed = _chat(table, letter, request)
        case Resync():
            failed = _resync(table, letter)
        case Referee():
            failed = await referee.judge(table, letter.sender, request)
        case Create() | ListTables() | Ping() | GetRecord():
            failed = FailCode.UNKNOWN_REQUEST
        case _:
            assert_never(request)
    if isinstance(failed, Failed):
        letter.link.tell(failed)
    elif failed is not None:
        letter.link.tell(Failed(request.request, failed))
    elif not isinstance(request, Join):
        letter.link.tell(Done(request.request, table.code))


async def _join(table: Table, letter: Letter, request: Join) -> FailCode | None:
    if letter.sender.id in table.charter.barred:
        return FailCode.BARRED
    own = table.chair_of(letter.sender)
    if own is not None and request.seat in (ANY_SEAT, WATCH, own.seat):
        return await _come_back(table, letter, request, own)
    if own is None and not is_password(table.charter.options.password, request.password):
        return FailCode.PASSWORD
    if request.seat == WATCH:
        return _watch(table, letter, request)
    chair = _free_chair(table, request.seat)
    if chair is None:
        return FailCode.TABLE_FULL if request.seat == ANY_SEAT else FailCode.SEAT_TAKEN
    if own is not None and table.phase is not TablePhase.LOBBY:
        return FailCode.NOT_NOW
    taken = Chair(chair.seat)
    taken.take(letter.sender, letter.link)
    await table.seat(taken, *([Chair(own.seat)] if own is not None else []))
    _listen(table, letter, request, taken.seat)
    return None


async def _come_back(table: Table, letter: Letter, request: Join, own: Chair) -> FailCode | None:
    if own.presence is Presence.LEFT:
        back = Chair(own.seat)
        back.take(letter.sender, letter.link)
        await table.seat(back)
    else:
        own.return_to(letter.link, letter.sender.name)
    _listen(table, letter, request, own.seat)
    return None


def _watch(table: Table, letter: Letter, request: Join) -> FailCode | None:
    if table.charter.options.spectators is not Spectators.PUBLIC:
        return FailCode.NO_SPECTATORS
    _listen(table, letter, request, NOBODY)
    return None


def _listen(table: Table, letter: Letter, request: Join, seat: int) -> None:
    link = letter.link
    table.audience.add(link, seat)
    link.tell(Done(request.request, table.code, seat))
    notices.tell_all(table, link, seat, since=request.since, chat=request.chat)
    notices.tell_state(table, but=link)
    if not link.open:
        table.detach(link)


def _free_chair(table: Table, wanted: int) -> Chair | None:
    """Returns a chair that may be taken: an empty one, between rounds also one that a bot has for good."""
    between = table.phase is not TablePhase.PLAYING or table.game.state.public.pending.kind is Ask.BEGIN
    free = [chair for chair in table.chairs if chair.empty or (between and not chair.owned)]
    if wanted != ANY_SEAT:
        free = [chair for chair in free if chair.seat == wanted]
    return min(free, key=lambda chair: (not chair.empty, chair.seat), default=None)


async def _leave(table: Table, letter: Letter, request: Leave) -> FailCode | None:
    own = table.chair_of(letter.sender)
    if own is None or not own.owned:
        if letter.link not in table.audience.viewers:
            return FailCode.NO_SEAT
        table.audience.remove(letter.link)
    else:
        left = Chair(own.seat)
        if table.phase is not TablePhase.LOBBY:
            left.owner, left.name = own.owner, own.name
            left.leave()
        await table.seat(left)
        table.audience.remove(letter.link)
        await table.pass_host()
    table.tell_state()
    return None


async def _start(table: Table, letter: Letter) -> FailCode | None:
    if letter.sender.id != table.charter.host:
        return FailCode.NOT_HOST
    match table.phase:
        case TablePhase.LOBBY | TablePhase.OVER:
            if any(chair.empty for chair in table.chairs):
                return FailCode.SEATS_EMPTY
            await table.start_game()
        case TablePhase.PLAYING if table.game.state.public.pending.kind is Ask.BEGIN:
            table.begin_at = trio.current_time()
        case _:
            return FailCode.NOT_NOW
    return None


async def _add_bots(table: Table, letter: Letter, request: AddBots) -> FailCode | None:
    if letter.sender.id != table.charter.host:
        return FailCode.NOT_HOST
    if table.phase is not TablePhase.LOBBY:
        return FailCode.NOT_NOW
    if not is_level(request.level):
        return FailCode.LEVEL
    await table.seat(*(_bot_chair(chair.seat, request.level) for chair in table.chairs if chair.empty))
    table.tell_state()
    return None


async def _set_seat(table: Table, letter: Letter, request: SetSeat) -> FailCode | None:
    if letter.sender.id != table.charter.host:
        return FailCode.NOT_HOST
    if table.phase is not TablePhase.LOBBY:
        return FailCode.NOT_NOW
    if request.level and not is_level(request.level):
        return FailCode.LEVEL
    if table.chairs[request.seat].owned:
        return FailCode.SEAT_TAKEN
    await table.seat(_bot_chair(request.seat, request.level) if request.level else Chair(request.seat))
    table.tell_state()
    return None


def _bot_chair(seat: int, level: str) -> Chair:
    chair = Chair(seat)
    chair.take_bot(level)
    return chair


async def _auto(table: Table, letter: Letter, request: Auto) -> FailCode | None:
    own = table.chair_of(letter.sender)
    if own is None or own.link is not letter.link:
        return FailCode.NO_SEAT
    if table.phase is TablePhase.LOBBY:
        return FailCode.NOT_NOW
    own.let_bot(request.on)
    await table.seat(own)
    table.tell_state()
    return None


def _chat(table: Table, letter: Letter, request: Chat) -> FailCode | None:
    seat = table.audience.viewers.get(letter.link)
    if seat is None:
        return FailCode.NO_SEAT
    line = table.chat.say(seat, letter.sender.name, request.text)
    if line is None:
        return FailCode.TEXT
    table.audience.tell(line)
    return None


def _resync(table: Table, letter: Letter) -> FailCode | None:
    seat = table.audience.viewers.get(letter.link)
    if seat is None:
        return FailCode.NO_SEAT
    notices.tell_all(table, letter.link, seat, since=0, chat=table.chat.number)
    return None


def hidden(password: str) -> str:
    """Returns a table's password as it is kept."""
    return hashlib.sha256(password.encode("utf-8", "surrogatepass")).hexdigest() if password else ""


def is_password(kept: str, given: str) -> bool:
    """Tells whether a password opens a table."""
    return not kept or hmac.compare_digest(kept, hidden(given))
