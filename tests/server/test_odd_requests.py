"""What people ask of a table in orders that nobody means, and while something else is half done."""

from __future__ import annotations

from pathlib import Path

import pytest
from trio.testing import MockClock

from gouji_protocol.messages import (
    AddBots,
    Arrange,
    Done,
    Failed,
    HandOver,
    Join,
    Kick,
    Leave,
    Ready,
    Referee,
    Start,
    TableState,
)
from gouji_protocol.words import FailCode, Presence, TablePhase
from gouji_server.admin.asks import Pause
from tests.server.house import Hosted, hosting
from tests.server.owner import told
from tests.server.player import Player, failure, full_table
from tests.server.test_host import company, game_with_bots, to_the_pause
from tests.server.test_presence import PLAIN, settle
from tests.server.test_seating import dissolve


async def test_who_comes_back_to_another_seat_is_there(server: Hosted) -> None:
    anna, bert = await company(server)
    await bert.close()
    await anna.expect(TableState, lambda state: state.seats[3].presence is Presence.LOST)
    back = await Player.connect(server.tcp, "bert", bert.token)
    await back.join(anna.table, seat=4)
    assert back.state is not None
    assert back.state.seats[4].presence is Presence.PRESENT
    assert isinstance(await back.ask(Ready(1, anna.table)), Done)


async def test_who_has_left_may_come_back_to_another_seat_after_the_game(server: Hosted) -> None:
    anna, bert = await game_with_bots(server, PLAIN)
    await dissolve(anna, bert)
    while anna.state is None or anna.state.phase is not TablePhase.OVER:
        await anna.next()
    assert isinstance(await bert.ask(Leave(1, anna.table)), Done)
    await bert.join(anna.table, seat=4)
    assert bert.state is not None
    assert bert.state.seats[4].presence is Presence.PRESENT
    assert isinstance(await anna.ask(Start(2, anna.table)), Done)
    await bert.expect(TableState, lambda state: state.phase is TablePhase.PLAYING)
    # The host's right and the seat are theirs as anybody's.
    assert isinstance(await anna.ask(HandOver(3, anna.table, 4)), Done)


async def test_who_changes_the_seat_stays_ready(server: Hosted) -> None:
    anna, bert = await company(server)
    assert isinstance(await bert.ask(Ready(1, anna.table)), Done)
    await bert.join(anna.table, seat=5)
    assert bert.state is not None
    assert bert.state.seats[5].ready


@pytest.mark.parametrize("how", ["leaves", "is kicked"])
async def test_once_all_who_are_left_are_ready_the_next_round_begins(
    tmp_path: Path, mock_clock: MockClock, how: str
) -> None:
    async with hosting(tmp_path / "data", mock_clock) as server:
        anna, bert = await game_with_bots(server)
        await to_the_pause(anna, bert)
        assert isinstance(await anna.ask(Ready(1, anna.table)), Done)
        if how == "leaves":
            await bert.send(Leave(2, anna.table))
        else:
            await anna.send(Kick(2, anna.table, 3))
        await anna.expect(TableState, lambda state: not any(seat.ready for seat in state.seats))
        assert anna.view is not None
        assert anna.view.public.setup.round == 2


async def test_where_nobody_is_ready_the_pause_is_whole(tmp_path: Path, mock_clock: MockClock) -> None:
    async with hosting(tmp_path / "data", mock_clock) as server:
        anna, bert = await game_with_bots(server)
        await to_the_pause(anna, bert)
        assert isinstance(await anna.ask(Ready(1, anna.table)), Done)
        assert isinstance(await anna.ask(Ready(2, anna.table, on=False)), Done)
        await bert.ask(Leave(3, anna.table))
        await settle(anna)
        assert anna.view is not None
        assert anna.view.public.setup.round == 1


async def test_the_referee_waits_in_a_pause_too(server: Hosted) -> None:
    # What a referee decides may open the next decision, whose clock would not stand still.
    anna, *_ = await full_table(server.tcp)
    await told(server.admin, Pause())
    for act in ("warn", "cancel", "last", "bar"):
        assert await failure(anna, Referee(1, anna.table, act, 2)) == FailCode.PAUSED
    await told(server.admin, Pause(on=False))
    assert isinstance(await anna.ask(Referee(2, anna.table, "bar", 2)), Done)


async def test_seats_are_drawn_and_a_game_starts_in_the_order_they_were_asked_for(server: Hosted) -> None:

    anna, bert = await company(server)
    await anna.ask(AddBots(1, anna.table, "novice"))
    asked = [
        Arrange(10, anna.table, "lots"),
        Start(11, anna.table),
        Arrange(12, anna.table, "lots"),
        Kick(13, anna.table, 3),
        Start(14, anna.table),
    ]
    for request in asked:
        await anna.send(request)
    answers: dict[int, str] = {}
    while len(answers) < len(asked):
        message = await anna.next()
        if isinstance(message, Done | Failed):
            answers[message.request] = message.code if isinstance(message, Failed) else ""
    late = FailCode.NOT_NOW
    assert answers == {10: "", 11: "", 12: late, 13: late, 14: late}
    assert isinstance(await bert.ask(Join(2, anna.table)), Done)
