"""Single decisions of the regular bot: a position, what it should do there, and the reason it gives."""

from typing import Any

import pytest

from gouji_bots import Reason, hint
from gouji_core.action_texts import format_action
from gouji_core.actions import Begin
from gouji_core.case_start import read_start
from gouji_core.engine import Step, settle, step, waiting
from gouji_core.options import parse_rules
from gouji_core.seats import NOBODY
from gouji_core.state import State
from gouji_core.views import view_of
from tests.kit.positions import after, position

MANY = "445566778899TTJJ"
"""A hand far from going out."""


def told(state: State, seat: int) -> tuple[str, Reason]:
    """Returns what the bot at a seat does, and why."""
    assert seat in waiting(state)
    advice = hint(view_of(state, seat))
    return format_action(advice.action), advice.reason


@pytest.mark.parametrize(
    ("hand", "expected", "reason"),
    [
        pytest.param("555", "play 555", Reason.OUT, id="goes out"),
        pytest.param("Xx55", "play Xx55", Reason.OUT, id="goes out with everything on one set"),
        pytest.param("2AAKK4455", "play 44", Reason.LEAD_LOW, id="low sets first"),
        pytest.param("KKKK777788885", "play 5", Reason.LEAD_LOW, id="the lone low card first"),
    ],
)
def test_leads(hand: str, expected: str, reason: Reason) -> None:
    state = position(hand, MANY, MANY, MANY, MANY, MANY)
    action, why = told(state, 0)
    assert why is reason
    if expected != "play 44":
        assert action == expected
    else:
        assert action in {"play 44", "play 55"}


def test_a_partner_with_one_card_is_offered_a_low_single() -> None:
    state = position("4QQKKAA", MANY, MANY, MANY, "7", MANY)
    assert told(state, 0) == ("play 4", Reason.FEED)


def test_singles_are_not_led_to_an_enemy_with_one_card() -> None:
    state = position("4556677QQKKAA", "7", MANY, MANY, MANY, MANY)
    action, _ = told(state, 0)
    assert len(action.removeprefix("play ")) > 1


@pytest.mark.parametrize(
    ("mine", "leader", "theirs", "lines", "expected", "reason"),
    [
        pytest.param(
            "TT6644", 5, "55" + MANY, ["5 play 55"], "play 66", Reason.ANSWER_CHEAP, id="cheaply, an enemy"
        ),
        pytest.param(
            "TT6644",
            4,
            "44" + MANY,
            ["4 play 44", "5 pass"],
            "play 66",
            Reason.ANSWER_CHEAP,
            id="cheaply, over a partner's low pair",
        ),
        pytest.param(
            "KKKKK6644",
            4,
            "99999" + MANY,
            ["4 play 99999", "5 pass"],
            "pass",
            Reason.PASS_PARTNER,
            id="not over a partner who should win",
        ),
        pytest.param(
            "QQJJJJ999887666333",
            5,
            "T" + MANY,
            ["5 play T"],
            "play Q",
            Reason.ANSWER_WORTH,
            id="at a price, an enemy",
        ),
        pytest.param(
            "66778", 5, "QQ" + MANY, ["5 play QQ"], "pass", Reason.PASS_CANNOT, id="nothing beats it"
        ),
        pytest.param(
            "22AA4455667788",
            5,
            "QQ5",
            ["5 play QQ"],
            "play AA",
            Reason.BLOCK,
            id="stops an enemy who is about to go out",
        ),
        pytest.param(
            "xx22445566",
            3,
            "AA5",
            ["3 play AA"],
            "play 22",
            Reason.BLOCK,
            id="stops the opposite with the cheaper of two ways",
        ),
        pytest.param(
            "445566",
            3,
            "QQ" + MANY,
            ["3 play QQ", "4 pass", "5 pass"],
            "yield",
            Reason.YIELD,
            id="yields rather than passes",
        ),
        pytest.param(
            "88", 3, "66" + MANY, ["3 play 66", "4 pass", "5 pass"], "play 88", Reason.OUT, id="goes out"
        ),
    ],
)
def test_answers(
    mine: str, leader: int, theirs: str, lines: list[str], expected: str, reason: Reason
) -> None:
    hands = [mine, MANY, MANY, MANY, MANY, MANY]
    hands[leader] = theirs
    state = after(position(*hands, leader=leader), *lines)
    assert told(state, 0) == (expected, reason)


