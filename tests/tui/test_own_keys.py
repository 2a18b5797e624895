"""Keys of one's own choice: the page that takes them, and every place that names or reads them."""

import asyncio
from pathlib import Path

import pytest

from gouji_core.actions import Pass
from gouji_tui.app import GoujiApp
from gouji_tui.keys import MOVABLE, STANDARD, Keymap
from gouji_tui.look import Chosen, Look
from gouji_tui.screens.boss import BossScreen
from gouji_tui.screens.keys import KeysPage
from gouji_tui.screens.pages import HelpPage
from gouji_tui.screens.table import TableScreen
from gouji_tui.settings import Settings, read_settings, write_settings
from gouji_tui.texts import LANGUAGES, texts_in
from tests.e2e.terminal import Terminal, gouji
from tests.kit.positions import after, position
from tests.tui.local import Table, at_table, dump, rows_of, settled

SIZES = [(60, 20), (80, 24), (120, 40)]
ASKED = after(position("KKA4", "AA6", "665", "AA7", "887", "779", leader=5), "5 play 7")
OWN = Keymap((("pass", "h"), ("hint", "p"), ("log", ";"), ("boss", "f6")))


async def open_page(table: Table) -> KeysPage:
    page = KeysPage()
    table.app.push_screen(page)
    await settled(table.pilot)
    return page


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_page(snapshot: object, lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        app = GoujiApp(Look(lang, chosen=Chosen(Settings(lang=lang, keymap=OWN))))
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            app.push_screen(KeysPage())
            await settled(pilot)
            await pilot.press("down")
            await settled(pilot)
            assert dump(app) == snapshot

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_act_at_the_cursor_is_told_whole(lang: str) -> None:
    async def test() -> None:
        keymap = Keymap(tuple((name, f"f{number}") for number, name in enumerate(MOVABLE, 5) if number < 13))
        app = GoujiApp(Look(lang, chosen=Chosen(Settings(lang=lang, keymap=keymap))))
        async with app.run_test(size=(60, 20)) as pilot:
            await settled(pilot)
            app.push_screen(KeysPage())
            await settled(pilot)
            for name in MOVABLE:
                shown = "".join(" ".join(rows_of(app)).split())
                assert "".join(app.texts(f"help.{name}").split()) in shown
                assert f"> {app.texts.key(name)}" in " ".join(" ".join(rows_of(app)).split())
                await pilot.press("down")
            await pilot.resize_terminal(30, 8)
            await settled(pilot)
            await pilot.press("down", "enter")
            assert "".join(app.texts("keymap.press").split())[:10] in "".join(" ".join(rows_of(app)).split())

    asyncio.run(test())


def test_a_key_is_chosen_refused_with_the_name_of_its_act_and_given_back(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"

    async def test() -> None:
        app = GoujiApp(Look("en", chosen=Chosen(Settings(lang="en"), file)))
        async with app.run_test(size=(80, 40)) as pilot:
            await settled(pilot)
            table = Table(app, pilot, None)  # type: ignore[arg-type]
            await open_page(table)
            await table.press(*["down"] * MOVABLE.index("hint"), "enter")
            assert "Press the new key" in table.text
            await table.press("p")
            assert "p is taken: pass; in the last word close the trick." in table.text
            assert app.settings.keymap == STANDARD
            await table.press("k")
            assert "k is for cards and numbers" in table.text
            await table.press("ctrl+g")
            assert "cannot be a key of your own" in table.text
            await table.press("escape")
            assert "Press the new key" not in table.text
            assert isinstance(app.screen, KeysPage)
            await table.press("enter", "semicolon")
            assert app.settings.keymap == Keymap((("hint", ";"),))
            assert read_settings(file) == (app.settings, None)
            assert "(usually h) advice on what to do" in table.text
            # What was its key may be that of another act now, which has to go before it comes back.
            await table.press("up", "enter", "h")
            assert dict(app.settings.keymap.own) == {"decline": "h", "hint": ";"}
            await table.press("down", "backspace")
            assert "h is taken: do not burn." in table.text
            await table.press("up", "backspace", "down", "backspace")
            assert app.settings.keymap == STANDARD
            await table.press("enter", "f5", "shift+tab", *["up"] * MOVABLE.index("hint"), "up", "enter")
            assert app.settings.keymap == Keymap((("hint", "f5"),))
            await table.press("down", "up", "up")
            await table.press("down", "enter")
            await table.press("escape", "escape")
            await settled(pilot)
            assert not isinstance(app.screen, KeysPage)

    asyncio.run(test())


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
def test_the_keys_to_leave_close_what_is_open_and_end_no_game(key: str) -> None:
    async def test() -> None:
        async with at_table(ASKED) as table:
            page = await open_page(table)
            await table.press("enter", key)
            assert "Press the new key" not in table.text
            assert table.app.screen is page
            await table.press(key)
            await settled(table.pilot)
            assert isinstance(table.app.screen, TableScreen)
            assert table.app.settings.keymap == STANDARD

    asyncio.run(test())


def test_all_keys_are_given_back_on_the_last_row() -> None:
    async def test() -> None:
        async with at_table(ASKED) as table:
            table.app.choose(Settings(lang="en", keymap=OWN))
            await open_page(table)
            await table.press("up", "enter")
            assert table.app.settings.keymap == STANDARD

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_key_in_force_is_what_does_it_and_what_is_named(lang: str) -> None:
    async def test() -> None:
        async with at_table(ASKED, lang=lang, size=(120, 40)) as table:
            texts = table.app.texts
            assert f"p {texts('act.pass')}" in table.text
            table.app.choose(Settings(lang=lang, keymap=OWN))
            await settled(table.pilot)
            texts = table.app.texts
            assert f"h {texts('act.pass')}" in table.text
            assert f"p {texts('keys.hint')}" in table.text
            assert f"; {texts('keys.log')}" in table.text
            assert "l " + texts("keys.log") not in table.text
            await table.press("enter")
            assert texts("note.no_cards") in table.text
            assert "h " + texts("act.pass") in table.text
            await table.press("l")
            assert isinstance(table.app.screen, TableScreen)
            await table.press("semicolon")
            assert texts("logpage.keys", shown=texts("logpage.all")) in table.text
            await table.press("semicolon")
            assert isinstance(table.app.screen, TableScreen)
            await table.press("question_mark")
            await settled(table.pilot)
            assert isinstance(table.app.screen, HelpPage)
            rows = [row.split() for row in rows_of(table.app) if row.strip()]
            named = {row[0] for row in rows}
            assert {";", "F6"} <= named
            assert not {"l", "`"} & named
            await table.press("escape", "grave_accent")
            assert isinstance(table.app.screen, TableScreen)
            await table.press("f6")
            assert isinstance(table.app.screen, BossScreen)
            await table.press("a")
            await table.press("p")
            assert table.visit.sent == []
            await table.press("escape", "h")
            assert table.visit.sent == [Pass()]

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_message_names_a_key_that_may_be_another_one(lang: str) -> None:
    """Each message that names a movable key by a field says another one when there is another one."""
    keymap = STANDARD
    for number, name in enumerate(MOVABLE):
        keymap = Keymap((*keymap.own, (name, f"f{number}")))
    usual, own = texts_in(lang), texts_in(lang, keymap)
    named = {code: [field for field in usual.fields(code) if field.startswith("key_")] for code in usual}
    assert {field for fields in named.values() for field in fields} > {"key_hint", "key_pass", "key_rules"}
    for code, fields in named.items():
        moved = [field.removeprefix("key_") for field in fields if field.removeprefix("key_") in MOVABLE]
        assert (usual(code) != own(code)) == bool(moved), code
        for name in moved:
            assert own.key(name) in own(code)


def test_keys_of_the_file_count_in_a_real_terminal(tmp_path: Path) -> None:
    write_settings(tmp_path / "gouji" / "settings.toml", Settings(lang="en", keymap=Keymap((("hint", "'"),))))
    environment = {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    with Terminal(gouji(), environment=environment) as terminal:
        terminal.until("' tutor (off)")
        terminal.press("h")
        terminal.press("'")
        terminal.until("' tutor (on)")
        terminal.press("\x11")
        assert terminal.wait() == 0
