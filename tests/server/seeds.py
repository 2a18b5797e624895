"""Finds a seed with which the game of the twins comes to every step: ``python -m tests.server.seeds [FROM]``.

It plays the game as a server with ``--seed`` and the cast do, without either; when the rules, the order of
legal actions or ``eager`` change, another seed may be needed for ``test_twins``.
"""

from __future__ import annotations

import sys
from itertools import count

from gouji_core import engine
from gouji_core.actions import Action, Begin, Proceed, TableAction
from gouji_core.events import RoundBegun, RoundVoid
from gouji_core.options import parse_rules
from gouji_core.public import Ask, Phase
from gouji_core.seats import NOBODY
from gouji_core.state import State, new_game
from gouji_core.views import view_of
from gouji_server.dealer import Dealer
from tests.kit.eager import choose
from tests.server.test_twins import RULES, STEPS


def steps_with(seed: int) -> set[Ask]:
    """Returns the kinds of decision that there are in the game with a seed."""
    dealer, state = Dealer(seed), new_game(parse_rules(RULES))
    shuffle, shuffles, met = b"", 0, set[Ask]()
    while state.public.phase is not Phase.GAME_OVER:
        met.add(state.public.pending.kind)
        seat, action = _next(dealer, state, shuffle)
        result = engine.step(state, seat, action)
        assert isinstance(result, engine.Step), result
        if any(isinstance(event, RoundBegun | RoundVoid) for event in result.events):
            shuffle, shuffles = dealer.draw(1, shuffles), shuffles + 1
        state = result.state
    return met


def _next(dealer: Dealer, state: State, shuffle: bytes) -> tuple[int, Action | TableAction]:
    kind = state.public.pending.kind
    if kind is Ask.BEGIN:
        return NOBODY, Begin()
    if kind is Ask.DEAL:
        return NOBODY, dealer.deal(state.public, shuffle)
    if engine.due(state):
        return NOBODY, Proceed()
    seat = min(engine.waiting(state))
    return seat, choose(view_of(state, seat))


def main() -> None:
    """Prints the first seed that does."""
    for seed in count(int(sys.argv[1]) if len(sys.argv) > 1 else 0):
        if steps_with(seed) >= STEPS:
            print(seed)
            return


if __name__ == "__main__":
    main()
