"""Single rulings that a mutation of the rules once slipped past, each with its clause."""

import pytest

from gouji_core import combos
from gouji_core import events as e
from gouji_core.action_texts import parse_action
from gouji_core.actions import Proceed
from gouji_core.cards import parse_cards
from gouji_core.combos import parse_combo
from gouji_core.engine import Step, due, step
from gouji_core.errors import NotationError
from gouji_core.legal import legal_combos
from gouji_core.public import TopKind
from gouji_core.rules import tribute
from gouji_core.seats import NOBODY
from gouji_core.state import State
from gouji_core.views import view_of
from tests.kit.positions import after, position


def events(state: State, *lines: str) -> list[e.Event]:
    """What the last of some actions makes happen, secret steps closed after each."""
    state = after(state, *lines[:-1])
    seat, _, action = lines[-1].partition(" ")
    result = step(state, int(seat), parse_action(action))
    assert isinstance(result, Step), result
    out = list(result.events)
    while due(result.state):
        result = step(result.state, NOBODY, Proceed())
        assert isinstance(result, Step)
        out += result.events
    return out


def test_a_combo_knows_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """R2.5, read off combos that are made anew."""
    for name in ("_known", "_ladders", "_bare"):
        monkeypatch.setattr(combos, name, {})
    hung, money, jokers = (parse_combo(text) for text in ("Xxx22TTT", "222", "XXx"))
    assert (hung.big, hung.small, hung.money, hung.natural, hung.rank) == (1, 2, 2, 3, 7)
    assert (hung.body, hung.count, hung.size, hung.jokers, str(hung)) == (7, 5, 8, 3, "Xxx22TTT")
    assert (money.natural, money.rank, money.body, money.count, money.size) == (0, -1, 12, 3, 3)
    assert (jokers.body, jokers.count, jokers.size, jokers.jokers, len(jokers)) == (-1, 0, 3, 3, 3)
    assert str(hung.cards) == "Xxx22TTT"
    assert parse_combo("TTTxX2x2") is hung


def test_the_same_cards_are_the_same_combo(monkeypatch: pytest.MonkeyPatch) -> None:
    """R2.1: whoever makes it, so that listing many makes nothing new."""
    for name in ("_known", "_ladders", "_bare"):
        monkeypatch.setattr(combos, name, {})
    assert combos.row(1, 0, 2, 3)[7] is combos.row(1, 0, 2, 3)[7]
    assert combos.bare(1, 0, 2) is combos.bare(1, 0, 2)
    assert parse_combo("X22TTT") is combos.row(1, 0, 2, 3)[7]
    assert parse_combo("X22") is combos.bare(1, 0, 2)


def test_four_packs_hold_so_many_of_a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """R1.2: a combo has up to 4 of each joker and 16 of a rank, more is none."""
    for name in ("_known", "_ladders", "_bare"):
        monkeypatch.setattr(combos, name, {})
    for most in ("XXXX", "xxxx", "2" * 16, "5" * 16):
        assert str(parse_combo(most)) == most
        with pytest.raises(NotationError):
            parse_combo(most + most[0])


def test_what_is_no_combo_is_named_with_what_would_be_one() -> None:
    """R2.1."""
    with pytest.raises(NotationError) as raised:
        parse_combo("56")
    assert str(raised.value) == (
        "cannot read '56': one or more cards of one rank, with 2s and jokers as you like"
    )


@pytest.mark.parametrize(
    ("hand", "rules", "burns"),
    [
        ("AA32", "online", ["AA"]),
        ("AA52", "online+hold_threes", ["AA"]),
        ("AA5233", "online+hold_threes", []),
        ("AA5233x", "online+hold_threes", ["AA"]),
        ("AA56", "online", []),
        ("AA56x", "online", ["AA"]),
    ],
)
def test_who_may_burn(hand: str, rules: str, burns: list[str]) -> None:
    """R7.1, R10.1."""
    state = position("KK4", hand, "34", "34", "34", "34", rules=rules)
    opened = step(state, 0, parse_action("play KK"))
    assert isinstance(opened, Step)
    found = [str(combo) for combo in legal_combos(view_of(opened.state, 1))]
    assert sorted(found) == sorted(burns)


def test_no_window_opens_when_everybody_else_has_passed() -> None:
    """R7.1, R7.2: that nobody can burn is plain to all, so nobody is kept waiting."""
    state = position("55KK4", "34", "34", "66AA8", "34", "34")
    lines = ("0 play 55", "1 pass", "2 pass", "3 play 66", "4 pass", "5 pass")
    assert [type(event) for event in events(state, *lines, "0 play KK")] == [e.Played, e.Asked]
    assert e.WindowOpened in [type(event) for event in events(state, "0 play KK")]


