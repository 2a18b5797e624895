"""What the host may do about others, and how people say that they are ready."""

from __future__ import annotations

from pathlib import Path

import trio
from trio.testing import MockClock

from gouji_core.public import Ask
from gouji_protocol.messages import (
    AddBots,
    Done,
    HandOver,
    Join,
    Kick,
    Leave,
    Ready,
    Removed,
    SetSeat,
    Start,
    TableOptions,
    TableState,
)
from gouji_protocol.words import FailCode, Kind, Presence, RemoveCode, TablePhase
from tests.server.house import Hosted, hosting
from tests.server.player import Player, failed, failure
from tests.server.test_presence import PLAIN, settle


async def company(
    server: Hosted, rules: str = PLAIN, options: TableOptions | None = None
) -> tuple[Player, Player]:
    """A host on seat 0 and somebody on seat 3."""
    anna = await Player.connect(server.tcp, "anna")
    bert = await Player.connect(server.tcp, "bert")
    table = await anna.create(rules, options or TableOptions(turn_seconds=0, bots="novice"))
    await bert.join(table, seat=3)
    return anna, bert


async def game_with_bots(server: Hosted, rules: str = PLAIN) -> tuple[Player, Player]:
    anna, bert = await company(server, rules)
    await anna.ask(AddBots(anna.number(), anna.table, "novice"))
    assert isinstance(await anna.ask(Start(anna.number(), anna.table)), Done)
    return anna, bert


async def to_the_pause(*people: Player) -> None:
    """Plays a round to its end."""
    async with trio.open_nursery() as nursery:
        for person in people:
            nursery.start_soon(person.play)
    for person in people:
        assert person.view is not None
        assert person.view.public.pending.kind is Ask.BEGIN


async def test_who_is_kicked_before_a_game_leaves_a_free_seat_and_may_come_back(server: Hosted) -> None:
    anna, bert = await company(server)
    assert isinstance(await anna.ask(Kick(1, anna.table, 3)), Done)
    assert anna.state is not None
    assert anna.state.seats[3].kind is Kind.EMPTY
    gone = await bert.expect(Removed)
    assert (gone.table, gone.code) == (anna.table, RemoveCode.KICKED)
    assert await failure(bert, Leave(9, bert.table)) == FailCode.NO_SEAT
    await bert.join(anna.table, seat=3)
    assert bert.seat == 3


async def test_who_is_kicked_between_rounds_is_played_by_a_bot(server: Hosted) -> None:
    anna, bert = await game_with_bots(server)
    assert await failure(anna, Kick(1, anna.table, 3)) == FailCode.NOT_NOW
    await to_the_pause(anna, bert)
    assert isinstance(await anna.ask(Kick(2, anna.table, 3)), Done)
    assert (await bert.expect(Removed)).code == RemoveCode.KICKED
    assert anna.state is not None
    seat = anna.state.seats[3]
    assert (seat.kind, seat.presence, seat.level, seat.person) == (Kind.BOT, Presence.BOT, "novice", "")
    await bert.join(anna.table, seat=3)
    assert bert.seat == 3, "the seat is a bot's, so anybody may have it, and so may who was sent away"


async def test_only_people_can_be_kicked_and_only_by_the_host(server: Hosted) -> None:
    anna, bert = await company(server)
    await anna.ask(SetSeat(1, anna.table, 1, "novice"))
    assert await failure(bert, Kick(1, anna.table, 0)) == FailCode.NOT_HOST
    for seat in (0, 1, 2):
        assert await failure(anna, Kick(2, anna.table, seat)) == FailCode.INVALID


async def test_the_host_hands_the_right_over(server: Hosted) -> None:
    anna, bert = await company(server)
    assert await failure(bert, HandOver(1, anna.table, 3)) == FailCode.NOT_HOST
    assert await failure(anna, HandOver(2, anna.table, 2)) == FailCode.NO_PERSON
    assert isinstance(await anna.ask(HandOver(3, anna.table, 3)), Done)
    assert anna.state is not None
    assert anna.state.host == 3
    assert await failure(anna, AddBots(4, anna.table, "novice")) == FailCode.NOT_HOST
    assert isinstance(await bert.ask(AddBots(5, anna.table, "novice")), Done)


