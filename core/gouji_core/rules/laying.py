"""Laying down a whole hand for a partner to order, 挑牌 (R13.2)."""

from __future__ import annotations

from itertools import permutations

from gouji_core.actions import Action, LayDown, Order, Unreadable
from gouji_core.cards import NATURAL, NO_CARDS, Cards
from gouji_core.combos import Combo, bare, combo_of, row, split_jokers
from gouji_core.errors import Refusal, refuse
from gouji_core.events import LaidDown, Ordered
from gouji_core.public import Ask
from gouji_core.rules.burning import under_duty
from gouji_core.rules.run import Run
from gouji_core.rules.tricks import lead_plan
from gouji_core.seats import mask, partners
from gouji_core.views import SeatView

_LISTED = 4
"""Up to so many combos every order is listed; more would be a list nobody reads."""


def may_lay_down(view: SeatView) -> bool:
    """Tells whether the view's seat may lay down its hand now."""
    public = view.public
    return (
        public.rules.lay_down
        and not public.rules.hold_threes
        and public.pending.kind is Ask.LEAD
        and view.seat in public.pending.seats
        and bool(mask(partners(view.seat)) & public.standing.in_play)
        and (not under_duty(public, view.seat) or view.hand.jokers >= view.hand.natural_ranks() - 1)
    )


def suggest(view: SeatView) -> tuple[Combo, ...]:
    """Returns the hand split into one combo a rank, money and jokers hung so that R7.3 can be kept."""
    hand = view.hand
    big, small, money = split_jokers(hand)
    ranks = [rank for rank in NATURAL if hand.count(rank)]
    if not under_duty(view.public, view.seat) or not ranks:
        parts = [row(0, 0, 0, hand.count(rank))[rank] for rank in ranks]
        if money:
            parts.append(bare(0, 0, money))
        parts += [bare(n, m, 0) for n, m in ((big, 0), (0, small)) if n or m]
        return tuple(parts)
    return _with_jokers(hand, ranks, big, small, money)


def _with_jokers(hand: Cards, ranks: list[int], big: int, small: int, money: int) -> tuple[Combo, ...]:
    parts: list[Combo] = []
    for index, rank in enumerate(ranks):
        last = index == len(ranks) - 1
        hang_big = big if last else min(1, big) if not small else 0
        hang_small = small if last else min(1, small)
        parts.append(row(hang_big, hang_small, money if last else 0, hand.count(rank))[rank])
        big, small = big - hang_big, small - hang_small
    return tuple(parts)


def actions(view: SeatView) -> list[Action]:
    """Returns one way to lay down, or the orders of a hand laid down."""
    public = view.public
    if public.pending.kind is Ask.LEAD:
        return [LayDown(tuple(combo.cards for combo in suggest(view)))]
    plan = public.standing.plan
    if plan is None:
        return []
    indices = range(len(plan.combos))
    orders = permutations(indices) if len(plan.combos) <= _LISTED else iter((tuple(indices),))
    listed: list[Action] = [Order(order) for order in orders]
    fitting = [action for action in listed if refusal(view, action) is None]
    if fitting:
        return fitting
    bare_last = sorted(indices, key=lambda index: plan.combos[index].jokers == 0)
    return [Order(tuple(bare_last))]


def refusal(view: SeatView, action: Action) -> Refusal | None:
    """Refuses an incomplete laying down and a wrong order (R13.2)."""
    match action:
        case LayDown(combos):
            return _bad_lay_down(view, combos)
        case Order(order):
            return _bad_order(view, order)
        case _:
            return None


def _bad_lay_down(view: SeatView, laid: tuple[Cards | Unreadable, ...]) -> Refusal | None:
    total, without_joker = NO_CARDS, 0
    for cards in laid:
        if isinstance(cards, Unreadable):
            return refuse("R1.4", "unreadable", cards=cards.text)
        combo = combo_of(cards)
        if combo is None:
            return refuse("R13.2", "lay_down_no_combo", cards=cards)
        total += cards
        without_joker += combo.jokers == 0
        if not view.hand.holds(total):
            return refuse("R13.2", "lay_down_not_held", cards=total)
    if total != view.hand:
        return refuse("R13.2", "lay_down_incomplete", cards=view.hand - total)
    if without_joker > 1 and under_duty(view.public, view.seat):
        return refuse("R13.2", "lay_down_needs_jokers")
    return None


def _bad_order(view: SeatView, order: tuple[int, ...]) -> Refusal | None:
    plan = view.public.standing.plan
    if plan is None or sorted(order) != list(range(len(plan.combos))):
        return refuse("R13.2", "wrong_order", count=len(plan.combos) if plan else 0)
    ordered = [plan.combos[index] for index in order]
    if under_duty(view.public, plan.seat) and not all(combo.jokers for combo in ordered[:-1]):
        return refuse("R13.2", "order_needs_jokers")
    return None


def apply(run: Run, seat: int, action: Action) -> None:
    """Lays down, or orders and leads the first combo."""
    match action:
        case LayDown(combos):
            laid = tuple(combo for cards in combos if isinstance(cards, Cards) and (combo := combo_of(cards)))
            run.emit(LaidDown(seat, laid))
        case Order(order):
            plan = run.standing.plan
            if plan is not None:
                run.emit(Ordered(seat, plan.seat, tuple(plan.combos[index] for index in order)))
                lead_plan(run)
        case _:
            raise TypeError(f"{action} is no laying down")
