"""Rule cases: a start, steps, and what must follow, as data that anyone can write.

``parse_cases`` reads the text of a file, ``run_case`` plays one case on the engine. The format
is described in ``docs/cases.md``; what a case may expect is gathered in ``gouji_core.expect``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, cast

from gouji_core.action_texts import parse_action
from gouji_core.actions import Action, Begin
from gouji_core.case_start import Start, read_start
from gouji_core.engine import Step, settle, step
from gouji_core.errors import NotationError, Refusal
from gouji_core.events import Event
from gouji_core.expect import observe, same
from gouji_core.options import parse_rules
from gouji_core.public import Ask
from gouji_core.seats import NOBODY
from gouji_core.state import State
from gouji_core.values import value


@value
class CaseResult:
    """Is how one case went: ``step`` counts from 1 and is 0 for a fault of the start or the file."""

    id: str
    passed: bool
    step: int = 0
    expected: str = ""
    got: str = ""

    def __str__(self) -> str:
        return f"{self.id}: step {self.step}: expected {self.expected}, got {self.got}"


def parse_cases(text: str, name: str) -> Iterator[dict[str, Any]]:
    """Yields the cases of one file's text; ``name`` is what its errors call it.

    Raises:
        NotationError: if it is no list of cases.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise NotationError(name, "case_json", line=error.lineno) from error
    except (ValueError, RecursionError) as error:
        raise NotationError(name, "case_file") from error
    if not isinstance(data, list):
        raise NotationError(name, "case_file")
    for case in cast("list[Any]", data):
        yield case if isinstance(case, dict) else {"id": name}


def run_case(case: dict[str, Any]) -> CaseResult:
    """Plays one case and tells the first thing that was not as expected."""
    name = str(case.get("id", "(no id)"))
    try:
        start = read_start(parse_rules(str(case["rules"])), case["start"])
        steps = case["steps"]
        if not isinstance(steps, list):
            raise NotationError(repr(steps), "steps")
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        return CaseResult(name, False, 0, "a start that makes sense", f"{error}")
    player = _Player(start)
    for number, one in enumerate(cast("list[dict[str, Any]]", steps), 1):
        try:
            fault = player.take(one)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            fault = ("a step that can be read", f"{error}")
        if fault:
            return CaseResult(name, False, number, *fault)
    return CaseResult(name, True)


class _Player:
    """Plays the steps of a case and keeps the events since the last expectation."""

    def __init__(self, start: Start) -> None:
        self.deals = list(start.deals)
        self.state: State = start.state
        self.events: list[Event] = []
        if start.begin:
            self._table(step(self.state, NOBODY, Begin()))
        self._settle()

    def _table(self, result: Step | Refusal) -> None:
        if isinstance(result, Refusal):
            raise NotationError(result.code, "table")
        self.events += result.events
        self.state = result.state

    def _settle(self) -> None:
        """Does what the table does by itself: closes secret steps and deals as long as there are deals."""
        while True:
            self._table(settle(self.state))
            if self.state.public.pending.kind is not Ask.DEAL or not self.deals:
                return
            self._table(step(self.state, NOBODY, self.deals.pop(0)))

    def take(self, one: dict[str, Any]) -> tuple[str, str] | None:
        """Takes one step; returns what was expected and what came instead, None when all is well."""
        if "expect" in one:
            return self._expect(one["expect"])
        result = step(self.state, int(one["seat"]), read_action(one))
        wanted = one.get("refused")
        match result:
            case Refusal(clause, code):
                if wanted is None or not _cites(clause, wanted):
                    return (f"refused {wanted}" if wanted else "accepted", f"refused {clause} ({code})")
            case Step():
                if wanted is not None:
                    return f"refused {wanted}", "accepted"
                self._table(result)
                self._settle()
        return None

    def _expect(self, wanted: dict[str, Any]) -> tuple[str, str] | None:
        seen = observe(self.state, self.events, wanted)
        for key, hoped in wanted.items():
            if key not in seen:
                return f"an expectation that exists, not {key}", "nothing of that name"
            if not same(key, hoped, seen[key]):
                return f"{key} {json.dumps(hoped)}", json.dumps(seen[key])
        self.events = []
        return None


def _cites(clause: str, wanted: str) -> bool:
    """Tells whether a clause is the wanted one or within it: ``R1`` takes ``R1.4``, but not ``R15``."""
    return clause == wanted or clause.startswith(wanted + ".")


def read_action(one: dict[str, Any]) -> Action:
    """Reads the action of a step.

    Raises:
        NotationError: if it is none.
    """
    act = str(one["act"])
    match act:
        case "play" | "burn" | "show" | "return" | "object":
            rest = str(one["cards"])
        case "call":
            rest = str(one["call"])
        case "revolt" | "dissolve":
            rest = "yes" if one["yes"] else "no"
        case "head":
            rest = "yes" if one["keep"] else "no"
        case "merge":
            rest = str(one["ranks"])
        case "lay_down":
            rest = " ".join(one["combos"])
        case "order":
            rest = " ".join(map(str, one["order"]))
        case "report":
            rest = str(one["of"])
        case "settle":
            rest = str(one["last"])
        case _:
            rest = ""
    return parse_action(f"{act} {rest}")
