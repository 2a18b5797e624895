"""Decks, the shuffle a stranger can reproduce, the cut and who draws first (R1.2, R6.5)."""

import hashlib
from collections import Counter
from dataclasses import replace

import pytest

from gouji_core.cards import BIG, FOUR, SMALL, THREE, Card, bag, parse_suited
from gouji_core.dealing import commitment, cut, deal, first_drawer, full_deck, pips, shuffled
from gouji_core.options import parse_rules
from gouji_core.public import Public, new_public

SEED = bytes(range(32))


def test_the_full_deck_is_four_packs() -> None:
    cards = full_deck("full")
    assert len(cards) == 216
    assert set(Counter(cards).values()) == {4}


def test_the_short_deck_keeps_six_threes_and_six_fours() -> None:
    cards = full_deck("short34")
    assert len(cards) == 196
    for rank in (THREE, FOUR):
        kept = Counter(card.suit for card in cards if card.rank == rank)
        assert kept == {"s": 2, "h": 2, "d": 1, "c": 1}
    assert (bag(cards).count(SMALL), bag(cards).count(BIG)) == (4, 4)


def stranger_shuffle(seed: bytes, count: int) -> list[int]:
    """The algorithm as the documentation tells it, written without the project's code."""
    data, block = b"", 0
    order = list(range(count))
    at = 0
    for i in range(count - 1, 0, -1):
        while True:
            if at + 4 > len(data):
                data += hashlib.sha256(seed + b"deck" + block.to_bytes(8, "big")).digest()
                block += 1
            number = int.from_bytes(data[at : at + 4], "big")
            at += 4
            if number < 2**32 // (i + 1) * (i + 1):
                break
        j = number % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


@pytest.mark.parametrize("preset", ["online", "dazhong"])
def test_a_stranger_gets_the_same_order(preset: str) -> None:
    rules = parse_rules(preset)
    deck = full_deck(rules.deck)
    order = stranger_shuffle(SEED, len(deck))
    assert shuffled(SEED, rules).deck == tuple(deck[at] for at in order)
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_every_seed_shuffles_otherwise() -> None:
    rules = parse_rules("online")
    decks = {shuffled(bytes([n]) * 32, rules).deck for n in range(20)}
    assert len(decks) == 20
    assert {shuffled(bytes([n]) * 32, rules).fallback for n in range(60)} == set(range(6))


@pytest.mark.parametrize(("preset", "sizes"), [("online", [36] * 6), ("dazhong", [32, 33, 33, 33, 33, 32])])
def test_cards_are_dealt_one_by_one_from_the_first_drawer(preset: str, sizes: list[int]) -> None:
    public = in_round(preset, round=1)
    shuffle = replace(shuffled(SEED, public.rules), cut=parse_suited("2s"))
    dealt = deal(public, shuffle)
    assert dealt.drawer == 1
    assert [len(hand) for hand in dealt.hands] == sizes
    assert (dealt.hands[1][0], dealt.hands[2][0], dealt.hands[1][1]) == (
        shuffle.deck[0],
        shuffle.deck[1],
        shuffle.deck[6],
    )


@pytest.mark.parametrize(
    ("cutter", "cards", "seat"),
    [(0, "As", 0), (0, "2s", 1), (0, "Ks", 0), (2, "3h", 4), (0, "x2s", 2), (0, "xX7s", 2), (5, "Qs", 4)],
)
def test_the_cut_counts_pips_from_the_cutter(cutter: int, cards: str, seat: int) -> None:
    """R6.5."""
    assert cut(cutter, parse_suited(cards)) == seat


def test_pips() -> None:
    assert [pips(card.rank) for card in parse_suited("A23456789TJQK")] == list(range(1, 14))


def in_round(rules: str, **setup: object) -> Public:
    public = new_public(parse_rules(rules))
    return replace(public, setup=replace(public.setup, **setup))


@pytest.mark.parametrize(
    ("rules", "setup", "drawer"),
    [
        ("online", {"round": 1}, 2),
        ("online", {"round": 2, "drawer": 5, "last": 4, "recut": False}, 3),
        ("online", {"round": 2, "drawer": 5, "again": True}, 5),
        ("dagang", {"round": 1}, 2),
        ("dagang", {"round": 2, "drawer": 5, "last": 4, "recut": False}, 4),
        ("dagang", {"round": 2, "drawer": 5, "last": 4, "recut": True}, 3),
        ("dagang+hold_threes", {"round": 1}, 2),
        ("dagang+hold_threes", {"round": 3, "drawer": 5, "recut": False}, 0),
    ],
)
def test_who_draws_first(rules: str, setup: dict[str, object], drawer: int) -> None:
    """R6.1-R6.3, R9.2."""
    assert first_drawer(in_round(rules, **setup), (Card(0, "h"),)) == drawer
