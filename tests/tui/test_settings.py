"""What is chosen for good: the file, the page that changes it, and what wins over it."""

import asyncio
import dataclasses
import os
import re
from pathlib import Path

import pytest

from gouji_tui.app import GoujiApp
from gouji_tui.cells import Ink
from gouji_tui.glyphs import ASCII, LINES
from gouji_tui.keys import Keymap
from gouji_tui.look import Chosen, Look
from gouji_tui.palette import style_of
from gouji_tui.screens.menu import MenuScreen
from gouji_tui.screens.settings import NAMES, SettingsPage
from gouji_tui.settings import CHOICES, Settings, read_settings, settings_file, write_settings
from gouji_tui.texts import LANGUAGES, texts_in
from tests.e2e.terminal import Terminal, gouji
from tests.tui.local import dump, rows_of, settled

SIZES = [(60, 20), (80, 24), (120, 40)]
KEYS = Keymap((("hint", ";"), ("chat", "\\"), ("pace", "'"), ("boss", '"'), ("help", "f5")))
OTHER = Settings("zh", "lines", "off", "slow", "always", "on", "off", "on", "plain", "low", KEYS)


def test_every_setting_has_its_words() -> None:
    assert [field.name for field in dataclasses.fields(Settings)] == [*CHOICES, "keymap"]
    for name, words in CHOICES.items():
        assert getattr(Settings(), name) in words
        assert getattr(OTHER, name) in words
        assert getattr(OTHER, name) != getattr(Settings(), name)


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "new" / "settings.toml"
    assert read_settings(file) == (Settings(), None)
    assert write_settings(file, OTHER) is None
    assert read_settings(file) == (OTHER, None)
    assert [one.name for one in file.parent.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"lang = ", "settings.toml"),
        (b"\xff\xfe", "UTF-8"),
        ("lang = 'zh' # \u8bed\u8a00".encode("gbk"), "UTF-8"),
        (b'lang = "zh"\npace = "warp"\n', "quick normal slow"),
        (b"pace = 3\n", "quick normal slow"),
        (b"[lang]\na = 1\n", "auto zh en"),
        (b"lang = " + b"[" * 5000, "settings.toml"),
        (b"keys = 3\n", "keys = 3"),
        (b"[keys]\nhint = 3\n", "hint = 3"),
        (b"[keys]\nmute = '!'\nhint = 'k'\n", "hint = 'k'"),
        (b"[keys]\nhint = 'up'\n", "hint = 'up'"),
        (b"[keys]\nhint = 'p'\n", "hint = 'p'"),
        (b"[keys]\nhint = ';'\nsort = ';'\n", "= ';'"),
        (b'[keys]\nhint = """\n\\u001b[2J\n"""\n', "hint = '\\x1b[2J"),
    ],
)
def test_a_broken_file_is_one_note_and_nothing_of_it_counts(
    tmp_path: Path, content: bytes, told: str, lang: str
) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(content)
    settings, trouble = read_settings(file)
    assert settings == Settings()
    assert trouble is not None
    text = trouble.text(texts_in(lang))
    assert told in text
    assert len(text.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('lang = "zh"\n\nbell always\n', 3),
        ('lang = "zh"\nbell = ', 2),
        ('lang = "zh"\nbell = "alw\n', 2),
        ('lang = "zh"\nlang = "en"\n', 2),
        ('lang = "zh"\n[keys\nhint = "k"\n', 2),
        ("[", 1),
    ],
)
def test_a_line_that_is_no_setting_is_told_in_the_language_spoken(
    tmp_path: Path, content: str, line: int
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(content, "utf-8")
    trouble = read_settings(file)[1]
    assert trouble is not None
    assert f"line {line} of it" in trouble.text(texts_in("en"))
    chinese = trouble.text(texts_in("zh"))
    assert chinese.startswith(f"{file} 里的设置没有用：第 {line} 行")
    assert re.findall("[A-Za-z]{4,}", chinese.removeprefix(str(file))) == ["bell", "always"]


def test_a_file_that_may_not_be_read_is_told_in_the_language_spoken(tmp_path: Path) -> None:
    trouble = read_settings(tmp_path)[1]
    assert trouble is not None
    assert trouble.text(texts_in("zh")) == f"{tmp_path} 里的设置读不了：这是文件夹；全部用默认值"


def test_what_was_wrong_is_put_aside_when_something_else_is_kept(tmp_path: Path) -> None:
    file, aside = tmp_path / "settings.toml", tmp_path / "settings.toml.broken"
    by_hand = "[keys]\nmute = '!'\nhint = 'k'\n"
    file.write_text(by_hand, "utf-8")
    assert write_settings(file, OTHER) is None
    assert read_settings(file) == (OTHER, None)
    assert aside.read_text("utf-8") == by_hand
    assert write_settings(file, Settings()) is None
    assert aside.read_text("utf-8") == by_hand


def test_what_a_newer_version_keeps_is_passed_by(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('later = 1\npace = "slow"\n[keys]\nlater = "k"\nlast = 3\n', encoding="utf-8")
    assert read_settings(file) == (Settings(pace="slow"), None)


def test_two_acts_may_have_changed_their_keys(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[keys]\nhint = "P"\npass = "h"\n', encoding="utf-8")
    settings, trouble = read_settings(file)
    assert trouble is None
    assert settings.keymap.own == (("pass", "h"), ("hint", "p"))


def test_a_place_that_takes_nothing_is_told_and_left_as_it_was(tmp_path: Path) -> None:
    wall = tmp_path / "wall"
    wall.write_text("here", encoding="utf-8")
    trouble = write_settings(wall / "settings.toml", OTHER)
    assert trouble is not None
    assert "cannot be kept" in trouble.text(texts_in("en"))
    folder = tmp_path / "folder"
    (folder / "settings.toml").mkdir(parents=True)
    assert write_settings(folder / "settings.toml", OTHER) is not None
    assert os.listdir(folder) == ["settings.toml"]


def test_the_file_is_where_such_files_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings_file() == tmp_path / "gouji" / "settings.toml"


def test_the_language_of_the_locale_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert Settings().language == "zh"
    assert Settings(lang="en").language == "en"


def test_the_bell_rings_when_it_is_wanted() -> None:
    told = [
        (Settings(bell=bell).rings(alone=True), Settings(bell=bell).rings(alone=False))
        for bell in CHOICES["bell"]
    ]
    assert told == [(False, False), (False, True), (True, True)]


def test_no_colours_keep_everything_else() -> None:
    for ink in Ink:
        bare, style = style_of(ink, colours=False), style_of(ink)
        assert bare.color is None
        assert (bare.bold, bare.reverse, bare.dim) == (style.bold, style.reverse, style.dim)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_page(snapshot: object, lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        app = GoujiApp(Look(lang))
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            app.open_settings()
            await settled(pilot)
            assert dump(app) == snapshot

    asyncio.run(test())


def test_keys_reach_and_change_every_setting_at_once_and_for_good(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"

    async def test() -> None:
        app = GoujiApp(Look("en", chosen=Chosen(Settings(lang="en"), file)))
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            assert isinstance(app.screen, MenuScreen)
            index = [entry.code for entry in app.screen.entries].index("menu.settings")
            await pilot.press(*["down"] * index, "enter")
            await settled(pilot)
            assert isinstance(app.screen, SettingsPage)
            for number, name in enumerate(NAMES, 1):
                before = getattr(app.settings, name)
                await pilot.press(str(number % 10), "right")
                await pilot.pause()
                changed = getattr(app.settings, name)
                assert changed != before
                texts = app.texts
                assert texts(f"settings.{name}_{changed}") in "\n".join(rows_of(app)).replace("  ", " ")
                assert read_settings(file) == (app.settings, None)
                await pilot.press("left")
                assert getattr(app.settings, name) == before
                await pilot.press("enter")
                assert getattr(app.settings, name) == changed
            await pilot.press("up", "down", "tab", "shift+tab", "escape")
            await settled(pilot)
            assert isinstance(app.screen, MenuScreen)

    asyncio.run(test())


def test_signs_colours_and_language_change_at_once() -> None:
    async def test() -> None:
        app = GoujiApp(Look("en", LINES, Chosen(Settings(lang="en"))))
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            app.choose(Settings(lang="zh", glyphs="ascii", colours="off"))
            app.open_settings()
            await settled(pilot)
            assert app.glyphs is ASCII
            assert "设置" in "\n".join(rows_of(app))
            app.choose(Settings(lang="zh"))
            assert app.glyphs is LINES

    asyncio.run(test())


def test_f2_speaks_the_other_language_on_the_pages_of_the_settings_too() -> None:
    async def test() -> None:
        app = GoujiApp(Look("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            app.open_settings()
            await settled(pilot)
            await pilot.press("f2")
            await settled(pilot)
            assert texts_in("zh")("settings.heading") in "\n".join(rows_of(app))
            assert app.settings.lang == "auto"
            await pilot.press("up", "up", "enter")
            await settled(pilot)
            await pilot.press("f2")
            await settled(pilot)
            assert texts_in("en")("keymap.heading") in "\n".join(rows_of(app))

    asyncio.run(test())


def test_a_broken_file_is_told_in_the_menu_and_on_a_line(tmp_path: Path) -> None:
    file = tmp_path / "gouji" / "settings.toml"
    file.parent.mkdir()
    file.write_text("lang = ", encoding="utf-8")
    environment = {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    with Terminal(gouji("--lang", "en"), environment=environment) as terminal:
        terminal.until("cannot be used")
        terminal.until("Quit")
        terminal.press("7")
        terminal.until("line 1 of it is not TOML")
        # Painted to its end: two keys at once would be one with Alt.
        terminal.until(lambda text: "Quit" not in text)
        terminal.press("\x1b")
        terminal.until("Quit")
        terminal.press("\x11")
        assert terminal.wait() == 0
        assert b"line 1 of it is not TOML" in terminal.raw


def test_what_is_chosen_counts_and_an_option_wins(tmp_path: Path) -> None:
    file = tmp_path / "gouji" / "settings.toml"
    write_settings(file, Settings(lang="zh", glyphs="ascii"))
    environment = {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    for options, shown in (((), "设置"), (("--lang", "en"), "Settings")):
        with Terminal(gouji(*options), environment=environment) as terminal:
            text = terminal.until(shown)
            assert "+-" in text
            terminal.press("\x11")
            assert terminal.wait() == 0


@pytest.mark.parametrize(("keyboard", "asked"), [("auto", True), ("plain", False)])
def test_the_terminal_is_asked_for_all_its_keys_or_not(tmp_path: Path, keyboard: str, asked: bool) -> None:
    write_settings(tmp_path / "gouji" / "settings.toml", Settings(lang="en", keyboard=keyboard))
    environment = {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    with Terminal(gouji(), environment=environment) as terminal:
        terminal.until("Quit")
        terminal.press("\x11")
        assert terminal.wait() == 0
        assert (b"\x1b[>" in terminal.raw.replace(b"\x1b[>4", b"")) == asked


def test_a_page_without_room_shows_the_settings_round_the_chosen_one(tmp_path: Path) -> None:
    async def test() -> None:
        wall = tmp_path / "wall"
        wall.write_text("", encoding="utf-8")
        app = GoujiApp(Look("en", chosen=Chosen(Settings(lang="en"), wall / "settings.toml")))
        async with app.run_test(size=(60, 12)) as pilot:
            await settled(pilot)
            app.open_settings()
            await settled(pilot)
            for number, name in enumerate(NAMES, 1):
                await pilot.press(str(number % 10), "right", "left")
                await settled(pilot)
                text = "\n".join(rows_of(app))
                assert f"> {number % 10} {app.texts(f'settings.{name}')}" in text
                assert "cannot be kept" in text

    asyncio.run(test())
