"""Every combo a hand can lead or answer with (R2, R3).

Lists are in a fixed order that callers may rely on: fewest big jokers first, then fewest small
jokers, then least money, then by rank from low to high; a lead goes from few cards of a rank to many.
"""

from __future__ import annotations

from itertools import compress

from gouji_core.beating import beats, is_dead
from gouji_core.cards import BIG, SMALL, THREE, TWO, Cards
from gouji_core.combos import Combo, bare, combo_of, row
from gouji_core.options import Rules

_AT_LEAST = tuple(bytes(count >= number for count in range(256)) for number in range(128))
"""For each number a table that turns counts of cards into whether so many are held."""


def leads(rules: Rules, hand: Cards) -> list[Combo]:
    """Returns every combo the hand can lead, the rule of held threes included (R2.1-R2.6)."""
    threes = hand.count(THREE)
    if rules.hold_threes and threes:
        rest = Cards(hand.packed & ~0xFF)
        if not rest:
            last = combo_of(hand)
            return [last] if last else []
        return _all_combos(rest)
    return _all_combos(hand)


def _all_combos(hand: Cards) -> list[Combo]:
    counts = hand.counts
    bigs, smalls, moneys = counts[BIG], counts[SMALL], counts[TWO]
    naturals = counts[:TWO]
    most = max(naturals)
    held = [naturals.translate(_AT_LEAST[n]) for n in range(most + 1)]
    out: list[Combo] = []
    for big in range(bigs + 1):
        for small in range(smalls + 1):
            for money in range(moneys + 1):
                if big or small or money:
                    out.append(bare(big, small, money))
                for natural in range(1, most + 1):
                    out += compress(row(big, small, money, natural), held[natural])
    return out


def answers(rules: Rules, hand: Cards, top: Combo) -> list[Combo]:
    """Returns every combo of the hand that beats ``top``, the rule of held threes included (R3, R2.6)."""
    if is_dead(rules, top):
        return []
    if rules.hold_threes and hand.packed & 0xFF:
        rest = Cards(hand.packed & ~0xFF)
        # Held threes are the lowest rank and go alone, so as an answer they never beat anything.
        return _answers(rules, rest, top) if rest else []
    return _answers(rules, hand, top)


def _answers(rules: Rules, hand: Cards, top: Combo) -> list[Combo]:
    if rules.joker_exchange:
        return [combo for combo in _all_combos(hand) if beats(rules, combo, top)]
    if rules.joker_order == "highest":
        return [combo for combo in _of_size(rules, hand, top.size, 0) if beats(rules, combo, top)]
    return _of_size(rules, hand, top.size, top.jokers, top.body)


def _of_size(rules: Rules, hand: Cards, size: int, jokers: int, above: int | None = None) -> list[Combo]:
    """Lists combos of ``size`` cards whose big jokers cover ``jokers`` and whose body is over ``above``.

    ``above`` None takes every body.
    """
    packed = hand.packed
    bigs, smalls, moneys = packed >> 8 * BIG, packed >> 8 * SMALL & 0xFF, packed >> 8 * TWO & 0xFF
    counts = hand.counts
    low = 0 if above is None else above + 1
    demote = rules.mixed_jokers == "demote"
    # Ranks that are too low count as not held, so that places stay ranks.
    naturals = b"\0" * low + counts[low:TWO] if low < TWO else b"\0"
    most = max(naturals)
    out: list[Combo] = []
    if bigs < jokers or bigs + smalls + moneys + most < size:
        return out
    for big in range(jokers, min(bigs, size) + 1):
        for small in range(min(smalls, size - big) + 1):
            if big and small and demote and jokers:
                break  # a big joker beside a small one counts as small and covers no joker
            left = size - big - small
            if left == 0:
                out.append(bare(big, small, 0))
                continue
            fewest = left - most if left > most else 0
            for money in range(fewest, (moneys if moneys < left else left) + 1):
                natural = left - money
                if natural == 0:
                    if low <= TWO:
                        out.append(bare(big, small, money))
                    continue
                held = naturals.translate(_AT_LEAST[natural])
                if 1 in held:
                    out += compress(row(big, small, money, natural), held)
    return out
