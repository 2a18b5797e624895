"""Every value of every option is switched on by a rule case that would fail with any other value (R14)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gouji_core.cases import run_case
from gouji_core.errors import NotationError
from gouji_core.options import OPTIONS, option_values, parse_rules

CASES: list[dict[str, Any]] = [
    case
    for file in sorted((Path(__file__).parents[1] / "cases").rglob("*.json"))
    for case in json.loads(file.read_text("utf-8"))
]
VALUES = [(option, value) for option in OPTIONS for value in option_values(option)]

MAKES_NO_DIFFERENCE = {"deck"}
"""A case brings its own cards; which ones a deck has is in the tests of dealing."""


def chosen(rules: str) -> dict[str, str]:
    """The options that a case names, with their values."""
    parts = (part.partition("=") for part in rules.split("+")[1:])
    return {option: value or "true" for option, _, value in parts}


def naming(option: str, value: str) -> Iterator[dict[str, Any]]:
    return (case for case in CASES if chosen(case["rules"]).get(option) == value)


def fails_with(case: dict[str, Any], option: str, value: str) -> bool:
    """Tells whether a case can be played with another value of an option and then fails."""
    preset = case["rules"].partition("+")[0]
    options = chosen(case["rules"]) | {option: value}
    rules = "+".join([preset, *(f"{name}={value}" for name, value in options.items())])
    try:
        parse_rules(rules)
    except NotationError:
        return False
    return not run_case({**case, "rules": rules}).passed


def test_there_are_values() -> None:
    assert len(VALUES) > 50
    assert [option for option in OPTIONS if not option_values(option)] == ["rounds"]


@pytest.mark.parametrize(("option", "value"), VALUES, ids=map("=".join, VALUES))
def test_a_case_names_the_value_and_needs_it(option: str, value: str) -> None:
    cases = list(naming(option, value))
    assert cases, f"no case is played with {option}={value}"
    if option in MAKES_NO_DIFFERENCE:
        return
    for other in option_values(option):
        if other != value:
            assert any(fails_with(case, option, other) for case in cases), f"{option}={other} will do as well"


def test_a_case_needs_its_number_of_rounds() -> None:
    assert any(fails_with(case, "rounds", "2") for case in naming("rounds", "1"))