def test_a_burn_that_is_beaten_names_the_burner() -> None:
    """R7.4."""
    state = position("KK4", "AA56x", "34", "34", "227", "34")
    made = events(state, "0 play KK", "4 decline", "1 burn AA", "4 play 22")
    assert e.BurnUndone(1) in made


def test_a_hand_laid_down_ends_when_it_is_beaten() -> None:
    """R13.2."""
    state = position("88665", "6", "34", "9995", "7", "34", rules="dagang")
    state = after(state, "0 lay_down 88 66 5", "2 order 0 1 2", "1 pass", "2 pass")
    assert state.public.standing.plan is not None
    made = events(state, "3 play 99")
    assert e.PlanEnded(0) in made
    assert after(state, "3 play 99").public.standing.plan is None
    assert str(after(state, "3 play 99").hands[0]) == "665"


def test_somebody_elses_beating_leaves_no_plan_to_end() -> None:
    """R13.2."""
    state = position("88665", "6", "34", "9995", "7", "34", rules="dagang")
    assert e.PlanEnded(0) not in events(state, "0 play 88", "1 pass", "2 pass", "3 play 99")


def test_a_choke_is_told_when_it_makes_last() -> None:
    """R10.3."""
    state = position("9933", "TT543", "34", "34", "34", "34", rules="jining")
    made = events(state, "0 play 99", "1 play TT")
    assert e.Choked(1, 0) in made
    assert e.ChokeShown(1, 0) in made
    assert e.ChokedOut(0, 6, parse_combo("33").cards) in made


def test_a_hidden_choke_is_told_when_who_was_choked_goes_out() -> None:
    """R10.3: in the open before, it would tell that only 3s are left."""
    state = position("9933", "TT4", "34", "34", "34", "JJ", rules="dagang+hold_threes")
    lines = ["0 play 99", "1 play TT"]
    assert e.Choked(1, 0) in events(state, *lines)
    assert e.ChokeShown(1, 0) not in events(state, *lines)
    lines += ["2 pass", "3 pass", "4 pass", "5 play JJ", "0 pass", "1 pass", "2 pass"]
    assert e.ChokeShown(1, 0) in events(state, *lines, "0 play 33")


def test_the_last_word_and_the_close_name_whom_they_are_about() -> None:
    """R5.3, R5.1."""
    state = position("9944", "34", "34", "34", "34", "34")
    passes = ["0 play 99", "1 pass", "2 pass", "3 pass", "4 pass", "5 pass"]
    assert e.Asked(TopKind.ORDINARY, (3,), last_word=True) in events(state, *passes)
    assert e.TrickClosed(0, 3) in events(state, *passes, "3 pass")


def test_a_four_gives_up_opening_once_and_only_before() -> None:
    """R10.4."""
    hands = ("44KK33", "34", "34", "34", "34", "34")
    closing = ("1 pass", "2 pass", "3 pass", "4 pass", "5 pass", "3 pass")
    fresh = position(*hands, rules="jining")
    assert e.OpeningForfeited(0) in events(fresh, "0 play 4")
    assert e.OpeningForfeited(0) not in events(fresh, "0 play 4", *closing, "0 play 4")
    opened = position(*hands, rules="jining", opened=[0])
    assert e.OpeningForfeited(0) not in events(opened, "0 play 4")
    other = position(*hands, rules="jining", opened=[1])
    assert e.OpeningForfeited(0) in events(other, "0 play 4")
    third = position("34", "34", "44KK33", "34", "34", "34", rules="jining", opened=[2], leader=2)
    assert e.OpeningForfeited(2) not in events(third, "2 play 4")


def test_free_gouji_are_told_with_their_seat_and_number() -> None:
    """R9.4, R8.3."""
    kept = position("AAKKQQQ45", "34", "34", "", "34", "34", revolted=3, free_left=2)
    assert e.FreeGouji(0, 1) in events(kept, "0 play KK")
    assert e.Headless(0) not in events(kept, "0 play KK")
    assert {e.FreeGouji(0, 0), e.Headless(0)} <= set(events(kept, "0 play KK", "0 play AA"))
    bottom = position("KK", "34", "34", "AA5", "34", "34")
    assert e.FreeGouji(3, -1) in events(bottom, "0 play KK", "3 play AA")


def test_gouji_on_the_second_finishers_ordinary_bottom_is_free_too() -> None:
    """R8.3 with free_gouji=any."""
    state = position("88", "456", "34", "KK5", "34", "", rules="dagang", places={"5": 1})
    assert e.FreeGouji(3, -1) in events(state, "0 play 88", "1 pass", "2 pass", "3 play KK")


