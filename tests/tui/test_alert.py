"""Being called to one's turn, and hiding the game from who looks over one's shoulder."""

import asyncio
from pathlib import Path

import pytest

from gouji_core.actions import Play
from gouji_core.cards import parse_cards
from gouji_tui.alert import BELL, GIVE_BACK_TITLE, KEEP_TITLE, Alert
from gouji_tui.screens.boss import BossScreen, shell_prompt
from gouji_tui.screens.pages import ScorePage
from gouji_tui.screens.table import TableScreen
from gouji_tui.settings import Settings, write_settings
from tests.e2e.terminal import Terminal, gouji
from tests.kit.positions import position
from tests.tui.local import LAST_TRICK, at_table, end_round, settled
from tests.tui.tables import go_on, seen

HANDS = ("KK4", "A56", "665", "AA7", "887", "779")


def test_each_turn_is_called_once_and_the_title_says_so() -> None:
    sent: list[str] = []
    alert = Alert(sent.append, "xterm")
    state = position(*HANDS)
    game = seen(state, 1)
    settings = Settings(bell="always", title="on")
    alert.attend(game, settings, alone=True)
    assert sent == [f"{KEEP_TITLE}\x1b]2;Gouji\a"]
    sent.clear()
    go_on(game, state, 0, Play(parse_cards("4")))
    for _ in range(2):
        alert.attend(game, settings, alone=True)
    assert sent == [BELL, "\x1b]2;*Gouji\a"]
    sent.clear()
    alert.rest()
    alert.rest()
    assert sent == [GIVE_BACK_TITLE]


@pytest.mark.parametrize(("settings", "term"), [(Settings(), "xterm"), (Settings(title="on"), "linux")])
def test_without_a_title_there_is_none(settings: Settings, term: str) -> None:
    sent: list[str] = []
    alert = Alert(sent.append, term)
    alert.attend(seen(position(*HANDS)), settings, alone=True)
    assert sent == []
    Alert(sent.append, term).attend(seen(position(*HANDS)), settings, alone=False)
    assert sent == [BELL]


@pytest.mark.parametrize(("key", "back"), [("grave_accent", "enter"), ("f4", "ctrl+c"), ("f4", "ctrl+q")])
def test_the_game_is_hidden_by_a_key_and_any_key_brings_it_back(key: str, back: str) -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("k", key)
            await settled(table.pilot)
            assert isinstance(table.app.screen, BossScreen)
            assert table.text.strip() == shell_prompt().strip()
            table.visit.play(0, Play(parse_cards("KK")))
            await table.pilot.pause()
            assert table.text.strip() == shell_prompt().strip()
            await table.press(back)
            await settled(table.pilot)
            assert isinstance(table.app.screen, TableScreen)
            assert "played KK" in table.text
            assert table.visit.sent == []

    asyncio.run(test())


@pytest.mark.parametrize("opened", ["w", "comma", "question_mark", "l"])
def test_pages_are_hidden_too_and_are_there_again(opened: str) -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press(opened)
            await settled(table.pilot)
            page = table.app.screen
            await table.press("f4")
            assert isinstance(table.app.screen, BossScreen)
            await table.press("x")
            await settled(table.pilot)
            assert table.app.screen is page
            assert not isinstance(page, TableScreen)

    asyncio.run(test())


def test_half_a_line_of_chat_is_hidden_by_a_key_that_is_no_letter() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("i", "a", "grave_accent", "f4")
            assert isinstance(table.app.screen, BossScreen)
            await table.press("x")
            await settled(table.pilot)
            assert isinstance(table.app.screen, TableScreen)
            assert "a`" in table.text

    asyncio.run(test())


def test_nothing_comes_up_while_the_game_is_hidden() -> None:
    async def test() -> None:
        async with at_table(LAST_TRICK, 5) as table:
            await table.press("7", "7", "enter", "f4")
            await end_round(table)
            assert isinstance(table.app.screen, BossScreen)
            await table.press("x")
            await settled(table.pilot)
            assert isinstance(table.app.screen, ScorePage)

    asyncio.run(test())


def test_the_window_gets_its_title_back(tmp_path: Path) -> None:
    write_settings(tmp_path / "gouji" / "settings.toml", Settings(title="on"))
    environment = {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    with Terminal(gouji("play", "--solo", "--lang", "en"), environment=environment) as terminal:
        terminal.until("Round 1/5")
        terminal.press("\x11")
        terminal.until("Leave the game?")
        terminal.press("\r")
        assert terminal.wait() == 0
        kept, given = (terminal.raw.count(codes.encode()) for codes in (KEEP_TITLE, GIVE_BACK_TITLE))
        assert kept == given == 1
        assert terminal.raw.index(KEEP_TITLE.encode()) < terminal.raw.index(GIVE_BACK_TITLE.encode())
