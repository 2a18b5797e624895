"""Settings as lines: at the table, in its lobby and by command, in both languages and one file."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from gouji_core.actions import Pass, Play
from gouji_core.cards import parse_cards
from gouji_tui.alert import GIVE_BACK_TITLE, KEEP_TITLE
from gouji_tui.commands import main
from gouji_tui.keys import BY_NAME, MOVABLE, STANDARD, Keymap
from gouji_tui.look import Chosen
from gouji_tui.setting_lines import USUAL, Change, SettingError, read_change, setting_lines
from gouji_tui.settings import CHOICES, Settings, read_settings, settings_file, write_settings
from gouji_tui.texts import LANGUAGES, texts_in
from tests.e2e.terminal import Terminal, gouji
from tests.kit.positions import position
from tests.tui.local import LocalVisit, in_lines
from tests.tui.test_lobby import WaitingVisit, waiting

HANDS = ("AA4", "556", "665", "AA7", "887", "779")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_setting_is_told_with_its_value_and_choices_in_words(lang: str) -> None:
    texts = texts_in(lang)
    *lines, keys, how = setting_lines(Settings(), texts)
    assert "set bell always" in how
    for name in MOVABLE:
        assert re.search(rf"\b{name}\b", keys)
        assert f"{texts(f'movable.{name}')}{')' * (texts(f'movable.{name}') != name)}" in keys.replace(
            "）", ")"
        )
        assert f" {BY_NAME[name].shown}" in keys
    assert ("pass（过牌） p" in keys) == (lang == "zh")
    for number, (line, (name, words)) in enumerate(zip(lines, CHOICES.items(), strict=True), 1):
        assert line.startswith(f"{number} {name}")
        assert texts(f"settings.{name}") in line
        for word in words:
            assert word in line
            assert texts(f"settings.{name}_{word}") in line
    assert ("Choices: on, off" in lines[2]) == (lang == "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_value_can_be_typed_by_word_number_and_what_it_is_called(lang: str) -> None:
    texts = texts_in(lang)
    for at, (name, words) in enumerate(CHOICES.items(), 1):
        for number, word in enumerate(words, 1):
            change = Change(name, word)
            assert read_change(f"{name} {word.upper()}", texts, Settings()) == change
            assert read_change(f"{at} {number}", texts, Settings()) == change
            called = f"{texts(f'settings.{name}')} {texts(f'settings.{name}_{word}')}"
            assert read_change(called, texts, Settings()) == change
        assert read_change(name, texts, Settings()) == Change(name)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_keys_are_typed_with_their_acts(lang: str) -> None:
    texts, own = texts_in(lang), Settings(keymap=Keymap((("pass", "h"), ("hint", ";"))))
    change = read_change("keys HINT ;", texts, Settings())
    assert change.made(Settings()).keymap == Keymap((("hint", ";"),))
    assert read_change(f"{texts('settings.keymap')} hint ；", texts, Settings()) == change
    assert read_change(f"keys {texts('movable.hint')} ;", texts, Settings()) == change
    for name in MOVABLE:
        assert read_change(f"keys {texts(f'movable.{name}').upper()} {USUAL}", texts, Settings()).act == name
    assert read_change("11 hint F5", texts, Settings()).made(Settings()).keymap == Keymap((("hint", "f5"),))
    assert read_change("keys usual", texts, own).made(own).keymap == STANDARD
    assert read_change("keys pass usual", texts, own).made(own).keymap == Keymap((("hint", ";"),))
    with pytest.raises(SettingError, match=texts("help.pass")):
        read_change("keys hint usual", texts, own)
    for asked in ("keys", "keys hint"):
        assert read_change(asked, texts, own).made(own) == own


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "lang glyphs"),
        ("bells always", "lang glyphs"),
        ("99 1", "lang glyphs"),
        ("bell loud", "never"),
        ("bell always now", "never"),
        ("bell 4", "never"),
        ("belle", "lang glyphs"),
        ("x" * 300, "lang glyphs"),
        ("keys fly h", "pass yield"),
        ("keys hint p", "p "),
        ("keys hint " + "k" * 300, "F12"),
        ("keys hint k", "k "),
        ("keys boss [", "F12"),
    ],
)
def test_what_cannot_be_set_is_refused_in_one_line(typed: str, told: str, lang: str) -> None:
    with pytest.raises(SettingError) as refused:
        read_change(typed, texts_in(lang), Settings())
    assert told in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert len(str(refused.value)) < 300


def sit(chosen: Chosen, seat: int, test: Callable[[LocalVisit, Callable[[str], list[str]]], None]) -> None:
    """Sits at a position; what is typed gives what was said since the last line."""

    async def run() -> None:
        said: list[str] = []
        visit = LocalVisit(position(*HANDS), seat, texts_in("en"))
        async with in_lines(visit, said, chosen=chosen) as table:

            def tell(line: str) -> list[str]:
                said.clear()
                table.line(line)
                table.changed()
                return list(said)

            test(visit, tell)

    asyncio.run(run())


def test_at_the_table_a_setting_holds_at_once_and_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"

    def test(visit: LocalVisit, tell: Callable[[str], list[str]]) -> None:
        assert len(tell("settings")) == len(CHOICES) + 2
        assert tell("set") == tell("settings")
        assert tell("set lang zh") == [
            "1 lang 语言：中文。可选：auto（跟系统）、zh（中文）、en（英文 English）"
        ]
        assert read_settings(file) == (Settings(lang="zh"), None)
        assert tell("设置")[-1].startswith("  输入 set")
        assert any("没有" in line for line in tell("设 铃 大"))
        assert tell("?")[0].startswith("牌：")
        assert "输入数字" not in tell("zzz")[0]
        assert tell("zzz") == ["「zzz」不是数字、命令，也不是牌。输入 ? 看帮助。"]
        assert tell("set autopass on")[0].startswith("8 autopass")
        assert read_settings(file) == (Settings(lang="zh", autopass="on"), None)
        visit.play(0, Play(parse_cards("A")))
        assert visit.sent == [Pass()]
        assert tell("set pace")[0].startswith("4 pace")

    sit(Chosen(Settings(lang="en"), file), 1, test)


def test_in_the_lobby_settings_are_told_and_changed_too(tmp_path: Path) -> None:
    async def run() -> None:
        said: list[str] = []
        visit = WaitingVisit(waiting())
        chosen = Chosen(Settings(lang="en"), tmp_path / "settings.toml")
        async with in_lines(visit, said, chosen=chosen) as table:
            said.clear()
            table.line("settings")
            assert len(said) == len(CHOICES) + 2
            table.line("set lang zh")
            said.clear()
            table.line("zzz")
            assert said == [texts_in("zh")("plain.lobby_unknown", text="zzz")]
            assert read_settings(tmp_path / "settings.toml") == (Settings(lang="zh"), None)

    asyncio.run(run())


def test_what_cannot_be_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "wall").write_text("", encoding="utf-8")

    def walled(_: LocalVisit, tell: Callable[[str], list[str]]) -> None:
        assert "cannot be kept" in tell("set bell never")[1]

    def nobodys(_: LocalVisit, tell: Callable[[str], list[str]]) -> None:
        assert tell("set bell never")[1].startswith("It holds until you leave")
        assert len(tell("set bell")) == 1

    sit(Chosen(Settings(), tmp_path / "wall" / "settings.toml"), 0, walled)
    sit(Chosen(Settings()), 0, nobodys)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_tells_how_it_changes_one_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    last = CliRunner().invoke(main, ["settings", "--lang", lang]).stdout.splitlines()[-1]
    typed = last[last.index("gouji settings") :].split()[1:]
    assert CliRunner().invoke(main, typed).exit_code == 0
    assert read_settings(settings_file())[0] == Settings(bell="always")


def test_by_command_the_same_file_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def run(*words: str) -> tuple[int, str, str]:
        done = CliRunner().invoke(main, ["settings", *words])
        return done.exit_code, done.stdout, done.stderr

    assert run("bell")[1].startswith("5 bell, Bell on your turn: at a server.")
    assert run("bell", "always")[1].startswith("5 bell, Bell on your turn: always.")
    assert read_settings(settings_file()) == (Settings(bell="always"), None)
    assert run("lang", "zh")[1].startswith("1 lang 语言：中文")
    assert run()[1].splitlines()[4].startswith("5 bell 轮到你时响铃：总是")
    code, said, wrong = run("bell", "loud")
    assert (code, said, len(wrong.splitlines())) == (1, "", 1)
    settings_file().unlink()
    settings_file().mkdir()
    code, said, wrong = run("bell", "never")
    assert (code, said) == (1, "")
    assert "nothing is changed" in wrong.splitlines()[-1]


def test_lines_in_a_terminal_ring_and_are_set_while_a_game_is_on(tmp_path: Path) -> None:
    write_settings(tmp_path / "gouji" / "settings.toml", Settings(lang="en", bell="always"))
    environment = {name: str(tmp_path) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME")}
    command = gouji("--plain", "play", "--solo", "--seed", "1", "--pace", "0")
    with Terminal(command, environment=environment, columns=200, rows=60) as terminal:
        terminal.until(lambda text: "Type a number:" in text and b"\a" in terminal.raw)
        assert terminal.raw.count(b"\a") == 1
        terminal.press("set title on\r")
        terminal.until("title, Title on your turn: on")
        terminal.press("set lang zh\r")
        terminal.until("语言：中文")
        terminal.press("离开\r")
        assert terminal.wait() == 0
        assert read_settings(tmp_path / "gouji" / "settings.toml") == (
            Settings(lang="zh", bell="always", title="on"),
            None,
        )
        assert (terminal.raw.count(KEEP_TITLE.encode()), terminal.raw.count(GIVE_BACK_TITLE.encode())) == (
            1,
            1,
        )
