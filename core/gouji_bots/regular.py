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
from gouji_bots.weights import Weights, weights_for
from gouji_core.actions import Action, LayDown
from gouji_core.legal import refusal, waited_for
from gouji_core.public import Ask
from gouji_core.views import SeatView


class Regular:
    """Plays by heuristics, without search and without chance."""

    __slots__ = ("weights",)

    level = "regular"

    def __init__(self, weights: Weights | None = None) -> None:
        """Takes weights to try; without them those that suit the rules of the table are used."""
        self.weights = weights

    def choose(self, view: SeatView, rng: random.Random) -> Action:
        return advice(view, self.weights).action


def advice(view: SeatView, weights: Weights | None = None) -> Advice:
    """Returns what the regular bot would do in a decision, with its reason.

    Raises:
        ValueError: if the seat is not waited for.
    """
    if not waited_for(view):
        raise ValueError(f"seat {view.seat} is not waited for")
    table = Table(view, weights or weights_for(view.public.rules))
    match view.public.pending.kind:
        case Ask.LEAD:
            return _lead(table)
        case Ask.ANSWER | Ask.LAST_WORD:
            return choose_answer(table)
        case Ask.BURN:
            return choose_burn(table)
        case Ask.CALL_BEFORE:
            return phases.choose_call(table, after=False)
        case Ask.CALL_AFTER:
            return phases.choose_call(table, after=True)
        case Ask.SHOW:
            return phases.choose_show(view)
        case Ask.TRIBUTE:
            return phases.choose_tribute()
        case Ask.RETURN:
            return phases.choose_return(table)
        case Ask.OBJECT:
            return phases.choose_object(table)
        case Ask.REVOLUTION:
            return phases.choose_revolution(table)
        case Ask.HEAD:
            return phases.choose_head(table)
        case Ask.MERGE:
            return phases.choose_merge(table)
        case Ask.ORDER:
            return phases.choose_order(view)
        case Ask.SETTLE:
            return phases.choose_settle(view)
        case Ask.BEGIN | Ask.DEAL | Ask.NOTHING:
            raise ValueError("no player is waited for")


def _lead(table: Table) -> Advice:
    if table.rules.lay_down:
        combos = sure_row(table)
        if len(combos) > 1:
            action = LayDown(tuple(combo.cards for combo in combos))
            if refusal(table.view, action) is None:
                return advise(action, Reason.LAY_DOWN, count=len(combos))
    return choose_lead(table)
