"""Tables: made, listed, joined, watched, left; requests that are not for this moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from trio.testing import MockClock

from gouji_protocol.messages import (
    AddBots,
    Auto,
    Chat,
    ChatLine,
    Create,
    Done,
    Join,
    Leave,
    ListTables,
    Message,
    Resync,
    SeatBrief,
    SetSeat,
    Snapshot,
    Start,
    TableOptions,
    Tables,
    TableState,
)
from gouji_protocol.words import WATCH, FailCode, Kind, Presence, Spectators, TablePhase
from tests.server.house import Hosted, hosting, quiet
from tests.server.player import Player, failed, failure


async def test_a_table_is_made_listed_and_joined(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    code = await anna.create("dagang+merge=none", seat=2)
    bert = await Player.connect(server.tcp, "bert")
    await bert.send(ListTables(1))
    tables = (await bert.expect(Tables)).tables
    assert [(t.table, t.rules, t.phase, t.locked) for t in tables] == [
        (code, "dagang+merge=none", TablePhase.LOBBY, False)
    ]
    assert [(s.name, s.kind) for s in tables[0].seats][2] == ("anna", Kind.HUMAN)
    await bert.join(code.lower())
    assert bert.table == code
    assert bert.seat == 0
    state = await anna.expect(TableState, lambda s: s.seats[0].name == "bert")
    assert state.host == 2
    assert state.seat == 2


async def test_a_private_table_is_not_listed_and_a_locked_one_asks(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    code = await anna.create(options=TableOptions(private=True, password="够级", turn_seconds=0))
    assert anna.state is not None
    assert (anna.state.locked, anna.state.options.password) == (True, "")
    bert = await Player.connect(server.tcp, "bert")
    await bert.send(ListTables(1))
    assert (await bert.expect(Tables)).tables == ()
    assert await failure(bert, Join(2, code)) == FailCode.PASSWORD
    assert await failure(bert, Join(3, code, password="够")) == FailCode.PASSWORD
    assert await failure(bert, Join(4, code, seat=-2)) == FailCode.PASSWORD
    await bert.join(code, password="够级")
    assert bert.seat == 1


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (Create(1, "no such rules"), FailCode.RULES),
        (Create(1, "online+nonsense=1"), FailCode.RULES),
        (Create(1, "online+hold_threes+lay_down=true"), FailCode.RULES),
        (Create(1, options=TableOptions(bots="genius")), FailCode.LEVEL),
        (Create(1, options=TableOptions(spectators=Spectators.UNKNOWN)), FailCode.INVALID),
        (Join(1, "NONE"), FailCode.NO_TABLE),
        (Start(1, "NONE"), FailCode.NO_TABLE),
        (Leave(1, ""), FailCode.NO_TABLE),
    ],
)
async def test_what_cannot_be_is_refused(server: Hosted, request_: Message, code: FailCode) -> None:
    anna = await Player.connect(server.tcp, "anna")
    assert await failure(anna, request_) == code


async def test_requests_that_are_not_for_this_person_or_moment(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    bert = await Player.connect(server.tcp, "bert")
    code = await anna.create()
    assert await failure(bert, Leave(1, code)) == FailCode.NO_SEAT
    assert await failure(bert, Chat(2, code, "hi")) == FailCode.NO_SEAT
    assert await failure(bert, Resync(3, code)) == FailCode.NO_SEAT
    assert await failure(bert, Auto(4, code, True)) == FailCode.NO_SEAT
    await bert.join(code, seat=5)
    for request in (Start(5, code), AddBots(6, code), SetSeat(7, code, 1, "novice")):
        assert await failure(bert, request) == FailCode.NOT_HOST
    assert await failure(anna, Start(1, code)) == FailCode.SEATS_EMPTY
    assert await failure(anna, Auto(2, code, True)) == FailCode.NOT_NOW
    assert await failure(anna, SetSeat(3, code, 5, "novice")) == FailCode.SEAT_TAKEN
    assert await failure(anna, SetSeat(4, code, 1, "genius")) == FailCode.LEVEL
    assert await failure(anna, AddBots(5, code, "genius")) == FailCode.LEVEL
    assert await failure(anna, Join(6, code, seat=5)) == FailCode.SEAT_TAKEN
    assert await failure(anna, Chat(7, code, "\x1b\u202e \n")) == FailCode.TEXT
    assert isinstance(await anna.ask(AddBots(8, code)), Done)
    assert isinstance(await anna.ask(Start(9, code)), Done)
    assert await failure(anna, Start(10, code)) == FailCode.NOT_NOW
    assert await failure(anna, AddBots(11, code)) == FailCode.NOT_NOW
    carl = await Player.connect(server.tcp, "carl")
    assert await failure(carl, Join(1, code)) == FailCode.TABLE_FULL
    assert await failure(carl, Join(2, code, seat=1)) == FailCode.SEAT_TAKEN


async def test_bots_come_and_go_and_give_way_to_people(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    code = await anna.create()
    await anna.ask(SetSeat(1, code, 3, "novice"))
    assert anna.state is not None
    assert (anna.state.seats[3].kind, anna.state.seats[3].level) == (Kind.BOT, "novice")
    await anna.ask(SetSeat(2, code, 3, ""))
    assert anna.state.seats[3].kind is Kind.EMPTY
    await anna.ask(AddBots(3, code, "regular"))
    bert = await Player.connect(server.tcp, "bert")
    await bert.join(code, seat=4)
    state = await anna.expect(TableState, lambda s: s.seats[4].kind is Kind.HUMAN)
    assert state.seats[4].name == "bert"


async def test_one_may_change_the_seat_before_the_game(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    code = await anna.create()
    await anna.join(code, seat=4)
    assert anna.seat == 4
    assert anna.state is not None
    assert [s.kind for s in anna.state.seats] == [Kind.EMPTY] * 4 + [Kind.HUMAN, Kind.EMPTY]
    assert (anna.state.host, anna.state.seat) == (4, 4)


async def test_spectators_see_no_hand_and_may_be_unwanted(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    code = await anna.create(options=TableOptions(spectators=Spectators.NONE, turn_seconds=0))
    will = await Player.connect(server.tcp, "will")
    assert await failure(will, Join(1, code, seat=-2)) == FailCode.NO_SPECTATORS
    code = await anna.create()
    await will.join(code, seat=-2)
    await anna.ask(AddBots(1, code, "novice"))
    assert anna.state is not None
    assert anna.state.watching == 1
    await anna.ask(Start(2, code))
    await anna.play()
    while not will.over:
        await will.next()
    assert will.view is not None
    assert anna.view is not None
    assert will.view.public == anna.view.public
    assert isinstance(await will.ask(Leave(2, code)), Done)


async def test_chat_reaches_everybody_clean_and_is_kept_for_who_comes_later(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna\x1b[31m\u202e")
    code = await anna.create()
    bert = await Player.connect(server.tcp, "bert")
    await bert.join(code)
    assert isinstance(await anna.ask(Chat(1, code, "你好\x1b[2J\u202e")), Done)
    line = await bert.expect(ChatLine)
    assert (line.number, line.seat, line.name, line.text) == (1, 0, "anna[31m", "你好[2J")
    carl = await Player.connect(server.tcp, "carl")
    await carl.join(code)
    assert await carl.expect(ChatLine) == line
    again = await Player.connect(server.tcp, token=bert.token)
    await again.join(code, chat=1)
    await again.ask(Chat(2, code, "wieder da"))
    assert [m.number for m in again.heard if isinstance(m, ChatLine)] == [2]


async def test_a_seat_lost_in_the_lobby_is_free_after_the_grace_time(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with hosting(tmp_path / "data", mock_clock) as server:
        anna = await Player.connect(server.tcp, "anna")
        code = await anna.create()
        bert = await Player.connect(server.tcp, "bert")
        await bert.join(code)
        await anna.close()
        await bert.expect(TableState, lambda s: s.seats[0].presence is Presence.LOST)
        mock_clock.jump(60.1)
        state = await bert.expect(TableState, lambda s: s.seats[0].presence is Presence.NONE)
        assert state.host in (1, -1)
        assert isinstance(await bert.ask(AddBots(1, code)), Done), "bert is host now"


async def test_resync_gives_everything_again(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    code = await anna.create()
    await anna.ask(AddBots(1, code, "novice"))
    await anna.ask(Start(2, code))
    await anna.play(lambda p: p.waited_for and p.seq > 20)
    view, seq = anna.view, anna.seq
    await anna.ask(Resync(3, code))
    assert isinstance(anna.heard[-2], Snapshot) or any(isinstance(m, Snapshot) for m in anna.heard[-5:])
    assert (anna.view, anna.seq) == (view, seq)


async def test_a_next_game_follows_on_the_same_table(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    code = await anna.create("online+rounds=1")
    await anna.ask(AddBots(1, code, "novice"))
    await anna.ask(Start(2, code))
    await anna.play()
    state = anna.state
    while state is None or state.phase is not TablePhase.OVER:
        state = await anna.expect(TableState)
    seq = anna.seq
    assert isinstance(await anna.ask(Start(3, code)), Done)
    assert anna.view is not None
    assert anna.seq >= seq, "numbers go on, so that no old number is mistaken for a new one"
    assert anna.view.public.setup.round <= 1
    await anna.play()
    assert sorted(anna.view.public.standing.places) == [1, 2, 3, 4, 5, 6]


async def test_who_left_a_game_is_not_in_the_list_any_more(server: Hosted) -> None:
    anna, bert = [await Player.connect(server.tcp, name) for name in ("anna", "bert")]
    code = await anna.create()
    await bert.join(code)
    await anna.ask(AddBots(anna.number(), code, "novice"))
    assert isinstance(await anna.ask(Start(anna.number(), code)), Done)
    assert isinstance(await anna.ask(Leave(anna.number(), code)), Done)
    await bert.send(ListTables(1))
    (table,) = (await bert.expect(Tables)).tables
    assert table.seats == tuple(
        SeatBrief("bert", Kind.HUMAN) if seat == bert.seat else SeatBrief(f"bot {seat + 1}", Kind.BOT)
        for seat in range(6)
    )
    await anna.join(code)
    await bert.send(ListTables(2))
    (table,) = (await bert.expect(Tables)).tables
    assert table.seats[anna.seat] == SeatBrief("anna", Kind.HUMAN)


async def test_a_table_that_everybody_forsook_is_closed(tmp_path: Path, mock_clock: MockClock) -> None:
    async with hosting(tmp_path / "data", mock_clock) as server:
        anna = await Player.connect(server.tcp, "anna")
        code = await anna.create()
        watched = await anna.create(seat=-2)
        bert = await Player.connect(server.tcp, "bert")
        await bert.join(code, seat=-2)
        await anna.close()
        await bert.expect(TableState, lambda s: s.seats[0].presence is Presence.LOST)
        mock_clock.jump(59.9)
        await bert.send(ListTables(1))
        assert {table.table for table in (await bert.expect(Tables)).tables} == {code, watched}
        mock_clock.jump(0.2)
        state = await bert.expect(TableState, lambda s: s.seats[0].presence is not Presence.LOST)
        assert state.phase is TablePhase.CLOSED
        await quiet()
        await bert.send(ListTables(3))
        assert (await bert.expect(Tables)).tables == ()
        assert await failure(bert, Join(2, code)) == FailCode.NO_TABLE


async def test_one_person_is_host_of_so_many_tables_and_no_more(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", tables_each=3) as server:
        anna, bert = await Player.connect(server.tcp, "anna"), await Player.connect(server.tcp, "bert")
        codes = [await anna.create(seat=seat) for seat in (0, 1, 2)]
        answer = await failed(anna, Create(anna.number()))
        assert (answer.code, answer.data) == (FailCode.MANY_TABLES, (("most", "3"),))
        await bert.join(codes[0])
        await bert.create()
        assert isinstance(await anna.ask(Leave(anna.number(), codes[1])), Done)
        await quiet()
        codes[1] = await anna.create()
        await failed(anna, Create(anna.number()))
        assert isinstance(await anna.ask(Leave(anna.number(), codes[0])), Done), "bert is host there now"
        await anna.create()
        await failed(anna, Create(anna.number()))
    async with hosting(tmp_path / "data", tables_each=3) as server:
        back = await Player.connect(server.tcp, token=anna.token)
        await back.join(codes[1])
        assert (await failed(back, Create(back.number()))).code == FailCode.MANY_TABLES


async def test_how_a_table_is_kept_outlives_a_restart(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        code = await anna.create(options=TableOptions(memory=False, turn_seconds=30))
        assert anna.state is not None
        before = anna.state.options
    assert (before.memory, before.turn_seconds) == (False, 30)
    async with hosting(tmp_path / "data") as server:
        back = await Player.connect(server.tcp, token=anna.token)
        await back.join(code)
        assert back.state is not None
        assert back.state.options == before


async def test_a_seat_and_the_hosts_right_go_together(server: Hosted) -> None:
    """In one commit, or a server killed between two would find a table without a host."""
    anna = await Player.connect(server.tcp, "anna")
    code = await anna.create()
    bert = await Player.connect(server.tcp, "bert")
    await bert.join(code)
    await quiet()
    before = server.journal.commits
    assert isinstance(await anna.ask(Leave(anna.number(), code)), Done)
    await bert.expect(TableState, lambda state: state.host == bert.seat)
    assert server.journal.commits == before + 1


async def test_a_host_who_only_watches_is_host_as_long_as_they_watch(server: Hosted) -> None:
    wang = await Player.connect(server.tcp, "wang")
    code = await wang.create(seat=WATCH)
    anna, bert = [await Player.connect(server.tcp, name) for name in ("anna", "bert")]
    for person in (anna, bert):
        await person.join(code)
    assert isinstance(await anna.ask(Leave(anna.number(), code)), Done)
    assert isinstance(await bert.ask(Leave(bert.number(), code)), Done)
    assert isinstance(await wang.ask(AddBots(wang.number(), code)), Done), "the table is open, and theirs"
    await bert.join(code, seat=3)
    assert isinstance(await wang.ask(Leave(wang.number(), code)), Done)
    await bert.expect(TableState, lambda state: state.host == bert.seat)
