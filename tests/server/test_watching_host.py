"""A host who only watches: the right stays theirs while they are away for a moment, as a seat does."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec.structs import replace
from trio.testing import MockClock

from gouji_protocol.messages import AddBots, Done, Goodbye, Leave, TableState
from gouji_protocol.words import WATCH, ByeCode, FailCode
from gouji_server.admin.asks import Ban, Pause
from tests.server.house import Hosted, hosting
from tests.server.owner import told
from tests.server.player import NO_CLOCK, Player
from tests.server.test_presence import settle

GRACE = 60


@asynccontextmanager
async def waiting(
    data: Path, clock: MockClock, grace: int = GRACE
) -> AsyncGenerator[tuple[Hosted, Player, Player]]:
    """A table at which anna sits and wang, who made it, watches."""
    async with hosting(data, clock) as server:
        wang, anna = await Player.connect(server.tcp, "wang"), await Player.connect(server.tcp, "anna")
        await wang.create(options=replace(NO_CLOCK, grace_seconds=grace), seat=WATCH)
        await anna.join(wang.table)
        yield server, wang, anna


async def is_host(player: Player) -> bool:
    """Whether somebody has the host's right, seen by what only a host may ask."""
    answer = await player.ask(AddBots(player.number(), player.table))
    assert isinstance(answer, Done) or answer.code == FailCode.NOT_HOST
    return isinstance(answer, Done)


async def back(server: Hosted, player: Player) -> Player:
    again = await Player.connect(server.tcp, token=player.token)
    await again.join(player.table, seat=WATCH)
    return again


async def gone(player: Player, other: Player) -> None:
    """Loses somebody's connection."""
    await player.close()
    await other.expect(TableState, lambda state: state.watching == 0)


async def test_who_comes_back_in_time_is_host_still(tmp_path: Path, mock_clock: MockClock) -> None:
    async with waiting(tmp_path / "data", mock_clock) as (server, wang, anna):
        for _ in range(2):
            await gone(wang, anna)
            mock_clock.jump(GRACE - 0.1)
            await settle(anna)
            assert not await is_host(anna)
            wang = await back(server, wang)
            assert await is_host(wang)
        await gone(wang, anna)
        mock_clock.jump(GRACE + 0.1)
        await settle(anna)
        assert await is_host(anna)
        assert not await is_host(await back(server, wang))


async def test_who_says_goodbye_or_leaves_is_host_no_more(tmp_path: Path, mock_clock: MockClock) -> None:
    async with waiting(tmp_path / "data", mock_clock) as (server, wang, anna):
        await wang.send(Goodbye(ByeCode.BYE))
        await anna.expect(TableState, lambda state: state.host == anna.seat)
        await wang.close()
        wang = await Player.connect(server.tcp, token=wang.token)
        await wang.create(seat=WATCH)
        await anna.join(wang.table)
        await wang.ask(Leave(wang.number(), wang.table))
        await settle(anna)
        assert await is_host(anna)


async def test_who_is_banned_is_not_waited_for(tmp_path: Path, mock_clock: MockClock) -> None:
    async with waiting(tmp_path / "data", mock_clock) as (server, wang, anna):
        await gone(wang, anna)
        await told(server.admin, Ban("wang"))
        await settle(anna)
        assert await is_host(anna)


async def test_a_pause_takes_nothing_of_the_time(tmp_path: Path, mock_clock: MockClock) -> None:
    async with waiting(tmp_path / "data", mock_clock) as (server, wang, anna):
        await gone(wang, anna)
        mock_clock.jump(GRACE / 2)
        await told(server.admin, Pause())
        mock_clock.jump(10 * GRACE)
        await told(server.admin, Pause(on=False))
        mock_clock.jump(GRACE / 2 - 0.1)
        await settle(anna)
        assert await is_host(await back(server, wang))


async def test_after_a_restart_it_is_as_after_a_dropped_connection(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    # In the end of a server in a test, time passes quickly.
    async with waiting(tmp_path / "data", mock_clock, 86_400) as (_, wang, anna):
        assert not await is_host(anna)
    mock_clock.rate = 0
    async with hosting(tmp_path / "data", mock_clock) as server:
        here = await Player.connect(server.tcp, token=anna.token)
        await here.join(anna.table)
        await settle(here)
        assert not await is_host(here)
        mock_clock.jump(86_000)
        assert await is_host(await back(server, wang))
