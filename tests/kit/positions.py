"""Positions written down, for tests of single rules."""

from __future__ import annotations

from typing import Any

from gouji_core.action_texts import parse_action
from gouji_core.case_start import read_position
from gouji_core.engine import Step, settle, step
from gouji_core.errors import Refusal
from gouji_core.options import parse_rules
from gouji_core.state import State


def position(*hands: str, rules: str = "online", leader: int = 0, **more: Any) -> State:
    """Returns a position in trick play; ``more`` is as in a rule case, seats as text."""
    return read_position(parse_rules(rules), {"hands": list(hands), "leader": leader, **more})


def after(state: State, *lines: str) -> State:
    """Returns the state after actions like ``"0 play KK"``, each of which must be legal."""
    for line in lines:
        seat, _, action = line.partition(" ")
        result = step(state, int(seat), parse_action(action))
        assert isinstance(result, Step), f"{line}: {result}"
        state = settle(result.state).state
    return state


def refused(state: State, line: str) -> Refusal:
    """Returns the refusal of an action that must be refused."""
    seat, _, action = line.partition(" ")
    result = step(state, int(seat), parse_action(action))
    assert isinstance(result, Refusal), f"{line} was accepted"
    return result
