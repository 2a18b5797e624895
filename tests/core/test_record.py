"""Records of games that began from a position: read back, played again, refused where they make no sense."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gouji_core.errors import NotationError
from gouji_core.position import parse_position
from gouji_core.record import GameRecord, final_state, format_record, parse_record, replay
from tests.kit.mixes import mixes
from tests.kit.positions import position
from tests.kit.records import played_on

HANDS = ["KK4", "AA56", "665", "AA7", "887", "779"]
START = json.dumps({"hands": HANDS, "leader": 2, "opened": [1]})
TEXT = f"""\
gouji record 1
rules online+rounds=1
player 0 Ada
start {START}
2 play 66
"""


def test_the_form_of_a_start() -> None:
    record = parse_record(TEXT)
    assert record.start == START
    assert format_record(record) == TEXT
    assert record.beginning == position(*HANDS, rules="online+rounds=1", leader=2, opened=[1])
    assert [str(seat) for seat in final_state(record).public.pending.seats] == ["3"]


def test_a_start_is_that_of_a_position_and_is_kept_in_one_form() -> None:
    kept = parse_position(json.dumps({"rules": "online", **json.loads(START)}), "p.json")
    assert parse_record(TEXT).start == kept.start
    assert parse_record(TEXT.replace('": ', '"  :')).start == START


def test_a_record_without_a_start_begins_with_a_deal() -> None:
    assert parse_record("gouji record 1\nrules online\nbegin\n").start == ""


@given(mix=mixes(), seed=st.integers(0, 2**32))
@settings(max_examples=60)
def test_a_game_from_a_late_position_reads_back_and_plays_the_same(mix: str, seed: int) -> None:
    record, states = played_on(mix, seed)
    text = format_record(record)
    assert parse_record(text) == record
    assert [done.state for _, done in replay(parse_record(text))] == states


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        (START, "", 4, "is not JSON"),
        pytest.param(START, "[" * 100_000, 4, "recursion", id="deep"),
        (START, "[]", 4, "a JSON object"),
        (START, "{}", 4, "it has no 'hands'"),
        ('"leader": 2', '"leader": 6', 4, "a seat from 0 to 5"),
        ('"leader": 2', '"weather": 2', 4, "a start has"),
        ('"opened"', '"places": {"1": true}, "opened"', 4, "a number from 1 to 6"),
        ('"opened"', '"places": {"1": 7}, "opened"', 4, "a number from 1 to 6"),
        ('"opened"', '"free_left": 1.0, "opened"', 4, "a number from 0 to 3"),
        ('"opened"', '"free_left": 1, "opened"', 4, "goes with revolted"),
        ("player 0 Ada", f"start {START}", 4, "one start"),
        ("2 play 66\n", f"2 play 66\nstart {START}\n", 6, "one start"),
        ("player 0 Ada", "begin", 4, "before all that was done"),
    ],
)
def test_a_start_that_makes_no_sense_names_its_line(old: str, new: str, line: int, why: str) -> None:
    assert old in TEXT
    with pytest.raises(NotationError, match=rf"line {line}: .*{why}"):
        parse_record(TEXT.replace(old, new, 1))


def test_rules_still_hold_after_a_start() -> None:
    with pytest.raises(NotationError, match=r"entry 1 is refused by R5\.1"):
        final_state(parse_record(TEXT.replace("2 play 66", "3 play AA")))
    with pytest.raises(NotationError, match="entry 1 is refused by R15"):
        final_state(parse_record(TEXT.replace("2 play 66", "begin")))


def test_a_record_made_by_hand_has_no_start() -> None:
    assert "start" not in format_record(GameRecord(parse_record(TEXT).rules))
