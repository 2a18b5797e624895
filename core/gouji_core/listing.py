"""Every combo a hand can lead or answer with (R2, R3).

Lists are in a fixed order that callers may rely on: fewest big jokers first, then fewest small
jokers, then least money, then by rank from low to high; a lead goes from few cards of a rank to many.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, compress, product, repeat

from gouji_core.beating import beats, is_dead
from gouji_core.cards import BIG, SMALL, THREE, TWO, Cards
from gouji_core.combos import Combo, bare, combo_of, ladder, row
from gouji_core.options import Rules

_AT_LEAST = tuple(bytes(count >= number for count in range(256)) for number in range(128))
"""For each number a table that turns counts of cards into whether so many are held."""


_LOW = tuple(b"\0" * min(low, TWO) for low in range(BIG + 2))
"""For each rank the counts of no card of any lower natural rank."""

_SHAPES_KEPT = 4096
"""How many lists of shapes are remembered; hands soon repeat them, whatever their natural ranks."""

_BIG_AT, _SMALL_AT, _TWO_AT = 8 * BIG, 8 * SMALL, 8 * TWO


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
    naturals = counts[:TWO]
    most = max(naturals)
    held = [naturals.translate(_AT_LEAST[natural]) for natural in range(1, most + 1)]
    plain, *hung = _lead_shapes(counts[BIG], counts[SMALL], counts[TWO], most)
    holding = b"".join(held)
    out = list(compress(plain, holding))
    if hung:
        out += chain.from_iterable(map(compress, hung, repeat(b"\1" + holding)))
    return out


@lru_cache(_SHAPES_KEPT)
def _lead_shapes(bigs: int, smalls: int, moneys: int, most: int) -> tuple[tuple[Combo, ...], ...]:
    """Lists for each choice of jokers and money all combos with it, held or not.

    The first are those of natural cards alone; in all others the first combo is without natural cards, then
    come those on one of each natural rank, on two of each, and so on.
    """
    plain = tuple(chain.from_iterable(ladder(0, 0, 0, most)[:most]))
    return plain, *(
        (bare(*hung), *chain.from_iterable(ladder(*hung, most)[:most]))
        for hung in product(range(bigs + 1), range(smalls + 1), range(moneys + 1))
        if any(hung)
    )


def answers(rules: Rules, hand: Cards, top: Combo) -> list[Combo]:
    """Returns every combo of the hand that beats ``top``, the rule of held threes included (R3, R2.6)."""
    if top.big and is_dead(rules, top):
        return []
    if rules.hold_threes and hand.packed & 0xFF:
        # Held threes are the lowest rank and go alone, so as an answer they never beat anything.
        hand = Cards(hand.packed & ~0xFF)
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
    bigs = packed >> _BIG_AT
    if bigs < jokers:
        return []
    low = 0 if above is None else above + 1
    # Ranks that are too low count as not held, so that places stay ranks.
    naturals = _LOW[low] + packed.to_bytes(15, "little")[low:TWO]
    most = max(naturals)
    smalls, moneys = packed >> _SMALL_AT & 0xFF, packed >> _TWO_AT & 0xFF
    if bigs + smalls + moneys + most < size:
        return []
    demote = rules.mixed_jokers == "demote" and jokers > 0
    numbers, shapes = _answer_shapes(bigs, smalls, moneys, most, size, jokers, demote, low <= TWO)
    held = [b"\1", *(naturals.translate(_AT_LEAST[natural]) for natural in range(1, min(most, size) + 1))]
    return list(chain.from_iterable(map(compress, shapes, map(held.__getitem__, numbers))))


@lru_cache(_SHAPES_KEPT)
def _answer_shapes(
    bigs: int, smalls: int, moneys: int, most: int, size: int, jokers: int, demote: bool, twos: bool
) -> tuple[tuple[int, ...], tuple[tuple[Combo, ...], ...]]:
    """Lists rows of combos of ``size`` cards, held or not, with how many natural cards each row is on.

    ``demote`` tells that a big joker beside a small one counts as small and covers no joker; ``twos`` whether
    money alone may be the body. A row on no natural card has one combo, else one for each natural rank.
    """
    numbers: list[int] = []
    rows: list[tuple[Combo, ...]] = []
    for big in range(jokers, min(bigs, size) + 1):
        for small in range(min(smalls, size - big) + 1):
            if big and small and demote:
                break
            left = size - big - small
            for money in range(max(0, left - most), min(moneys, left) + 1):
                natural = left - money
                if natural:
                    rows.append(row(big, small, money, natural))
                elif twos or not money:
                    rows.append((bare(big, small, money),))
                else:
                    continue
                numbers.append(natural)
    return tuple(numbers), tuple(rows)
