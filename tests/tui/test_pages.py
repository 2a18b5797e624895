"""The pages beside the table, as they look: the practice list, a position, the glossary, settings, doctor."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gouji_tui.app import GoujiApp
from gouji_tui.glyphs import ASCII, LINES, Glyphs
from gouji_tui.learning.glossary_page import GlossaryPage
from gouji_tui.learning.goals import Outcome
from gouji_tui.learning.marks import own_marks
from gouji_tui.learning.pages import PracticeList, PracticePage
from gouji_tui.learning.puzzles import puzzles
from gouji_tui.look import Chosen, Look
from gouji_tui.screens.base import Page
from gouji_tui.screens.doctor import DoctorPage
from gouji_tui.screens.menu import MenuScreen
from gouji_tui.screens.pages import HelpPage
from gouji_tui.screens.settings import NAMES, SettingsPage
from gouji_tui.settings import Settings
from gouji_tui.terminal import Terminal
from gouji_tui.texts import LANGUAGES, texts_in
from tests.tui.local import dump, rows_of, settled

SIZES = [(60, 20), (80, 24), (120, 40)]
XTERM = Terminal(
    "xterm-256color", 80, 24, True, "256", ssh=False, no_colour=False, encoding="utf-8", narrow=True
)


@pytest.fixture(autouse=True)
def same_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for name in ("TMUX", "STY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("platform.python_version", lambda: "3")
    monkeypatch.setattr("gouji_tui.doctor.version", lambda name: "1")
    own_marks().add(puzzles()[1].id)


def pages() -> dict[str, Page]:
    puzzle = puzzles()[0]
    return {
        "practice": PracticeList(1),
        "position": PracticePage(puzzle),
        "missed": PracticePage(puzzle, Outcome.MISSED),
        "glossary": GlossaryPage(),
        "settings": SettingsPage(),
        "doctor": DoctorPage(XTERM),
    }


def shown(
    check: Callable[[str, str], None], lang: str, size: tuple[int, int], look: Glyphs, settings: Settings
) -> None:
    """Opens every page and checks what it looks like."""

    async def test() -> None:
        app = GoujiApp(Look(lang, look, Chosen(settings), XTERM))
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            for name, page in pages().items():
                app.push_screen(page)
                await settled(pilot)
                if name == "missed":
                    await pilot.press("h")  # with its solution
                    await settled(pilot)
                check(name, dump(app))
                app.pop_screen()

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_in_colours(snapshot: Any, lang: str, size: tuple[int, int]) -> None:
    def check(name: str, looks: str) -> None:
        if name != "settings":  # its own tests have it
            assert looks == snapshot(name=name)

    shown(check, lang, size, LINES, Settings())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_plain_letters_without_colours(snapshot: Any, lang: str) -> None:
    def check(name: str, looks: str) -> None:
        assert looks == snapshot(name=name)

    shown(check, lang, (80, 24), ASCII, Settings(glyphs="ascii", colours="off"))


def test_the_doctor_is_called_from_the_settings_and_everything_goes_back() -> None:
    async def test() -> None:
        app = GoujiApp(Look("en", chosen=Chosen(Settings(lang="en")), terminal=XTERM))
        async with app.run_test(size=(100, 30)) as pilot:
            await settled(pilot)
            app.open_settings()
            await settled(pilot)
            await pilot.press("up", "left", "enter")
            await settled(pilot)
            assert isinstance(app.screen, DoctorPage)
            text = "\n".join(rows_of(app))
            assert "TERM: xterm-256color" in text
            assert "Size: 100x30" in text
            await pilot.press("f2")
            await settled(pilot)
            assert "语言: zh" in "\n".join(rows_of(app))
            await pilot.press("escape", str(len(NAMES) + 1), "right")
            await settled(pilot)
            assert isinstance(app.screen, DoctorPage)
            await pilot.press("escape", "escape")
            await settled(pilot)
            assert isinstance(app.screen, MenuScreen)

    asyncio.run(test())


@pytest.mark.parametrize(
    ("lang", "end"), [("en", "start gouji-server with a shorter"), ("zh", "gouji-server")]
)
def test_the_longest_reason_why_a_start_failed_is_told_to_its_end(lang: str, end: str) -> None:
    async def test() -> None:
        app = GoujiApp(Look(lang))
        async with app.run_test(size=(60, 20)) as pilot:
            await settled(pilot)
            app.connect_to("/" + "deep/" * 30)
            await settled(pilot)
            told = " ".join("".join(rows_of(app)).replace("|", " ").split())
            assert end in told
            assert "--unix" in told

    asyncio.run(test())


@pytest.mark.parametrize("page", [HelpPage, GlossaryPage])
def test_a_page_without_a_game_speaks_the_language_chosen_there(page: type[HelpPage | GlossaryPage]) -> None:
    async def test() -> None:
        app = GoujiApp(Look("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            app.push_screen(page())
            await settled(pilot)
            english = rows_of(app)
            await pilot.press("f2")
            await settled(pilot)
            assert rows_of(app)[-1].strip() == texts_in("zh")(page.foot)
            await pilot.press("f2")
            await settled(pilot)
            assert rows_of(app) == english

    asyncio.run(test())
