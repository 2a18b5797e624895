"""Between the decision of a step and the moment it is safe: nothing else is done, and nothing is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from gouji_core.actions import Deal
from gouji_core.public import Ask, Phase, Public
from gouji_core.seats import NOBODY
from gouji_protocol.messages import (
    Accepted,
    AddBots,
    Auto,
    Chat,
    ChatLine,
    Command,
    Done,
    Events,
    Ping,
    Pong,
    Snapshot,
    Start,
    TableOptions,
    TooLate,
)
from gouji_protocol.words import WATCH, Presence
from gouji_server.admin.asks import Pause
from gouji_server.dealer import Dealer
from gouji_server.journal import open_journal
from gouji_server.rows import unpack_step
from gouji_server.table import RETRY
from tests.server.house import Hosted, hosting
from tests.server.owner import told as owner_says
from tests.server.player import NO_CLOCK, Player
from tests.server.test_presence import PLAIN, play_to_turn_of, settle, two


@contextmanager
def held(server: Hosted) -> Generator[None]:
    """Lets nothing be written down for a while, as a slow disk would."""
    with closing(sqlite3.connect(server.journal.path, isolation_level=None)) as base:
        base.execute("BEGIN IMMEDIATE")
        yield
        base.execute("ROLLBACK")


async def sent(player: Player, number: int) -> str:
    """Sends what a player may do and returns it once the table has it."""
    assert player.view is not None
    action = player.texts[-1]
    await player.send(Command(number, player.table, player.view.public.pending.id, action))
    await wait_all_tasks_blocked(0.02)
    return action


async def test_nothing_is_told_before_it_is_safe_and_all_in_order_then(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with two(tmp_path, mock_clock) as (server, anna, bert):
        await play_to_turn_of(bert, anna)
        await settle(anna, bert)
        heard = len(bert.heard)
        with held(server):
            await sent(bert, 7)
            assert bert.view is not None
            decision = bert.view.public.pending.id
            # The same again, another for the same decision, and what is no command.
            await bert.send(Command(7, bert.table, decision, bert.texts[-1]))
            await bert.send(Command(8, bert.table, decision, bert.texts[-1]))
            await bert.send(Chat(9, bert.table, text="好牌"))
            await bert.send(Ping(10))
            await bert.expect(Pong)
            assert [type(message) for message in bert.heard[heard:]] == [Pong]
        await settle(bert)
        told = [message for message in bert.heard[heard:] if not isinstance(message, Pong)]
        assert isinstance(told[0], Events)
        answers = [message for message in told if isinstance(message, Accepted | TooLate | Done | ChatLine)]
        first, again, late, line, done = answers
        assert isinstance(first, Accepted)
        assert again == first
        assert isinstance(late, TooLate)
        assert isinstance(line, ChatLine)
        assert done == Done(9, bert.table)


async def test_who_falls_out_meanwhile_has_acted_and_is_lost(tmp_path: Path, mock_clock: MockClock) -> None:
    async with two(tmp_path, mock_clock) as (server, anna, bert):
        await play_to_turn_of(bert, anna)
        await settle(anna, bert)
        assert bert.view is not None
        decision = bert.view.public.pending.id
        with held(server):
            await sent(bert, 7)
            await bert.close()
            await wait_all_tasks_blocked(0.02)
        await settle(anna)
        assert anna.view is not None
        assert anna.view.public.pending.id > decision
        assert anna.state is not None
        assert anna.state.seats[3].presence is Presence.LOST


async def test_a_step_under_way_is_kept_when_the_server_ends(tmp_path: Path, mock_clock: MockClock) -> None:
    data = tmp_path / "data"
    async with two(tmp_path, mock_clock) as (server, anna, bert):
        await play_to_turn_of(bert, anna)
        await settle(anna, bert)
        base = sqlite3.connect(server.journal.path, isolation_level=None)
        base.execute("BEGIN IMMEDIATE")
        action = await sent(bert, 7)
        trio.lowlevel.spawn_system_task(_let_go, base)
    journal = open_journal(data)
    last = unpack_step(list(journal.steps())[-1].step)
    journal.close()
    assert (last.seat, last.action, last.command) == (3, action, 7)
    async with hosting(data) as server:
        again = await Player.connect(server.tcp, "bert", bert.token)
        await again.join(bert.table)
        while again.view is None:
            await again.expect(Snapshot)
        await again.send(Command(7, bert.table, 1, "pass"))
        assert isinstance(await again.answer(7), Accepted), "a command that is repeated has its answer"


class Freezing(Dealer):
    """Lets nothing be written down any more once bots have done some moves."""

    def __init__(self, moves: int) -> None:
        super().__init__(5)
        self._left = moves
        self.base: sqlite3.Connection | None = None

    def generator(self, seat: int, decision: int) -> Random:
        self._left -= 1
        if self._left == 0 and self.base is not None:
            self.base.execute("BEGIN IMMEDIATE")
        return super().generator(seat, decision)


async def test_nothing_new_begins_when_the_server_ends(tmp_path: Path, mock_clock: MockClock) -> None:
    dealer = Freezing(40)
    async with hosting(tmp_path / "data", mock_clock, dealer) as server:
        dealer.base = sqlite3.connect(server.journal.path, isolation_level=None)
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create(PLAIN)
        await anna.ask(AddBots(anna.number(), table, "novice"))
        await anna.ask(Start(anna.number(), table))
        # Six bots play the round to its end at once, whoever is there.
        await anna.ask(Auto(anna.number(), table, on=True))
        await anna.close()
        await wait_all_tasks_blocked(0.05)
        assert server.journal.waiting == 1
        commits = server.journal.commits
        trio.lowlevel.spawn_system_task(_let_go, dealer.base)
    assert server.journal.commits == commits + 1


async def test_a_hosts_right_is_passed_on_although_it_failed_once(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with hosting(tmp_path / "data", mock_clock) as server:
        host = await Player.connect(server.tcp, "host")
        await host.create(PLAIN, NO_CLOCK, seat=WATCH)
        anna = await Player.connect(server.tcp, "anna")
        await anna.join(host.table)
        await host.ask(AddBots(host.number(), host.table, "novice"))
        await host.ask(Start(host.number(), host.table))
        await settle(anna)
        await anna.play(lambda player: player.waited_for and in_tricks(player))
        await host.close()
        await settle(anna)
        with closing(sqlite3.connect(server.journal.path, isolation_level=None)) as base:
            base.execute("CREATE TRIGGER no BEFORE UPDATE ON tables BEGIN SELECT RAISE(ABORT, 'no'); END")
            mock_clock.jump(60)
            await settle(anna)
            assert isinstance(await anna.command("report 1"), Accepted)
            base.execute("DROP TRIGGER no")
        await settle(anna)
        assert anna.state is not None
        assert anna.state.host == NOBODY
        mock_clock.jump(RETRY)
        await settle(anna)
        assert anna.state.host == anna.seat


def in_tricks(player: Player) -> bool:
    return player.view is not None and player.view.public.phase is Phase.TRICKS


async def _let_go(base: sqlite3.Connection) -> None:
    """Lets the journal be written again once the server waits for nothing else."""
    await wait_all_tasks_blocked(0.05)
    base.execute("ROLLBACK")
    base.close()


async def both_asked(
    server: Hosted, ask: Ask, rules: str, options: TableOptions = NO_CLOCK
) -> tuple[Player, Player]:
    """Two people of six, the others bots, who are both asked something at the same time."""
    anna = await Player.connect(server.tcp, "anna")
    bert = await Player.connect(server.tcp, "bert")
    table = await anna.create(rules, options)
    await bert.join(table, seat=3)
    await anna.ask(AddBots(anna.number(), table, "novice"))
    await anna.ask(Start(anna.number(), table))
    await settle(anna, bert)
    while anna.view is not None and anna.view.public.pending.kind is not ask:
        for person in (anna, bert):
            assert isinstance(await person.command("call no"), Accepted)
        await settle(anna, bert)
    assert anna.waited_for
    assert bert.waited_for
    return anna, bert


async def test_no_bot_goes_on_in_a_pause_that_came_meanwhile(tmp_path: Path, mock_clock: MockClock) -> None:
    async with hosting(tmp_path / "data", mock_clock, bot_pace=10.0) as server:
        anna, bert = await both_asked(server, Ask.CALL_BEFORE, "dagang")
        with held(server):
            await sent(anna, 7)
            await owner_says(server.admin, Pause())
            mock_clock.jump(10)
        await settle(anna, bert)
        assert bert.view is not None
        assert bert.view.public.pending.seats == (1, 2, 3, 4, 5)
        await owner_says(server.admin, Pause(on=False))
        mock_clock.jump(10)
        await settle(bert)
        assert len(bert.view.public.pending.seats) < 5


@pytest.mark.parametrize(
    ("ask", "rules"), [(Ask.CALL_BEFORE, "dagang"), (Ask.SHOW, "online")], ids=["call", "secret"]
)
async def test_whose_answer_came_in_time_is_not_played_for(
    tmp_path: Path, mock_clock: MockClock, ask: Ask, rules: str
) -> None:
    options = TableOptions(turn_seconds=20, reserve_seconds=0)
    # With these cards both have something to show (R6.1).
    async with hosting(tmp_path / "data", mock_clock, Dealer(12)) as server:
        anna, bert = await both_asked(server, ask, rules, options)
        with held(server):
            mock_clock.jump(19)
            await sent(anna, 7)
            await sent(bert, 8)
            mock_clock.jump(2)
        assert isinstance(await anna.answer(7), Accepted)
        assert isinstance(await bert.answer(8), Accepted)


async def test_the_countdown_of_a_lost_seat_goes_on_while_others_act(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with two(tmp_path, mock_clock) as (_, anna, bert):
        await play_to_turn_of(anna, bert)
        await bert.close()
        await settle(anna)
        mock_clock.jump(30)
        assert isinstance(await anna.play_once(), Accepted)
        await settle(anna)
        assert anna.state is not None
        assert anna.state.seats[3].presence is Presence.LOST
        mock_clock.jump(30)
        await settle(anna)
        assert anna.state.seats[3].presence is Presence.BOT


class Clumsy(Dealer):
    """Drops the cards some times before it deals them."""

    def __init__(self, times: int) -> None:
        super().__init__(5)
        self.left = times

    def deal(self, public: Public, seed: bytes) -> Deal:
        if self.left:
            self.left -= 1
            raise RuntimeError("the cards are on the floor")
        return super().deal(public, seed)


@pytest.mark.parametrize("times", [1, 3])
async def test_what_goes_wrong_in_a_move_of_the_table_is_tried_again(
    tmp_path: Path, mock_clock: MockClock, caplog: pytest.LogCaptureFixture, times: int
) -> None:
    dealer = Clumsy(times)
    async with hosting(tmp_path / "data", mock_clock, dealer) as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create(PLAIN)
        bert = await Player.connect(server.tcp, "bert")
        await bert.join(table)
        await anna.ask(AddBots(anna.number(), table, "novice"))
        await anna.ask(Start(anna.number(), table))
        for _ in range(times):
            await settle(anna)
            assert anna.view is not None
            assert anna.view.public.phase is Phase.DEAL
            answer = await anna.command("pass")
            assert not isinstance(answer, Accepted), "the table serves all the same"
            left = dealer.left
            vote = "no" if anna.view.public.setup.votes else "yes"
            assert isinstance(await anna.command(f"dissolve {vote}"), Accepted)
            await settle(anna)
            assert dealer.left == left, "not before its time"
            mock_clock.jump(RETRY)
        await settle(anna)
        assert anna.view is not None
        assert anna.view.public.phase not in (Phase.NEW, Phase.DEAL)
    assert [record.message for record in caplog.records].count("table failed") == times
