"""Clocks when the server itself is late or restarts, and answers that come at the same time."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from trio.testing import MockClock, wait_all_tasks_blocked

from gouji_core.actions import Deal
from gouji_core.cards import Card
from gouji_core.dealing import full_deck
from gouji_core.public import Ask, Pending, Phase
from gouji_protocol.messages import (
    Accepted,
    Auto,
    Chat,
    Command,
    Deadline,
    Failed,
    HandOver,
    Refused,
    TableOptions,
    TooLate,
)
from gouji_protocol.words import FailCode, Presence
from gouji_server.clocks import CREDIT, LATE, Clock, Times
from gouji_server.dealer import Dealer
from tests.server.house import hosting
from tests.server.player import Player, full_table
from tests.server.test_presence import PLAIN, play_to_turn_of, settle, two


def deadline(player: Player) -> Deadline:
    """The last one told."""
    return [message for message in player.heard if isinstance(message, Deadline)][-1]


async def test_who_was_cut_short_by_the_server_gets_time_again(tmp_path: Path, mock_clock: MockClock) -> None:
    options = TableOptions(turn_seconds=20, reserve_seconds=0)
    async with two(tmp_path, mock_clock, options) as (_, anna, bert):
        await play_to_turn_of(bert, anna)
        assert bert.view is not None
        decision = bert.view.public.pending.id
        mock_clock.jump(20 + LATE + 1)
        await settle(bert)
        assert bert.view.public.pending.id == decision, "the server slept until long after the deadline"
        told = deadline(bert)
        assert told.decision == decision
        assert told.left == 1000 * (LATE + 1)
        assert isinstance(await bert.play_once(), Accepted)


async def test_it_gives_that_time_once(tmp_path: Path, mock_clock: MockClock) -> None:
    options = TableOptions(turn_seconds=20, reserve_seconds=0)
    async with two(tmp_path, mock_clock, options) as (_, anna, bert):
        await play_to_turn_of(bert, anna)
        assert bert.view is not None
        decision = bert.view.public.pending.id
        mock_clock.jump(100)
        await settle(bert)
        assert bert.view.public.pending.id == decision
        mock_clock.jump(100)
        while bert.view.public.pending.id == decision:
            await bert.next()


async def test_a_lost_seat_waits_longer_for_a_late_server(tmp_path: Path, mock_clock: MockClock) -> None:
    async with two(tmp_path, mock_clock) as (_, anna, bert):
        await bert.close()
        await settle(anna)
        mock_clock.jump(60 + LATE + 1)
        await settle(anna)
        assert anna.state is not None
        assert anna.state.seats[3].presence is Presence.LOST
        mock_clock.jump(CREDIT)
        await settle(anna)
        assert anna.state.seats[3].presence is Presence.BOT


async def test_what_came_in_time_is_in_time_whatever_the_table_was_busy_with(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    options = TableOptions(turn_seconds=20, reserve_seconds=0)
    async with two(tmp_path, mock_clock, options) as (server, anna, bert):
        await play_to_turn_of(bert, anna)
        mock_clock.jump(19)
        with closing(sqlite3.connect(server.journal.path, isolation_level=None)) as base:
            base.execute("BEGIN IMMEDIATE")
            # The table cannot write this down before somebody else lets go of the journal.
            await anna.send(HandOver(anna.number(), anna.table, 3))
            await wait_all_tasks_blocked(0.02)
            assert bert.view is not None
            await bert.send(Command(7, bert.table, bert.view.public.pending.id, bert.texts[-1]))
            await wait_all_tasks_blocked(0.02)
            mock_clock.jump(1.5)
            base.execute("ROLLBACK")
        assert isinstance(await bert.answer(7), Accepted)


async def test_what_is_not_written_down_costs_nothing_of_a_reserve(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    options = TableOptions(turn_seconds=20, reserve_seconds=30)
    async with two(tmp_path, mock_clock, options) as (server, anna, bert):
        await play_to_turn_of(bert, anna)
        mock_clock.jump(25)
        with closing(sqlite3.connect(server.journal.path)) as base:
            base.execute("ALTER TABLE steps RENAME TO gone")
            failed = await bert.play_once()
            assert isinstance(failed, Failed)
            assert failed.code == FailCode.STORAGE
            base.execute("ALTER TABLE gone RENAME TO steps")
        assert isinstance(await bert.play_once(), Accepted)
        await settle(bert)
        assert deadline(bert).reserves[3] == 25_000


@pytest.mark.parametrize("words", [("report 0", "report 0"), ("dissolve yes", "dissolve no")])
async def test_what_answers_no_decision_takes_nothing_of_a_reserve(
    tmp_path: Path, mock_clock: MockClock, words: tuple[str, str]
) -> None:
    options = TableOptions(turn_seconds=20, reserve_seconds=30)
    async with two(tmp_path, mock_clock, options) as (_, anna, bert):
        await play_to_turn_of(bert, anna)
        assert bert.view is not None
        decision = bert.view.public.pending.id
        mock_clock.jump(45)
        assert isinstance(await anna.command(words[0]), Accepted)
        assert isinstance(await bert.command(words[1]), Accepted)
        await settle(bert)
        assert bert.view.public.pending.id == decision, "there are five seconds left"
        assert set(deadline(bert).reserves) == {30_000}
        assert isinstance(await bert.play_once(), Accepted)
        await settle(bert)
        assert deadline(bert).reserves[3] == 5_000


async def test_a_late_server_forgives_also_where_a_letter_has_come(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    options = TableOptions(turn_seconds=20, reserve_seconds=0)
    async with two(tmp_path, mock_clock, options) as (_, anna, bert):
        await play_to_turn_of(bert, anna)
        await settle(anna, bert)
        assert bert.view is not None
        decision = bert.view.public.pending.id
        await anna.send(Chat(7, anna.table, text="喂"))
        mock_clock.jump(60)
        await settle(anna, bert)
        assert bert.view.public.pending.id == decision
        assert isinstance(await bert.play_once(), Accepted)


def test_a_clock_forgives_only_what_matters() -> None:
    clock = Clock(Times(turn=20.0), decision=1)
    clock.forgive(LATE / 2)
    assert clock.turn_ends == 20.0
    clock.forgive(1000.0)
    assert clock.turn_ends == 20.0 + 1000.0 + CREDIT
    clock.forgive(1000.0)
    assert clock.turn_ends == 20.0 + 1000.0 + CREDIT
    assert clock.open(Pending(2, Ask.LEAD, (0,)), 2000.0)
    assert clock.turn_ends == 2020.0


async def test_expiry_does_the_same_each_time(tmp_path: Path, mock_clock: MockClock) -> None:
    """Two servers with the same cards, each left alone by everybody for forty decisions."""
    stories: list[list[object]] = []
    options = TableOptions(turn_seconds=1, reserve_seconds=0)
    for name in ("first", "second"):
        mock_clock.rate = 0
        async with hosting(tmp_path / name, mock_clock, Dealer(3)) as server:
            people = await full_table(server.tcp, PLAIN + "+revolution=off", options)
            anna = people[0]
            assert anna.view is not None
            while anna.view.public.pending.kind is not Ask.LEAD:
                await anna.next()
            for _ in range(40):
                decision = anna.view.public.pending.id
                mock_clock.jump(1.01)
                while anna.view.public.pending.id == decision:
                    await anna.next()
                # Who says that they are here is not played by a bot for deadlines missed.
                for person in people:
                    await person.ask(Auto(person.number(), person.table, False))
            assert anna.view.public.phase is Phase.TRICKS
            stories.append([anna.view.public, anna.view.hand])
    assert stories[0] == stories[1]


async def test_a_reserve_that_was_used_is_used_after_a_restart(tmp_path: Path, mock_clock: MockClock) -> None:
    options = TableOptions(turn_seconds=20, reserve_seconds=30)
    async with two(tmp_path, mock_clock, options) as (_, anna, bert):
        await play_to_turn_of(bert, anna)
        mock_clock.jump(25)
        assert isinstance(await bert.play_once(), Accepted)
        table, token = anna.table, anna.token
    mock_clock.rate = 0
    async with hosting(tmp_path / "data", mock_clock) as server:
        back = await Player.connect(server.tcp, token=token)
        await back.join(table)
        told = await back.expect(Deadline)
        assert told.reserves == (30_000, 30_000, 30_000, 25_000, 30_000, 30_000)
        assert told.left == 20_000, "the pending decision has its full time again"


async def test_answers_at_the_same_time_each_get_a_result(tmp_path: Path) -> None:
    """All six call at once; each is told, and a second answer to the same question is too late or refused."""
    async with hosting(tmp_path / "data") as server:
        people = await full_table(server.tcp, "dagang")
        for person in people:
            while person.view is None or person.view.public.pending.kind is not Ask.CALL_BEFORE:
                await person.next()
        decision = people[0].view.public.pending.id if people[0].view else 0
        for person in people:
            for number in (1, 2):
                await person.send(Command(number, person.table, decision, "call no"))
        for person in people:
            first, second = await person.answer(1), await person.answer(2)
            assert isinstance(first, Accepted)
            assert isinstance(second, Refused | TooLate)


class Prepared(Dealer):
    """Deals hands of which one or none may declare a revolution."""

    def __init__(self, poor: bool) -> None:
        super().__init__(1)
        deck = list(full_deck("full"))
        self.hands = _hands(deck, poor)

    def deal(self, public: object, seed: bytes) -> Deal:
        return Deal(self.hands, drawer=0, fallback=0)


def _hands(deck: list[Card], poor: bool) -> tuple[tuple[Card, ...], ...]:
    """Hands of 36 in turn; a poor one of seat 4 has none of the cards from 10 up (R9.1)."""
    hands = [deck[seat::6] for seat in range(6)]
    if poor:
        low = sorted(deck, key=lambda card: card.rank)[:36]
        rest = sorted(deck, key=lambda card: card.rank)[36:]
        hands = [rest[seat::5] for seat in range(5)]
        hands.insert(4, low)
    return tuple(map(tuple, hands))


@pytest.mark.parametrize("poor", [False, True], ids=["nobody may revolt", "somebody may"])
async def test_the_revolution_step_stays_open_as_long_whoever_may_revolt(
    tmp_path: Path, mock_clock: MockClock, poor: bool
) -> None:
    rules = "online+opening=false+first_lead=rotate"
    async with hosting(tmp_path / "data", mock_clock, Prepared(poor), window=1.5) as server:
        people = await full_table(server.tcp, rules)
        for person in people:
            while person.view is None or person.view.public.pending.kind is not Ask.REVOLUTION:
                await person.next()
        asked = [person.seat for person in people if person.waited_for]
        assert asked == ([4] if poor else [])
        for seat in asked:
            assert isinstance(await people[seat].command("revolt no"), Accepted)
        mock_clock.jump(1.49)
        await settle(people[0])
        assert people[0].view is not None
        assert people[0].view.public.pending.kind is Ask.REVOLUTION
        mock_clock.jump(0.02)
        while people[0].view.public.pending.kind is Ask.REVOLUTION:
            await people[0].next()
        assert people[0].view.public.pending.kind is Ask.LEAD
