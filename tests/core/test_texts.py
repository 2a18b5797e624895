"""Plain forms and records: everything has text that reads back."""

import json
import random

import pytest

from gouji_core.actions import Begin, Deal, Pass, Play
from gouji_core.cards import parse_cards, parse_suited
from gouji_core.combos import parse_combo
from gouji_core.errors import NotationError
from gouji_core.events import Dealt, Event, Played, Waiting
from gouji_core.options import PRESETS, parse_rules
from gouji_core.plain import decode, decode_event, encode, encode_event, format_event
from gouji_core.public import Ask, Phase
from gouji_core.record import (
    Commit,
    Done,
    GameRecord,
    Seed,
    final_state,
    format_record,
    parse_record,
    replay,
)
from gouji_core.seats import NOBODY, SEATS
from gouji_core.state import State
from gouji_core.views import SeatView, view_of
from tests.kit.games import play


@pytest.mark.parametrize("preset", PRESETS)
def test_events_states_and_views_read_back(preset: str) -> None:
    for at, (_, _, _, result) in enumerate(play(parse_rules(f"{preset}+rounds=2"), random.Random(5))):
        for event in result.events:
            plain = json.loads(json.dumps(encode_event(event)))
            assert decode_event(plain) == event
            assert format_event(event).split()[0] == type(event).__name__
        if at % 40 == 0:
            assert decode(State, json.loads(json.dumps(encode(State, result.state)))) == result.state
            for viewer in (*SEATS, NOBODY):
                view = view_of(result.state, viewer)
                assert decode(SeatView, encode(SeatView, view)) == view


@pytest.mark.parametrize(
    ("event", "plain", "line"),
    [
        (Played(3, parse_combo("KK")), ["Played", 3, "KK"], "Played 3 KK"),
        (
            Waiting(Phase.SHOW, Ask.SHOW, (), 0b101),
            ["Waiting", "show", "show", [], 5, []],
            "Waiting show show () 5 ()",
        ),
        (
            Dealt((1,) * 6, 0, (parse_suited("3h"), *((),) * 5), -1),
            ["Dealt", [1] * 6, 0, ["3h", "", "", "", "", ""], -1],
            "Dealt (1 1 1 1 1 1) 0 (3h - - - - -) -1",
        ),
    ],
)
def test_the_form_of_an_event(event: Event, plain: list[object], line: str) -> None:
    assert encode_event(event) == plain
    assert format_event(event) == line


@pytest.mark.parametrize(
    "data",
    [
        None,
        5,
        [],
        ["Nothing"],
        ["Played"],
        ["Played", 3],
        ["Played", 3, "56"],
        ["Played", "3", "KK"],
        ["Played", True, "KK"],
        ["Waiting", "noon", "show", [], 0, []],
        ["Dealt", 5, 0, [], -1],
    ],
)
def test_what_is_no_event(data: object) -> None:
    with pytest.raises(NotationError):
        decode_event(data)


def test_fields_of_a_later_version_are_skipped() -> None:
    assert decode_event(["Played", 3, "KK", "how loudly"]) == Played(3, parse_combo("KK"))


RECORD = GameRecord(
    parse_rules("laotou"),
    ("Ada Lovelace", "", "王 五", "", "", ""),
    (
        Done(NOBODY, Begin()),
        Commit("ab12"),
        Done(NOBODY, Deal(tuple(parse_suited(f"{rank}s2s") for rank in "56789T"), 1, 4)),
        Done(4, Play(parse_cards("9"))),
        Done(5, Pass()),
        Seed("00ff"),
    ),
)
TEXT = """\
gouji record 1
rules laotou
player 0 Ada Lovelace
player 2 王 五
begin
commit ab12
deal 1 4 5s2s 6s2s 7s2s 8s2s 9s2s Ts2s
4 play 9
5 pass
seed 00ff
"""


def test_the_form_of_a_record() -> None:
    assert format_record(RECORD) == TEXT
    assert parse_record(TEXT) == RECORD
    assert parse_record("# pasted\n\n" + TEXT.replace("\n", "  \n")) == RECORD


def test_a_record_replays_entry_by_entry() -> None:
    steps = list(replay(RECORD))
    assert [entry for entry, _ in steps] == list(RECORD.entries)
    assert final_state(RECORD).public.pending.seats == (0,)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("gouji record 1", "gouji record 2", "begins with"),
        ("rules laotou\n", "", "second line"),
        ("rules laotou", "rules none", "presets"),
        ("4 play 9", "9 play 9", "line 8: a seat"),
        ("4 play 9", "4 jump", "line 8: an act"),
        ("commit ab12", "commit xyz", "line 6: commit"),
        ("deal 1 4 ", "deal 1 ", "line 7: deal"),
        ("player 2", "player 7", "line 4: a seat"),
    ],
)
def test_a_broken_record_names_the_line(old: str, new: str, why: str) -> None:
    assert old in TEXT
    with pytest.raises(NotationError) as raised:
        parse_record(TEXT.replace(old, new, 1))
    assert why in str(raised.value)


def test_a_record_of_what_the_rules_refuse() -> None:
    record = parse_record(TEXT.replace("5 pass", "2 pass"))
    with pytest.raises(NotationError, match=r"entry 5 is refused by R5\.3"):
        final_state(record)


def test_an_empty_text_is_no_record() -> None:
    with pytest.raises(NotationError):
        parse_record("")
