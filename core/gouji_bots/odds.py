"""How likely a player holds what beats a combo, from the cards that nobody has shown yet.

A model, not a search: each unseen card lies with a player in proportion to how many cards that player
holds, ranks are independent. ``natural`` is about beating without 2s and jokers, which costs little;
``dear`` about beating with them.
"""

from __future__ import annotations

from functools import cache
from math import comb

from gouji_core.cards import BIG, SMALL, TWO, Cards
from gouji_core.combos import NO_BODY, Combo
from gouji_core.options import Rules

STEPS = 64
"""Shares are rounded to 1/64, so that the tails of the binomial distribution can be kept."""

_FULL = (16,) * 13 + (4, 4)
_SHORT = (6, 6) + (16,) * 11 + (4, 4)


@cache
def tail(pool: int, share: int, need: int) -> float:
    """Returns the chance that at least ``need`` of ``pool`` cards lie in ``share`` 64ths of the unseen."""
    if need <= 0:
        return 1.0
    if need > pool or share <= 0:
        return 0.0
    p = min(share, STEPS) / STEPS
    below = sum(comb(pool, k) * p**k * (1 - p) ** (pool - k) for k in range(need))
    return max(0.0, 1.0 - below)


def deck_counts(rules: Rules) -> tuple[int, ...]:
    """Returns how many cards of each rank the packs hold (R1.2)."""
    return _SHORT if rules.deck == "short34" else _FULL


class Odds:
    """Answers how likely seats hold things; made for one decision."""

    __slots__ = ("_counts", "_rules", "_shares", "_suffixes", "unseen")

    def __init__(self, rules: Rules, hand: Cards, played: Cards, counts: tuple[int, ...]) -> None:
        """Takes the own hand, the cards laid open so far and how many each seat holds."""
        mine, gone = hand.counts, played.counts
        deck = deck_counts(rules)
        self.unseen = tuple(max(0, deck[rank] - mine[rank] - gone[rank]) for rank in range(15))
        total = max(1, sum(self.unseen))
        self._rules = rules
        self._counts = counts
        self._shares = tuple(round(count * STEPS / total) for count in counts)
        self._suffixes: dict[int, list[float]] = {}

    def natural(self, seat: int, size: int, body: int) -> float:
        """Returns the chance that a seat holds ``size`` cards of one natural rank above ``body``."""
        if size > self._counts[seat] or body >= TWO - 1:
            return 0.0
        key = seat * 64 + size
        none = self._suffixes.get(key)
        if none is None:
            none = [1.0] * TWO
            share, left = self._shares[seat], 1.0
            for rank in range(TWO - 1, 0, -1):
                left *= 1.0 - tail(self.unseen[rank], share, size)
                none[rank - 1] = left
            self._suffixes[key] = none
        return 1.0 - none[body]

    def dear(self, seat: int, combo: Combo) -> float:
        """Returns the chance that a seat can beat a combo that is not dead with 2s or jokers."""
        size, body, jokers = combo.size, combo.body, combo.jokers
        if size > self._counts[seat] and not self._rules.joker_exchange:
            return 0.0
        share, unseen = self._shares[seat], self.unseen
        if jokers:
            need_big = tail(unseen[BIG], share, 1 if self._rules.joker_order == "highest" else jokers)
            return need_big * self._bodies(seat, size - jokers, body, share)
        flowers = unseen[BIG] + unseen[SMALL]
        if body == TWO:
            need = 1 if self._rules.joker_order == "highest" else size
            return tail(flowers, share, need)
        wild = flowers + unseen[TWO]
        none = 1.0 - tail(unseen[TWO], share, size)
        if size > 1:
            none *= 1.0 - tail(wild, share, 1) * self.natural(seat, size - 1, body)
        if size > 2:
            none *= 1.0 - tail(wild, share, 2) * self.natural(seat, size - 2, body)
        if size <= 2:
            none *= 1.0 - tail(flowers, share, size)
        return 1.0 - none

    def _bodies(self, seat: int, count: int, body: int, share: int) -> float:
        """Returns the chance of ``count`` cards for a body above ``body``, money and all."""
        if count <= 0 or body == NO_BODY:
            return 1.0
        if body >= TWO:
            return tail(self.unseen[BIG] + self.unseen[SMALL], share, count + 1)
        none = (1.0 - self.natural(seat, count, body)) * (1.0 - tail(self.unseen[TWO], share, count))
        if count > 1:
            none *= 1.0 - tail(self.unseen[TWO], share, 1) * self.natural(seat, count - 1, body)
        return 1.0 - none
