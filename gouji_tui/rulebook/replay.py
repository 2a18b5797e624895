"""An example played through, for what its text leaves out: who is to act after each step, and how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gouji_core.actions import Begin
from gouji_core.case_start import read_start
from gouji_core.cases import read_action
from gouji_core.engine import Step, settle, step
from gouji_core.errors import GoujiError, Refusal
from gouji_core.options import Rules
from gouji_core.public import Ask
from gouji_core.seats import NOBODY
from gouji_core.state import State


class ExampleError(GoujiError):
    """Says that an example cannot be played; only those that pass as a case are."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Is the position after a step of an example, and the clause that refused the step."""

    state: State
    refused: str = ""
    asked: Ask = Ask.NOTHING
    """What was asked before the step."""

    @property
    def leading(self) -> bool:
        """Whether somebody is to lead."""
        return self.state.public.pending.kind is Ask.LEAD


def moments(case: Mapping[str, Any], rules: Rules) -> Iterator[Moment]:
    """Yields the position after each step of a case that passes under these rules."""
    start = read_start(rules, case["start"])
    deals = list(start.deals)
    state = start.state
    if start.begin:
        state = _done(step(state, NOBODY, Begin()))
    state = settle(state).state
    for one in case["steps"]:
        refused = ""
        asked = state.public.pending.kind
        while state.public.pending.kind is Ask.DEAL and deals:
            state = settle(_done(step(state, NOBODY, deals.pop(0)))).state
        if "expect" not in one:
            match step(state, int(one["seat"]), read_action(one)):
                case Refusal(clause):
                    refused = clause
                case Step() as done:
                    state = settle(done.state).state
        yield Moment(state, refused, asked)


def _done(result: Step | Refusal) -> State:
    if isinstance(result, Refusal):
        raise ExampleError(f"the table was refused by {result.clause}")
    return result.state
