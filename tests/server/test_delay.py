"""Spectators who see the game later: all of it, as it was, and nothing that is younger. Time is virtual."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from trio.testing import MockClock

from gouji_core.public import Phase, Public
from gouji_protocol.messages import (
    AddBots,
    Chat,
    ChatLine,
    Done,
    Events,
    Fairness,
    Leave,
    ListTables,
    Resync,
    Snapshot,
    Start,
    TableOptions,
    Tables,
    TableState,
)
from gouji_protocol.words import Spectators, TablePhase
from gouji_server.admin.asks import Pause
from gouji_server.dealer import Dealer
from tests.server.house import Hosted, hosting
from tests.server.owner import told
from tests.server.player import Player
from tests.server.test_presence import PLAIN, settle

DELAY = 30
OPTIONS = TableOptions(turn_seconds=0, bots="novice", spectators=Spectators.DELAYED, delay_seconds=DELAY)


@asynccontextmanager
async def watched(data: Path, clock: MockClock) -> AsyncGenerator[tuple[Hosted, Player, Player]]:
    """Somebody at a table with bots, and somebody who watches it later."""
    async with hosting(data, clock, Dealer(5)) as server:
        anna = await Player.connect(server.tcp, "anna")
        await anna.create(PLAIN, OPTIONS)
        will = await Player.connect(server.tcp, "will")
        await will.join(anna.table, seat=-2)
        await anna.ask(AddBots(anna.number(), anna.table, "novice"))
        yield server, anna, will


async def start(anna: Player) -> None:
    assert isinstance(await anna.ask(Start(anna.number(), anna.table)), Done)


async def to_the_turn_of(anna: Player) -> None:
    while not anna.waited_for:
        await anna.next()


async def play(anna: Player, turns: int) -> Public:
    """Plays some turns, and waits for the next; returns how the game stands then."""
    for _ in range(turns):
        await to_the_turn_of(anna)
        await anna.play_once()
    await to_the_turn_of(anna)
    assert anna.view is not None
    return anna.view.public


def of_the_game(player: Player) -> list[object]:
    return [message for message in player.heard if isinstance(message, Events | Snapshot | Fairness)]


async def listed(player: Player) -> tuple[TablePhase, int]:
    """How far the list of tables says that the game is."""
    await player.send(ListTables(player.number()))
    (info,) = (await player.expect(Tables)).tables
    assert info.spectators is Spectators.DELAYED
    return info.phase, info.round


async def test_who_watches_sees_each_thing_when_its_time_has_come(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with watched(tmp_path / "data", mock_clock) as (_, anna, will):
        await settle(will)
        assert will.state is not None
        assert len([seat for seat in will.state.seats if seat.name]) == 6, "a lobby is no secret"
        await start(anna)
        first = await play(anna, 3)
        mock_clock.jump(DELAY / 2)
        second = await play(anna, 3)
        mock_clock.jump(DELAY / 2 - 0.1)
        await settle(will)
        assert of_the_game(will) == []
        assert will.state.phase is TablePhase.LOBBY
        assert await listed(will) == (TablePhase.LOBBY, 0)
        mock_clock.jump(0.2)
        await settle(will)
        assert await listed(will) == (TablePhase.PLAYING, 1)
        assert will.view is not None
        assert will.view.public == first
        assert will.state.phase is TablePhase.PLAYING
        mock_clock.jump(DELAY / 2)
        await settle(will)
        assert will.view.public == second
        assert (len(will.view.hand), will.view.dealt) == (0, ())


async def test_who_comes_later_sees_what_the_others_see(tmp_path: Path, mock_clock: MockClock) -> None:
    async with watched(tmp_path / "data", mock_clock) as (server, anna, will):
        await start(anna)
        first = await play(anna, 3)
        mock_clock.jump(DELAY / 2)
        second = await play(anna, 3)
        early = await Player.connect(server.tcp, "early")
        await early.join(anna.table, seat=-2)
        await settle(early)
        assert of_the_game(early) == []
        mock_clock.jump(DELAY / 2 + 0.1)
        late = await Player.connect(server.tcp, "late")
        await late.join(anna.table, seat=-2)
        await settle(late, early, will)
        for person in (late, early, will):
            assert person.view is not None
            assert person.view.public == first
        back = await Player.connect(server.tcp, token=will.token)
        back.view, back.seq = will.view, will.seq
        await back.join(anna.table, seat=-2, since=will.seq)
        await back.ask(Resync(back.number(), anna.table))
        await settle(back)
        assert back.view is not None
        assert back.view.public == first
        snapshots = [message for message in back.heard if isinstance(message, Snapshot)]
        assert len(snapshots) == 1, "none on coming back, for nothing was missed; one on asking for it"
        mock_clock.jump(DELAY / 2)
        await settle(back, late)
        assert late.view is not None
        assert back.view.public == late.view.public == second
        again = await Player.connect(server.tcp, token=late.token)
        await again.join(anna.table, seat=-2, since=1)
        await again.expect(Snapshot)


async def test_a_pause_keeps_nothing_from_who_watches(tmp_path: Path, mock_clock: MockClock) -> None:
    async with watched(tmp_path / "data", mock_clock) as (server, anna, will):
        await start(anna)
        first = await play(anna, 3)
        mock_clock.jump(DELAY / 2)
        second = await play(anna, 3)
        await told(server.admin, Pause())
        mock_clock.jump(DELAY / 2 + 0.1)
        await settle(will)
        assert will.view is not None
        assert will.view.public == first
        mock_clock.jump(DELAY / 2)
        await settle(will)
        assert will.view.public == second
        await told(server.admin, Pause(on=False))
        third = await play(anna, 3)
        mock_clock.jump(DELAY - 0.1)
        await settle(will)
        assert will.view.public == second
        mock_clock.jump(0.2)
        await settle(will)
        assert will.view.public == third


async def test_chat_is_heard_at_once(tmp_path: Path, mock_clock: MockClock) -> None:
    async with watched(tmp_path / "data", mock_clock) as (_, anna, will):
        await start(anna)
        await anna.ask(Chat(anna.number(), anna.table, "hi"))
        assert (await will.expect(ChatLine)).text == "hi"


async def test_the_score_and_the_end_come_in_their_time(tmp_path: Path, mock_clock: MockClock) -> None:
    async with watched(tmp_path / "data", mock_clock) as (_, anna, will):
        await start(anna)
        await anna.play()
        assert anna.view is not None
        state = await anna.expect(TableState, lambda state: state.evening.rounds == 1)
        await settle(will)
        assert will.state is not None
        assert will.state.evening.rounds == 0
        assert anna.view.public.phase is Phase.ROUND_OVER
        mock_clock.jump(DELAY + 0.1)
        await settle(will)
        assert will.view is not None
        assert will.view.public == anna.view.public
        assert will.state.evening == state.evening


async def test_that_the_table_is_closed_is_told_at_once(tmp_path: Path, mock_clock: MockClock) -> None:
    async with watched(tmp_path / "data", mock_clock) as (_, anna, will):
        await start(anna)
        await play(anna, 2)
        await anna.ask(Leave(anna.number(), anna.table))
        await will.expect(TableState, lambda state: state.phase is TablePhase.CLOSED)
        assert will.view is None, "what was too young to be seen is not seen any more"


async def test_a_restart_shows_nothing_early(tmp_path: Path, mock_clock: MockClock) -> None:
    data = tmp_path / "data"
    async with watched(data, mock_clock) as (_, anna, will):
        await start(anna)
        await play(anna, 4)
        token, table = anna.token, anna.table
        assert will.view is None
    mock_clock.rate = 0
    async with hosting(data, mock_clock) as server:
        back = await Player.connect(server.tcp, token=token)
        await back.join(table)
        await back.expect(Snapshot)
        later = await Player.connect(server.tcp, token=will.token)
        await later.join(table, seat=-2)
        await settle(later)
        mock_clock.jump(DELAY - 1)
        await settle(later)
        assert of_the_game(later) == []
        assert later.state is not None
        assert later.state.phase is TablePhase.LOBBY
        mock_clock.jump(1.1)
        await settle(later)
        assert later.view is not None
        assert back.view is not None
        assert later.view.public == back.view.public
        assert later.state.phase is TablePhase.PLAYING


async def test_what_is_younger_than_the_delay_makes_no_difference(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    """What somebody is sent who watches, comes back and asks again, is the same whatever was played since."""
    told: list[bytes] = []
    for played in (0, 4):
        async with watched(tmp_path / f"data{len(told)}", mock_clock) as (server, anna, will):
            await start(anna)
            await play(anna, 3)
            mock_clock.jump(DELAY / 2)
            await play(anna, played)
            mock_clock.jump(DELAY / 2 + 0.1)
            await settle(will)
            back = await Player.connect(server.tcp, token=will.token)
            await back.join(anna.table, seat=-2, since=will.seq)
            await back.ask(Resync(200, anna.table))
            fresh = await Player.connect(server.tcp, "fresh", token=back.token)
            await fresh.join(anna.table, seat=-2)
            told.append(b"".join(hidden(player, anna) for player in (will, back, fresh)))
        mock_clock.rate = 0
    assert told[0] == told[1]
    assert len(told[0]) > 1000


def hidden(player: Player, anna: Player) -> bytes:
    """What somebody was sent, without what is drawn by lot for each server: codes and tokens."""
    raw = bytes(player.raw).replace(anna.table.encode(), b"CODE")
    return raw.replace(player.token.encode(), b"TOKEN")
