"""The worked examples: each is a rule case that passes, under rules for which its clause speaks."""

import pytest

from gouji_core.cases import run_case
from gouji_core.options import parse_rules
from gouji_tui.rulebook import Book
from gouji_tui.rulebook.entries import Entry, Shown, cases, written
from gouji_tui.rulebook.listing import start_lines, step_lines
from tests.tui.rulebook.rules import NAMED

SHOWN = [(entry, example) for entry in written("en").entries for example in entry.examples]
BARE = {"R1.1", "R1.2", "R1.3", "R6.5", "R13.4", "R14"}
"""Clauses about things that no rule case can show."""
POOR = {
    "simple": {"R2.4", "R2.5"},
    "dagang+hold_threes": {"R6.4", "R9.2", "R9.5"},
}
"""Clauses that hold under some rules, but have nothing to show that is worth a case."""


@pytest.mark.parametrize("case", cases().values(), ids=cases())
def test_an_example_passes(case: dict[str, object]) -> None:
    result = run_case(case)
    assert result.passed, str(result)


@pytest.mark.parametrize(
    ("entry", "example"), SHOWN, ids=[f"{entry.id}-{example.case}" for entry, example in SHOWN]
)
def test_an_example_belongs_to_what_its_clause_says(entry: Entry, example: Shown) -> None:
    rules = parse_rules(cases()[example.case]["rules"])
    assert entry.holds(rules)
    assert example.when.holds(rules)


@pytest.mark.parametrize("text", NAMED)
def test_clauses_have_examples_under_every_preset(text: str) -> None:
    without = {clause.id for clause in Book(parse_rules(text), "en").clauses() if not clause.examples}
    assert without <= BARE | POOR.get(text, set())


@pytest.mark.parametrize("text", NAMED)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_an_example_is_told_to_its_end(text: str, lang: str) -> None:
    rules = parse_rules(text)
    for clause in Book(rules, lang).clauses():
        for example in clause.examples:
            told = step_lines(example.id, rules, lang)
            case = cases()[example.id]
            assert told
            assert len(start_lines(example.id, rules, lang)) >= 6
            refused = sum("refused" in one for one in case["steps"])
            words = written(lang).words["refused"].partition("{clause}")[0].removeprefix("{what}")
            assert sum(words in line.text for line in told) == refused, example.id


def test_an_example_that_comes_out_otherwise_is_not_shown() -> None:
    def shown(text: str) -> set[str]:
        clause = Book(parse_rules(text), "en").clause("R2.6")
        assert clause is not None
        return {example.id for example in clause.examples}

    assert shown("online") == {"r02-threes-are-ordinary"}
    assert shown("online+hold_threes") == {"r02-held-threes-are-no-lead"}


def test_an_example_is_told_in_words() -> None:
    rules = parse_rules("online")
    case = "r05-last-word-closes"
    assert start_lines(case, rules, "en") == (
        "seat 1 774",
        "seat 2 34",
        "seat 3 34",
        "seat 4 885",
        "seat 5 34",
        "seat 6 34",
        "seat 1 leads",
    )
    assert [(line.text, line.follows) for line in step_lines(case, rules, "zh")] == [
        ("1号位出 77", False),
        ("2、3、4、5、6号位过牌", False),
        ("4号位最后表态", True),
        ("4号位过牌", False),
        ("轮到1号位发牌", True),
    ]


def test_the_clause_told_is_the_one_the_rules_cite() -> None:
    told = step_lines("book-exact-size", parse_rules("online"), "en")
    assert told[1].text == "seat 2 plays 888: not allowed (R3.1)"
