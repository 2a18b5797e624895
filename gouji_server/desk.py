"""What people ask of a table that is no move of the game: to sit, watch, start, leave, chat.

Each request is answered exactly once, after its effect is in the journal. ``Table`` calls ``serve`` in its
own task, so nothing here runs beside a move.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, assert_never

from gouji_core.seats import NOBODY
from gouji_protocol.messages import (
    AddBots,
    Arrange,
    Auto,
    Chat,
    Create,
    Done,
    Failed,
    GetRecord,
    GetStats,
    HandOver,
    Join,
    Kick,
    Leave,
    ListTables,
    Mute,
    Ping,
    Ready,
    Referee,
    Request,
    Resync,
    SetSeat,
    Start,
)
from gouji_protocol.words import ANY_SEAT, WATCH, FailCode, Phrase, Presence, Spectators, TablePhase
from gouji_server import host, keeping, notices, referee, seating
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
        case Start() | AddBots() | SetSeat() | Kick() | HandOver():
            failed = await host.serve(table, letter, request)
        case Arrange():
            failed = await seating.arrange(table, letter, request)
        case Ready():
            failed = seating.ready(table, letter, request)
        case Auto():
            failed = await seating.auto(table, letter, request)
        case Chat():
            failed = _chat(table, letter, request)
        case Resync():
            failed = _resync(table, letter)
        case Referee():
            failed = await referee.judge(table, letter.sender, request)
        case Create() | ListTables() | Ping() | GetRecord() | GetStats() | Mute():
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
    if own is not None:
        failed = await seating.change(table, own, request.seat)
        return failed or await _come_back(table, letter, request, table.chairs[request.seat])
    chair = seating.free_chair(table, request.seat)
    if chair is None:
        return FailCode.TABLE_FULL if request.seat == ANY_SEAT else FailCode.SEAT_TAKEN
    taken = Chair(chair.seat)
    taken.take(letter.sender, letter.link)
    await keeping.seat(table, taken)
    _listen(table, letter, request, taken.seat)
    return None


async def _come_back(table: Table, letter: Letter, request: Join, own: Chair) -> FailCode | None:
    if own.presence is Presence.LEFT:
        back = Chair(own.seat)
        back.take(letter.sender, letter.link)
        await keeping.seat(table, back)
    elif own.link is not letter.link:
        own.return_to(letter.link, letter.sender.name)
    _listen(table, letter, request, own.seat)
    return None


def _watch(table: Table, letter: Letter, request: Join) -> FailCode | None:
    if table.charter.options.spectators is Spectators.NONE:
        return FailCode.NO_SPECTATORS
    _listen(table, letter, request, NOBODY)
    return None


def _listen(table: Table, letter: Letter, request: Join, seat: int) -> None:
    link = letter.link
    keeping.wait_no_more(table, letter.sender.id)
    table.audience.add(link, seat, letter.sender.id)
    link.tell(Done(request.request, table.code, seat))
    notices.tell_all(table, link, since=request.since, chat=request.chat)
    notices.tell_state(table, but=link)
    if not link.open:
        table.detach(link)


async def _leave(table: Table, letter: Letter, request: Leave) -> FailCode | None:
    own = table.chair_of(letter.sender)
    keeping.wait_no_more(table, letter.sender.id)
    if own is None or not own.owned:
        if letter.link not in table.audience.viewers:
            return FailCode.NO_SEAT
        table.audience.remove(letter.link)
    else:
        left = Chair(own.seat)
        if table.phase is not TablePhase.LOBBY:
            left.owner, left.name = own.owner, own.name
            left.leave()
        await keeping.vacate(table, left)
        table.audience.remove(letter.link)
    table.tell_state()
    return None


def _chat(table: Table, letter: Letter, request: Chat) -> FailCode | None:
    seat = table.audience.seat_of(letter.link)
    if seat is None:
        return FailCode.NO_SEAT
    if letter.sender.id in table.house.office.silenced:
        return FailCode.SILENCED
    if request.phrase:
        if request.phrase not in set(Phrase):
            return FailCode.PHRASE
        line = table.chat.phrase(seat, letter.sender, Phrase(request.phrase))
    else:
        line = table.chat.say(seat, letter.sender, request.text)
    if line is None:
        return FailCode.TEXT
    notices.tell_line(table, line)
    return None


def _resync(table: Table, letter: Letter) -> FailCode | None:
    if table.audience.seat_of(letter.link) is None:
        return FailCode.NO_SEAT
    notices.tell_all(table, letter.link, since=0, chat=table.chat.number)
    return None


def hidden(password: str) -> str:
    """Returns a table's password as it is kept."""
    return hashlib.sha256(password.encode("utf-8", "surrogatepass")).hexdigest() if password else ""


def is_password(kept: str, given: str) -> bool:
    """Tells whether a password opens a table."""
    return not kept or hmac.compare_digest(kept, hidden(given))
