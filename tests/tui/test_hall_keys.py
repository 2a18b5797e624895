"""The hall under keys and as lines: where the cursor goes, what is typed, and what comes of it."""

import asyncio
import unicodedata
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest
from textual import events

from gouji_client.updates import TableInfo, TableOptions, TablePhase
from gouji_tui.app import GoujiApp
from gouji_tui.failures import Reason
from gouji_tui.hall import Come, Hall, LookAgain, Open, Want
from gouji_tui.look import Look
from gouji_tui.plain_hall import PlainHall
from gouji_tui.plan import Plan
from gouji_tui.screens.boss import BossScreen
from gouji_tui.stage import Stage
from gouji_tui.texts import texts_in
from gouji_tui.visit import Visit
from tests.tui.local import Table, settled
from tests.tui.test_hall import seats


class HallVisit(Visit):
    """Is in a hall; the test is the server."""

    def __init__(self, tables: tuple[TableInfo, ...]) -> None:
        super().__init__(Plan(address="box.lan"), texts_in("en"))
        self.where = "box.lan"
        self.hall.told(tables)

    async def run(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._to(Stage.HALL)
        await self._leaving.wait()
        self._to(Stage.ENDED)

    def tell(self, tables: tuple[TableInfo, ...]) -> None:
        self.hall.told(tables)
        self._changed()

    def refuse(self, want: Come | Open, code: str) -> None:
        self.hall.refuse(want, code)
        self._changed()

    async def wanted(self) -> Want | None:
        return await asyncio.wait_for(self.hall.wanted(), 1)


@asynccontextmanager
async def at_hall(*tables: TableInfo) -> AsyncGenerator[tuple[HallVisit, Table]]:
    app = GoujiApp(Look("en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        visit = HallVisit(tables)
        app.go_to(visit)
        await settled(pilot)
        yield visit, Table(app, pilot, visit)  # type: ignore[arg-type]


def info(code: str, *, locked: bool = False) -> TableInfo:
    return TableInfo(code, "online", TablePhase.LOBBY, locked, seats("ann"))


def chosen(table: Table) -> str:
    return next(row.split()[1] for row in table.text.splitlines() if row.lstrip().startswith("> "))


A, B, C, D = (info(letter * 4) for letter in "ABCD")
LOCKED = info("LLLL", locked=True)


def test_the_cursor_stays_with_its_table_when_others_come_and_go() -> None:
    async def test() -> None:
        async with at_hall(A, B, C) as (visit, table):
            await table.press("down")
            for tables, there in (
                ((B, C), "BBBB"),
                ((D, A, C, B), "BBBB"),
                ((D, A, C), "CCCC"),
                ((D,), "DDDD"),
            ):
                visit.tell(tables)
                await settled(table.pilot)
                assert chosen(table) == there
            visit.tell(())
            await table.press("enter", "v", "down")
            visit.tell((A, B))
            await settled(table.pilot)
            await table.press("down", "enter")
            assert await visit.wanted() == Come("BBBB")

    asyncio.run(test())


def test_every_key_of_the_hall_is_told_in_it() -> None:
    async def test() -> None:
        async with at_hall(A) as (_, table):
            foot = "\n".join(table.text.splitlines()[-2:])
            for key in ("Enter ", "v ", "n ", "c/o ", "Esc ", "Up/Down ", "r ", "w ", "F2 "):
                assert f" {key}" in foot, key
            await table.press("c")
            foot = "\n".join(table.text.splitlines()[-2:])
            assert "F2" not in foot
            assert "Esc gives up" in foot

    asyncio.run(test())


def test_the_game_is_hidden_while_a_code_is_typed_and_the_code_is_kept() -> None:
    async def test() -> None:
        async with at_hall(A) as (_, table):
            await table.press("c", *"pp", "`", "f4")
            await settled(table.pilot)
            assert isinstance(table.app.screen, BossScreen)
            await table.press("x")
            await settled(table.pilot)
            assert "pp`" in table.text

    asyncio.run(test())


def test_a_table_that_is_not_listed_asks_for_its_password() -> None:
    async def test() -> None:
        async with at_hall(A) as (visit, table):
            await table.press("c", *"pppp", "enter")
            assert await visit.wanted() == Come("PPPP")
            for password in ("wrong", "a b"):
                visit.refuse(Come("PPPP"), "password")
                await settled(table.pilot)
                assert "PPPP asks for a password" in table.text
                assert "missing or wrong" in table.text, "why it could not be is told with it"
                await table.press(*password.replace(" ", "\x20"), "enter")
                assert await visit.wanted() == Come("PPPP", password=password)
            visit.refuse(Come("PPPP"), "password")
            await settled(table.pilot)
            await table.press("escape", "down")
            assert "asks for a password" not in table.text

    asyncio.run(test())


@pytest.mark.parametrize("password", ["  ", "密ｗ ", "`", "e\u0301", "\u3000２\u3000"])
def test_a_password_is_what_was_typed_or_pasted(password: str) -> None:
    async def test() -> None:
        async with at_hall(LOCKED) as (visit, table):
            await table.press("enter")
            table.app.post_message(events.Paste(f"{password}\n"))
            await settled(table.pilot)
            await table.press("enter")
            given = await visit.wanted()
            await table.press("n", "down", "down")
            table.app.post_message(events.Paste(f"{password}\n"))
            await settled(table.pilot)
            await table.press("enter")
            opened = await visit.wanted()
            assert isinstance(given, Come)
            assert isinstance(opened, Open)
            assert given.password == opened.options.password, given
            assert given.password == unicodedata.normalize("NFC", password)

    asyncio.run(test())


def test_keys_of_the_whole_program_work_where_letters_are_typed() -> None:
    async def test() -> None:
        async with at_hall(A) as (visit, table):
            await table.press("n", "down", "down", "`", "f4")
            assert isinstance(table.app.screen, BossScreen)
            await table.press("x")
            await settled(table.pilot)
            await table.press("ctrl+c")
            assert "A table of your own" not in table.text
            await table.press("c", "x", "ctrl+q")
            assert "Code of the table" not in table.text
            assert visit.stage is Stage.HALL
            await table.press("ctrl+c")
            await settled(table.pilot)
            assert visit.stage is Stage.ENDED

    asyncio.run(test())


def test_the_way_back_is_told_in_a_narrow_terminal_too() -> None:
    async def test() -> None:
        async with at_hall(A) as (_, table):
            await table.pilot.resize_terminal(60, 20)
            await settled(table.pilot)
            assert table.text.rstrip().endswith("Esc leaves")
            await table.press("n")
            assert table.text.rstrip().endswith("Esc goes back")

    asyncio.run(test())


def test_what_was_decided_is_still_there_when_the_table_was_refused() -> None:
    async def test() -> None:
        async with at_hall(A) as (visit, table):
            await table.press("n", "down", "right", "down", *"hm", "enter")
            wanted = Open("online", TableOptions(private=True, password="hm"))
            assert await visit.wanted() == wanted
            visit.refuse(wanted, "many_tables")
            await table.press("n", "enter")
            assert await visit.wanted() == wanted
            await table.press("n", "escape", "n", "down", "left", "enter")
            assert await visit.wanted() == Open("online", TableOptions(password="hm"))

    asyncio.run(test())


def test_a_lost_connection_is_told_until_it_is_back() -> None:
    async def test() -> None:
        async with at_hall(A) as (visit, table):
            visit.hall.away = Reason("offline")
            visit.refuse(Come("AAAA"), "offline")
            await settled(table.pilot)
            assert "there is no connection now" in table.text
            visit.tell((A, B))
            await settled(table.pilot)
            assert "there is no connection now" not in table.text
            assert "BBBB" in table.text

    asyncio.run(test())


def lines(*tables: TableInfo) -> tuple[Hall, PlainHall, list[str]]:
    hall, said = Hall(), list[str]()
    plain = PlainHall(hall, texts_in("en"), said.append)
    hall.told(tables)
    plain.changed()
    return hall, plain, said


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("1", Come("AAAA")),
        ("2 a b", Come("BBBB", password="a b")),
        ("JOIN 2  ｗ　x ", Come("BBBB", password="ｗ　x")),
        ("join qqqq", Come("QQQQ")),
        ("看 2 密码", Come("BBBB", True, "密码")),
        ("New Dagang", Open("dagang", TableOptions())),
        ("", LookAgain()),
    ],
)
def test_lines_are_taken_with_the_password_as_it_was_typed(typed: str, wanted: Want) -> None:
    async def test() -> None:
        hall, plain, _ = lines(A, B)
        plain.line(" ".join(typed.split()).replace("ｗ", "w"), typed)
        assert await hall.wanted() == wanted

    asyncio.run(test())


def test_lines_tell_a_lost_connection_once_and_only_what_is_new() -> None:
    hall, plain, said = lines(A, B)
    said.clear()
    for _ in range(3):
        hall.away = Reason("offline")
        plain.changed()
    assert len(said) == 1
    assert "there is no connection now" in said[0]
    hall.told((A, info("BBBB", locked=True), C))
    plain.changed()
    assert [line.split()[:2] for line in said[1:]] == [["The", "connection"], ["2", "BBBB"], ["3", "CCCC"]]
    said.clear()
    hall.told((B, C))
    plain.changed()
    assert [line.split()[:2] for line in said] == [["1", "BBBB"], ["2", "CCCC"]]
