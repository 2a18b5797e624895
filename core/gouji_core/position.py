"""Positions to play from, as text: a rule case (docs/cases.md), or its start with the rules beside it."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

from gouji_core.case_start import read_position
from gouji_core.errors import NotationError
from gouji_core.options import Rules, format_rules, parse_rules
from gouji_core.public import Phase
from gouji_core.state import State
from gouji_core.values import value


@value
class Position:
    """Is where a game begins: the rules as text, and the start of a case as JSON."""

    rules: str
    start: str

    @property
    def state(self) -> State:
        """The game at this position."""
        return restore_position(parse_rules(self.rules), self.start)

    @property
    def text(self) -> str:
        """The position as ``parse_position`` reads it."""
        return json.dumps({"rules": self.rules, "start": json.loads(self.start)})


def parse_position(text: str, name: str, rules: str = "") -> Position:
    """Reads a position; ``rules`` are used instead of its own, ``name`` is what errors call it.

    Raises:
        NotationError: if there is none in the text that makes sense.
    """
    with _reading(name):
        return _read(text, rules)


def parse_start(rules: Rules, text: str) -> str:
    """Reads the start of a case that is a position; returns it on one line, as ``Position`` keeps it.

    Raises:
        NotationError: if it makes no sense.
    """
    with _reading(text):
        return _checked(rules, json.loads(text))


@contextmanager
def _reading(name: str) -> Generator[None]:
    """Says of everything that is wrong with data that it is no position."""
    try:
        yield
    except KeyError as error:
        raise NotationError(name, "missing", name=error) from error
    except json.JSONDecodeError as error:
        raise NotationError(name, "json", line=error.lineno) from error
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        inside = error if isinstance(error, NotationError) else None
        text = inside.text if inside is not None else " ".join(str(error).split())
        raise NotationError(name, "unread" if inside else "broken", inside, text=text) from error


def _checked(rules: Rules, start: Any) -> str:
    if not isinstance(start, dict):
        raise NotationError("start", "start_json")
    kept = json.dumps(start)
    if restore_position(rules, kept).public.phase is not Phase.TRICKS:
        raise NotationError("start", "goes_on")
    return kept


def _read(text: str, rules: str) -> Position:
    data = json.loads(text)
    if isinstance(data, list):
        cases = cast("list[Any]", data)
        if len(cases) != 1:
            raise NotationError(f"{len(cases)} cases", "one_case")
        data = cases[0]
    if not isinstance(data, dict):
        raise NotationError(str(data)[:80], "position")
    case = cast("dict[str, Any]", data)
    start = case["start"] if "start" in case else {name: case[name] for name in case if name != "rules"}
    chosen = _rules(rules or str(case["rules"]))
    return Position(format_rules(chosen), _checked(chosen, start))


def _rules(text: str) -> Rules:
    """Reads the rules of a case; a position is played for one round unless they say more."""
    options = [part.partition("=")[0].strip() for part in text.split("+")]
    return parse_rules(text if "rounds" in options else f"{text}+rounds=1")


def restore_position(rules: Rules, start: str) -> State:
    """Returns the state that a position begins in."""
    return read_position(rules, json.loads(start))
