"""Giving a seat up in the middle of a step, a host who leaves in a pause, spectators who are sent away."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from trio.testing import MockClock

from gouji_core.public import Ask
from gouji_core.seats import NOBODY
from gouji_protocol.messages import (
    Accepted,
    AddBots,
    Chat,
    ChatLine,
    Done,
    Events,
    Failed,
    Goodbye,
    Join,
    Leave,
    Mute,
    Ping,
    Pong,
    Start,
    TableOptions,
    TableState,
    TooLate,
)
from gouji_protocol.words import WATCH, ByeCode, FailCode, Presence, Spectators
from gouji_server.admin.asks import Ban, Kick, Pause, Silence
from tests.server.cast import Cast
from tests.server.house import Hosted, hosting
from tests.server.owner import told
from tests.server.player import NO_CLOCK, Ended, Player
from tests.server.test_presence import play_to_turn_of, presence, settle, two
from tests.server.test_twins import STEPS, meeting

FURTHER = 25
"""How many decisions the others play on."""


@pytest.mark.parametrize("kind", sorted(STEPS - {Ask.BEGIN}))
async def test_who_leaves_while_asked_is_played_by_a_bot_at_once(tmp_path: Path, kind: Ask) -> None:
    async with meeting(tmp_path / "data") as cast:
        leaver = await first_asked(cast, kind)
        person, others = cast.people[leaver], [seat for seat in cast.awake if seat != leaver]
        decision = cast.decision(leaver)
        assert isinstance(await person.ask(Leave(person.number(), person.table)), Done)
        cast.bots.add(leaver)
        cast.asleep.add(leaver)
        for seat in others:
            other = cast.people[seat]
            while other.state is None or other.state.seats[leaver].presence is not Presence.LEFT:
                await other.next()
        for _ in range(FURTHER):
            seat = await cast.turn()
            if seat is None:
                break
            assert seat != leaver
            if seat == NOBODY:
                await cast.act(seat)
                continue
            # Where several are asked, the bot's answer may end the step before this one comes.
            answer = await cast.people[seat].command(cast.choice(seat))
            assert isinstance(answer, Accepted | TooLate), answer
        assert cast.decision(0) > decision
        heard = len(person.heard)
        for seat in (*others, leaver):
            number = cast.people[seat].number()
            await cast.people[seat].send(Ping(number))
            await cast.people[seat].expect(Pong, lambda pong, number=number: pong.request == number)
        assert not [one for one in person.heard[heard:] if isinstance(one, Events | TableState)]


async def first_asked(cast: Cast, kind: Ask) -> int:
    """Plays until somebody but the host is asked in a kind of step; returns the seat."""
    while (seat := await cast.turn()) is not None:
        view = cast.people[0].view
        assert view is not None
        if view.public.pending.kind is kind:
            asked = [other for other in cast.awake if cast.people[other].waited_for and other > 0]
            if asked:
                return asked[-1]
        await cast.act(seat)
    raise AssertionError(f"nobody is asked in {kind}")


async def test_who_says_goodbye_has_not_lost_the_connection(tmp_path: Path, mock_clock: MockClock) -> None:
    async with two(tmp_path, mock_clock) as (_, anna, bert):
        await play_to_turn_of(anna, bert)
        assert await told_of_goodbye(bert, anna) == [Presence.LEFT]


async def test_who_says_goodbye_in_the_lobby_is_gone_at_once(tmp_path: Path, mock_clock: MockClock) -> None:
    async with hosting(tmp_path / "data", mock_clock) as server:
        anna, bert = [await Player.connect(server.tcp, name) for name in ("anna", "bert")]
        await bert.join(await anna.create("online"), seat=3)
        await settle(anna)
        assert await told_of_goodbye(bert, anna) == [Presence.NONE]


async def test_who_says_goodbye_when_it_cannot_be_kept_is_lost(tmp_path: Path, mock_clock: MockClock) -> None:
    async with two(tmp_path, mock_clock) as (server, anna, bert):
        await play_to_turn_of(anna, bert)
        with closing(sqlite3.connect(server.journal.path)) as base:
            base.execute("ALTER TABLE seats RENAME TO gone")
        assert await told_of_goodbye(bert, anna) == [Presence.LOST]


async def told_of_goodbye(leaver: Player, other: Player) -> list[Presence]:
    """Says goodbye; returns what another is told of the seat, each change once."""
    heard = len(other.heard)
    seat = leaver.seat
    await leaver.send(Goodbye(ByeCode.BYE))
    with pytest.raises(Ended):
        await leaver.next()
    await settle(other)
    told = [state.seats[seat].presence for state in other.heard[heard:] if isinstance(state, TableState)]
    return [one for one, before in zip(told, [None, *told], strict=False) if one is not before]


async def test_who_comes_back_within_the_step_has_the_seat_again(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    options = TableOptions(turn_seconds=0, bots="novice")
    async with two(tmp_path, mock_clock, options) as (_, anna, bert):
        await play_to_turn_of(bert, anna)
        assert isinstance(await bert.ask(Leave(bert.number(), bert.table)), Done)
        await bert.join(anna.table)
        await settle(anna, bert)
        assert (bert.seat, presence(anna, 3)) == (3, Presence.PRESENT)
        await play_to_turn_of(bert, anna)
        assert bert.waited_for


async def test_a_host_may_leave_in_a_pause_and_the_next_one_goes_on(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with two(tmp_path, mock_clock) as (server, anna, bert):
        await play_to_turn_of(anna, bert)
        assert anna.view is not None
        decision = anna.view.public.pending.id
        await told(server.admin, Pause())
        assert isinstance(await anna.ask(Leave(anna.number(), anna.table)), Done)
        await bert.expect(TableState, lambda state: state.host == 3)
        assert presence(bert, 0) is Presence.LEFT
        mock_clock.jump(1000)
        await settle(bert)
        assert bert.view is not None
        assert bert.view.public.pending.id == decision, "no bot plays in a pause"
        assert await bert.ask(Start(5, bert.table)) == Failed(5, FailCode.PAUSED)
        await told(server.admin, Pause(on=False))
        await settle(bert)
        assert bert.view.public.pending.id > decision
        await bert.play()
        assert isinstance(await bert.ask(Start(bert.number(), bert.table)), Done)


async def test_a_table_that_the_last_person_leaves_in_a_pause_is_closed(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with two(tmp_path, mock_clock) as (server, anna, bert):
        await settle(anna, bert)
        await told(server.admin, Pause())
        for person in (anna, bert):
            assert isinstance(await person.ask(Leave(person.number(), person.table)), Done)
        assert await anna.ask(Join(5, anna.table)) == Failed(5, FailCode.NO_TABLE)
        await told(server.admin, Pause(on=False))
        await anna.create(options=NO_CLOCK)


async def watched(server: Hosted, options: TableOptions = NO_CLOCK) -> tuple[Player, Player, Player]:
    """Anna and bots in a game that will and wang watch."""
    anna, will, wang = [await Player.connect(server.tcp, name) for name in ("anna", "will", "wang")]
    table = await anna.create(options=options)
    await anna.ask(AddBots(anna.number(), table, "novice"))
    assert isinstance(await anna.ask(Start(anna.number(), table)), Done)
    for watcher in (will, wang):
        await watcher.join(table, seat=WATCH)
    await anna.expect(TableState, lambda state: state.watching == 2)
    return anna, will, wang


async def test_a_spectator_who_is_muted_is_not_read_wherever_they_are(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna, will, wang = await watched(server)
        assert will.welcome is not None
        assert isinstance(await anna.ask(Mute(anna.number(), will.welcome.identity, True)), Done)
        for text in ("from outside", "from outside again"):
            await said(will, wang, text)
            await said(wang, anna, "heard")
            assert isinstance(await will.ask(Leave(will.number(), will.table)), Done)
            await will.join(anna.table, seat=WATCH)
        lines = [message.text for message in anna.heard if isinstance(message, ChatLine)]
        assert lines == ["heard", "heard"]
        assert isinstance(await anna.ask(Mute(anna.number(), will.welcome.identity, False)), Done)
        await said(will, anna, "at last")


async def said(speaker: Player, hearer: Player, text: str) -> None:
    """Says something, which is the next line that somebody else reads of theirs."""
    await speaker.send(Chat(speaker.number(), speaker.table, text))
    assert speaker.welcome is not None
    mine = speaker.welcome.identity
    assert (await hearer.expect(ChatLine, lambda line: line.person == mine)).text == text


async def test_a_spectator_whom_the_owner_silenced_says_nothing_at_any_table(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna, will, _ = await watched(server)
        await told(server.admin, Silence("will"))
        assert await will.ask(Chat(5, will.table, "hello")) == Failed(5, FailCode.SILENCED)
        own = await will.create(options=NO_CLOCK)
        assert await will.ask(Chat(6, own, "hello")) == Failed(6, FailCode.SILENCED)
        await told(server.admin, Silence("will", on=False))
        await will.send(Chat(7, anna.table, "hello"))
        assert (await anna.expect(ChatLine)).text == "hello"


LATER = TableOptions(turn_seconds=0, bots="novice", spectators=Spectators.DELAYED, delay_seconds=1)


@pytest.mark.parametrize("options", [NO_CLOCK, LATER], ids=["at once", "later"])
@pytest.mark.parametrize("ban", [False, True], ids=["kicked", "banned"])
async def test_a_spectator_is_sent_away_and_the_others_watch_on(
    tmp_path: Path, ban: bool, options: TableOptions
) -> None:
    async with hosting(tmp_path / "data") as server:
        anna, will, wang = await watched(server, options)
        await told(server.admin, Ban("will", "enough") if ban else Kick("will", "enough"))
        code = ByeCode.BANNED if ban else ByeCode.KICKED
        assert await will.expect(Goodbye) == Goodbye(code, "enough")
        with pytest.raises(Ended):
            await will.next()
        state = await anna.expect(TableState, lambda state: state.watching == 1)
        assert [seat.presence for seat in state.seats] == [Presence.PRESENT, *[Presence.BOT] * 5]
        await anna.play(lambda player: player.waited_for and player.seq > 40)
        while wang.seq < 20:
            await wang.next()
        if ban:
            back = await Player.dial(server.tcp)
            await back.hello("will", will.token)
            assert (await back.expect(Goodbye)).code == ByeCode.BANNED
        else:
            back = await Player.connect(server.tcp, "will", will.token)
            await back.join(anna.table, seat=WATCH)
            await anna.expect(TableState, lambda state: state.watching == 2)
