"""Notation of cards, combos, actions and rules reads back, and says what it cannot read (R1.4, R14)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_core.action_texts import format_action, parse_action
from gouji_core.actions import (
    Burn,
    Call,
    CallKind,
    LayDown,
    Merge,
    Order,
    Pass,
    Play,
    Revolt,
    Show,
    Unreadable,
)
from gouji_core.cards import RANKS, Card, Cards, format_suited, parse_cards, parse_suited
from gouji_core.combos import combo_of, parse_combo
from gouji_core.errors import NotationError
from gouji_core.options import OPTIONS, PRESETS, Rules, format_rules, option_values, parse_rules

BAGS = st.lists(st.integers(0, 14), max_size=40).map(Cards.of)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Xx2TTT", "Xx2TTT"),
        ("ttt2xX", "Xx2TTT"),
        ("10 10 t", "TTT"),
        ("3jqka", "AKQJ3"),
        ("", ""),
        (" 5\t5 ", "55"),
        ("xX", "Xx"),
    ],
)
def test_cards_are_read_in_any_order(text: str, written: str) -> None:
    assert str(parse_cards(text)) == written


@pytest.mark.parametrize("text", ["5z", "1", "0", "5s", "大", "-", "5" * 200])
def test_what_is_no_cards(text: str) -> None:
    with pytest.raises(NotationError):
        parse_cards(text)


@given(BAGS)
def test_cards_read_back(cards: Cards) -> None:
    assert parse_cards(str(cards)) == cards
    assert len(cards) == len(str(cards)) == sum(cards.counts)
    assert sorted(cards.ranks(), reverse=True) == list(cards.ranks())


@given(BAGS, BAGS)
def test_bags_add_and_take_away(one: Cards, other: Cards) -> None:
    both = one + other
    assert both.holds(one)
    assert both.holds(other)
    assert both - other == one
    assert one.less(other) + other == other.less(one) + one
    assert one.holds(other) == (one.less(other) + other == one)


@given(BAGS, BAGS)
def test_taking_away_what_is_there_takes_no_more(one: Cards, other: Cards) -> None:
    """The counts of both by rank, never below none."""
    left = one.less(other)
    assert list(left.counts) == [max(0, a - b) for a, b in zip(one.counts, other.counts, strict=True)]


@pytest.mark.parametrize("text", ["3h3h5s2sx", "Td Tc X", "3"])
def test_suited_cards_read_back(text: str) -> None:
    cards = parse_suited(text)
    assert parse_suited(format_suited(cards)) == cards


def test_a_suit_goes_with_its_card() -> None:
    assert parse_suited("10h x3s") == (Card(7, "h"), Card(13), Card(0, "s"))


@pytest.mark.parametrize("text", ["h3", "xs", "3hh", "3z"])
def test_what_is_no_suited_cards(text: str) -> None:
    with pytest.raises(NotationError):
        parse_suited(text)


@pytest.mark.parametrize("text", ["56", "", "x56", "XXXXX5"])
def test_what_is_no_combo(text: str) -> None:
    assert combo_of(parse_cards(text)) is None
    with pytest.raises(NotationError):
        parse_combo(text)


@pytest.mark.parametrize(
    ("text", "body", "count", "jokers"),
    [("2TTTT", "T", 5, 0), ("22", "2", 2, 0), ("Xx22", "2", 2, 2), ("xx", "", 0, 2), ("X3", "3", 1, 1)],
)
def test_what_a_combo_counts_as(text: str, body: str, count: int, jokers: int) -> None:
    """R2.2, R2.3, R2.5."""
    combo = parse_combo(text)
    assert ("" if combo.body < 0 else RANKS[combo.body], combo.count, combo.jokers) == (body, count, jokers)
    assert combo is parse_combo(text[::-1])


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("play KK", Play(parse_cards("KK"))),
        ("play 5z", Play(Unreadable("5z"))),
        ("burn Xx", Burn(parse_cards("Xx"))),
        ("call yu", Call(CallKind.YU)),
        ("show", Show(())),
        ("show 3h3h", Show((Card(0, "h"),) * 2)),
        ("pass", Pass()),
        ("revolt yes", Revolt(True)),
        ("merge", Merge("")),
        ("order 1 0 2", Order((1, 0, 2))),
        ("lay_down XX KK 5", LayDown(tuple(map(parse_cards, ("XX", "KK", "5"))))),
    ],
)
def test_actions_read_back(text: str, action: object) -> None:
    assert parse_action(text) == action
    assert format_action(parse_action(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dance",
        "pass 5",
        "call maybe",
        "report 6",
        "settle x",
        "revolt",
        "merge 5",
        "order a",
        "order 999",
    ],
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(NotationError):
        parse_action(text)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_its_name(preset: str) -> None:
    assert format_rules(parse_rules(preset)) == preset


ONE_OPTION = [
    f"{preset}+{option}={value}"
    for preset in PRESETS
    for option in OPTIONS
    for value in option_values(option) or ("1", "100")
]

UNPLAYABLE = {
    *(f"{preset}+buy_four=true" for preset in ("online", "dagang", "laotou", "dazhong", "simple")),
    *(f"{preset}+choke=last" for preset in ("online", "dagang", "laotou", "dazhong", "simple")),
    *(f"{preset}+fours=after_opening" for preset in ("laotou", "dazhong", "simple")),
    *(f"jining+merge={ranks}" for ranks in ("3", "4", "34")),
    "jining+lay_down=true",
    "jining+opening=false",
    "jining+joker_order=highest",
    "simple+joker_exchange=true",
}


@pytest.mark.parametrize("text", ONE_OPTION)
def test_rules_read_back(text: str) -> None:
    if text in UNPLAYABLE:
        with pytest.raises(NotationError, match="cannot be played with"):
            parse_rules(text)
    else:
        rules = parse_rules(text)
        assert parse_rules(format_rules(rules)) == rules


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the presets are"),
        ("monaco", "the presets are online, dagang"),
        ("online+", "the options are"),
        ("online+magic=1", "the options are"),
        ("online+deck=tiny", "deck is one of full, short34"),
        ("online+rounds=0", "a number from 1 to"),
        ("online+rounds=1e9", "a number from 1 to"),
        ("online+rounds=0001000", "a number from 1 to"),
        ("online+rounds=1" + "0" * 5000, "a number from 1 to"),
        ("online+deck=full+deck=full", "deck is given twice"),
        ("online+hold_threes+merge=3", "merge cannot be played with hold_threes"),
        ("dagang+hold_threes+lay_down=true", "lay_down cannot be played with hold_threes"),
        ("laotou+fours=after_opening", "fours=after_opening cannot be played with opening=false"),
        ("simple+joker_exchange", "joker_exchange cannot be played with joker_order=highest"),
        ("online+buy_four", "buy_four cannot be played with hold_threes=false"),
        ("online+choke=last", "choke=last cannot be played with hold_threes=false"),
    ],
)
def test_rules_that_are_refused_say_why(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_rules(text)
    assert reason in str(raised.value)


def test_holding_threes_changes_defaults() -> None:
    """R14."""
    dagang = parse_rules("dagang+hold_threes")
    assert (dagang.merge, dagang.lay_down, dagang.first_lead, dagang.revolution) == (
        "none",
        False,
        "rotate",
        "automatic",
    )
    jining = parse_rules("jining+hold_threes=false")
    assert (jining.buy_four, jining.choke) == (False, "tribute")
    assert parse_rules("online+hold_threes").first_lead == "show"


def test_the_defaults_are_online() -> None:
    assert PRESETS["online"] == Rules()
