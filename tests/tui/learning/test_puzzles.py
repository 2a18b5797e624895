"""The practice positions: the core plays their solutions and tries everything else."""

import json
from pathlib import Path

import pytest

import gouji_tui.learning
from gouji_bots import hint
from gouji_core.action_texts import format_action, parse_action
from gouji_core.cases import run_case
from gouji_core.events import Event
from gouji_core.state import State
from gouji_core.views import view_of
from gouji_tui.learning.goals import Aim, Outcome, parse_goal
from gouji_tui.learning.puzzles import ME, Puzzle, puzzles
from gouji_tui.rulebook.book import Book
from gouji_tui.usage import rules_of
from tests.tui.learning.search import Search, act, choices

ALONE, PARTNERS = frozenset({ME}), frozenset({0, 2, 4})
EACH = pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.id)


def up_to_me(puzzle: Puzzle) -> tuple[State, tuple[Event, ...], list[tuple[int, str]]]:
    """Returns the game where the solver first acts, what was told, and the line of play from there."""
    state, told = puzzle.position.state, ()
    line = [(seat, format_action(action)) for seat, action in puzzle.solution]
    while line and line[0][0] != ME:
        state, events = act(state, line[0][0], parse_action(line[0][1]))
        told = (*told, *events)
        line.pop(0)
    return state, told, line


def test_there_are_enough_and_each_is_named_once() -> None:
    names = [puzzle.id for puzzle in puzzles()]
    assert len(names) >= 30
    assert len(set(names)) == len(names)
    assert [puzzle.number for puzzle in puzzles()] == list(range(1, len(names) + 1))
    assert {puzzle.goal.aim for puzzle in puzzles()} == set(Aim)


def test_the_themes_are_there() -> None:
    taught = {clause for puzzle in puzzles() for clause in puzzle.clauses}
    themes = "R5.5 R7.1 R7.3 R7.4 R11.2 R8.2 R8.3 R8.4 R5.7 R10.3 R3.1 R3.4 R9.4 R11.3 R11.5"
    assert set(themes.split()) <= taught


@EACH
def test_the_solution_is_a_case_that_passes(puzzle: Puzzle) -> None:
    result = run_case(puzzle.case)
    assert result.passed, str(result)
    assert puzzle.case["steps"][-1]["expect"], "the last step tells what was reached"


@EACH
def test_the_solution_reaches_the_goal_and_no_sooner_than_its_end(puzzle: Puzzle) -> None:
    state, told, outcomes = puzzle.position.state, (), []
    for seat, action in puzzle.solution:
        state, events = act(state, seat, action)
        told = (*told, *events)
        outcomes.append(puzzle.goal.outcome(told))
    assert outcomes[-1] is Outcome.REACHED
    assert set(outcomes[:-1]) <= {Outcome.OPEN}


@EACH
def test_the_solution_works_whatever_the_others_do(puzzle: Puzzle) -> None:
    state, told, line = up_to_me(puzzle)
    friends = {"all": ALONE, "partners": PARTNERS}[puzzle.proof]
    assert Search(puzzle.goal, friends).after(state, ME, parse_action(line[0][1]), told)


@EACH
def test_where_only_one_action_works_every_other_fails_even_with_help(puzzle: Puzzle) -> None:
    state, told, line = up_to_me(puzzle)
    search = Search(puzzle.goal, PARTNERS)
    others = [action for action in choices(state, ME) if format_action(action) != line[0][1]]
    assert others
    working = [format_action(action) for action in others if search.after(state, ME, action, told)]
    assert puzzle.only is (not working)


@EACH
def test_bots_play_up_to_the_question(puzzle: Puzzle) -> None:
    state = puzzle.position.state
    for seat, action in puzzle.solution:
        if seat == ME:
            break
        assert hint(view_of(state, seat)).action == action
        state, _ = act(state, seat, action)


@EACH
def test_everything_is_said_in_both_languages(puzzle: Puzzle) -> None:
    english, chinese = puzzle.words("en"), puzzle.words("zh")
    for words in (english, chinese):
        assert words.title
        assert words.task
        assert words.why
    assert english.title.isascii()
    assert not chinese.title.isascii()
    book = Book(rules_of(puzzle.position.rules), "en")
    for clause in puzzle.clauses:
        assert [found.id for found in book.search(clause)] == [clause]


def test_nothing_is_said_of_positions_that_are_not_there() -> None:
    import tomllib

    folder = Path(gouji_tui.learning.__file__).parent / "puzzles"
    for lang in ("en", "zh"):
        said = tomllib.loads((folder / f"{lang}.toml").read_text("utf-8"))
        assert list(said) == [puzzle.id for puzzle in puzzles()]
    assert json.dumps([puzzle.case for puzzle in puzzles()])


def test_a_goal_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="a goal"):
        parse_goal("fly 1", 0)
