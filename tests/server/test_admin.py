"""What the owner of a running server can do to tables and people, and that nobody else can."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from gouji_protocol.messages import (
    AddBots,
    Chat,
    ChatLine,
    Failed,
    Goodbye,
    HandOver,
    Notice,
    Ping,
    Pong,
    Resync,
    Start,
    TableOptions,
    TableState,
)
from gouji_protocol.words import ByeCode, FailCode, NoticeKind, Presence
from gouji_server.admin.asks import (
    Ban,
    Kick,
    Motd,
    ShowAll,
    Silence,
    Tell,
    Where,
)
from gouji_server.admin.counter import MAX_LINE, may_ask
from gouji_server.journal import FILE
from gouji_server.letters import LETTERS_EACH
from tests.server.house import hosting
from tests.server.owner import ask, say, told
from tests.server.player import NO_CLOCK, Ended, Player
from tests.server.test_presence import presence, settle, two


async def test_list_tells_who_is_where_and_no_secret(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create(options=TableOptions(turn_seconds=0, password="sesame"))
        await anna.ask(AddBots(anna.number(), table, "novice"))
        answer = await ask(server.admin, ShowAll())
        (shown,) = answer.data["tables"]
        assert (shown["table"], shown["phase"], shown["game"]) == (table, "lobby", 0)
        assert shown["seats"][0] == {"seat": 0, "name": "anna", "presence": "present", "person": 1}
        assert [seat["presence"] for seat in shown["seats"][1:]] == ["bot"] * 5
        (person,) = answer.data["people"]
        assert (person["person"], person["name"], person["muted"]) == (1, "anna", False)
        assert answer.lines[-1] == "1 tables, 1 people"
        assert anna.token not in str(answer)
        assert "sesame" not in str(answer)
        await anna.close()
        await anna.stream.aclose()
        while (shown := (await ask(server.admin, ShowAll())).data)["people"]:
            await trio.lowlevel.checkpoint()
        lost = shown["tables"][0]["seats"][0]
        assert lost["presence"] == "lost"
        assert 0 < lost["seconds"] <= 60


async def test_everybody_or_one_table_is_told(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna, bert = [await Player.connect(server.tcp, name) for name in ("anna", "bert")]
        table = await anna.create()
        assert await told(server.admin, Tell("to all")) == "told 2 people"
        for person in (anna, bert):
            assert await person.expect(Notice) == Notice(NoticeKind.TELL, "to all")
        assert await told(server.admin, Tell("just you", table.lower())) == "told 1 person"
        assert await anna.expect(Notice) == Notice(NoticeKind.TELL, "just you", table=table)
        await settle(bert)
        assert [m for m in bert.heard if isinstance(m, Notice)] == [Notice("tell", "to all")]
        assert "no table NONE" in (await ask(server.admin, Tell("x", "NONE"))).error
        assert "nothing to tell" in (await ask(server.admin, Tell(" "))).error


async def test_what_the_owner_says_is_one_line_of_harmless_text(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        await told(server.admin, Tell("a\x1b[31m  b\u202ec\n"))
        assert await anna.expect(Notice) == Notice(NoticeKind.TELL, "a[31m bc")
        assert "nothing to tell" in (await ask(server.admin, Tell("\u200b"))).error
        await told(server.admin, Motd("\x1b]0;x\x07 hi"))
        bert = await Player.connect(server.tcp, "bert")
        assert bert.welcome is not None
        assert bert.welcome.motd == "]0;x hi"
        await told(server.admin, Kick("anna", "e\x07nough"))
        assert (await anna.expect(Goodbye)).text == "enough"


async def test_who_is_muted_says_nothing_until_it_is_taken_back(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with hosting(data) as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create()
        assert "anna (1)" in await told(server.admin, Silence("anna"))
        for chat in (Chat(5, table, "hello"), Chat(6, table, phrase="hello")):
            assert await anna.ask(chat) == Failed(chat.request, FailCode.SILENCED)
        assert "already muted" in (await ask(server.admin, Silence("1"))).error
        await anna.close()
    async with hosting(data) as server:
        anna = await Player.connect(server.tcp, "anna", anna.token)
        await anna.join(table)
        assert await anna.ask(Chat(7, table, "hello")) == Failed(7, FailCode.SILENCED)
        await told(server.admin, Silence("anna", on=False))
        await anna.send(Chat(8, table, "hello"))
        assert (await anna.expect(ChatLine)).text == "hello"
        assert "is not muted" in (await ask(server.admin, Silence("anna", on=False))).error


async def test_who_is_kicked_loses_the_seat_to_a_bot_and_may_come_back(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna, bert = [await Player.connect(server.tcp, name) for name in ("anna", "bert")]
        table = await anna.create(options=NO_CLOCK)
        await bert.join(table, seat=3)
        await anna.ask(AddBots(anna.number(), table, "novice"))
        await anna.ask(Start(anna.number(), table))
        assert "bert (2)" in await told(server.admin, Kick("bert", "enough"))
        assert await bert.expect(Goodbye) == Goodbye(ByeCode.KICKED, "enough")
        with pytest.raises(Ended):
            await bert.next()
        await anna.expect(TableState, lambda state: state.seats[3].presence is Presence.LEFT)
        assert "bert (2) is not here" in (await ask(server.admin, Kick("bert"))).error
        bert = await Player.connect(server.tcp, "bert", bert.token)
        await bert.join(table)
        assert presence(bert, 3) is Presence.PRESENT


async def pinged(person: Player) -> None:
    """Returns when the server has read what somebody sent."""
    number = person.number()
    await person.send(Ping(number))
    await person.expect(Pong, lambda pong: pong.request == number)


async def test_who_is_kicked_loses_the_seat_however_much_they_are_saying(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with two(tmp_path, mock_clock) as (server, anna, bert):
        await settle(anna, bert)
        with closing(sqlite3.connect(server.journal.path, isolation_level=None)) as base:
            base.execute("BEGIN IMMEDIATE")
            # The table is busy with this until somebody else lets go of the journal.
            await anna.send(HandOver(anna.number(), anna.table, 3))
            await pinged(anna)
            for _ in range(LETTERS_EACH + 4):
                await bert.send(Resync(bert.number(), bert.table))
            await pinged(bert)
            await told(server.admin, Kick("bert"))
            base.execute("ROLLBACK")
        await settle(anna)
        assert presence(anna, 3) is Presence.LEFT


async def test_who_is_banned_is_not_let_in_until_it_is_taken_back(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with hosting(data) as server:
        anna = await Player.connect(server.tcp, "anna")
        await told(server.admin, Ban("anna"))
        assert (await anna.expect(Goodbye)).code == ByeCode.BANNED
    async with hosting(data) as server:
        again = await Player.dial(server.tcp)
        await again.hello("anna", anna.token)
        assert (await again.expect(Goodbye)).code == ByeCode.BANNED
        assert (await ask(server.admin, ShowAll())).data["banned"] == [1]
        await told(server.admin, Ban("1", on=False))
        await Player.connect(server.tcp, "anna", anna.token)


async def test_nobody_waits_for_who_is_banned_while_away(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna, bert = [await Player.connect(server.tcp, name) for name in ("anna", "bert")]
        await bert.join(await anna.create(), seat=3)
        await bert.close()
        await anna.expect(TableState, lambda state: state.seats[3].presence is Presence.LOST)
        await told(server.admin, Ban("bert"))
        await anna.expect(TableState, lambda state: state.seats[3].presence is Presence.NONE)


async def test_somebody_is_found_by_number_or_name(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        people = [await Player.connect(server.tcp, name) for name in ("anna", "bert", "bert")]
        assert "2, 3" in (await ask(server.admin, Kick("bert"))).error
        assert "bert (3)" in await told(server.admin, Kick("3"))
        await people[2].expect(Goodbye)
        while len((await ask(server.admin, ShowAll())).data["people"]) > 2:
            await trio.lowlevel.checkpoint()
        assert "bert (2)" in await told(server.admin, Kick("bert")), "only one of them is here"
        assert "nobody" in (await ask(server.admin, Kick("carl"))).error


async def test_the_message_of_the_day_is_told_to_who_comes(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", motd="Welcome") as server:
        anna = await Player.connect(server.tcp, "anna")
        await told(server.admin, Motd("Fridays: with 3s"))
        bert = await Player.connect(server.tcp, "bert")
        assert anna.welcome is not None
        assert bert.welcome is not None
        assert (anna.welcome.motd, bert.welcome.motd) == ("Welcome", "Fridays: with 3s")


async def test_what_the_journal_does_not_take_is_not_done(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with hosting(data) as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create()
        with sqlite3.connect(data / FILE) as base:
            base.execute("DROP TABLE sanctions")
        base.close()
        assert "cannot be written" in (await ask(server.admin, Silence("anna"))).error
        await anna.send(Chat(8, table, "hello"))
        assert (await anna.expect(ChatLine)).text == "hello"


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"hello\n",
        b"{}\n",
        b'{"do": "dance"}\n',
        b'{"do": "tell"}\n',
        b'{"do": "tell", "text": 5}\n',
        b'{"do": "list", "more": 1}\n',
        b'{"do": "list"}\n{"do": "list"}\n',
        b'{"do": "tell", "text": "\xff"}\n',
        b"[" * 50_000 + b"\n",
    ],
)
async def test_whatever_else_is_asked_gets_an_answer_and_changes_nothing(tmp_path: Path, line: bytes) -> None:
    async with hosting(tmp_path / "data") as server:
        assert (await say(server.admin, line)).error
        assert await told(server.admin, ShowAll()) == "0 tables, 0 people"


async def test_who_asks_too_much_or_nothing_is_answered_and_let_go(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with hosting(tmp_path / "data", mock_clock) as server:
        assert "one line of JSON" in (await say(server.admin, b"x" * (MAX_LINE + 1))).error
        async with await trio.open_unix_socket(str(server.admin)) as stream:
            mock_clock.jump(6)
            mock_clock.autojump_threshold = 0.05
            assert b"one line of JSON" in await stream.receive_some()
        assert await told(server.admin, ShowAll()) == "0 tables, 0 people"


async def test_only_the_servers_user_and_root_get_in(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        assert stat.S_IMODE(server.admin.stat().st_mode) == 0o600
        assert (await ask(server.admin, Where())).data == {"journal": str(server.journal.path)}
    assert not server.admin.exists()
    assert may_ask(os.geteuid())
    assert may_ask(0)
    assert not may_ask(os.geteuid() + 1)
