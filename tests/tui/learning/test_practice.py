"""Practising: the list, a position played on the screen and as lines, the solution, and the marks."""

import asyncio
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from gouji_bots import hint
from gouji_core.engine import waiting
from gouji_core.views import view_of
from gouji_tui.app import GoujiApp
from gouji_tui.commands import main
from gouji_tui.learning.marks import Marks
from gouji_tui.learning.pages import PracticeList, PracticePage
from gouji_tui.learning.puzzles import ME, puzzles
from gouji_tui.look import Look
from gouji_tui.screens.menu import MenuScreen
from gouji_tui.screens.rules import RulesPage
from gouji_tui.screens.table import TableScreen
from gouji_tui.texts import LANGUAGES, texts_in
from tests.e2e.terminal import gouji
from tests.tui.local import LocalVisit, Table, rows_of, settled


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "gouji" / "practice.json"


def run(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, arguments)
    return done.exit_code, done.stdout, done.stderr


def test_marks_are_kept_and_a_broken_file_is_an_empty_one(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "practice.json"
    Marks(file).add("yield")
    Marks(file).add("burn")
    assert Marks(file).done == {"yield", "burn"}
    assert [path.name for path in file.parent.iterdir()] == ["practice.json"]
    for broken in ("{", "3", "[["):
        file.write_text(broken)
        assert Marks(file).done == frozenset()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_has_every_position_and_its_mark(lang: str, own_data: Path) -> None:
    Marks(own_data).add("by-size")
    code, said, _ = run("practice", "--lang", lang)
    lines = said.splitlines()
    assert code == 0
    assert len(lines) == len(puzzles())
    assert [line[:3] for line in lines].count("[x]") == 1
    for puzzle, line in zip(puzzles(), lines, strict=True):
        assert puzzle.words(lang).title in line
        assert line.endswith(f"({puzzle.clauses[0]})")
        assert line.startswith("[x]") is (puzzle.id == "by-size")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_solution_can_be_printed(lang: str) -> None:
    for puzzle in puzzles():
        code, said, wrong = run("practice", str(puzzle.number), "--solution", "--lang", lang)
        assert (code, wrong) == (0, "")
        told, _, solved = said.partition(texts_in(lang)("practice.solution") + "\n")
        assert puzzle.words(lang).title in told
        assert puzzle.words(lang).why.replace(" ", "") in solved.replace("\n", "").replace(" ", "")
        assert sum(line.startswith("  ") for line in solved.splitlines()) >= len(puzzle.solution) - 1


def test_a_number_too_high_is_told() -> None:
    code, said, wrong = run("practice", "99")
    assert (code, said) == (1, "")
    assert wrong.startswith("gouji: there is no practice position 99")
    assert run("practice", "0")[0] == 2


def shown(app: GoujiApp) -> type:
    return type(app.screen)


async def bots_play(table: Table) -> None:
    while (seats := waiting(table.visit.state)) and ME not in seats:
        table.visit.play(seats[0], hint(view_of(table.visit.state, seats[0])).action)
    await settled(table.pilot)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("good", [True, False], ids=["solved", "missed"])
def test_a_position_is_played_on_the_screen(lang: str, good: bool, own_data: Path) -> None:
    async def test() -> None:
        app = GoujiApp(Look(lang))
        texts = texts_in(lang)
        puzzle = puzzles()[0]
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            visit = LocalVisit(puzzle.position.state, ME, texts)
            visit.plan = replace(visit.plan, practice=puzzle.number)
            table = Table(app, pilot, visit)
            app.go_to(visit)
            await settled(pilot)
            assert shown(app) is PracticePage
            assert puzzle.words(lang).title in table.text
            assert puzzle.words(lang).why[:8] not in table.text
            await table.press("enter")
            assert shown(app) is TableScreen
            await table.press(*(("k", "k") if good else ("k",)), "enter")
            await bots_play(table)
            if good:
                await table.press("7", "enter")
            while shown(app) is not PracticePage:
                choice = hint(view_of(table.visit.state, ME)).action
                table.visit.play(ME, choice)
                await bots_play(table)
            words = puzzle.words(lang)
            assert texts("practice.reached" if good else "practice.missed", title=words.title) in table.text
            await table.press("h")
            await settled(pilot)
            assert puzzle.words(lang).why[:8] in "".join(rows_of(app))
            await table.press("w")
            await settled(pilot)
            assert shown(app) is RulesPage
            await table.press("escape")
            await table.press("escape")
            await settled(pilot)
            assert shown(app) is PracticeList
            assert texts("practice.title", done=int(good), count=len(puzzles())) in table.text
            await table.press("escape")
            await settled(pilot)
            assert shown(app) is MenuScreen

    asyncio.run(test())
    assert Marks(own_data).done == ({"opposite-only"} if good else frozenset())


@pytest.mark.parametrize(("lang", "size"), [("zh", (60, 20)), ("en", (80, 24))], ids=["zh", "en"])
def test_the_list_on_the_screen_scrolls_to_every_position(lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        app = GoujiApp(Look(lang))
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await pilot.press("6")
            await settled(pilot)
            assert shown(app) is PracticeList
            for puzzle in puzzles():
                marked = [row for row in rows_of(app) if row.strip().startswith("> ")]
                assert [puzzle.words(lang).title in row for row in marked] == [True]
                await pilot.press("down")
            await settled(pilot)
            await pilot.press("pageup", "pageup", "pageup", "f2")
            await settled(pilot)
            other = "en" if lang == "zh" else "zh"
            assert puzzles()[0].words(other).title in "".join(rows_of(app))

    asyncio.run(test())


@pytest.mark.parametrize(
    ("typed", "said", "done"),
    [
        ("7777\n4\ns\n", "Solved: Numbers are strength", {"by-size"}),
        ("solution\n4\n" + "pass\n" * 40, "The goal was missed: Numbers are strength", frozenset()),
    ],
    ids=["solved", "missed"],
)
def test_a_position_is_played_as_lines(typed: str, said: str, done: set[str], own_data: Path) -> None:
    ended = subprocess.run(
        gouji("practice", "3", "--plain", "--lang", "en"),
        input=typed,
        capture_output=True,
        text=True,
        timeout=100,
        env=dict(os.environ),
        check=False,
    )
    assert said in ended.stdout, ended.stdout
    assert ended.stdout.count("so four 7s stand") == 1
    assert ended.returncode == 0, ended.stderr
    assert Marks(own_data).done == done
