"""The game as objects, over whole games by chance: what they say is what the rules know, and no more."""

import json
import random
from collections.abc import Iterator
from dataclasses import fields
from itertools import islice
from typing import Any, get_args

import pytest

from gouji_client import Decision
from gouji_client.lines.game import decision_of, event_of, state_of
from gouji_core import events as e
from gouji_core.action_texts import format_action, parse_action
from gouji_core.cards import format_suited, parse_cards
from gouji_core.combos import parse_combo
from gouji_core.expect import observe
from gouji_core.legal import acts_open, legal_actions, waited_for
from gouji_core.options import parse_rules
from gouji_core.public import Debt, DebtKind
from gouji_core.seats import NOBODY, SEATS
from gouji_core.state import State
from gouji_core.views import project, view_of
from tests.client.describe import event_fields
from tests.kit.games import ending, play

SHARED = (
    *("phase", "places", "opened", "headless", "passed", "burner", "free", "melee", "debts", "tributes"),
    *("leader", "score", "total", "last_word"),
)


def games() -> Iterator[tuple[State, tuple[e.Event, ...]]]:
    """Gives the state after each step of some games, with the events that led to it."""
    for name in ("online+rounds=2", "dagang+rounds=2", "jining+rounds=2", "online+rounds=1+hold_threes"):
        for _, _, _, result in play(parse_rules(name), random.Random(name)):
            yield result.state, result.events
    rules = parse_rules("online+rounds=1")
    for seed in range(40):
        late = random.Random(seed)
        for _, _, _, result in islice(play(rules, late, ending(rules, late)), 60):
            yield result.state, result.events


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_a_state_says_what_the_rules_know_by_the_names_of_cases():
    for state, _ in games():
        wanted = observe(state, [], {})
        for seat in (NOBODY, 2):
            view = view_of(state, seat)
            told = state_of(view)
            assert plain(told) == told
            assert {key: told[key] for key in SHARED} == {key: wanted[key] for key in SHARED}
            top = told["top"]
            assert (top and {"seat": top["seat"], "cards": top["cards"]}) == wanted["top"]
            assert parse_cards(told["hand"]) == (state.hands[seat] if seat >= 0 else parse_cards(""))
            assert told["pending"]["id"] == state.public.pending.id
            trick = state.public.trick
            assert len(told["marks"]) == (len(trick.marks) if trick else 0)


def test_a_decision_says_what_may_be_done():
    decided = 0
    for state, _ in games():
        for seat in SEATS:
            view = view_of(state, seat)
            if not waited_for(view):
                continue
            told = decision_of(Decision("K7QX", state.public.pending.id, view))
            assert plain(told) == told
            assert [parse_action(text) for text in told["legal"]] == legal_actions(view)
            assert told["acts"] == [act.value for act in acts_open(view)]
            assert {text.split()[0] for text in told["legal"]} <= set(told["acts"])
            assert {text.split()[0] for text in told["also"]} <= {"report", "dissolve"}
            decided += 1
    assert decided > 500


def test_an_event_has_its_fields_by_name_and_hides_what_it_must():
    met: set[str] = set()
    for _, events in games():
        for event in events:
            for seat in (NOBODY, 2):
                seen = project(event, seat)
                if seen is None:
                    continue
                told = event_of(seen)
                assert plain(told) == told
                kind = type(seen)
                assert told["event"] == kind.__name__
                documented = [text.split("`")[1] for text in event_fields(kind)]
                assert list(told)[1:] == documented
                met.add(told["event"])
                check(told, seen, seat)
    assert len(met) > 35


def check(told: dict[str, Any], event: e.Event, seat: int) -> None:
    match event:
        case e.Played(who, combo) | e.Burned(who, combo):
            assert (told["seat"], parse_combo(told["combo"])) == (who, combo)
        case e.Dealt(hands=hands):
            assert told["hand"] == (format_suited(hands[seat]) if seat >= 0 else "")
        case e.Waiting(asked=asked) | e.WindowOpened(asked=asked):
            assert told["asked"] is bool(asked)
        case e.Declared(action=action):
            assert told["action"] == format_action(action)
        case e.TributeTaken(debt, cards, returning):
            assert told["debt"] == debt_of(debt)
            assert parse_cards(told["cards"]) == cards
            assert told["returning"] == returning
        case e.RoundOver(totals, debts, final):
            assert told["totals"] == list(totals)
            assert told["debts"] == [debt_of(debt) for debt in debts]
            assert told["final"] is final
        case _:
            pass


def debt_of(debt: Debt) -> dict[str, Any]:
    return {"kind": debt.kind.value, "from": debt.giver, "to": debt.taker, "count": debt.count}


@pytest.mark.parametrize("event", get_args(e.Event), ids=lambda event: event.__name__)
def test_every_event_has_documented_fields(event: type):
    names = {field.name for field in fields(event)}
    documented = {text.split("`")[1] for text in event_fields(event)}
    assert documented == (names - {"hands", "fallback"} | {"hand"} if event is e.Dealt else names)


def test_a_debt_by_name():
    told = event_of(e.TributeDone(Debt(DebtKind.FALL, 1, 4, 8)))
    assert told == {"event": "TributeDone", "debt": {"kind": "fall", "from": 1, "to": 4, "count": 8}}
