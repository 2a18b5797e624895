"""Combos (一手牌): what may be played at once, and what it is worth (R2, R4.1).

A combo is interned: the same cards are the same object for the life of the process, so that listing
thousands of legal plays makes nothing new. What a combo is worth depends on options and is computed
by ``gouji_core.beating``; here are only its cards.
"""

from __future__ import annotations

from gouji_core.cards import BIG, NATURAL, RANKS, SMALL, TWO, Cards, parse_cards
from gouji_core.errors import NotationError
from gouji_core.values import derived, value

NO_BODY = -1
"""The ``body`` of a combo of jokers alone."""

JOKERS_EACH, MONEY, OF_A_RANK = 4, 16, 16
"""The most cards of each kind that four packs hold (R1.2)."""


@value
class Combo:
    """Is one or more cards that all count as one rank (R2.1-R2.3).

    ``big``, ``small`` and ``money`` count jokers and 2s, ``natural`` the cards of the natural rank
    ``rank`` (``NO_BODY`` without any). ``body`` is the rank the body counts as: ``rank``, else 2 if
    there is money, else ``NO_BODY``. ``count`` is the size of the body, money included.
    """

    big: int
    small: int
    money: int
    natural: int
    rank: int
    cards: Cards = derived()
    body: int = derived()
    count: int = derived()
    size: int = derived()
    jokers: int = derived()

    def __len__(self) -> int:
        return self.size

    def __str__(self) -> str:
        return str(self.cards)


_Row = tuple[Combo, ...]
_ladders: dict[tuple[int, int, int], list[_Row]] = {}
_bare: dict[tuple[int, int, int], Combo] = {}
_known: dict[int, Combo] = {}


def _make(big: int, small: int, money: int, natural: int, rank: int) -> Combo:
    packed = (big << 8 * BIG) + (small << 8 * SMALL) + (money << 8 * TWO)
    if natural:
        packed += natural << 8 * rank
    body = rank if natural else TWO if money else NO_BODY
    jokers = big + small
    count = money + natural
    combo = Combo(big, small, money, natural, rank, Cards(packed), body, count, jokers + count, jokers)
    _known[packed] = combo
    return combo


def ladder(big: int, small: int, money: int, most: int) -> list[_Row]:
    """Returns the rows of combos with these jokers and money on 1, 2, ... natural cards.

    There is a row for each number up to ``most`` at least; a row is indexed by the natural rank.
    """
    key = (big, small, money)
    found = _ladders.get(key)
    if found is None:
        found = _ladders[key] = []
    while len(found) < most:
        natural = len(found) + 1
        found.append(tuple([_make(big, small, money, natural, rank) for rank in NATURAL]))
    return found


def row(big: int, small: int, money: int, natural: int) -> _Row:
    """Returns the combos with these jokers and money on ``natural`` cards, indexed by natural rank."""
    return ladder(big, small, money, natural)[natural - 1]


def bare(big: int, small: int, money: int) -> Combo:
    """Returns the combo of jokers and money alone."""
    key = (big, small, money)
    found = _bare.get(key)
    if found is None:
        found = _bare[key] = _make(big, small, money, 0, NO_BODY)
    return found


def combo_of(cards: Cards) -> Combo | None:
    """Returns the combo these cards are, or None when they are none or count as two ranks (R2.1)."""
    known = _known.get(cards.packed)
    if known is not None or not cards:
        return known
    counts = cards.counts
    natural = [rank for rank in NATURAL if counts[rank]]
    if len(natural) > 1:
        return None
    if counts[BIG] > JOKERS_EACH or counts[SMALL] > JOKERS_EACH or max(counts) > OF_A_RANK:
        return None
    if natural:
        rank = natural[0]
        return row(counts[BIG], counts[SMALL], counts[TWO], counts[rank])[rank]
    return bare(counts[BIG], counts[SMALL], counts[TWO])


def parse_combo(text: str) -> Combo:
    """Reads one combo in R1.4 notation, any order.

    Raises:
        NotationError: if the text is no cards, or the cards are not one combo.
    """
    combo = combo_of(parse_cards(text))
    if combo is None:
        raise NotationError(text, "combo")
    return combo


def split_jokers(cards: Cards) -> tuple[int, int, int]:
    """Returns the numbers of big jokers, small jokers and 2s."""
    return cards.count(BIG), cards.count(SMALL), cards.count(TWO)


def rank_name(rank: int) -> str:
    """Returns the notation letter of a rank."""
    return RANKS[rank]