async def test_a_table_may_wait_until_all_are_ready(server: Hosted) -> None:
    anna, bert = await company(server, options=TableOptions(turn_seconds=0, all_ready=True))
    await anna.ask(AddBots(1, anna.table, "novice"))
    refused = await failed(anna, Start(2, anna.table))
    assert (refused.code, refused.data) == (FailCode.NOT_READY, (("seats", "3"),))
    assert isinstance(await bert.ask(Ready(3, anna.table)), Done)
    state = await anna.expect(TableState, lambda state: state.seats[3].ready)
    assert not state.seats[0].ready
    assert isinstance(await bert.ask(Ready(4, anna.table, False)), Done)
    assert await failure(anna, Start(5, anna.table)) == FailCode.NOT_READY
    await bert.ask(Ready(6, anna.table))
    assert isinstance(await anna.ask(Start(7, anna.table)), Done), "that the host starts is word enough"
    assert anna.state is not None
    assert not any(seat.ready for seat in anna.state.seats)
    assert await failure(bert, Ready(8, anna.table)) == FailCode.NOT_NOW


async def test_by_default_the_host_starts_when_they_like(server: Hosted) -> None:
    anna, _ = await company(server)
    await anna.ask(AddBots(1, anna.table, "novice"))
    assert isinstance(await anna.ask(Start(2, anna.table)), Done)


async def test_who_loses_the_connection_is_not_ready_any_more(server: Hosted) -> None:
    anna, bert = await company(server)
    await bert.ask(Ready(1, anna.table))
    await anna.expect(TableState, lambda state: state.seats[3].ready)
    await bert.close()
    state = await anna.expect(TableState, lambda state: state.seats[3].presence is Presence.LOST)
    assert not state.seats[3].ready
    will = await Player.connect(server.tcp, "will")
    await will.join(anna.table, seat=-2)
    assert await failure(will, Ready(1, anna.table)) == FailCode.NO_SEAT


async def test_once_all_are_ready_the_next_round_begins(tmp_path: Path, mock_clock: MockClock) -> None:
    async with hosting(tmp_path / "data", mock_clock) as server:
        anna, bert = await game_with_bots(server)
        await to_the_pause(anna, bert)
        assert isinstance(await anna.ask(Ready(1, anna.table)), Done)
        await settle(anna, bert)
        assert anna.view is not None
        assert anna.view.public.setup.round == 1, "not before the other is ready as well"
        assert isinstance(await bert.ask(Ready(2, anna.table)), Done)
        await anna.expect(TableState, lambda state: state.seats[0].ready and state.seats[3].ready)
        await anna.expect(TableState, lambda state: not any(seat.ready for seat in state.seats))
        assert anna.view.public.setup.round == 2


async def test_after_a_game_bots_fill_the_seats_again(server: Hosted) -> None:
    anna, bert = await game_with_bots(server)
    while bert.view is None or bert.view.public.setup.round == 0:
        await bert.next()
    await bert.command("dissolve yes", 0)
    await anna.command("dissolve yes", 0)
    await anna.expect(TableState, lambda state: state.phase is TablePhase.OVER)
    await anna.ask(SetSeat(1, anna.table, 1, ""))
    assert await failure(anna, Start(2, anna.table)) == FailCode.SEATS_EMPTY
    carl = await Player.connect(server.tcp, "carl")
    assert isinstance(await carl.ask(Join(1, anna.table, 1)), Done)
    await anna.ask(Kick(3, anna.table, 1))
    assert anna.state is not None
    assert anna.state.seats[1].kind is Kind.BOT
    await anna.ask(AddBots(4, anna.table, "novice"))
    assert isinstance(await anna.ask(Start(5, anna.table)), Done)
