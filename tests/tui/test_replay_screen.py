"""The replay and the rule book on the screen, under keys."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from gouji_core.actions import Pass, Play
from gouji_core.cards import parse_cards
from gouji_core.record import format_record
from gouji_tui.app import GoujiApp
from gouji_tui.look import Look
from gouji_tui.replay.film import Film
from gouji_tui.screens.menu import MenuScreen
from gouji_tui.screens.pages import HelpPage, ScorePage
from gouji_tui.screens.replay import ReplayScreen
from gouji_tui.screens.rules import RulesPage
from gouji_tui.screens.table import TableScreen
from tests.kit.positions import position
from tests.kit.records import played, played_on
from tests.tui.local import Table, at_table, dump, rows_of, settled

FILM = Film(replace(played("online", 1), players=("Ann", "老王", "Cy", "小明", "Eve", "Fritz")))
HANDS = ("Xx22KK4", "AA56", "665", "AA7", "887", "779")


def running(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]


class Shown:
    """Is an app at a replay, with a pilot."""

    def __init__(self, app: GoujiApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await settled(self.pilot)

    @property
    def at(self) -> int:
        assert isinstance(self.app.screen, ReplayScreen)
        return self.app.screen.at

    @property
    def text(self) -> str:
        return "\n".join(rows_of(self.app))


@asynccontextmanager
async def replayed(
    lang: str = "en", size: tuple[int, int] = (80, 24), film: Film = FILM
) -> AsyncGenerator[Shown]:
    app = GoujiApp(Look(lang), None, film)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        yield Shown(app, pilot)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_replay(snapshot: object, lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        async with replayed(lang, size) as shown:
            await shown.press(*["pagedown"] * 7, *["right"] * 4)
            assert dump(shown.app) == snapshot

    running(test)


def test_keys_move_by_step_trick_and_round() -> None:
    async def test() -> None:
        async with replayed() as shown:
            assert shown.at == 0
            await shown.press("left")
            assert shown.at == 0
            await shown.press("right", "space", "down")
            assert shown.at == 3
            await shown.press("home")
            await shown.press("pagedown")
            assert shown.at == FILM.next_trick(0)
            before = shown.text
            await shown.press("right", "right", "right", "left", "left", "left")
            assert shown.text == before
            await shown.press("pagedown", "pageup")
            assert shown.text == before
            await shown.press("end")
            assert shown.at == FILM.last
            await shown.press("right")
            assert shown.at == FILM.last
            await shown.press("left_square_bracket")
            assert shown.at == FILM.previous_round(FILM.last)
            assert "Round 2 begins" in shown.text
            await shown.press("[", "[", "]")
            assert "Round 1 begins" in shown.text

    running(test)


@pytest.mark.parametrize(("lang", "said"), [("en", "A game from a position"), ("zh", "从残局开始")])
def test_a_replay_from_a_position_opens_with_its_hands(lang: str, said: str) -> None:
    async def test() -> None:
        film = Film(played_on("online+rounds=1", 3)[0])
        async with replayed(lang, film=film) as shown:
            first = shown.text
            assert said in first
            for hand in ("XX x 222 AAAAA JJJJ 77777", "XX x 88888 66666 444"):
                assert hand in first
            await shown.press("pagedown", "right", "pageup", "pageup")
            assert shown.at == 0
            assert shown.text == first
            await shown.press("g", "1", "enter")
            assert shown.at == 0

    running(test)


def test_a_trick_is_gone_to_by_its_number() -> None:
    async def test() -> None:
        async with replayed() as shown:
            await shown.press("pagedown", "g", "1", "2")
            assert "Trick of this round: 12_" in shown.text
            await shown.press("enter")
            assert "trick 12 " in shown.text
            there = shown.at
            await shown.press("g", "9", "9", "enter")
            assert "no trick 99" in shown.text
            await shown.press("g", "3", "escape")
            assert shown.at == there
            await shown.press("g", "2", "backspace", "3", "enter")
            assert "trick 3 " in shown.text

    running(test)


def test_the_clause_of_a_step_opens_and_the_language_changes() -> None:
    async def test() -> None:
        async with replayed() as shown:
            await shown.press("pagedown", "right")
            assert "R5.2" in shown.text
            await shown.press("w")
            assert isinstance(shown.app.screen, RulesPage)
            assert shown.text.startswith("R5.2 ")
            await shown.press("escape", "f2")
            assert "第 1 轮" in shown.text
            assert "trick" not in shown.text

    running(test)


@pytest.mark.parametrize("key", ["escape", "ctrl+q", "ctrl+c"])
def test_the_replay_is_left_at_once(key: str) -> None:
    async def test() -> None:
        async with replayed() as shown:
            await shown.pilot.press("right", key)
        assert shown.app.return_code == 0

    running(test)


def test_a_window_that_got_small_keeps_the_step_and_comes_back() -> None:
    async def test() -> None:
        async with replayed() as shown:
            await shown.press("pagedown", "right")
            before = shown.text
            for size in ((1, 1), (40, 10), (300, 100), (30, 8)):
                await shown.pilot.resize_terminal(*size)
                await settled(shown.pilot)
            assert "> Ann plays" in shown.text
            assert "PgUp/PgDn" in shown.text
            await shown.pilot.resize_terminal(80, 24)
            await settled(shown.pilot)
            assert shown.text == before

    running(test)


def test_the_rule_book_opens_from_the_menu_and_from_the_help() -> None:
    async def test() -> None:
        app = GoujiApp(Look("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            shown = Shown(app, pilot)
            await settled(pilot)
            await shown.press("down", "down", "down", "down", "enter")
            assert isinstance(app.screen, RulesPage)
            await shown.press("escape")
            assert isinstance(app.screen, MenuScreen)
        async with at_table(position(*HANDS)) as table:
            await table.press("question_mark")
            await settled(table.pilot)
            assert isinstance(table.app.screen, HelpPage)
            await table.press("w")
            await settled(table.pilot)
            assert isinstance(table.app.screen, RulesPage)
            await table.press("escape")
            await settled(table.pilot)
            assert isinstance(table.app.screen, TableScreen)

    running(test)


def test_what_is_typed_is_looked_for_in_the_rule_book() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("w")
            await settled(table.pilot)
            await table.press(*"R7.1")
            assert "Search: R7.1_" in table.text
            assert table.text.startswith("R7.1  Who may burn")
            await table.press(*["backspace"] * 4)
            await table.press("烧", "牌")
            assert "烧牌" in table.text.splitlines()[0]
            await table.press(*["backspace"] * 2, *"zzzz")
            assert 'nothing about "zzzz"' in table.text
            await table.press("enter")
            contents = table.text
            await table.press("right")
            assert table.text.startswith("R1.1 ")
            await table.press("right", "left", "left")
            assert table.text == contents
            await table.press("pagedown")
            assert table.text != contents
            await table.press("escape")
            assert isinstance(table.app.screen, TableScreen)
            assert table.visit.sent == []

    running(test)


def test_the_rule_book_follows_the_rules_of_the_table() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS, rules="dazhong")) as table:
            await table.press("w")
            await settled(table.pilot)
            await table.press(*"R11.2")
            off = table.text
        async with at_table(position(*HANDS, rules="online")) as table:
            await table.press("w")
            await settled(table.pilot)
            await table.press(*"R11.2")
            assert table.text.startswith("R11.2 ")
            assert off.startswith("R11.2 is not in force under these rules (dazhong)")

    running(test)


def test_without_an_objection_the_key_opens_the_clause_of_what_is_waited_for() -> None:
    async def test() -> None:
        state = position("KK4", "A56", "665", "AA7", "887", "779")
        async with at_table(state, 2) as table:
            table.visit.play(0, Play(parse_cards("4")))
            await table.pilot.pause()
            await table.press("w")
            await settled(table.pilot)
            assert table.text.startswith("R5.3 ")

    running(test)


def test_the_game_so_far_is_replayed_from_the_place_table_and_back() -> None:
    async def test() -> None:
        state = position("4", "", "5", "", "6", "77", places={"1": 1, "3": 2}, leader=5)
        async with at_table(state, 5) as table:
            await table.press("g")
            await settled(table.pilot)
            assert "no round is over yet" in table.text
            table.visit.recorded = format_record(FILM.record)
            await table.press("7", "7", "enter")
            await settled(table.pilot)
            assert isinstance(table.app.screen, ScorePage)
            await table.press("g")
            await opened(table)
            await table.press("right")
            assert "Round" in table.text
            await table.press("escape")
            await settled(table.pilot)
            assert isinstance(table.app.screen, ScorePage)
            await table.press("g")
            await opened(table)
            await table.press("ctrl+q")
            await settled(table.pilot)
            assert not isinstance(table.app.screen, ReplayScreen)
            assert table.app.return_code is None

    running(test)


async def opened(table: Table) -> None:
    """Waits until the replay is there: it is made beside the screen."""
    while not isinstance(table.app.screen, ReplayScreen):
        await table.pilot.pause()
    await settled(table.pilot)


def test_a_record_that_cannot_be_read_is_told_at_the_table() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            table.visit.recorded = "nonsense"
            await table.press("g")
            while "There is no replay: " not in table.text:
                await table.pilot.pause()

    running(test)


def test_the_menu_asks_for_a_record_and_says_why_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g").write_text(format_record(FILM.record), "utf-8")

    async def test() -> None:
        app = GoujiApp(Look("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            shown = Shown(app, pilot)
            await settled(pilot)
            await shown.press("4", *"gg", "enter")
            await app.workers.wait_for_complete()
            await settled(pilot)
            assert "gg: there is no such file" in shown.text
            await shown.press(*("backspace", "enter"))
            await app.workers.wait_for_complete()
            await settled(pilot)
            assert isinstance(app.screen, ReplayScreen)
            await shown.press("escape")
            assert isinstance(app.screen, MenuScreen)
            assert app.return_code is None

    running(test)


def test_the_log_page_opens_the_clause_of_the_line_marked() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("k", "k", "enter")
            table.visit.play(3, Play(parse_cards("AA")))
            await table.press("l")
            await settled(table.pilot)
            assert "> Opposite 小明 AA (gouji) R4.1" in table.text
            assert "  You KK (gouji) R4.1" in table.text
            await table.press("up", "w")
            await settled(table.pilot)
            assert isinstance(table.app.screen, RulesPage)
            assert table.text.startswith("R4.1 ")
            await table.press("escape")
            await settled(table.pilot)
            assert "> You KK (gouji) R4.1" in table.text
            await table.press("pageup", "pagedown", "pagedown")
            assert "> Opposite 小明 AA (gouji) R4.1" in table.text

    running(test)


def test_a_long_log_keeps_the_line_marked_on_the_screen() -> None:
    async def test() -> None:
        async with at_table(position("KKKKKKKKKKKK4", "4", "4", "AAAAAAAAAAAA5", "4", "4"), 1) as table:
            for _ in range(12):
                table.visit.play(0, Play(parse_cards("K")))
                while (seats := table.visit.state.public.pending.seats) and seats != (0,):
                    table.visit.play(seats[0], Pass())
            await table.press("l")
            await settled(table.pilot)
            seen = set[str]()
            for _ in range(40):
                (marked,) = [row for row in table.text.split("\n") if row.startswith("> ")]
                seen.add(marked)
                await table.pilot.press("up")
            await settled(table.pilot)
            assert len(seen) > 5
            assert sum(row.startswith("> ") for row in table.text.split("\n")) == 1

    running(test)
