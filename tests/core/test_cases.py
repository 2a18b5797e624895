"""The rule cases: every file under tests/cases runs on the engine."""

import copy
import json
from pathlib import Path

import pytest

from gouji_core.cases import parse_cases, run_case
from gouji_core.errors import NotationError

FOLDER = Path(__file__).parents[1] / "cases"
FILES = sorted(FOLDER.rglob("*.json"))
CASES = {case["id"]: case for file in FILES for case in parse_cases(file.read_text("utf-8"), file.name)}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    result = run_case(CASES[name])
    assert result.passed, str(result)


def test_all_files_are_read() -> None:
    assert len(FILES) >= 21
    assert len(CASES) >= 263


SOUND = CASES["r05-opposite-only"]


def broken(**changes: object) -> dict[str, object]:
    return copy.deepcopy(SOUND) | changes


@pytest.mark.parametrize(
    ("case", "step", "got"),
    [
        (broken(rules="nowhere"), 0, "the presets are"),
        (broken(rules="online+magic"), 0, "the options are"),
        (broken(start={"hands": ["5", "6", "7", "8", "9", ""], "leader": 0}), 0, "needs a place"),
        (broken(start={"hands": ["5", "6", "7", "8", "9", "T"], "leader": 7}), 0, "a seat from 0 to 5"),
        (broken(start={"hands": ["5"] * 6, "leader": 0, "weather": 1}), 0, "weather"),
        (
            broken(
                start={
                    "hands": ["5", "", "6", "", "7", ""],
                    "leader": 0,
                    "places": {"1": 1, "3": 2, "5": 3},
                }
            ),
            0,
            "both federations",
        ),
        (
            broken(
                start={"hands": ["5", "6", "7", "", "8", "9"], "leader": 3, "places": {"3": 1}},
            ),
            0,
            "the leader is in play",
        ),
        ({"id": "empty"}, 0, "rules"),
        (broken(steps=[{"seat": 0, "act": "dance"}]), 1, "an act is one of"),
        (broken(steps=[{"act": "pass"}]), 1, "seat"),
        (broken(steps=[{"expect": {"weather": 1}}]), 1, "nothing of that name"),
        (broken(steps=[{"expect": {"to_act": [1]}}]), 1, "[0]"),
        (broken(steps=[{"seat": 0, "act": "play", "cards": "KK", "refused": "R3"}]), 1, "accepted"),
        (broken(steps=[{"seat": 1, "act": "play", "cards": "A"}]), 1, "R5.1"),
        (broken(steps=[{"seat": 1, "act": "play", "cards": "A", "refused": "R"}]), 1, "R5.1"),
        (broken(steps=[{"seat": 1, "act": "play", "cards": "A", "refused": "R5.1" + "0"}]), 1, "R5.1"),
    ],
)
def test_a_broken_case_says_what_is_wrong(case: dict[str, object], step: int, got: str) -> None:
    result = run_case(case)
    assert not result.passed
    assert result.step == step
    assert got in str(result)


@pytest.mark.parametrize("text", ["", "{}", "[", "5"])
def test_what_is_no_case_file(text: str) -> None:
    with pytest.raises(NotationError, match="JSON array"):
        list(parse_cases(text, "file.json"))


def test_an_element_that_is_no_case() -> None:
    (case,) = parse_cases(json.dumps([5]), "file.json")
    assert not run_case(case).passed
