"""The novice bot: legal and plain.

Leads its lowest set, answers enemies with the cheapest thing that beats, spends 2s and jokers only near
the end, and never plans.
"""

from __future__ import annotations

import random

from gouji_bots.phases import choose_order, choose_settle, choose_show
from gouji_core.actions import (
    Act,
    Action,
    Burn,
    Call,
    CallKind,
    Claim,
    Decline,
    Head,
    Keep,
    Merge,
    Pass,
    Play,
    Return,
    Revolt,
    Take,
    Yield,
)
from gouji_core.cards import NATURAL, Cards
from gouji_core.combos import Combo, combo_of
from gouji_core.legal import acts_open, legal_combos, waited_for
from gouji_core.public import Ask
from gouji_core.rules.tribute import returnable
from gouji_core.seats import federation
from gouji_core.views import SeatView

SPEND_FROM = 12
"""With this many cards or fewer the novice spends 2s and jokers."""

STOP_FROM = 5
"""An enemy with this many cards or fewer is stopped with 2s and jokers."""


class Novice:
    """Plays by three plain rules, without chance."""

    __slots__ = ()

    level = "novice"

    def choose(self, view: SeatView, rng: random.Random) -> Action:
        if not waited_for(view):
            raise ValueError(f"seat {view.seat} is not waited for")
        match view.public.pending.kind:
            case Ask.LEAD:
                return Play(_lead(view).cards)
            case Ask.ANSWER | Ask.LAST_WORD:
                return _answer(view)
            case Ask.BURN:
                return _burn(view)
            case Ask.CALL_BEFORE | Ask.CALL_AFTER:
                return Call(CallKind.NO)
            case Ask.SHOW:
                return choose_show(view).action
            case Ask.TRIBUTE:
                return Take()
            case Ask.RETURN:
                return Return(_lowest(view))
            case Ask.OBJECT:
                return Keep()
            case Ask.REVOLUTION:
                return Revolt(yes=False)
            case Ask.HEAD:
                return Head(keep=False)
            case Ask.MERGE:
                return Merge("")
            case Ask.ORDER:
                return choose_order(view).action
            case Ask.SETTLE:
                return choose_settle(view).action
            case Ask.BEGIN | Ask.DEAL | Ask.NOTHING:
                raise ValueError("no player is waited for")


def _lead(view: SeatView) -> Combo:
    combos = legal_combos(view)
    for rank in NATURAL:
        cards = view.hand.only(rank)
        whole = combo_of(cards)
        if whole is not None and whole in combos:
            return whole
    whole = combo_of(view.hand)
    # Under a burner's duty the cheapest combo with a joker, at the end whatever is left.
    return whole if whole is not None and whole in combos else combos[0]


def _answer(view: SeatView) -> Action:
    acts = acts_open(view)
    trick = view.public.trick
    if Act.PLAY in acts and trick is not None:
        combos = legal_combos(view)
        last = next((combo for combo in combos if combo.size == len(view.hand)), None)
        if last is not None:
            return Play(last.cards)
        if federation(trick.owner) != federation(view.seat):
            spend = len(view.hand) <= SPEND_FROM or view.public.counts[trick.owner] <= STOP_FROM
            cheapest = combos[0]
            if spend or not (cheapest.jokers or cheapest.money):
                return Play(cheapest.cards)
    if Act.CLAIM in acts:
        return Claim()
    return Yield() if Act.YIELD in acts else Pass()


def _burn(view: SeatView) -> Action:
    for combo in legal_combos(view):
        if combo.size == len(view.hand):
            return Burn(combo.cards)
    return Decline()


def _lowest(view: SeatView) -> Cards:
    offer = view.public.setup.offer
    free = returnable(view.public, view.seat, view.hand)
    ranks = tuple(reversed(free.ranks()))
    return Cards.of(ranks[: offer.returning if offer else 0])
