"""What the owner of a running server can stop, for a while or for good, and take back again."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from gouji_protocol.messages import (
    Accepted,
    AddBots,
    Chat,
    ChatLine,
    Create,
    Deadline,
    Done,
    Events,
    Failed,
    Goodbye,
    Notice,
    Start,
    TableOptions,
)
from gouji_protocol.words import ByeCode, FailCode, NoticeKind, Presence
from gouji_server.admin.asks import Drain, Pause, Shutdown
from tests.server.house import Hosted, hosting
from tests.server.owner import ask, told
from tests.server.player import Player
from tests.server.test_presence import play_to_turn_of, settle, two


async def playing(server: Hosted) -> Player:
    """Returns somebody whose game with five bots has begun."""
    anna = await Player.connect(server.tcp, "anna")
    table = await anna.create("online+sweep_ends_game=false")
    await anna.ask(AddBots(anna.number(), table, "novice"))
    await anna.ask(Start(anna.number(), table))
    while anna.view is None or not anna.view.public.setup.round:
        await anna.next()
    return anna


async def test_a_pause_stops_clocks_moves_and_bots_and_takes_no_time_from_anybody(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    options = TableOptions(turn_seconds=20, reserve_seconds=0, bots="novice")
    async with two(tmp_path, mock_clock, options) as (server, anna, bert):
        await play_to_turn_of(anna, bert)
        mock_clock.jump(5)
        await told(server.admin, Pause("pizza"))
        assert await anna.expect(Notice) == Notice(NoticeKind.PAUSED, "pizza")
        assert (await anna.expect(Deadline)).left == -1
        heard = len(anna.heard)
        assert await anna.play_once() == Failed(anna._next, FailCode.PAUSED)
        mock_clock.jump(1000)
        await settle(anna)
        assert not [m for m in anna.heard[heard:] if isinstance(m, Events)], "nothing is played"
        await anna.send(Chat(anna.number(), anna.table, "still here"))
        await bert.expect(ChatLine)
        assert "paused already" in (await ask(server.admin, Pause())).error
        await told(server.admin, Pause(on=False))
        assert await anna.expect(Notice) == Notice(NoticeKind.RESUMED)
        assert (await anna.expect(Deadline)).left == 15_000
        mock_clock.jump(14)
        assert isinstance(await anna.play_once(), Accepted)


@pytest.mark.parametrize(("before", "left"), [(True, 40_000), (False, 60_000)])
async def test_a_pause_leaves_who_is_lost_the_time_they_had(
    tmp_path: Path, mock_clock: MockClock, before: bool, left: int
) -> None:
    async with two(tmp_path, mock_clock) as (server, anna, bert):
        if before:
            await bert.close()
            await settle(anna)
            mock_clock.jump(20)
        await told(server.admin, Pause())
        mock_clock.jump(3600)
        if not before:
            await bert.close()
            await settle(anna)
            mock_clock.jump(20)
        await told(server.admin, Pause(on=False))
        await settle(anna)
        assert anna.state is not None
        assert (anna.state.seats[3].presence, anna.state.seats[3].countdown) == (Presence.LOST, left)


async def test_no_game_starts_in_a_pause(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create()
        await anna.ask(AddBots(anna.number(), table, "novice"))
        await told(server.admin, Pause())
        assert await anna.ask(Start(9, table)) == Failed(9, FailCode.PAUSED)
        await told(server.admin, Pause(on=False))
        assert isinstance(await anna.ask(Start(10, table)), Done)


async def test_a_drained_server_lets_nothing_begin_and_ends_after_the_round(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", round_pause=0.0) as server:
        anna = await playing(server)
        await told(server.admin, Drain("new version"))
        assert await anna.expect(Notice) == Notice(NoticeKind.DRAINING, "new version")
        await anna.send(Create(70))
        assert (await anna.expect(Failed)) == Failed(70, FailCode.SHUTTING_DOWN)
        await anna.play()
        with trio.fail_after(20):
            assert (await anna.expect(Goodbye)).code == ByeCode.SHUTDOWN
        assert anna.view is not None
        assert anna.view.public.setup.round == 1, "no second round"


async def test_a_drain_can_be_taken_back(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna = await playing(server)
        await told(server.admin, Drain())
        assert "already" in (await ask(server.admin, Drain())).error
        await told(server.admin, Drain(on=False))
        assert (await anna.expect(Notice, lambda notice: notice.kind == NoticeKind.STAYING)).left == -1
        await anna.create()
        assert "not draining" in (await ask(server.admin, Drain(on=False))).error


async def test_everybody_is_told_now_and_again_until_the_server_stops(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with hosting(tmp_path / "data", mock_clock) as server:
        anna = await Player.connect(server.tcp, "anna")
        await told(server.admin, Shutdown(90, "new version"))
        assert await anna.expect(Notice) == Notice(NoticeKind.STOPPING, "new version", 90_000)
        for passed, left in ((30, 60), (30, 30), (20, 10)):
            mock_clock.jump(passed)
            assert (await anna.expect(Notice)).left == left * 1000
        mock_clock.jump(10)
        assert (await anna.expect(Goodbye)).code == ByeCode.SHUTDOWN


async def test_a_shutdown_can_be_taken_back(tmp_path: Path, mock_clock: MockClock) -> None:
    async with hosting(tmp_path / "data", mock_clock) as server:
        anna = await Player.connect(server.tcp, "anna")
        assert "nothing was to stop it" in (await ask(server.admin, Shutdown(on=False))).error
        await told(server.admin, Shutdown(20))
        await told(server.admin, Shutdown(on=False))
        await anna.expect(Notice, lambda notice: notice.kind == NoticeKind.STAYING)
        mock_clock.jump(1000)
        await settle(anna)
        assert "from 0 to 86400" in (await ask(server.admin, Shutdown(-1))).error


async def test_a_shutdown_that_is_taken_back_ends_the_drain_before_it_too(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", round_pause=0.0) as server:
        anna = await playing(server)
        await told(server.admin, Drain())
        await told(server.admin, Shutdown(3600))
        await anna.play()
        await settle(anna)
        await told(server.admin, Shutdown(on=False))
        with trio.fail_after(20):
            while anna.view is None or anna.view.public.setup.round == 1:
                await anna.next()
