"""Which combos to lead: the candidates worth a thought and what each is worth (R5.1).

A hand of 36 cards can lead a thousand combos; only whole sets, sets that wild cards carry, wild cards
alone, and sizes that feed a partner are weighed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gouji_bots.advice import Advice, Reason, advise
from gouji_bots.hand import Worth, lead_worth, weigh
from gouji_bots.table import Table
from gouji_core.actions import Play
from gouji_core.beating import is_gouji
from gouji_core.cards import BIG, FOUR, SMALL, TEN, THREE, TWO, Cards
from gouji_core.combos import Combo, bare, combo_of, row
from gouji_core.legal import legal_combos, refusal
from gouji_core.options import Rules

FEED_COUNT = 5
"""Partners with more cards than this are not fed: their last set is not to be guessed."""


RUN_FROM = 0.7
"""From what chance to go out in a row the advice says so."""


@dataclass(frozen=True, slots=True)
class Lead:
    """Is a candidate with what leading it is worth, the chance that it stands and what it is for."""

    combo: Combo
    value: float
    stands: float
    reason: Reason
    seat: int = -1


def candidates(rules: Rules, hand: Cards, *, bound: bool, sizes: frozenset[int]) -> list[Combo]:
    """Returns the combos worth leading; with ``bound`` each but the last carries a joker (R7.3)."""
    counts = hand.counts
    big, small, money = counts[BIG], counts[SMALL], counts[TWO]
    last = combo_of(hand)
    out: list[Combo] = [last] if last else []
    first = THREE + 1 if rules.hold_threes and counts[THREE] else THREE
    for rank in range(first, TWO):
        count = counts[rank]
        if not count:
            continue
        if not bound:
            out.append(row(0, 0, 0, count)[rank])
            out += [row(0, 0, 0, size)[rank] for size in sizes if size < count]
            if money and rank >= TEN and not is_gouji(rules, out[-1]):
                out += [row(0, 0, more, count)[rank] for more in range(1, min(money, 3) + 1)]
        for flowers in (1, 2):
            if big >= flowers:
                out.append(row(flowers, 0, 0, count)[rank])
            if small >= flowers:
                out.append(row(0, flowers, 0, count)[rank])
    if not bound:
        out += [bare(0, 0, size) for size in range(1, money + 1)]
    out += [bare(0, size, 0) for size in range(1, small + 1)]
    out += [bare(size, 0, 0) for size in range(1, big + 1)]
    if money:
        out += [bare(1, 0, money)] if big else []
        out += [bare(0, 1, money)] if small else []
    return out


def feed_sizes(table: Table) -> frozenset[int]:
    """Returns the sizes that partners may go out with."""
    return frozenset(table.counts[seat] for seat in table.partners if table.counts[seat] <= FEED_COUNT)


def value_lead(table: Table, combo: Combo, now: Worth) -> Lead:
    """Weighs leading a combo."""
    weights = table.weights
    hand = table.hand
    rest = hand - combo.cards
    stands = table.stand(combo, melee=_melee(table))
    if not rest:
        return Lead(combo, 100.0 + stands, stands, Reason.OUT)
    then = weigh(table, rest)
    value = now.burden - then.burden + stands * lead_worth(table, then)
    reason = Reason.LEAD_LOW if stands < 0.6 else Reason.LEAD_STRONG
    if table.opens(combo):
        value += weights.opening * stands
        if stands >= 0.4:
            reason = Reason.LEAD_OPEN
    lost = 1.0 - stands
    value -= lost * _danger(table, combo)
    value -= choke_cost(table, rest, stands)
    value -= four_cost(table, combo)
    fed, seat = _feeding(table, combo)
    if fed > 0:
        value += fed
        reason = Reason.FEED
    return Lead(combo, value, stands, reason, seat)


def _melee(table: Table) -> bool:
    return table.trick.melee if table.trick is not None else table.melee_next


def _danger(table: Table, combo: Combo) -> float:
    """Returns what losing the lead costs: the more, the nearer to going out those who may take it."""
    able = [seat for seat in table.enemies if table.counts[seat] >= combo.size]
    if not able:
        return 0.0
    near = max(table.nearness(seat) for seat in able)
    exact = any(table.counts[seat] == combo.size for seat in able)
    return table.weights.threat_near * (near + (0.5 if exact else 0.0)) * 0.5


def choke_cost(table: Table, rest: Cards, stands: float) -> float:
    """Returns the expected cost of keeping only 3s and being beaten (R10.3)."""
    if not table.rules.hold_threes or not rest or rest.packed >> 8:
        return 0.0
    cost = table.weights.choke * (2.0 if table.rules.choke == "last" else 1.0)
    return (1.0 - stands) * cost


def four_cost(table: Table, combo: Combo) -> float:
    """Returns what it costs to give up opening by playing a 4 (R10.4)."""
    if table.rules.fours != "after_opening" or combo.rank != FOUR or table.opened:
        return 0.0
    return table.weights.opening


def _feeding(table: Table, combo: Combo) -> tuple[float, int]:
    """Returns what a combo is worth to a partner who may go out on it, and the partner."""
    best, who = 0.0, -1
    for seat in table.partners:
        count = table.counts[seat]
        if count != combo.size or count > FEED_COUNT or combo.jokers or combo.money:
            continue
        # Low bodies are easy to beat with whatever is left; enemies asked first may take it.
        chance = (1.0 - combo.body / TWO) * (0.9 if count == 1 else 0.6)
        worth = table.weights.feed * table.weights.help_near * chance
        if worth > best:
            best, who = worth, seat
    return best, who


def choose_lead(table: Table) -> Advice:
    """Returns the best lead with its reason."""
    bound = table.bound
    now = weigh(table, table.hand)
    pool = candidates(table.rules, table.hand, bound=bound, sizes=feed_sizes(table))
    leads = sorted(_weighed(table, set(pool), now), key=_rank, reverse=True)
    run = now.finish >= RUN_FROM
    for lead in leads:
        if refusal(table.view, Play(lead.combo.cards)) is None:
            return explain(table, lead, run=run)
    # Nothing worth a thought is legal: what is legal is weighed instead.
    return explain(table, max(_weighed(table, legal_combos(table.view), now), key=_rank), run=False)


def _weighed(table: Table, combos: Iterable[Combo], now: Worth) -> list[Lead]:
    return [value_lead(table, combo, now) for combo in combos]


def _rank(lead: Lead) -> tuple[float, int, int]:
    """Orders leads by worth; among equals the shortest and lowest comes first."""
    return (lead.value, -lead.combo.size, -lead.combo.cards.packed)


def explain(table: Table, lead: Lead, *, run: bool) -> Advice:
    """Puts a lead as advice."""
    combo = lead.combo
    action = Play(combo.cards)
    chance = round(100 * lead.stands)
    match lead.reason:
        case Reason.OUT:
            return advise(action, Reason.OUT, cards=combo)
        case Reason.FEED:
            return advise(action, Reason.FEED, cards=combo, seat=lead.seat)
        case _ if run:
            left = weigh(table, table.hand - combo.cards).sets
            return advise(action, Reason.RUN, cards=combo, left=left)
        case Reason.LEAD_OPEN | Reason.LEAD_STRONG:
            return advise(action, lead.reason, cards=combo, chance=chance)
        case _:
            return advise(action, Reason.LEAD_LOW, cards=combo)