def test_the_last_word_closes_when_nothing_is_gained() -> None:
    state = position("445566", MANY, MANY, "QQ" + MANY, MANY, MANY, leader=3)
    state = after(state, "3 play QQ", "4 pass", "5 pass", "0 yield", "1 pass", "2 pass")
    assert told(state, 0) == ("pass", Reason.CLOSE)


def test_the_wind_is_claimed_rather_than_passed_for() -> None:
    state = after(position("QQ", "778", MANY, MANY, MANY, MANY), "0 play QQ")
    assert told(state, 1) == ("claim", Reason.CLAIM)


@pytest.mark.parametrize(
    ("hand", "burns"),
    [
        pytest.param("XXAA5", True, id="one sure set and a bottom"),
        pytest.param("XAA", True, id="the burn is the bottom"),
        pytest.param("xxAA456", False, id="two sets that small jokers would have to carry"),
    ],
)
def test_burns(hand: str, burns: bool) -> None:
    state = after(position("KK" + MANY, hand, MANY, MANY, MANY, MANY), "0 play KK")
    action, reason = told(state, 1)
    assert action.startswith("burn") == burns
    assert reason is (Reason.BURN if burns else Reason.DECLINE)


def test_a_partner_is_not_burnt() -> None:
    state = after(position("KK" + MANY, MANY, "XXAA5", MANY, MANY, MANY), "0 play KK")
    assert told(state, 2) == ("decline", Reason.DECLINE)


def test_all_threes_go_last_when_they_are_held() -> None:
    state = position("333", MANY, MANY, MANY, MANY, MANY, rules="online+hold_threes")
    assert told(state, 0) == ("play 333", Reason.OUT)


def test_fours_are_kept_until_opened_in_jining() -> None:
    state = position("44" + "22AAKK55", MANY, MANY, MANY, MANY, MANY, rules="jining")
    action, _ = told(state, 0)
    assert "4" not in action


def test_a_hand_that_surely_runs_is_laid_down() -> None:
    state = position("XXKK55", MANY, MANY, MANY, MANY, MANY, rules="dagang")
    action, reason = told(state, 0)
    assert reason is Reason.LAY_DOWN
    combos = action.split()[1:]
    assert sorted("".join(combos)) == sorted("XXKK55")
    laid = after(state, f"0 {action}")
    assert told(laid, 2)[1] is Reason.ORDER


def begun(rules: str, deal: list[str], previous: dict[str, Any] | None = None) -> State:
    """Returns a round dealt as given, at its first decision after the deal."""
    data: dict[str, Any] = {"deal": deal}
    if previous:
        data["previous"] = previous
    start = read_start(parse_rules(rules), data)
    state = start.state
    for action in (Begin(), start.deals[0]):
        while waiting(state):
            state = after(state, *(f"{seat} call no" for seat in waiting(state)))
        result = step(state, NOBODY, action)
        assert isinstance(result, Step), result
        state = settle(result.state).state
    return state


PLAIN = "4h5h6h7h8h9hThJhQhKhAh"


def test_most_threes_of_a_suit_are_shown() -> None:
    state = begun("online", ["3h3h3s3s3s2h", *[PLAIN + "2h"] * 5])
    assert told(state, 0) == ("show 3s3s3s", Reason.SHOW)


