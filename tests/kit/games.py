"""Games played by chance, for tests of what must hold in every game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from gouji_core.actions import Action, Begin, Proceed, TableAction
from gouji_core.case_start import read_position
from gouji_core.dealing import SEED_BYTES, deal, shuffled
from gouji_core.engine import Step, due, step, waiting
from gouji_core.errors import Refusal
from gouji_core.legal import legal_actions
from gouji_core.options import Rules
from gouji_core.public import Ask, Phase
from gouji_core.seats import NOBODY, SEATS
from gouji_core.state import State, new_game
from gouji_core.views import view_of


def next_move(state: State, rng: random.Random) -> tuple[int, Action | TableAction]:
    """Returns a random legal move: the table's if it is due, else of anybody waited for."""
    kind = state.public.pending.kind
    if kind is Ask.BEGIN:
        return NOBODY, Begin()
    if kind is Ask.DEAL:
        shuffle = shuffled(rng.randbytes(SEED_BYTES), state.public.rules)
        return NOBODY, deal(state.public, shuffle)
    if due(state):
        return NOBODY, Proceed()
    waited = waiting(state)
    assert waited, f"nobody can act: {state.public.pending}"
    seat = rng.choice(waited)
    actions = legal_actions(view_of(state, seat))
    assert actions, f"seat {seat} is waited for and has no legal action: {state.public.pending}"
    return seat, rng.choice(actions)


Moment = tuple[State, int, Action | TableAction, Step]
"""One step of a game: the state before, who did what, and what came of it."""


def play(rules: Rules, rng: random.Random, state: State | None = None) -> Iterator[Moment]:
    """Yields each step of a random game, from its beginning or from a state, to its end."""
    state = state or new_game(rules)
    while state.public.phase is not Phase.GAME_OVER:
        seat, action = next_move(state, rng)
        result = step(state, seat, action)
        assert not isinstance(result, Refusal), f"a listed action was refused: {result}"
        yield state, seat, action, result
        state = result.state


def ending(rules: Rules, rng: random.Random) -> State:
    """Returns a random late position."""
    return read_position(rules, late_start(rules, rng))


def late_start(rules: Rules, rng: random.Random) -> dict[str, Any]:
    """Returns the start of one: few ranks, many jokers, so that burns and their like happen."""
    players = rng.choice((6, 6, 6, 5))
    seats = sorted(rng.sample(SEATS, players))
    hands = [_late_hand(rules, rng) if seat in seats else "" for seat in SEATS]
    start: dict[str, Any] = {"hands": hands, "leader": rng.choice(seats)}
    (gone,) = set(SEATS) - set(seats) or {NOBODY}
    if gone != NOBODY and rng.random() < 0.5 and rules.revolution != "off":
        start |= {"revolted": gone, "free_left": rng.randint(0, 3)}
    elif gone != NOBODY:
        start["places"] = {str(gone): 1}
    if rng.random() < 0.3:
        burnt = rng.choice([seat for seat in seats if seat != start["leader"]])
        start["burner"] = {"seat": start["leader"], "burnt": burnt}
    return start


def _late_hand(rules: Rules, rng: random.Random) -> str:
    jokers = "".join(rng.choice("xX") for _ in range(rng.choice((0, 1, 1, 2, 3))))
    naturals = "".join(rank * rng.randint(1, 5) for rank in rng.sample("456789TJQKA", rng.randint(1, 3)))
    threes = "3" * rng.randint(1, 3) if rules.hold_threes else ""
    return jokers + "2" * rng.randint(0, 3) + naturals + threes


def deal_out(rules: Rules, rng: random.Random) -> State:
    """Returns a random game at the first lead of its first round."""
    for _, _, _, result in play(rules, rng):
        if result.state.public.phase is Phase.TRICKS:
            return result.state
    raise AssertionError("a game without tricks")
