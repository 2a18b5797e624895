"""Who is there and who plays: lost, taken over, back, auto-played, left. Time is virtual."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from gouji_core.public import Ask, Phase
from gouji_protocol.messages import (
    Accepted,
    AddBots,
    Auto,
    Deadline,
    Done,
    Goodbye,
    Leave,
    Ping,
    Pong,
    Start,
    TableOptions,
    TableState,
)
from gouji_protocol.words import Kind, Presence, TablePhase
from tests.server.house import Hosted, hosting, quiet
from tests.server.player import NO_CLOCK, Player

PLAIN = "online+first_lead=rotate+opening=false+sweep_ends_game=false"


@asynccontextmanager
async def two(
    tmp_path: Path, clock: MockClock, options: TableOptions = NO_CLOCK
) -> AsyncGenerator[tuple[Hosted, Player, Player]]:
    """Two people, opposite each other, and four bots; the game has begun."""
    async with hosting(tmp_path / "data", clock) as server:
        anna = await Player.connect(server.tcp, "anna")
        bert = await Player.connect(server.tcp, "bert")
        table = await anna.create(PLAIN, options)
        await bert.join(table, seat=3)
        await anna.ask(AddBots(anna.number(), table, "novice"))
        assert isinstance(await anna.ask(Start(anna.number(), table)), Done)
        yield server, anna, bert


async def settle(*people: Player) -> None:
    """Returns when everything that is under way has arrived."""
    await quiet()
    for person in people:
        number = person.number()
        await person.send(Ping(number))
        await person.expect(Pong, lambda pong, number=number: pong.request == number)


async def play_to_turn_of(player: Player, other: Player) -> None:
    """Plays both seats until the game waits for ``player`` in a trick."""
    while not (player.waited_for and player.view and player.view.public.phase is Phase.TRICKS):
        if other.waited_for:
            await other.play_once()
        elif player.waited_for:
            await player.play_once()
        await settle(player, other)


def presence(player: Player, seat: int) -> Presence:
    assert player.state is not None
    return player.state.seats[seat].presence


async def test_a_lost_seat_counts_down_then_a_bot_plays_it_and_the_owner_takes_over(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    options = TableOptions(turn_seconds=0, grace_seconds=30, bots="novice")
    async with two(tmp_path, mock_clock, options) as (server, anna, bert):
        await play_to_turn_of(bert, anna)
        await bert.close()
        state = await anna.expect(TableState)
        assert state.seats[3].presence is Presence.LOST
        assert state.seats[3].countdown == 30_000
        mock_clock.jump(29.9)
        await settle(anna)
        assert presence(anna, 3) is Presence.LOST
        assert anna.view is not None
        waited = anna.view.public.pending
        mock_clock.jump(0.2)
        state = await anna.expect(TableState)
        assert state.seats[3].presence is Presence.BOT
        assert (state.seats[3].kind, state.seats[3].name) == (Kind.HUMAN, "bert")
        await settle(anna)
        assert anna.view.public.pending.id > waited.id, "the bot has played"

        back = await Player.connect(server.tcp, token=bert.token)
        await back.join(anna.table)
        await settle(back, anna)
        assert presence(anna, 3) is Presence.PRESENT
        await play_to_turn_of(back, anna)
        assert isinstance(await back.play_once(), Accepted)


async def test_who_is_back_in_time_finds_nobody_on_the_seat(tmp_path: Path, mock_clock: MockClock) -> None:
    async with two(tmp_path, mock_clock) as (server, anna, bert):
        await play_to_turn_of(bert, anna)
        await bert.close()
        mock_clock.jump(59)
        back = await Player.connect(server.tcp, token=bert.token)
        await back.join(anna.table)
        await settle(back)
        mock_clock.jump(100)
        await settle(back, anna)
        assert back.view == bert.view
        assert presence(anna, 3) is Presence.PRESENT


async def test_auto_plays_until_the_owner_acts_or_takes_it_back(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with two(tmp_path, mock_clock) as (_, anna, bert):
        await play_to_turn_of(bert, anna)
        assert bert.view is not None
        decision = bert.view.public.pending.id
        assert isinstance(await bert.ask(Auto(bert.number(), bert.table, True)), Done)
        await settle(bert, anna)
        assert presence(anna, 3) is Presence.AUTO
        assert bert.view.public.pending.id > decision
        assert isinstance(await bert.ask(Auto(bert.number(), bert.table, False)), Done)
        await settle(anna)
        assert presence(anna, 3) is Presence.PRESENT


async def test_goodbye_means_left_and_a_bot_plays(tmp_path: Path, mock_clock: MockClock) -> None:
    async with two(tmp_path, mock_clock) as (server, anna, bert):
        await play_to_turn_of(bert, anna)
        await bert.send(Goodbye("bye"))
        state = await anna.expect(TableState, lambda s: s.seats[3].presence is not Presence.LOST)
        assert state.seats[3].presence is Presence.LEFT
        await anna.play()
        back = await Player.connect(server.tcp, token=bert.token)
        assert back.welcome is not None
        assert back.welcome.tables == ()
        await back.join(anna.table)
        assert (back.seat, presence(back, 3)) == (3, Presence.PRESENT)


async def test_another_goodbye_only_ends_the_connection(tmp_path: Path, mock_clock: MockClock) -> None:
    async with two(tmp_path, mock_clock) as (server, anna, bert):
        await bert.send(Goodbye("silent"))
        await anna.expect(TableState, lambda s: s.seats[3].presence is Presence.LOST)
        back = await Player.connect(server.tcp, token=bert.token)
        assert back.welcome is not None
        assert [(seated.table, seated.seat) for seated in back.welcome.tables] == [(anna.table, 3)]


async def test_when_the_host_leaves_somebody_else_is_host(tmp_path: Path, mock_clock: MockClock) -> None:
    async with two(tmp_path, mock_clock) as (_, anna, bert):
        await settle(bert)
        assert isinstance(await anna.ask(Leave(anna.number(), anna.table)), Done)
        state = await bert.expect(TableState)
        assert state.host == 3
        await bert.ask(Leave(bert.number(), bert.table))
        await settle(bert)
        watcher_sees = await bert.ask(Leave(bert.number(), bert.table))
        assert getattr(watcher_sees, "code", "") == "no_table", "a table without people is closed"


async def test_a_deadline_is_told_and_when_it_passes_the_table_acts(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    options = TableOptions(turn_seconds=20, reserve_seconds=30, bots="novice")
    async with two(tmp_path, mock_clock, options) as (_, anna, bert):
        await play_to_turn_of(bert, anna)
        assert bert.view is not None
        decision = bert.view.public.pending.id
        told = [m for m in bert.heard if isinstance(m, Deadline)][-1]
        assert (told.decision, told.left, told.reserves) == (decision, 20_000, (30_000,) * 6)
        mock_clock.jump(49.9)
        await settle(bert, anna)
        assert bert.view.public.pending.id == decision, "the reserve is used as well"
        mock_clock.jump(0.2)
        await settle(bert, anna)
        assert bert.view.public.pending.id > decision
        told = [m for m in bert.heard if isinstance(m, Deadline)][-1]
        assert told.reserves[3] == 0
        assert presence(anna, 3) is Presence.PRESENT
        for _ in range(50):
            if presence(anna, 3) is Presence.AUTO:
                break
            mock_clock.jump(20.1)
            await settle(bert, anna)
        assert presence(anna, 3) is Presence.AUTO, "whoever misses again is played by a bot"


@pytest.mark.parametrize("passes", [True, False], ids=["a pass", "a play"])
async def test_a_pass_between_two_deadlines_missed_shows_nobodys_presence(
    tmp_path: Path, mock_clock: MockClock, passes: bool
) -> None:
    options = TableOptions(turn_seconds=20, reserve_seconds=0, bots="novice")
    async with two(tmp_path, mock_clock, options) as (_, anna, bert):
        await miss(bert, anna, mock_clock)
        await play_to_turn_of(bert, anna)
        act = next(text for text in bert.texts if text.startswith("pass" if passes else "play"))
        assert isinstance(await bert.command(act), Accepted)
        await miss(bert, anna, mock_clock)
        assert presence(anna, 3) is (Presence.AUTO if passes else Presence.PRESENT)


async def miss(player: Player, other: Player, clock: MockClock) -> None:
    """Lets the next decision of ``player`` in a trick pass by; whatever comes before is played."""
    await play_to_turn_of(player, other)
    clock.jump(20.1)
    await settle(player, other)


async def test_a_bot_by_choice_and_one_for_deadlines_missed_are_told_apart(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    options = TableOptions(turn_seconds=20, reserve_seconds=0, bots="novice")
    async with two(tmp_path, mock_clock, options) as (_, anna, bert):
        await bert.ask(Auto(bert.number(), bert.table, True))
        state = await anna.expect(TableState, lambda state: state.seats[3].presence is Presence.AUTO)
        assert not state.seats[3].missed
        await bert.ask(Auto(bert.number(), bert.table, False))
        await anna.expect(TableState, lambda state: state.seats[3].presence is Presence.PRESENT)
        while presence(anna, 3) is not Presence.AUTO:
            mock_clock.jump(20.1)
            await settle(anna)
        assert anna.state is not None
        assert anna.state.seats[3].missed
        await bert.ask(Auto(bert.number(), bert.table, False))
        state = await anna.expect(TableState, lambda state: state.seats[3].presence is Presence.PRESENT)
        assert not state.seats[3].missed


async def test_time_used_beyond_the_turn_is_taken_from_the_reserve(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    options = TableOptions(turn_seconds=20, reserve_seconds=30)
    async with two(tmp_path, mock_clock, options) as (_, anna, bert):
        await play_to_turn_of(bert, anna)
        mock_clock.jump(25)
        assert isinstance(await bert.play_once(), Accepted)
        await settle(bert)
        told = [m for m in bert.heard if isinstance(m, Deadline)][-1]
        assert told.reserves == (30_000, 30_000, 30_000, 25_000, 30_000, 30_000)


async def test_without_people_the_next_round_waits(tmp_path: Path, mock_clock: MockClock) -> None:
    options = TableOptions(turn_seconds=0, grace_seconds=1, bots="novice")
    async with hosting(tmp_path / "data", mock_clock, round_pause=5.0) as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create(PLAIN, options)
        await anna.ask(AddBots(anna.number(), table, "novice"))
        await anna.ask(Start(anna.number(), table))
        watcher = await Player.connect(server.tcp, "will")
        await watcher.join(table, seat=-2)
        await anna.close()
        await watcher.expect(TableState, lambda state: state.seats[0].presence is Presence.LOST)
        mock_clock.jump(2)
        while not watcher.over:
            await watcher.next()
        mock_clock.jump(1000)
        await settle(watcher)
        assert watcher.view is not None
        assert watcher.view.public.setup.round == 1
        back = await Player.connect(server.tcp, token=anna.token)
        await back.join(table)
        await watcher.expect(TableState)
        while watcher.view.public.setup.round == 1:
            await watcher.next()


async def test_the_host_may_start_the_next_round_sooner(tmp_path: Path, mock_clock: MockClock) -> None:
    async with two(tmp_path, mock_clock) as (_, anna, bert):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(anna.play)
            nursery.start_soon(bert.play)
        assert anna.view is not None
        assert anna.view.public.pending.kind is Ask.BEGIN
        refused = await bert.ask(Start(bert.number(), bert.table))
        assert getattr(refused, "code", "") == "not_host"
        assert isinstance(await anna.ask(Start(anna.number(), anna.table)), Done)
        await settle(anna)
        assert anna.view.public.setup.round == 2
        assert anna.state is not None
        assert anna.state.phase is TablePhase.PLAYING
