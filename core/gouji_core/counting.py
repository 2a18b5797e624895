"""Counting playouts: how many different games of so many actions a state allows.

The counts of fixed positions are pinned by tests, like perft counts of a chess engine: a rule that
changes by accident changes a number.
"""

from __future__ import annotations

from gouji_core.engine import settle, step, waiting
from gouji_core.errors import Refusal
from gouji_core.legal import legal_actions
from gouji_core.state import State
from gouji_core.views import view_of


def count_sequences(state: State, depth: int) -> int:
    """Returns the number of distinct sequences of ``depth`` actions of players from a state.

    Where several are waited for at once each may be the next to act. A game that ends earlier counts once.
    """
    state = settle(state).state
    seats = waiting(state)
    if depth == 0 or not seats:
        return 1
    total = 0
    for seat in seats:
        for action in legal_actions(view_of(state, seat)):
            result = step(state, seat, action)
            if isinstance(result, Refusal):
                raise AssertionError(f"a listed action was refused: {result}")
            total += count_sequences(result.state, depth - 1)
    return total
