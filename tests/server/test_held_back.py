"""Results and records of a table that is watched later: for who sits there at once, for others in time."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import trio
from msgspec.structs import replace
from trio.testing import MockClock

from gouji_core.record import parse_record
from gouji_protocol.messages import (
    AddBots,
    Done,
    Failed,
    GetStats,
    Join,
    Kick,
    Leave,
    Start,
    TableOptions,
    TableState,
)
from gouji_protocol.words import FailCode
from gouji_server.dealer import Dealer
from gouji_server.withheld import RETRY
from tests.server.house import Hosted, hosting
from tests.server.player import Player, failed
from tests.server.test_delay import DELAY, OPTIONS
from tests.server.test_evening import stats
from tests.server.test_journal_ages import left
from tests.server.test_presence import settle
from tests.server.test_records import TWO_ROUNDS, failure, text_of

LATE = 3000
LONG = TWO_ROUNDS + "+first_lead=rotate+opening=false"


@asynccontextmanager
async def played(
    data: Path, clock: MockClock, options: TableOptions = OPTIONS
) -> AsyncGenerator[tuple[Hosted, Player, Player]]:
    """Anna and bert after a round that they have played with bots; then bert was sent away."""
    async with hosting(data, clock, Dealer(5)) as server:
        anna, bert = await Player.connect(server.tcp, "anna"), await Player.connect(server.tcp, "bert")
        await anna.create(LONG, options)
        await bert.join(anna.table, seat=1)
        await anna.ask(AddBots(anna.number(), anna.table, "novice"))
        assert isinstance(await anna.ask(Start(anna.number(), anna.table)), Done)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bert.play)
            await anna.play()
        assert isinstance(await anna.ask(Kick(anna.number(), anna.table, 1)), Done)
        await settle(anna, bert)
        yield server, anna, bert


def rounds(text: str) -> int:
    return sum(line.endswith("begin") for line in text.splitlines())


async def known(player: Player) -> tuple[int, list[str], int]:
    """How many rounds of their own somebody is told of, who is in the table of players, and its rounds."""
    told = await stats(player)
    return told.own.rounds, sorted(one.name for one in told.players), sum(one.rounds for one in told.players)


async def test_results_are_known_to_who_sits_there_and_to_others_in_time(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with played(tmp_path / "data", mock_clock) as (server, anna, bert):
        will = await Player.connect(server.tcp, "will")
        mock_clock.jump(DELAY - 1)
        assert await known(anna) == (1, [], 0)
        assert await known(bert) == (0, [], 0)
        assert await known(will) == (0, [], 0)
        mock_clock.jump(1.1)
        await settle(anna)
        for player, own in ((anna, 1), (bert, 1), (will, 0)):
            assert await known(player) == (own, ["anna", "bert"], 2)


async def test_a_record_has_for_others_what_they_could_have_seen(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with played(tmp_path / "data", mock_clock) as (_, anna, bert):
        assert rounds(await text_of(anna)) == 1
        assert await failure(bert) == FailCode.NO_RECORD
        mock_clock.jump(DELAY - 1)
        assert await failure(bert) == FailCode.NO_RECORD
        mock_clock.jump(1.1)
        await settle(anna)
        first = await text_of(bert)
        assert rounds(first) == 1
        assert parse_record(first)
        await anna.ask(Start(anna.number(), anna.table))
        await anna.play(lambda player: player.view is not None and player.view.public.setup.round == 2)
        await anna.play()
        assert rounds(await text_of(anna)) == 2
        assert await text_of(bert) == first
        mock_clock.jump(DELAY + 0.1)
        await settle(anna)
        assert await text_of(bert) == await text_of(anna)


async def test_the_next_game_shows_itself_to_others_in_time(tmp_path: Path, mock_clock: MockClock) -> None:
    async with played(tmp_path / "data", mock_clock) as (_, anna, bert):
        await anna.command("dissolve yes", 0)
        await anna.expect(TableState, lambda state: state.evening.games == 1)
        mock_clock.jump(DELAY + 0.1)
        await settle(anna)
        first = await text_of(bert)
        assert isinstance(await anna.ask(Start(anna.number(), anna.table)), Done)
        assert await text_of(bert) == first, "the newest game that all may know of"
        assert await text_of(anna) != first
        assert await failure(bert, game=2) == FailCode.NO_RECORD


async def test_a_restart_tells_nothing_early(tmp_path: Path, mock_clock: MockClock) -> None:
    data = tmp_path / "data"
    # In the end of a server in a test, time passes quickly.
    late = replace(OPTIONS, delay_seconds=LATE)
    async with played(data, mock_clock, late) as (_, anna, bert):
        assert await known(bert) == (0, [], 0)
    mock_clock.rate = 0
    async with hosting(data, mock_clock) as server:
        back = await Player.connect(server.tcp, token=anna.token)
        await back.join(anna.table)
        other = await Player.connect(server.tcp, token=bert.token)
        other.table = anna.table
        mock_clock.jump(LATE - 1)
        await settle(back)
        assert (await known(other), await failure(other)) == ((0, [], 0), FailCode.NO_RECORD)
        assert (await known(back), rounds(await text_of(back))) == ((1, [], 0), 1)
        mock_clock.jump(1.1)
        await settle(back)
        assert (await known(other), rounds(await text_of(other))) == ((1, ["anna", "bert"], 2), 1)


async def test_a_table_that_closes_before_tells_nothing_early_and_all_in_time(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with played(tmp_path / "data", mock_clock) as (_, anna, bert):
        await close(anna)
        mock_clock.jump(DELAY - 1)
        await settle(anna)
        for player in (anna, bert):
            assert (await known(player), await failure(player)) == ((0, [], 0), FailCode.NO_RECORD)
        mock_clock.jump(1.1)
        await settle(anna)
        for player in (anna, bert):
            assert await known(player) == (1, ["anna", "bert"], 2)
            assert rounds(await text_of(player)) == 1


async def test_nor_does_a_restart_of_the_server_after_it_has_closed(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    data = tmp_path / "data"
    late = replace(OPTIONS, delay_seconds=LATE)
    async with played(data, mock_clock, late) as (_, anna, bert):
        await close(anna)
    mock_clock.rate = 0
    async with hosting(data, mock_clock) as server:
        other = await Player.connect(server.tcp, token=bert.token)
        other.table = anna.table
        assert (await failed(other, Join(1, anna.table))).code == FailCode.NO_TABLE
        mock_clock.jump(LATE - 1)
        await settle(other)
        assert (await known(other), await failure(other)) == ((0, [], 0), FailCode.NO_RECORD)
        mock_clock.jump(1.1)
        await settle(other)
        assert (await known(other), rounds(await text_of(other))) == ((1, ["anna", "bert"], 2), 1)


async def test_what_an_older_server_held_back_is_held_back_as_long(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    data = tmp_path / "data"
    token, table = left("5", data)
    async with hosting(data, mock_clock) as server:
        anna = await Player.connect(server.tcp, "anna", token)
        await anna.join(table)
        mock_clock.jump(LATE - 1)
        await settle(anna)
        assert await known(anna) == (1, [], 0)
        mock_clock.jump(1.1)
        await settle(anna)
        assert await known(anna) == (1, ["anna"], 1)


async def test_what_could_not_be_written_down_is_told_once_it_can(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with played(tmp_path / "data", mock_clock) as (server, anna, bert):
        with closing(sqlite3.connect(server.journal.path)) as base:
            base.execute("ALTER TABLE stats RENAME TO gone")
            mock_clock.jump(DELAY + 0.1)
            await settle(anna)
            base.execute("ALTER TABLE gone RENAME TO stats")
        assert await known(bert) == (0, [], 0)
        mock_clock.jump(RETRY + 0.1)
        await settle(anna)
        assert await known(bert) == (1, ["anna", "bert"], 2)


async def test_results_that_cannot_be_read_keep_no_others_back(tmp_path: Path, mock_clock: MockClock) -> None:
    data = tmp_path / "data"
    late = replace(OPTIONS, delay_seconds=LATE)
    async with played(data, mock_clock, late) as (server, anna, bert):
        path, table = server.journal.path, anna.table
    mock_clock.rate = 0
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("INSERT INTO held SELECT 9, code, game, 1, 0, x'c1' FROM held LIMIT 1")
    async with hosting(data, mock_clock) as server:
        other = await Player.connect(server.tcp, token=bert.token)
        mock_clock.jump(LATE + 0.1)
        await settle(other)
        assert await known(other) == (1, ["anna", "bert"], 2)
        back = await Player.connect(server.tcp, token=anna.token)
        await back.join(table)
        number = back.number()
        assert await back.ask(GetStats(number)) == Failed(number, FailCode.STORAGE)
        with closing(sqlite3.connect(path)) as base:
            assert base.execute("SELECT number FROM held").fetchall() == [(9,)]


async def close(anna: Player) -> None:
    """Gives up the last seat, and with it the table."""
    assert isinstance(await anna.ask(Leave(anna.number(), anna.table)), Done)
    await settle(anna)
