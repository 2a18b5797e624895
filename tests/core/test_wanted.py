"""Why a text is no notation: each code has a sentence, and each place that raises says what it shows."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import gouji_core
from gouji_core.action_texts import parse_action
from gouji_core.errors import NotationError
from gouji_core.options import parse_rules
from gouji_core.record import parse_record
from gouji_core.wanted import WANTED

CORE = Path(gouji_core.__file__).parent


def raised() -> dict[str, set[frozenset[str]]]:
    """Returns the codes that the core raises, with the names of the data each place gives."""
    found: dict[str, set[frozenset[str]]] = {}
    for file in CORE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "NotationError":
                continue
            names = frozenset(str(word.arg) for word in node.keywords)
            inside = {"reason"} if len(node.args) > 2 else set[str]()
            codes = [part.value for part in ast.walk(node.args[1]) if isinstance(part, ast.Constant)]
            for code in codes:
                found.setdefault(str(code), set()).add(names | inside)
    return found


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_every_code_has_a_sentence_with_what_it_is_given() -> None:
    places = raised()
    assert set(places) == set(WANTED)
    assert len(places) > 40
    for code, given in places.items():
        assert all(fields(WANTED[code]) <= names for names in given), code


@pytest.mark.parametrize(
    ("text", "code", "data"),
    [
        ("online+hold_threes=perhaps", "value", {"option": "hold_threes"}),
        ("online+rounds=0", "rounds", {"option": "rounds"}),
        ("nonsense", "presets", {}),
    ],
)
def test_the_data_of_rules_that_cannot_be(text: str, code: str, data: dict[str, str]) -> None:
    with pytest.raises(NotationError) as caught:
        parse_rules(text)
    assert caught.value.code == code
    assert data.items() <= dict(caught.value.data).items()
    assert str(caught.value) == f"cannot read {caught.value.text!r}: {caught.value.wanted}"


def test_an_error_about_another_one_holds_it() -> None:
    with pytest.raises(NotationError) as caught:
        parse_record("gouji record 1\nrules online\n9 play K\n")
    error = caught.value
    assert (error.code, dict(error.data)) == ("line", {"number": "3"})
    assert error.inside is not None
    assert error.inside.code == "seat"
    assert error.wanted == "line 3: a seat from 0 to 5"


def test_a_brace_in_what_was_read_is_no_field() -> None:
    with pytest.raises(NotationError, match=re.escape("'{acts}'")):
        parse_action("pass {acts}")
