"""Which combo beats which under each order, and that listing and beating agree (R3, R4.1)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gouji_core.beating import beats, is_dead, is_gouji
from gouji_core.cards import Cards
from gouji_core.combos import parse_combo
from gouji_core.listing import answers, leads
from gouji_core.options import PRESETS, parse_rules

ORDERS = [
    "online",
    "dagang",
    "simple",
    "jining+hold_threes=false",
    "online+joker_exchange",
    "online+joker_order=highest",
]

TABLE = [
    # attack, defend, and the rules under which it beats
    ("TTTTT", "99999", "online dagang simple"),
    ("TTTT", "99999", ""),
    ("99999", "99999", ""),
    ("22888", "99999", ""),
    ("2KK", "QQQ", "online dagang simple"),
    ("XXTTT", "xx999", "online dagang simple"),
    ("XXXTT", "xx999", "online dagang simple"),
    ("XX888", "xx999", "simple"),
    ("XX999", "xx999", "simple"),
    ("xxTTT", "xx999", "simple"),
    ("xTTTT", "99999", "online dagang simple"),
    ("x8888", "99999", "simple"),
    ("xxx", "222", "online dagang simple"),
    ("xxx", "AAA", "online dagang simple"),
    ("x22", "222", "simple"),
    ("XxJJJ", "xTTTT", "dagang simple"),
    ("XX", "xx", "online dagang simple"),
    ("Xx", "xx", "simple"),
    ("XX", "Xx", "online"),
    ("X", "x", "online dagang simple"),
    ("X", "2", "online dagang simple"),
    ("X", "X", ""),
    ("x9999", "x8888", "simple"),
    ("XX", "X3", ""),
]


@pytest.mark.parametrize(("attack", "defend", "under"), TABLE)
@pytest.mark.parametrize("rules", ["online", "dagang", "simple"])
def test_beats(attack: str, defend: str, under: str, rules: str) -> None:
    """R3.1, R3.2, R3.4."""
    seen = beats(parse_rules(rules), parse_combo(attack), parse_combo(defend))
    assert seen == (rules in under.split())


@pytest.mark.parametrize(
    ("attack", "defend", "wins"),
    [
        ("xx", "x", True),
        ("X", "x", True),
        ("XX", "X", True),
        ("xxx", "X", True),
        ("Xxx", "X", False),
        ("xx", "X", False),
        ("xxx8", "X7", True),
        ("xxx7", "X7", False),
        ("xxxx", "X7", True),
        ("XX8", "X7", True),
        ("XXx", "X7", True),
        ("xxxx8", "xx7", True),
        ("88", "7", False),
        ("x", "7", True),
        ("xx", "77", True),
        ("xx", "7", False),
        ("x8", "77", True),
        ("XXX", "X3", True),
        ("XXXX", "XX", True),
        ("XXxxx", "XX", True),
        ("Xxxxx", "XX", False),
    ],
)
def test_jokers_exchange(attack: str, defend: str, wins: bool) -> None:
    """R3.3."""
    rules = parse_rules("jining")
    assert beats(rules, parse_combo(attack), parse_combo(defend)) == wins


@pytest.mark.parametrize(
    ("text", "full", "laotou", "plain"),
    [
        ("AA", True, True, True),
        ("A", False, False, False),
        ("KK", True, True, True),
        ("2K", True, True, True),
        ("QQ", False, False, False),
        ("QQQ", True, True, True),
        ("JJJ", False, False, False),
        ("JJJJ", True, True, True),
        ("TTTT", False, False, False),
        ("2TTTT", True, True, True),
        ("999999999", False, False, False),
        ("2", True, False, False),
        ("22", True, True, False),
        ("x", True, True, False),
        ("x3", True, True, False),
        ("xAA", True, True, False),
        ("X222", True, True, False),
    ],
)
def test_gouji(text: str, full: bool, laotou: bool, plain: bool) -> None:
    """R4.1."""
    combo = parse_combo(text)
    seen = [is_gouji(parse_rules(name), combo) for name in ("online", "laotou", "simple")]
    assert seen == [full, laotou, plain]


@pytest.mark.parametrize(
    ("text", "rules", "dead"),
    [
        ("X", "online", True),
        ("X55", "online", True),
        ("Xx55", "online", False),
        ("Xx55", "dagang", True),
        ("Xx55", "simple", True),
        ("x55", "dagang", False),
        ("X", "jining", False),
        ("222", "online", False),
    ],
)
def test_dead(text: str, rules: str, dead: bool) -> None:
    """R2.4, R3.4."""
    assert is_dead(parse_rules(rules), parse_combo(text)) == dead


HANDS = st.lists(st.integers(0, 14), min_size=1, max_size=14).map(
    lambda ranks: Cards.of(rank for at, rank in enumerate(ranks) if rank < 13 or ranks[:at].count(rank) < 4)
)


@pytest.mark.parametrize("order", ORDERS)
@given(hand=HANDS, seed=st.integers(0, 10**6))
@settings(max_examples=60)
def test_answers_are_the_leads_that_beat(order: str, hand: Cards, seed: int) -> None:
    rules = parse_rules(order)
    other = Cards.of(random.Random(seed).choices(range(15), k=9))
    tops = [combo for combo in leads(rules, other.less(Cards.of([13, 14] * 4))) if combo.size < 6]
    for top in [*tops[::7], parse_combo("x"), parse_combo("Xx5"), parse_combo("xx22")]:
        listed = answers(rules, hand, top)
        expected = [combo for combo in leads(rules, hand) if beats(rules, combo, top)]
        assert len(listed) == len(set(listed))
        assert set(listed) == set(expected)


@pytest.mark.parametrize("preset", PRESETS)
@given(hand=HANDS)
@settings(max_examples=30)
def test_leads_are_all_combos_of_the_hand(preset: str, hand: Cards) -> None:
    """R2.1-R2.3: every sub-bag with at most one natural rank; with held threes, R2.6."""
    rules = parse_rules(preset)
    seen = leads(rules, hand)
    counts = hand.counts
    jokers_and_money = (counts[14] + 1) * (counts[13] + 1) * (counts[12] + 1)
    if rules.hold_threes and counts[0]:
        naturals = sum(counts[1:12])
        assert len(seen) == jokers_and_money * (naturals + 1) - 1 or str(seen[0]) == "3" * counts[0]
    else:
        assert len(seen) == jokers_and_money * (sum(counts[:12]) + 1) - 1
    assert len(set(seen)) == len(seen)
    assert all(hand.holds(combo.cards) for combo in seen)
