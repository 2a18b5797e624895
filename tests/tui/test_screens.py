"""The screens under keys, driven without a terminal and without a server."""

import asyncio
import socket
from collections.abc import Awaitable, Callable

import pytest
from textual import events

from gouji_core.actions import Play
from gouji_core.cards import parse_cards
from gouji_tui.app import GoujiApp
from gouji_tui.game import TableChanged
from gouji_tui.glyphs import ASCII, LINES, Glyphs
from gouji_tui.look import Look
from gouji_tui.screens.boss import BossScreen
from gouji_tui.screens.menu import MenuScreen
from gouji_tui.screens.pages import HelpPage, LogPage, ScorePage
from gouji_tui.screens.rules import RulesPage
from gouji_tui.screens.settings import SettingsPage
from gouji_tui.screens.start import StartScreen
from gouji_tui.screens.table import TableScreen
from gouji_tui.table import LinkState, TableState
from tests.kit.positions import after, position
from tests.tui.local import LAST_TRICK, at_table, dump, end_round, rows_of, settled
from tests.tui.tables import people

HANDS = ("Xx22KK4", "AA56", "665", "AA7", "887", "779")
SIZES = [(60, 20), (80, 24), (120, 40)]


def running(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_table_answering(snapshot: object, lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        state = after(position("KK4", "A256", "665", "A27", "887", "779"), "0 play K", "1 play A", "2 pass")
        async with at_table(state, 3, lang, size) as table:
            assert dump(table.app) == snapshot

    running(test)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_table_leading_with_cards_chosen(snapshot: object, lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        async with at_table(position(*HANDS, opened=[3]), 0, lang, size, LINES) as table:
            await table.press("k", "k", "2", "5", "left")
            assert dump(table.app) == snapshot

    running(test)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_burn_window(snapshot: object, lang: str) -> None:
    async def test() -> None:
        state = after(position("KK4", "XXxAA", "665", "AA7", "887", "779"), "0 play KK")
        async with at_table(state, 1, lang) as table:
            await table.press("X", "X")
            assert dump(table.app) == snapshot

    running(test)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_place_table(snapshot: object, lang: str) -> None:
    async def test() -> None:
        async with at_table(LAST_TRICK, 5, lang) as table:
            await table.press("7", "7", "enter")
            await end_round(table)
            assert isinstance(table.app.screen, ScorePage), table.text
            assert dump(table.app) == snapshot
            await table.press("enter")
            assert isinstance(table.app.screen, TableScreen)
            assert table.visit.rounds == 1

    running(test)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_menu_and_the_help(snapshot: object, lang: str) -> None:
    async def test() -> None:
        app = GoujiApp(Look(lang))
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            assert isinstance(app.screen, MenuScreen)
            assert dump(app) == snapshot(name="menu")  # type: ignore[operator]
            for key, page in (("question_mark", HelpPage), ("comma", SettingsPage)):
                await pilot.press(key)
                await settled(pilot)
                assert isinstance(app.screen, page)
                await pilot.press("escape")
                await settled(pilot)
            await pilot.press("down", "down", "enter")
            await pilot.press(*"box")
            await pilot.pause()
            assert "> box" in "\n".join(rows_of(app))
            await pilot.press("escape")
            await pilot.pause()
            assert "> box" not in "\n".join(rows_of(app))
            await pilot.press("9")
        assert app.return_code == 0
        async with at_table(position(*HANDS), 0, lang) as table:
            await table.press("question_mark")
            await settled(table.pilot)
            assert isinstance(table.app.screen, HelpPage)
            assert dump(table.app) == snapshot(name="help")  # type: ignore[operator]

    running(test)


@pytest.mark.parametrize(
    ("glyphs", "corner"), [(LINES, "\N{BOX DRAWINGS LIGHT ARC DOWN AND RIGHT}"), (ASCII, "+")]
)
def test_the_frames_are_drawn_as_the_terminal_can(glyphs: Glyphs, corner: str) -> None:
    async def test() -> None:
        app = GoujiApp(Look("en", glyphs))
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            assert corner in "\n".join(rows_of(app))
            await app.push_screen(StartScreen())
            await settled(pilot)
            assert corner in "\n".join(rows_of(app))

    running(test)


def test_the_game_is_hidden_while_an_address_is_typed_and_the_address_is_kept() -> None:
    async def test() -> None:
        app = GoujiApp(Look("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            await pilot.press("3", *"box", "`", "f4")
            await settled(pilot)
            assert isinstance(app.screen, BossScreen)
            await pilot.press("x")
            await settled(pilot)
            assert "> box`" in "\n".join(rows_of(app))

    running(test)


def test_a_server_that_says_nothing_is_given_up_by_escape() -> None:
    async def test() -> None:
        app = GoujiApp(Look("en"))
        with socket.create_server(("127.0.0.1", 0)) as silent:
            async with app.run_test(size=(80, 24)) as pilot:
                app.connect_to(f"127.0.0.1:{silent.getsockname()[1]}")
                await settled(pilot)
                assert isinstance(app.screen, StartScreen)
                assert app.texts("start.failed_keys") in "\n".join(rows_of(app))
                await pilot.press("escape")
                while not isinstance(app.screen, MenuScreen):
                    await pilot.pause()
                assert app.visit is None

    running(test)


def test_an_address_is_what_was_typed_and_pasted() -> None:
    async def test() -> None:
        app = GoujiApp(Look("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            app.post_message(events.Paste("not asked for"))
            await pilot.press("down", "down", "enter", *"ubuntux", "backspace")
            app.post_message(events.Paste(".lan:4216\n"))
            await settled(pilot)
            assert "> ubuntu.lan:4216 " in "\n".join(rows_of(app))

    running(test)


@pytest.mark.parametrize("page", ["f1", "l", "w", "f4"])
def test_keys_typed_ahead_reach_the_screen_that_is_there_by_then(page: str) -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            for key in (page, "escape", "k", "2", page, "escape", "escape", "enter"):
                table.app.post_message(events.Key(key, key if len(key) == 1 else None))
            await settled(table.pilot)
            await settled(table.pilot)
            assert isinstance(table.app.screen, TableScreen)
            assert not table.app.hidden
            assert table.visit.sent == []
            await table.press("k", "enter")
            assert table.visit.sent == [Play(parse_cards("K"))], "Esc took back what was chosen"

    running(test)


def test_playing_by_keys_reaches_the_table_and_every_panel() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("k", "k", "enter")
            assert table.visit.sent == [Play(parse_cards("KK"))]
            assert "played KK" in table.text
            assert "Opposite" in table.text

    running(test)


def test_what_others_do_appears_without_a_key() -> None:
    async def test() -> None:
        state = position("KK4", "A56", "665", "AA7", "887", "779")
        async with at_table(state, 1) as table:
            table.visit.play(0, Play(parse_cards("4")))
            await table.pilot.pause()
            assert "played 4" in table.text
            assert "Your turn" in table.text

    running(test)


def test_an_illegal_play_is_explained_with_its_clause_and_not_sent() -> None:
    async def test() -> None:
        async with at_table(after(position("K4", "A56", "665", "AA7", "887", "779"), "0 play K"), 1) as table:
            await table.press("5", "enter")
            assert table.visit.sent == []
            assert "5 do not beat K. (R3.1)" in table.text

    running(test)


def test_the_language_changes_at_once() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            assert "Round" in table.text
            await table.press("f2")
            assert "第" in table.text
            assert "Round" not in table.text

    running(test)


def test_leaving_is_asked_and_goes_back_to_the_menu() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("ctrl+q")
            assert "Leave the game?" in table.text
            await table.press("k")
            assert "Leave the game?" not in table.text
            await table.press("ctrl+c", "enter")
            await settled(table.pilot)
            assert isinstance(table.app.screen, MenuScreen)

    running(test)


def test_escape_never_plays_or_leaves() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("k", "escape", "escape")
            assert table.visit.sent == []
            assert isinstance(table.app.screen, TableScreen)
            assert "no card chosen" in table.text

    running(test)


def test_the_log_and_the_help_open_and_close_by_keys() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("k", "k", "enter")
            await table.press("l")
            await settled(table.pilot)
            assert isinstance(table.app.screen, LogPage)
            assert "You KK" in table.text
            await table.press("escape")
            await table.press("f1")
            await settled(table.pilot)
            assert isinstance(table.app.screen, HelpPage)
            await table.press("pagedown", "escape")
            assert isinstance(table.app.screen, TableScreen)

    running(test)


def test_one_key_opens_the_clause_that_says_no() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("p", "w")
            await settled(table.pilot)
            assert isinstance(table.app.screen, RulesPage)
            assert "R5.1" in table.text
            await table.press("enter")
            assert "R1" in table.text
            await table.press("escape")
            assert isinstance(table.app.screen, TableScreen)

    running(test)


def test_a_window_too_small_keeps_the_decision() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("k")
            await table.pilot.resize_terminal(40, 12)
            await settled(table.pilot)
            assert "too small" in table.text
            assert "You lead" in table.text
            await table.press("k", "enter")
            assert table.visit.sent == [Play(parse_cards("KK"))]
            await table.pilot.resize_terminal(80, 24)
            await settled(table.pilot)
            assert "played KK" in table.text

    running(test)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_small_window_has_the_question_the_hand_and_what_is_chosen_before_the_keys(lang: str) -> None:
    async def test() -> None:
        async with at_table(position(*HANDS), lang=lang, size=(30, 8)) as table:
            await table.press("k", "k")
            shown = "".join(table.text.split())
            parts = [table.app.texts("ask.lead"), "X x 22 KK 4", f"{table.app.texts('hand.chosen')} KK"]
            places = [shown.find("".join(part.split())) for part in parts]
            assert -1 < places[0] < places[1] < places[2], table.text

    running(test)


def test_a_storm_of_sizes_ends_as_it_began() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            before = table.text
            for size in ((300, 100), (1, 1), (59, 19), (60, 20), (120, 40), (80, 24)):
                await table.pilot.resize_terminal(*size)
                await table.pilot.pause()
            await settled(table.pilot)
            assert table.text == before

    running(test)


def test_a_lost_server_is_shown_and_r_retries() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            lost = TableState(people=people(), link=LinkState.RETRYING)
            table.visit.tell(TableChanged(lost))
            await table.pilot.pause()
            assert "connection lost" in table.text
            assert "trying again" in table.text
            await table.press("r")
            assert table.visit.retried == 1

    running(test)


def test_full_width_keys_play_and_a_lost_letter_is_explained() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("Ｋ", "ｋ", "enter")
            assert table.visit.sent == [Play(parse_cards("KK"))]
            await table.press("拼")
            assert "input method" in table.text

    running(test)


def test_names_are_shown_literally_and_cut_by_cells() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            strange = TableState(
                people=tuple(
                    type(person)(name, person.presence)
                    for person, name in zip(
                        people(), ("a", "[bold]x[/]", "对" * 20, "\\[", "e", "f"), strict=True
                    )
                )
            )
            table.visit.tell(TableChanged(strange))
            await table.pilot.pause()
            assert "[bold]x[/]" in table.text
            assert "对对对对对.." in table.text

    running(test)
