"""Pinned numbers of playouts and the order of moves, for fixed small deals of each preset."""

import pytest

from gouji_core.action_texts import format_action
from gouji_core.actions import Begin, Call, CallKind, Deal
from gouji_core.cards import parse_suited
from gouji_core.counting import count_sequences
from gouji_core.engine import Step, step, waiting
from gouji_core.errors import Refusal
from gouji_core.legal import legal_actions
from gouji_core.options import parse_rules
from gouji_core.seats import NOBODY
from gouji_core.state import State, new_game
from gouji_core.views import view_of
from tests.kit.positions import after, position

SMALL = ("KK4x3", "AA53", "2673", "X83", "KQ3", "TT3")
ROUND = (
    "3s3s2s5s",
    "4h4h2sx",
    "3h3h6s7s",
    "4s4s3c2s",
    "3d4dXAs",
    "3s4c2sTs",
)


def dealt(rules: str) -> State:
    """A round just dealt, nobody having called."""
    state = accepted(step(new_game(parse_rules(rules)), NOBODY, Begin()))
    for seat in waiting(state):
        state = accepted(step(state, seat, Call(CallKind.NO)))
    return accepted(step(state, NOBODY, Deal(tuple(map(parse_suited, ROUND)), 1, 4)))


def accepted(result: Step | Refusal) -> State:
    assert isinstance(result, Step), result
    return result.state


def counts(state: State, depths: int) -> tuple[int, ...]:
    return tuple(count_sequences(state, depth) for depth in range(1, depths + 1))


POSITIONS = [
    ("online", (9, 17, 48, 116, 292, 653, 1601, 3514)),
    ("dagang", (10, 65, 165, 508, 1365, 3833)),
    ("laotou", (9, 17, 48, 124, 292, 677, 1505, 3391)),
    ("dazhong", (9, 17, 48, 124, 292, 677, 1505, 3391)),
    ("jining", (7, 12, 27, 57, 130, 252, 601, 1095, 2322)),
    ("simple", (9, 16, 36, 97, 197, 419, 840, 1891, 3738)),
    ("online+hold_threes", (7, 12, 27, 62, 133, 283, 645, 1336, 2523)),
    ("dagang+hold_threes", (7, 12, 27, 62, 133, 283, 645, 1336, 2523)),
    ("online+joker_exchange", (9, 17, 47, 106, 269, 554, 1395, 2653)),
    ("simple+gouji=full", (9, 23, 54, 148, 336, 769, 1833, 4004)),
]
ROUNDS = [
    ("online+opening=false", (4, 8, 16, 63, 253, 612, 1412, 3393, 7680)),
    ("dagang+opening=false", (2, 4, 12, 58, 160, 396, 1058, 2854, 6984)),
    ("dazhong", (4, 8, 16, 63, 253, 600, 1358, 3261, 7014)),
    ("jining+opening=false+fours=free", (4, 8, 16, 62, 168, 274, 497, 976, 1894)),
    ("simple", (4, 8, 47, 144, 279, 599, 1532, 3047, 6518)),
    ("online+hold_threes+opening=false", (4, 8, 40, 81, 137, 316, 604, 1214, 2419)),
    ("dagang+hold_threes+opening=false", (5, 12, 17, 46, 93, 185, 391, 752, 1364)),
    ("dagang+merge=34+opening=false", (2, 6, 24, 97, 255, 631, 1585, 4057)),
]


@pytest.mark.parametrize(("rules", "pinned"), POSITIONS)
def test_playouts_of_a_position(rules: str, pinned: tuple[int, ...]) -> None:
    assert counts(position(*SMALL, rules=rules), len(pinned)) == pinned


@pytest.mark.parametrize(("rules", "pinned"), ROUNDS)
def test_playouts_of_a_round(rules: str, pinned: tuple[int, ...]) -> None:
    assert counts(dealt(rules), len(pinned)) == pinned


def moves(state: State) -> str:
    (seat,) = waiting(state)
    return ", ".join(format_action(action) for action in legal_actions(view_of(state, seat)))


def test_the_order_of_moves() -> None:
    """Callers walk through moves in this order; it changes only on purpose."""
    state = position(*SMALL)
    assert moves(state) == "play 3, play 4, play K, play KK, play x, play x3, play x4, play xK, play xKK"
    state = after(state, "0 play 4")
    assert moves(state) == "play 5, play A, pass"
