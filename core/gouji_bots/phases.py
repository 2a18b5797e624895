"""Decisions outside the tricks: calls, showing, tribute, revolution, keeping the head, merging (R15)."""

from __future__ import annotations

from gouji_bots.advice import Advice, Reason, advise
from gouji_bots.hand import weigh
from gouji_bots.table import Table
from gouji_core.actions import (
    Call,
    CallKind,
    Head,
    Keep,
    Merge,
    Object,
    Order,
    Return,
    Revolt,
    Settle,
    Show,
    Take,
)
from gouji_core.beating import is_gouji
from gouji_core.cards import BIG, FOUR, NO_CARDS, SMALL, TEN, THREE, TWO, Card, Cards
from gouji_core.combos import Combo, row
from gouji_core.legal import refusal
from gouji_core.rules.tribute import returnable
from gouji_core.views import SeatView

STRONG_BIG, STRONG_WILD = 3, 10
"""From how many big jokers, and 2s and jokers together, a call should pay (R11.4)."""

HOPELESS = 8.0
"""From what burden on a hand without 2s and jokers is better laid down (R9.1)."""

KEEP_FROM = 7
"""From how many gouji combos on the head is worth keeping (R9.4)."""


MERGE_FROM = 1.0
"""From how many turns saved on a rank it is taken out of play (R13.3)."""


def choose_call(table: Table, *, after: bool) -> Advice:
    """Calls 明点 with an overwhelming hand only: a call that fails pays four cards (R11.3)."""
    counts = table.hand.counts
    wild = counts[BIG] + counts[SMALL] + counts[TWO]
    if after and counts[BIG] >= STRONG_BIG and wild >= STRONG_WILD:
        action = Call(CallKind.MING)
        if refusal(table.view, action) is None:
            return advise(action, Reason.CALL_STRONG)
    return advise(Call(CallKind.NO), Reason.CALL_NO)


def choose_show(view: SeatView) -> Advice:
    """Shows as many cards of one suit as there are, for the first lead sheds a set (R6.1)."""
    rank = FOUR if view.public.rules.hold_threes else THREE
    suits: dict[str, list[Card]] = {}
    for card in view.dealt:
        if card.rank == rank:
            suits.setdefault(card.suit, []).append(card)
    for cards in sorted(suits.values(), key=lambda some: (-len(some), some[0])):
        action = Show(tuple(cards))
        if refusal(view, action) is None:
            return advise(action, Reason.SHOW, cards="".join(map(str, cards)))
    return advise(Show(()), Reason.SHOW_NOTHING)


def choose_tribute() -> Advice:
    """Takes: a 2 or a joker is worth more than whatever is returned for it (R11.6)."""
    return advise(Take(), Reason.TAKE)


def choose_return(table: Table) -> Advice:
    """Returns the cards whose loss makes the hand best: lone low ones first (R11.5)."""
    public, hand = table.view.public, table.hand
    free = returnable(public, table.me, hand)
    out: list[int] = []
    for _ in range(public.setup.offer.returning if public.setup.offer else 0):
        ranks = [rank for rank in range(15) if free.count(rank)]
        rank = min(ranks, key=lambda some: (_without(table, hand, some), some))
        out.append(rank)
        one = Cards.of((rank,))
        hand, free = hand - one, free - one
    cards = Cards.of(out)
    return advise(Return(cards), Reason.RETURN_LOW, cards=cards)


def _without(table: Table, hand: Cards, rank: int) -> float:
    return weigh(table, hand - Cards.of((rank,))).burden


def choose_object(table: Table) -> Advice:
    """Objects to low cards of ranks not held otherwise, for they make one set more (R11.6)."""
    offer = table.view.public.setup.offer
    strange = offer.strange if offer else NO_CARDS
    unwelcome = Cards.of(rank for rank in strange.ranks() if rank < TEN)
    if unwelcome:
        return advise(Object(unwelcome), Reason.OBJECT, cards=unwelcome)
    return advise(Keep(), Reason.KEEP)


def choose_revolution(table: Table) -> Advice:
    """Sits out with a hand that would come last; 四科 costs nothing (R9.1, R9.3)."""
    if weigh(table, table.hand).burden >= HOPELESS:
        return advise(Revolt(yes=True), Reason.REVOLT)
    return advise(Revolt(yes=False), Reason.STAY)


def choose_head(table: Table) -> Advice:
    """Keeps the head with enough gouji combos to lay free (R9.4)."""
    count = gouji_combos(table)
    if count >= KEEP_FROM:
        return advise(Head(keep=True), Reason.KEEP_HEAD, count=count)
    return advise(Head(keep=False), Reason.NO_HEAD)


def gouji_combos(table: Table) -> int:
    """Returns how many gouji combos a hand splits into, each joker and 2 making at most one."""
    counts = table.hand.counts
    plain = sum(
        1
        for rank in range(TEN, TWO)
        if counts[rank] and is_gouji(table.rules, row(0, 0, 0, counts[rank])[rank])
    )
    return plain + counts[BIG] + counts[SMALL] + min(counts[TWO], 2)


def choose_merge(table: Table) -> Advice:
    """Has taken out of play what would have to be led (R13.3)."""
    allowed = table.rules.merge
    now = weigh(table, table.hand).burden
    best, gain = "", 0.0
    for ranks in ("3", "4", "34"):
        if not set(ranks) <= set(allowed):
            continue
        gone = table.hand.only(*(THREE if letter == "3" else FOUR for letter in ranks))
        saved = now - weigh(table, table.hand - gone).burden
        # Everybody else loses such cards as well: only what is more than usual counts.
        more = saved - MERGE_FROM * len(ranks)
        if more >= gain and refusal(table.view, Merge(ranks)) is None:
            best, gain = ranks, more
    if best:
        return advise(Merge(best), Reason.MERGE, ranks=best)
    return advise(Merge(""), Reason.MERGE_NONE)


def choose_order(view: SeatView) -> Advice:
    """Orders a partner's combos: the surest first, the weakest as the bottom (R13.2)."""
    plan = view.public.standing.plan
    combos = plan.combos if plan else ()
    order = tuple(sorted(range(len(combos)), key=lambda number: _sureness(combos[number]), reverse=True))
    for some in (order, tuple(range(len(combos)))):
        if refusal(view, Order(some)) is None:
            return advise(Order(some), Reason.ORDER)
    return advise(Order(order), Reason.ORDER)


def _sureness(combo: Combo) -> tuple[int, int, int, int]:
    return (combo.big, combo.small, combo.body, combo.size)


def choose_settle(view: SeatView) -> Advice:
    """Leaves the two last places as they fell (R8.5)."""
    last = view.public.standing.places.index(6)
    return advise(Settle(last), Reason.SETTLE, seat=last)
