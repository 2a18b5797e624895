"""The regular bot: plans the hand into sets and weighs every play by the turns it saves.

Each decision goes to the module of its kind; all of them weigh with ``gouji_bots.hand`` and read the
table through ``gouji_bots.table``.
"""

from __future__ import annotations

import random

from gouji_bots import phases
from gouji_bots.advice import Advice, Reason, advise
from gouji_bots.answers import choose_answer
from gouji_bots.burning import choose_burn
from gouji_bots.laying import sure_row
from gouji_bots.leads import choose_lead
from gouji_bots.table import Table
from gouji_bots.weights import DEFAULT, Weights
from gouji_core.actions import Action, LayDown
from gouji_core.legal import refusal
from gouji_core.public import Ask
from gouji_core.views import SeatView


class Regular:
    """Plays by heuristics, without search and without chance."""

    __slots__ = ("weights",)

    level = "regular"

    def __init__(self, weights: Weights = DEFAULT) -> None:
        self.weights = weights

    def choose(self, view: SeatView, rng: random.Random) -> Action:
        return advice(view, self.weights).action


def advice(view: SeatView, weights: Weights = DEFAULT) -> Advice:
    """Returns what the regular bot would do in a decision, with its reason.

    Raises:
        ValueError: if the seat is not waited for.
    """
    match view.public.pending.kind:
        case Ask.LEAD:
            return _lead(Table(view, weights))
        case Ask.ANSWER | Ask.LAST_WORD:
            return choose_answer(Table(view, weights))
        case Ask.BURN:
            return choose_burn(Table(view, weights))
        case Ask.CALL_BEFORE:
            return phases.choose_call(Table(view, weights), after=False)
        case Ask.CALL_AFTER:
            return phases.choose_call(Table(view, weights), after=True)
        case Ask.SHOW:
            return phases.choose_show(view)
        case Ask.TRIBUTE:
            return phases.choose_tribute()
        case Ask.RETURN:
            return phases.choose_return(Table(view, weights))
        case Ask.OBJECT:
            return phases.choose_object(Table(view, weights))
        case Ask.REVOLUTION:
            return phases.choose_revolution(Table(view, weights))
        case Ask.HEAD:
            return phases.choose_head(Table(view, weights))
        case Ask.MERGE:
            return phases.choose_merge(Table(view, weights))
        case Ask.ORDER:
            return phases.choose_order(view)
        case Ask.SETTLE:
            return phases.choose_settle(view)
        case Ask.BEGIN | Ask.DEAL | Ask.NOTHING:
            raise ValueError("nobody at the table is waited for")


def _lead(table: Table) -> Advice:
    if table.rules.lay_down:
        combos = sure_row(table)
        if len(combos) > 1:
            action = LayDown(tuple(combo.cards for combo in combos))
            if refusal(table.view, action) is None:
                return advise(action, Reason.LAY_DOWN, count=len(combos))
    return choose_lead(table)
