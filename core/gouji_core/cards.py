"""Ranks, cards with suits, and bags of cards counted by rank (R1.2-R1.4).

A bag of cards is one integer with eight bits a rank, so that adding, taking away and asking whether
one bag lies in another are single operations however large the hand is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from gouji_core.errors import NotationError
from gouji_core.values import ordered_value, value

RANKS = "3456789TJQKA2xX"
"""The ranks low to high, as notation writes them (R1.3)."""

THREE, FOUR, ACE, TWO, SMALL, BIG = 0, 1, 11, 12, 13, 14
TEN, JACK, QUEEN, KING = 7, 8, 9, 10
NATURAL = range(THREE, TWO)
"""The ranks that make a body of their own: 3 to A."""

SUITS = "shdc"
RED = "hd"

_GUARD = int.from_bytes(b"\x80" * 15, "little")
_SHIFT = tuple(8 * rank for rank in range(15))
_UNIT = tuple(1 << shift for shift in _SHIFT)
_RANK_OF = {letter: rank for rank, letter in enumerate(RANKS)} | {
    letter.lower(): RANKS.index(letter) for letter in "TJQKA"
}


@value
class Cards:
    """Holds some cards counted by rank, suits forgotten.

    ``packed`` has eight bits a rank, rank 0 (the 3s) lowest; at most 127 cards of a rank.
    """

    packed: int = 0

    @classmethod
    def of(cls, ranks: Iterable[int]) -> Cards:
        """Returns the bag with one card for each rank given."""
        return cls(sum(map(_UNIT.__getitem__, ranks)))

    @property
    def counts(self) -> bytes:
        """The number of cards of each rank, fifteen small numbers."""
        return self.packed.to_bytes(15, "little")

    def count(self, rank: int) -> int:
        """Returns how many cards of one rank there are."""
        return self.packed >> _SHIFT[rank] & 0xFF

    def holds(self, other: Cards) -> bool:
        """Tells whether all of ``other`` lies in this bag."""
        return ((self.packed | _GUARD) - other.packed) & _GUARD == _GUARD

    def __len__(self) -> int:
        return sum(self.packed.to_bytes(15, "little"))

    def __bool__(self) -> bool:
        return self.packed != 0

    def __add__(self, other: Cards) -> Cards:
        return Cards(self.packed + other.packed)

    def __sub__(self, other: Cards) -> Cards:
        """Takes cards away; they must be held."""
        return Cards(self.packed - other.packed)

    def less(self, other: Cards) -> Cards:
        """Returns what is left when as much of ``other`` as is there is taken away."""
        # As in ``holds``, a rank's guard bit is gone where more was to be taken than is there.
        taken = (self.packed | _GUARD) - other.packed
        enough = taken & _GUARD
        return Cards(taken & enough - (enough >> 7))

    def only(self, *ranks: int) -> Cards:
        """Returns the cards of some ranks."""
        return Cards(sum(self.packed & 0xFF << _SHIFT[rank] for rank in ranks))

    @property
    def jokers(self) -> int:
        """The number of jokers of both kinds."""
        return (self.packed >> _SHIFT[SMALL] & 0xFF) + (self.packed >> _SHIFT[BIG])

    def natural_ranks(self) -> int:
        """Returns how many different natural ranks (3 to A) are held."""
        counts = self.packed.to_bytes(15, "little")
        return TWO - counts.count(0, 0, TWO)

    def ranks(self) -> tuple[int, ...]:
        """Returns the rank of each card, highest first."""
        counts = self.counts
        return tuple(rank for rank in range(BIG, -1, -1) for _ in range(counts[rank]))

    def __str__(self) -> str:
        return _text_of(self.packed)


@lru_cache(maxsize=4096)
def _text_of(packed: int) -> str:
    """Writes a bag; kept, since the same few cards are played again and again and written several times."""
    counts = Cards(packed).counts
    return "".join(RANKS[rank] * counts[rank] for rank in range(BIG, -1, -1) if counts[rank])


NO_CARDS = Cards()


@ordered_value
class Card:
    """Is one card with its suit; jokers have the empty suit (R1.4)."""

    rank: int
    suit: str = ""

    def __str__(self) -> str:
        return RANKS[self.rank] + self.suit


def parse_cards(text: str) -> Cards:
    """Reads cards without suits, in any order: ``"Xx2TTT"``, ``"10 10"``, ``"kk"``.

    Raises:
        NotationError: if a letter is not a rank (R1.4).
    """
    packed = 0
    for letter in "".join(text.split()).replace("10", "T"):
        rank = _RANK_OF.get(letter)
        if rank is None:
            raise NotationError(text, "cards")
        packed += _UNIT[rank]
        if packed & _GUARD:
            raise NotationError(text, "too_many")
    return Cards(packed)


def parse_suited(text: str) -> tuple[Card, ...]:
    """Reads cards that may carry a suit: ``"3h3h5s2sx"``.

    Raises:
        NotationError: if a letter is neither a rank nor a suit after one (R1.4).
    """
    out: list[Card] = []
    for letter in "".join(text.split()).replace("10", "T"):
        if letter in SUITS and out and not out[-1].suit and out[-1].rank < SMALL:
            out[-1] = Card(out[-1].rank, letter)
        elif (rank := _RANK_OF.get(letter)) is not None:
            out.append(Card(rank))
        else:
            raise NotationError(text, "suited")
    return tuple(out)


def format_suited(cards: Iterable[Card]) -> str:
    """Writes cards with their suits in the order given; ``parse_suited`` reads them back."""
    return "".join(map(str, cards))


def bag(cards: Iterable[Card]) -> Cards:
    """Returns suited cards counted by rank."""
    return Cards.of(card.rank for card in cards)
