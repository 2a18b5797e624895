"""The server is killed with -9 again and again while games go on: nothing acknowledged is lost (DESIGN, 4).

When it is killed is counted in acknowledged commands and drawn from a seed. Nobody presses a key: the clients
come back by themselves, and all games are played to their end.
"""

from __future__ import annotations

import random
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from gouji_client import Client, RequestFailedError
from gouji_core.action_texts import format_action
from gouji_core.public import Public
from gouji_core.record import Done, parse_record
from gouji_core.verify import check_deals
from gouji_protocol.outputs import LinkCode
from tests.server.crowd import Crowd, Victim

PACE = 10
"""The clients' time runs so much faster, so that they need not wait long between two tries to come back."""


async def crash(data: Path, clock: MockClock, *, tables: int, games: int, spread: int) -> Victim:
    """Plays some games at some tables of a server that is killed now and then; checks all of them."""
    clock.rate = PACE
    victim = Victim(data, random.Random(tables * games), spread)
    victim.start()
    victim.tables = [Crowd(number, victim, games) for number in range(tables)]
    async with AsyncExitStack() as stack:
        for table in victim.tables:
            await stack.enter_async_context(table.gathered())
        async with trio.open_nursery() as keeper:
            keeper.start_soon(victim.keep)
            async with trio.open_nursery() as nursery:
                for table in victim.tables:
                    nursery.start_soon(table.play)
            keeper.cancel_scope.cancel()
        for table in victim.tables:
            await check(table)
    return victim


async def check(table: Crowd) -> None:
    """Compares what the clients of a table know with the records of its games."""
    ends = [public(client, table.code) for client in table.clients]
    assert all(end == ends[0] for end in ends), "six clients, one truth"
    assert sorted(ends[0].standing.places) == [1, 2, 3, 4, 5, 6]
    for game, told in table.told.items():
        record = parse_record(await record_of(table.clients[0], table.code, game))
        assert check_deals(record)
        done = [entry for entry in record.entries if isinstance(entry, Done)]
        for seat in range(table.people):
            acts = [format_action(entry.action) for entry in done if entry.seat == seat]  # type: ignore[arg-type]
            if seat == table.lazy:
                assert is_within(told[seat], acts), f"game {game}, seat {seat}: acknowledged, but not done"
            else:
                assert told[seat] == acts, f"game {game}, seat {seat}: done is what was acknowledged, once"


async def record_of(client: Client, code: str, game: int) -> str:
    """Returns a record, though the server may be lost: the last kill may have been a moment ago."""
    while True:
        try:
            return await client.record(code, game)
        except RequestFailedError as error:
            if error.code != LinkCode.OFFLINE:
                raise
            await client.changed()


def public(client: Client, code: str) -> Public:
    view = client.view(code)
    assert view is not None
    return view.public


def is_within(part: list[str], whole: list[str]) -> bool:
    """Tells whether some acts are among others in the same order."""
    rest = iter(whole)
    return all(act in rest for act in part)


async def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path, mock_clock: MockClock) -> None:
    victim = await crash(tmp_path / "data", mock_clock, tables=6, games=1, spread=250)
    assert victim.kills >= 4
    assert all(table.killed_in for table in victim.tables)


@pytest.mark.slow
async def test_kill_9_in_two_hundred_games(tmp_path: Path, mock_clock: MockClock) -> None:
    victim = await crash(tmp_path / "data", mock_clock, tables=8, games=32, spread=1200)
    assert sum(len(table.killed_in) for table in victim.tables) >= 200
