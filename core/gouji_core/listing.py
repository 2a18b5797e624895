"""Every combo a hand can lead or answer with (R2, R3).

Lists are in a fixed order that callers may rely on: fewest big jokers first, then fewest small
jokers, then least money, then by rank from low to high; a lead goes from few cards of a rank to many.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, compress, product

from gouji_core.beating import beats, is_dead
from gouji_core.cards import BIG, SMALL, THREE, TWO, Cards
from gouji_core.combos import Combo, bare, combo_of, ladder, row
from gouji_core.options import Rules

_AT_LEAST = tuple(bytes(number) + b"\1" * (256 - number) for number in range(128))
"""For each number a table that turns counts of cards into whether so many are held."""

_NATURALS = (1 << 8 * TWO) - 1
_FROM = tuple(_NATURALS >> 8 * low << 8 * low for low in range(TWO + 2))
"""For each rank a mask of packed cards that leaves the natural ones of this rank and higher."""

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
    packed = hand.packed
    naturals = (packed & _NATURALS).to_bytes(TWO, "little")
    most = max(naturals)
    holding = b"".join(map(naturals.translate, _AT_LEAST[1 : most + 1]))
    bigs, smalls, moneys = packed >> _BIG_AT, packed >> _SMALL_AT & 0xFF, packed >> _TWO_AT & 0xFF
    hung, shapes = _lead_shapes(bigs, smalls, moneys, most)
    return list(compress(shapes, holding + (b"\1" + holding) * hung))


@lru_cache(_SHAPES_KEPT)
def _lead_shapes(bigs: int, smalls: int, moneys: int, most: int) -> tuple[int, tuple[Combo, ...]]:
    """Lists all combos, held or not, and tells how many choices of jokers and money they are with.

    The first are those of natural cards alone, on one of each natural rank, on two of each, and so on. Those
    with each choice of jokers and money follow, the first of them without natural cards.
    """
    choices = list(product(range(bigs + 1), range(smalls + 1), range(moneys + 1)))[1:]
    shapes = chain(
        *ladder(0, 0, 0, most)[:most],
        *((bare(*hung), *chain.from_iterable(ladder(*hung, most)[:most])) for hung in choices),
    )
    return len(choices), tuple(shapes)


def answers(rules: Rules, hand: Cards, top: Combo) -> list[Combo]:
    """Returns every combo of the hand that beats ``top``, the rule of held threes included (R3, R2.6)."""
    if top.big and is_dead(rules, top):
        return []
    # Held threes are the lowest rank and go alone, so as an answer they never beat anything.
    packed = hand.packed & ~0xFF if rules.hold_threes else hand.packed
    if rules.joker_exchange:
        return [combo for combo in _all_combos(Cards(packed)) if beats(rules, combo, top)]
    # All are of one size, their big jokers cover the jokers of ``top`` and their body is higher (R3.1); where
    # the higher joker wins instead, the size is all that they must have in common (R3.2).
    highest = rules.joker_order == "highest"
    jokers, low = (0, 0) if highest else (top.jokers, top.body + 1)
    bigs = packed >> _BIG_AT
    if bigs < jokers:
        return []
    smalls, moneys, size = packed >> _SMALL_AT & 0xFF, packed >> _TWO_AT & 0xFF, top.size
    # Ranks that are too low count as not held, so that places stay ranks.
    naturals = (packed & _FROM[low]).to_bytes(TWO, "little")
    lacking = size - bigs - smalls - moneys
    if lacking > 0 and 1 not in naturals.translate(_AT_LEAST[lacking]):
        return []
    most = min(max(naturals), size)
    demote = jokers > 0 and rules.mixed_jokers == "demote"
    tables, shapes = _answer_shapes(bigs, smalls, moneys, most, size, jokers, demote, low <= TWO)
    held = [naturals.translate(table) if table else b"\1" for table in tables]
    found = list(compress(shapes, b"".join(held)))
    return [combo for combo in found if beats(rules, combo, top)] if highest else found


@lru_cache(_SHAPES_KEPT)
def _answer_shapes(
    bigs: int, smalls: int, moneys: int, most: int, size: int, jokers: int, demote: bool, twos: bool
) -> tuple[tuple[bytes | None, ...], tuple[Combo, ...]]:
    """Lists rows of combos of ``size`` cards, held or not, and for each the table that tells which are held.

    ``demote`` tells that a big joker beside a small one counts as small and covers no joker; ``twos`` whether
    money alone may be the body. A row has a combo for each natural rank, and one only, without a table, if
    it is on no natural card.
    """
    tables: list[bytes | None] = []
    shapes: list[Combo] = []
    for big in range(jokers, min(bigs, size) + 1):
        for small in range(min(smalls, size - big) + 1):
            if big and small and demote:
                break
            left = size - big - small
            for money in range(max(0, left - most), min(moneys, left) + 1):
                natural = left - money
                if natural:
                    tables.append(_AT_LEAST[natural])
                    shapes += row(big, small, money, natural)
                elif twos or not money:
                    tables.append(None)
                    shapes.append(bare(big, small, money))
    return tuple(tables), tuple(shapes)
