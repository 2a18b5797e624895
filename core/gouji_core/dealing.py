"""From a seed to a deal: the deck, the shuffle, the cut, all reproducible by a stranger (R1.2, R6.5).

The order of the cards is a Fisher-Yates shuffle fed by SHA-256. For a seed of bytes and a label, block ``n``
of the stream is ``sha256(seed + label + n as 8 bytes, big end first)``; numbers are taken from it four
bytes at a time, big end first, and a number too large to be fair is skipped. From the last card down to
the second, card ``i`` changes places with card ``j``, where ``j`` is the next number modulo ``i + 1``.
The label is ``deck`` for the deal, ``cut`` for the card that is cut, ``lead`` for the seat that leads when
chance decides. The commitment that is published before the deal is ``sha256(seed)`` in hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from struct import unpack

from gouji_core.actions import Deal
from gouji_core.cards import ACE, BIG, FOUR, RANKS, SMALL, SUITS, THREE, TWO, Card
from gouji_core.options import Deck, Rules
from gouji_core.public import Public
from gouji_core.seats import NOBODY, next_seat
from gouji_core.values import value

SEED_BYTES = 32
"""The length of a seed that cannot be guessed from its commitment."""

_PACKS = 4


@value
class Shuffle:
    """Is everything random in one round: the deck in order, cards for the cut, a seat for chance."""

    deck: tuple[Card, ...]
    cut: tuple[Card, ...]
    fallback: int


@cache
def full_deck(deck: Deck) -> tuple[Card, ...]:
    """Returns all cards of a game in their order before the shuffle: pack by pack, suits s h d c, 3 to 2."""
    packs = tuple(Card(rank, suit) for suit in SUITS for rank in range(SMALL))
    cards = (*packs, Card(SMALL), Card(BIG)) * _PACKS
    if deck == "full":
        return cards
    kept = tuple(Card(rank, suit) for rank in (THREE, FOUR) for suit in (*SUITS, "s", "h"))
    return tuple(card for card in cards if card.rank > FOUR) + kept


def commitment(seed: bytes) -> str:
    """Returns what is published of a seed before the deal."""
    return sha256(seed).hexdigest()


def shuffled(seed: bytes, rules: Rules) -> Shuffle:
    """Returns the shuffle that a seed makes for a game's deck."""
    cards = full_deck(rules.deck)
    return Shuffle(
        tuple(_shuffle(cards, _numbers(seed, b"deck"))),
        tuple(_shuffle(cards, _numbers(seed, b"cut"))),
        _below(6, _numbers(seed, b"lead")),
    )


def _numbers(seed: bytes, label: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from unpack(">8I", sha256(seed + label + block.to_bytes(8, "big")).digest())
        block += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    fair = (1 << 32) - (1 << 32) % bound
    while (number := next(numbers)) >= fair:
        pass
    return number % bound


def _shuffle(cards: tuple[Card, ...], numbers: Iterator[int]) -> list[Card]:
    out = list(cards)
    for i in range(len(out) - 1, 0, -1):
        j = _below(i + 1, numbers)
        out[i], out[j] = out[j], out[i]
    return out


def deal(public: Public, shuffle: Shuffle) -> Deal:
    """Returns the table's action that deals a shuffle: one card a seat in turn, the first drawer first."""
    drawer = first_drawer(public, shuffle.cut)
    hands = tuple(shuffle.deck[(seat - drawer) % 6 :: 6] for seat in range(6))
    return Deal(hands, drawer, shuffle.fallback)


def first_drawer(public: Public, cards: tuple[Card, ...]) -> int:
    """Returns who draws first in the round to be dealt; ``cards`` are those that may be cut (R6)."""
    setup, way = public.setup, public.rules.first_lead
    if setup.again:
        return setup.drawer
    if way == "rotate" and setup.round > 1 and setup.drawer != NOBODY:
        return next_seat(setup.drawer)
    if way == "draw" and not setup.recut and setup.last != NOBODY:
        return setup.last
    return cut((setup.round - 1) % 6, cards)


def cut(cutter: int, cards: tuple[Card, ...]) -> int:
    """Returns the seat a cut names: its pips counted from the cutter; a joker passes the cut on (R6.5)."""
    for card in cards:
        if card.rank < SMALL:
            return (cutter + pips(card.rank) - 1) % 6
        cutter = next_seat(cutter)
    return cutter


def pips(rank: int) -> int:
    """Returns the number on a card: ace 1, 2 to 10, jack 11, queen 12, king 13 (R6.5)."""
    if rank == ACE:
        return 1
    return 2 if rank == TWO else RANKS.index("3") + 3 + rank
