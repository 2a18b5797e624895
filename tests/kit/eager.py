"""A player for tests that does whatever is seldom done, so that short games reach every step of a round.

It decides by its view, a seed and the number of the decision alone: the same game is played the same way
again, whoever drops out of it meanwhile. It leads all it can of one rank, so a round is over soon.
"""

from __future__ import annotations

import random

from gouji_core.actions import Act, Action, Burn, Head, Object, Play, Refuse, Revolt, act_of
from gouji_core.combos import Combo
from gouji_core.legal import acts_open, legal_actions, legal_combos
from gouji_core.public import Ask
from gouji_core.views import SeatView

LAYS_DOWN = 10
"""With this many cards or fewer it lays its hand down."""


def choose(view: SeatView, seed: int = 0) -> Action:
    """Returns what the seat of a view does; it must be waited for."""
    pending = view.public.pending
    rng = random.Random(f"{seed}/{view.seat}/{pending.id}")
    match pending.kind:
        case Ask.LEAD:
            return _lead(view)
        case Ask.REVOLUTION:
            return Revolt(yes=True)
        case Ask.HEAD:
            return Head(keep=True)
        case Ask.TRIBUTE if rng.random() < 0.3:
            return Refuse()
        case Ask.OBJECT:
            return rng.choice([action for action in legal_actions(view) if isinstance(action, Object)])
        case Ask.BURN if combos := legal_combos(view):
            return Burn(rng.choice(combos).cards)
        case Ask.ANSWER | Ask.LAST_WORD if Act.PLAY in acts_open(view) and rng.random() < 0.6:
            return Play(legal_combos(view)[0].cards)
        case Ask.ANSWER | Ask.LAST_WORD:
            return rng.choice([action for action in legal_actions(view) if not isinstance(action, Play)])
        case _:
            return rng.choice(legal_actions(view))


def _lead(view: SeatView) -> Action:
    if Act.LAY_DOWN in acts_open(view) and len(view.hand) <= LAYS_DOWN:
        return next(action for action in legal_actions(view) if act_of(action) is Act.LAY_DOWN)
    return Play(max(legal_combos(view), key=_shed).cards)


def _shed(combo: Combo) -> tuple[int, int]:
    """Ranks leads: as few jokers and 2s as can be, then as many cards."""
    return -combo.jokers - combo.money, combo.size
