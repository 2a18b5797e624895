"""Names and lines of strangers, wherever they are shown: literally, cut by cells, and never obeyed."""

import asyncio
from dataclasses import replace

import msgspec
import pytest

from gouji_client.address import TcpAddress
from gouji_client.lan import LanServer
from gouji_client.updates import Kind, PlayerStats, Presence, SeatInfo
from gouji_core.actions import Play
from gouji_core.cards import parse_cards
from gouji_tui.app import GoujiApp
from gouji_tui.around import person_of
from gouji_tui.cells import clean, harmless, width
from gouji_tui.game import TableChanged
from gouji_tui.lan import NAME, lan_line
from gouji_tui.look import Look
from gouji_tui.replay.film import Film
from gouji_tui.replay.lines import tell
from gouji_tui.screens.pages import LogPage
from gouji_tui.standings import table as standings
from gouji_tui.table import TableState
from gouji_tui.talk import Said
from gouji_tui.teletype import say
from gouji_tui.texts import LANGUAGES, texts_in
from tests.kit.positions import position
from tests.kit.records import played
from tests.tui.local import Table, at_table, rows_of, settled
from tests.tui.test_lobby import at_lobby, waiting

ODD = (
    "[bold red]x[/]",
    "[/]{who}",
    "a\x1b[2J\x07b\x9b1mc",
    "e\u202eliv\u202c\u2066e",
    "z\u200bw\ufeff\ufe0fq\u0301",
    "够级对头联邦上家下家" * 9,
)
"""Markup, fields of messages, escapes, marks of direction, letters of no width, and very long Chinese."""
SIZES = [(60, 20), (80, 24), (120, 40)]
each_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def seat(name: str) -> SeatInfo:
    return SeatInfo(name, Kind.HUMAN, Presence.PRESENT, person=f"p-{name}")


def shown(app: GoujiApp, *, letters: int) -> str:
    """Returns the screen, after it was seen to hold its size and every name as far as there is room."""
    rows = rows_of(app)
    for row in rows:
        assert harmless(row) == row
        assert width(row) <= app.size.width
    text = "\n".join(rows)
    for name in ODD:
        assert clean(name)[:letters] in text, name
    return text


async def with_odd_people(table: Table) -> None:
    people = tuple(person_of(seat(name), 0.0) for name in ODD)
    table.visit.tell(TableChanged(TableState(code="K7QX", people=people)))
    await settled(table.pilot)


@each_size
def test_in_the_lobby_and_its_talk(size: tuple[int, int]) -> None:
    async def test() -> None:
        state = msgspec.structs.replace(waiting(), seats=tuple(map(seat, ODD)))
        async with at_lobby(state, size=size) as (visit, table):
            shown(table.app, letters=4)
            for name in ODD:
                visit.hear(Said(name, name))
                await settled(table.pilot)
                assert f"{harmless(name)[:9]}" in shown(table.app, letters=4)

    asyncio.run(test())


@each_size
@pytest.mark.parametrize("lang", LANGUAGES)
def test_at_the_table_in_its_log_and_its_chat(size: tuple[int, int], lang: str) -> None:
    async def test() -> None:
        async with at_table(position("KK4", "A56", "665", "AA7", "887", "779"), 0, lang, size) as table:
            await with_odd_people(table)
            for name in ODD:
                assert table.visit.game is not None
                table.visit.game.hear(Said(name, name))
            table.visit.play(0, Play(parse_cards("4")))
            await settled(table.pilot)
            assert table.visit.game is not None
            table.app.push_screen(LogPage(table.visit.game))
            await settled(table.pilot)
            shown(table.app, letters=3)
            table.app.pop_screen()
            await settled(table.pilot)
            for row in rows_of(table.app):
                assert harmless(row) == row
                assert width(row) <= size[0]
            for name in ODD[1:]:  # the first is who plays, and called by that
                assert clean(name)[:2] in table.text

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_on_the_lan_in_the_standings_and_in_a_replay(lang: str) -> None:
    texts = texts_in(lang)
    servers = [lan_line(LanServer(clean(name), TcpAddress("192.0.2.5", 4216)), texts) for name in ODD]
    assert {width(line.partition("192")[0]) for line in servers} == {NAME + 2}
    assert "[bold red]x[/]" in servers[0]
    players = [PlayerStats(str(at), name, at, at) for at, name in enumerate(ODD)]
    rows = standings(PlayerStats("9", "me"), players, texts)
    assert len({width(row) for row in rows}) == 1
    assert "[bold red]x[/]" in rows[1]
    told = list(tell(Film(replace(played("online", 1), players=ODD)), texts))
    for row in (*servers, *rows, *told):
        assert harmless(row) == row
    for name in ODD:
        assert any(clean(name) in row for row in told)


@each_size
def test_in_a_replay_on_the_screen(size: tuple[int, int]) -> None:
    async def test() -> None:
        film = Film(replace(played("online", 1), players=ODD))
        app = GoujiApp(Look(), None, film)
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await pilot.press(*("pagedown",) * 3)
            await settled(pilot)
            shown(app, letters=2)

    asyncio.run(test())


def test_what_was_forgotten_elsewhere_is_not_sent_to_the_terminal() -> None:
    async def test() -> None:
        async with at_lobby(waiting()) as (visit, table):
            visit.hear(Said("a\x1b[2Jb", "c\u202ed\x07\ud800e"))
            await settled(table.pilot)
            assert "a[2Jb: cde" in table.text

    asyncio.run(test())


def test_a_row_is_harmless_and_else_as_it_was() -> None:
    for name in ODD:
        assert harmless(harmless(name)) == harmless(name)
        assert harmless(clean(name)) == clean(name)
    assert harmless("够级 [b] é\u3000─♠") == "够级 [b] é\u3000─♠"


def test_in_lines_nothing_of_a_stranger_is_obeyed_either(capsys: pytest.CaptureFixture[str]) -> None:
    say("a\x1b[2Jb\nc\u202ed\x07")
    say("")
    assert capsys.readouterr().out == "a[2Jb\ncd\n\n"
