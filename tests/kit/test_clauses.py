"""Every clause of the rules is cited by a rule case or a test."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLAUSE = re.compile(r"\bR\d+(?:\.\d+)?\b")


def clauses_of_the_rules() -> set[str]:
    text = (ROOT / "docs/RULES.md").read_text("utf-8")
    found = set(re.findall(r"^(R\d+\.\d+) ", text, re.MULTILINE))
    chapters = set(re.findall(r"^## (R\d+) ", text, re.MULTILINE))
    return found | {chapter for chapter in chapters if not any(c.startswith(chapter + ".") for c in found)}


def cited() -> set[str]:
    out: set[str] = set()
    for file in (ROOT / "tests/cases").rglob("*.json"):
        for case in json.loads(file.read_text("utf-8")):
            out.update(case.get("clauses", ()))
    for file in (ROOT / "tests").rglob("test_*.py"):
        if file != Path(__file__):
            out.update(CLAUSE.findall(file.read_text("utf-8")))
    return out


def test_the_rules_have_their_clauses() -> None:
    assert len(clauses_of_the_rules()) > 65


def test_no_clause_is_uncited() -> None:
    assert sorted(clauses_of_the_rules() - cited()) == []


def test_no_test_cites_a_clause_that_does_not_exist() -> None:
    known = clauses_of_the_rules()
    chapters = {clause.partition(".")[0] for clause in known}
    assert sorted(cited() - known - chapters) == []


def test_the_core_cites_only_clauses_that_exist() -> None:
    known = clauses_of_the_rules()
    chapters = {clause.partition(".")[0] for clause in known}
    for file in (ROOT / "core").rglob("*.py"):
        unknown = set(CLAUSE.findall(file.read_text("utf-8"))) - known - chapters
        assert not unknown, f"{file.name}: {unknown}"
