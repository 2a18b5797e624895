"""Positions as text: what is kept of them, and whose rules hold."""

import json

import pytest

from gouji_core.errors import NotationError
from gouji_core.options import parse_rules
from gouji_core.position import Position, parse_position, restore_position
from tests.kit.positions import position

HANDS = ["KK4", "AA56", "665", "AA7", "887", "779"]
START = {"hands": HANDS, "leader": 2, "opened": [1]}


@pytest.mark.parametrize(
    "data",
    [
        {"rules": "online", "start": START, "id": "x"},
        [{"rules": "online", "start": START}],
        {"rules": "online", **START},
    ],
    ids=["case", "list", "start"],
)
def test_every_form_is_the_same_position(data: object) -> None:
    found = parse_position(json.dumps(data), "p.json")
    assert found == Position("online+rounds=1", json.dumps(START))
    assert found.state == position(*HANDS, rules="online+rounds=1", leader=2, opened=[1])
    assert restore_position(parse_rules(found.rules), found.start) == found.state


def test_its_text_is_read_back() -> None:
    found = parse_position(json.dumps({"rules": "dagang+rounds=3", **START}), "p.json")
    assert parse_position(found.text, "p.json") == found
    assert found.rules == "dagang+rounds=3"


def test_other_rules_take_the_place_of_its_own() -> None:
    for data in ({"rules": "online", **START}, START):
        assert parse_position(json.dumps(data), "p.json", "jining+rounds=2").rules == "jining+rounds=2"


def test_what_is_missing_is_named() -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(json.dumps(START), "p.json")
    assert (caught.value.text, caught.value.wanted) == ("p.json", "it has no 'rules'")