def fallen() -> State:
    """Returns a round in which 大落, seat 1, owes 头科, seat 0, two cards."""
    places = {"0": 1, "2": 2, "4": 3, "3": 4, "5": 5, "1": 6}
    previous = {"places": places, "opened": [0, 1, 2, 3, 4, 5]}
    deal = ["4h5h5s6h6s6dKhKs", "2h2s7h8h9hTh", *[PLAIN + "2h"] * 4]
    return begun("online", deal, previous)


def test_tribute_is_taken_and_the_least_useful_cards_are_returned() -> None:
    state = fallen()
    assert told(state, 0) == ("take", Reason.TAKE)
    state = after(state, "0 take")
    action, reason = told(state, 0)
    assert reason is Reason.RETURN_LOW
    assert action.split()[1] in {"54", "55", "44"}


def test_lone_low_cards_are_refused_when_they_come_back() -> None:
    places = {"0": 1, "2": 2, "4": 3, "3": 4, "5": 5, "1": 6}
    previous = {"places": places, "opened": [0, 1, 2, 3, 4, 5]}
    deal = ["4h5h5s6h6s6dKhKs", "2h2s7h7s8h8s9h9s", *[PLAIN + "2h"] * 4]
    state = after(begun("dagang+first_lead=rotate", deal, previous), "0 take", "0 return 54")
    assert told(state, 1) == ("object 54", Reason.OBJECT)
    state = after(state, "1 keep")
    assert state.public.counts[1] == 8


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param("XXXx2h2h2s2s2d2dAhAsKhKs", ("call ming", Reason.CALL_STRONG), id="overwhelming"),
        pytest.param("Xx2h2sAhAs4h5h6h7h8h9h", ("call no", Reason.CALL_NO), id="good"),
    ],
)
def test_only_an_overwhelming_hand_calls(hand: str, expected: tuple[str, Reason]) -> None:
    state = begun("online+first_lead=rotate", [hand, *[PLAIN + "2h"] * 5])
    assert told(state, 0) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param("3h4h5h5s6h6sKhKsAhAs2h", ("merge 34", Reason.MERGE), id="lone low cards"),
        pytest.param("5h5s6h6sKhKsAhAs2h", ("merge", Reason.MERGE_NONE), id="none to take out"),
    ],
)
def test_low_cards_are_merged_when_they_would_have_to_be_led(hand: str, expected: tuple[str, Reason]) -> None:
    rules = "dagang+merge=34+first_lead=rotate+opening=false+revolution=off"
    state = begun(rules, [hand, *[PLAIN + "2h"] * 5])
    assert told(state, 0) == expected


def test_a_poor_hand_lies_down_and_a_good_one_stays() -> None:
    poor = "4h5h6h7h7s8h9h9sThTsJhJsQhQsKh3d3s"
    state = begun("online+first_lead=rotate+opening=false", [poor, *[PLAIN + "2h"] * 5])
    assert told(state, 0) == ("revolt yes", Reason.REVOLT)
    good = "AhAsAdAcKhKsKdKcQhQsQdQc"
    state = begun("online+first_lead=rotate+opening=false", [good, *[PLAIN + "2h"] * 5])
    assert told(state, 0) == ("revolt no", Reason.STAY)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param("XXXx222AAAKKK4h5h", ("head yes", Reason.KEEP_HEAD), id="strong"),
        pytest.param("2A4h5h6h7h8h9h", ("head no", Reason.NO_HEAD), id="weak"),
    ],
)
def test_the_head_is_kept_with_enough_gouji_combos(hand: str, expected: tuple[str, Reason]) -> None:
    poor = "4h5h6h7h7s8h9h9sThTsJhJsQhQsKh3d3s"
    others = [PLAIN + "2h"] * 5
    others[2] = hand
    state = begun("online+first_lead=rotate+opening=false", [poor, *others])
    state = after(state, "0 revolt yes")
    assert told(state, 3) == expected


def test_the_game_is_never_dissolved_for_a_bots_sake() -> None:
    state = position("KK", MANY, MANY, MANY, MANY, MANY)
    assert told(state, 0)[0] != "dissolve yes"
