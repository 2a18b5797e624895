"""Settings opened over a running game: they hold at once, and the table is as it was left."""

import asyncio
from pathlib import Path

import pytest

from gouji_core.actions import Pass, Play
from gouji_core.cards import parse_cards
from gouji_tui.alert import Alert
from gouji_tui.glyphs import LINES
from gouji_tui.screens.settings import NAMES, SettingsPage
from gouji_tui.screens.table import TableScreen
from gouji_tui.texts import LANGUAGES
from gouji_tui.widgets.rows import Rows
from tests.e2e.terminal import Terminal, gouji
from tests.kit.positions import after, position
from tests.tui.local import Table, at_table, dump, settled

HANDS = ("KKA4", "AA6", "665", "AA7", "887", "7799")
ASKED = after(position(*HANDS, leader=5), "5 play 7")
WAITING = position(*HANDS, leader=4)


async def change(table: Table, **words: str) -> None:
    """Opens the settings by their key, goes to some and changes each until it is as wanted, and goes back."""
    await table.press("comma")
    await settled(table.pilot)
    assert isinstance(table.app.screen, SettingsPage)
    for name, word in words.items():
        await table.press(str((NAMES.index(name) + 1) % 10))
        while getattr(table.app.settings, name) != word:
            await table.press("right")
    await table.press("escape")
    await settled(table.pilot)
    assert isinstance(table.app.screen, TableScreen)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_esc_comes_back_to_the_table_as_it_was_left(lang: str) -> None:
    async def test() -> None:
        async with at_table(ASKED, lang=lang) as table:
            await table.press("k", "k", "left", "s")
            before, desk = dump(table.app), table.visit.game and table.visit.game.desk
            await change(table)
            assert table.visit.game is not None
            assert table.visit.game.desk == desk
            assert dump(table.app) == before
            await table.press("f3")
            await settled(table.pilot)
            assert isinstance(table.app.screen, SettingsPage)

    asyncio.run(test())


def test_what_is_changed_holds_at_the_table_at_once() -> None:
    async def test() -> None:
        async with at_table(ASKED, size=(100, 30)) as table:
            await table.press("k")
            screen = table.app.screen
            hand = [screen.query_one(f"#hand-{part}", Rows) for part in range(5)]
            assert hand[0].plain().startswith(" X")
            await change(table, lang="zh", glyphs="lines", colours="off", order="low")
            assert "过牌" in table.text
            assert LINES.rule * 5 in table.text
            assert hand[0].plain().startswith(" 3")
            assert "+1" in "".join(rows.plain() for rows in hand)
            looks = {segment.style for row in screen.query(Rows) for segment in row.render_line(0)}
            assert all(style is None or style.color is None for style in looks)
            await change(table, lang="en", colours="on")
            assert "pass" in table.text
            assert " green" in dump(table.app)

    asyncio.run(test())


def test_a_setting_of_the_game_holds_for_the_next_decision() -> None:
    async def test() -> None:
        async with at_table(position("44", "AA6", "665", "AA7", "887", "7799", leader=5)) as table:
            await change(table, autopass="on", bell="always")
            table.visit.play(5, Play(parse_cards("99")))
            await settled(table.pilot)
            assert table.visit.sent == [Pass()]

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_decision_that_comes_meanwhile_is_told_on_every_page(lang: str) -> None:
    async def test() -> None:
        rung: list[str] = []
        async with at_table(WAITING, lang=lang) as table:
            table.app.alert = Alert(rung.append)
            await change(table, bell="always")
            for keys in (("comma",), ("comma", "up", "up", "enter"), ("question_mark",), ("l",), ("w",)):
                await table.press(*keys)
                await settled(table.pilot)
                assert table.app.texts("turn.you") not in table.text
                await table.press(*["escape"] * len(keys))
                await settled(table.pilot)
            await table.press("comma", "down")
            rung.clear()
            table.visit.play(4, Play(parse_cards("7")))
            table.visit.play(5, Play(parse_cards("9")))
            await settled(table.pilot)
            assert isinstance(table.app.screen, SettingsPage)
            assert rung == ["\a"]
            assert table.app.texts("turn.you") in table.text
            assert f"> 2 {table.app.texts('settings.glyphs')}" in table.text
            await table.press("up", "up", "up", "enter")
            await settled(table.pilot)
            assert table.app.texts("turn.you") in table.text
            await table.press("escape", "escape", "question_mark")
            await settled(table.pilot)
            assert table.app.texts("turn.you") in table.text

    asyncio.run(test())


def test_who_watches_has_settings_too() -> None:
    async def test() -> None:
        async with at_table(ASKED, seat=-1) as table:
            await change(table, lang="zh")
            assert "旁观" in table.text

    asyncio.run(test())


def test_in_a_real_terminal_the_selection_is_still_there(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(
        '{"id": "x", "rules": "online", "steps": [], "start": {"hands": '
        '["KK4", "AA56", "665", "AA7", "887", "779"], "leader": 0}}'
    )
    environment = {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    command = gouji("play", "--position", str(file), "--pace", "0", "--window", "0", "--lang", "en")
    with Terminal(command, environment=environment) as terminal:
        terminal.until("You lead")
        terminal.press("kk")
        terminal.until("Chosen KK")
        terminal.press(",")
        terminal.until("Settings, kept for the next time")
        terminal.press("1\x1b[C")
        terminal.until("设置")
        terminal.press("\x1b")
        terminal.until("已选 KK")
        terminal.press("\x11\r")
        assert terminal.wait() == 0
        assert 'lang = "zh"' in (tmp_path / "gouji" / "settings.toml").read_text("utf-8")