@pytest.mark.parametrize(("combo", "opens"), [("2KK", False), ("QQQ", True), ("22", False)])
def test_one_2_is_enough_not_to_open(combo: str, opens: bool) -> None:
    """R11.2 with opening_excludes=jokers_twos."""
    hand = "22KKQQQ4"
    state = position(hand, *["34"] * 5, rules="online+opening_excludes=jokers_twos")
    assert (e.Opened(0) in events(state, f"0 play {combo}", "3 pass")) == opens


def test_a_free_gouji_stands_for_who_kept_the_head_until_the_second_is_out() -> None:
    """R9.4, R9.5."""
    kept = position("AAKKQQQ45", "34", "34", "", "34", "34", revolted=3, free_left=2)
    assert {e.FreeStood(0), e.Opened(0)} <= set(events(kept, "0 play KK"))
    plain = position("AAKKQQQ45", "34", "34", "34", "34", "34")
    assert e.FreeStood(0) not in events(plain, "0 play KK", "3 pass")
    bottom = position("KK", "34", "34", "AA5", "34", "34")
    assert e.FreeStood(3) not in events(bottom, "0 play KK", "3 play AA")
    used_up = position("AAKKQQQ45", "34", "34", "", "34", "34", revolted=3, free_left=0)
    assert e.FreeStood(0) not in events(used_up, "0 play KK", "1 pass", "2 pass", "4 pass", "5 pass")
    late = position("44KKQQQ5", "55", "66", "", "34", "34", revolted=3, free_left=2)
    made = events(late, "0 play 44", "1 play 55", "2 play 66", "4 pass", "5 pass", "0 play KK")
    assert e.TrickClosed(0, 3) in made
    assert e.FreeStood(0) not in made


def test_who_has_opened_opens_no_more() -> None:
    """R11.2."""
    hands = ("34", "34", "AAKK4", "34", "34", "34")
    fresh = position(*hands, leader=2)
    assert e.Opened(2) in events(fresh, "2 play KK", "5 pass")
    opened = position(*hands, leader=2, opened=[2])
    assert e.Opened(2) not in events(opened, "2 play KK", "5 pass")


def test_a_bottom_opens_when_the_opposite_is_in_play() -> None:
    """R11.2: whoever else is, and though a kept head would make the owner headed."""
    neighbour_out = position("34", "KK", "34", "34", "34", "", leader=1, places={"5": 1})
    made = events(neighbour_out, "1 play KK", "2 pass", "4 pass")
    assert {e.Opened(1), e.Wind(2)} <= set(made)
    opposite_out = position("34", "KK", "34", "34", "", "34", leader=1, places={"4": 1})
    passes = ("1 play KK", "2 pass", "3 pass", "5 pass", "0 pass")
    assert e.Opened(1) not in events(opposite_out, *passes)
    kept = position("34", "KK", "34", "34", "", "34", leader=1, revolted=4, free_left=2)
    assert e.FreeStood(1) in events(kept, "1 play KK")
    assert e.Opened(1) not in events(kept, "1 play KK")


@pytest.mark.parametrize(("places", "leads"), [({}, 0), ({"0": 1}, 2)])
def test_after_a_failed_burn_the_burnt_player_leads_or_the_next_in_play(
    places: dict[str, int], leads: int
) -> None:
    """R7.7: seat 1 burnt seat 0 and has no joker to lead with."""
    hands = ["" if "0" in places else "34", "567", "34", "34", "34", "34"]
    state = position(*hands, leader=1, burner={"seat": 1, "burnt": 0}, places=places)
    assert state.public.standing.places[1] == 6
    assert state.public.pending.seats == (leads,)


def test_the_melee_begins_once_and_asks_everybody() -> None:
    """R5.7."""
    state = position("4455", "34", "34", "34", "", "", places={"4": 1, "5": 2})
    assert e.Asked(TopKind.ORDINARY, (1, 2, 3)) in events(state, "0 play 44")
    made = events(state, "0 play 44", "1 pass", "2 pass", "3 pass")
    assert e.TrickBegun(0, melee=True) in made
    assert e.MeleeBegun() not in made


@pytest.mark.parametrize(
    ("cards", "number", "choices"),
    [
        ("33456", 2, "33 43 53 63 54 64 65"),
        ("3334", 3, "333 433"),
        ("3334", 4, "4333"),
        ("34", 3, ""),
        ("34", 0, "-"),
    ],
)
def test_what_may_be_returned_is_listed_once_low_cards_first(cards: str, number: int, choices: str) -> None:
    """R11.5."""
    found = [str(choice) or "-" for choice in tribute.choices(parse_cards(cards), number)]
    assert " ".join(found) == choices
