"""What must hold in every game, whatever the options: tried on whole random games."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gouji_core import events as e
from gouji_core.actions import (
    Action,
    Begin,
    Burn,
    Claim,
    Deal,
    Decline,
    Head,
    Keep,
    LayDown,
    Merge,
    Order,
    Pass,
    Play,
    Proceed,
    Refuse,
    Return,
    Revolt,
    Settle,
    Show,
    Take,
    Yield,
)
from gouji_core.beating import is_gouji
from gouji_core.cards import Card, Cards, bag
from gouji_core.dealing import full_deck
from gouji_core.engine import Step, decide, step
from gouji_core.errors import Refusal
from gouji_core.events import Event
from gouji_core.fold import FOLDS, MOVES
from gouji_core.legal import acts_open, legal_actions
from gouji_core.listing import leads
from gouji_core.options import PRESETS, parse_rules
from gouji_core.public import Phase
from gouji_core.record import Done, GameRecord, final_state, format_record, parse_record
from gouji_core.seats import NOBODY, SEATS
from gouji_core.state import State, evolve
from gouji_core.views import fold_view, project, same_for_all, view_of
from tests.kit.games import Moment, ending, play

MIXES = [
    *PRESETS,
    "online+hold_threes",
    "dagang+hold_threes",
    "dagang+merge=34+sweep_tribute=opposites",
    "jining+hold_threes=false",
    "simple+opening=true+tribute=true+opening_excludes=jokers_twos",
    "online+hold_threes+choke=last+first_lead=rotate+return_match=true",
]
SEEDS = st.integers(0, 2**32)
mixes = pytest.mark.parametrize("mix", MIXES)


def game(mix: str, seed: int) -> Iterator[Moment]:
    """A random game of two rounds, which tribute and calls need, or one from a late position."""
    rng = random.Random(seed)
    rules = parse_rules(f"{mix}+rounds=2")
    return play(rules, rng, ending(rules, rng) if seed % 4 else None)


@mixes
@given(seed=SEEDS)
@settings(max_examples=5)
def test_all_cards_are_accounted_for_at_every_step(mix: str, seed: int) -> None:
    rules = parse_rules(f"{mix}+rounds=2")
    deck = bag(full_deck(rules.deck))
    gone, total = Cards(), Cards()
    for before, _, _, result in game(mix, seed):
        total = total or sum(before.hands, Cards())
        for event in result.events:
            match event:
                case e.RoundBegun() | e.RoundVoid():
                    gone, total = Cards(), deck
                case e.Played() | e.Burned():
                    gone += event.combo.cards
                case e.BurnFailed() | e.ChokedOut():
                    gone += event.cards
                case e.Merged():
                    gone = sum(event.cards, gone)
                case _:
                    pass
        state = result.state
        held = sum((*state.hands, *state.secret.aside), Cards())
        if held + gone:
            assert held + gone == total
        for seat in SEATS:
            assert state.public.counts[seat] == len(state.hands[seat])


@mixes
@given(seed=SEEDS)
@settings(max_examples=5)
def test_a_view_is_the_fold_of_projected_events(mix: str, seed: int) -> None:
    for before, seat, action, result in game(mix, seed):
        state = before
        for event in result.events:
            state = evolve(state, event)
        assert state == result.state
        assert decide(before, seat, action) == result.events
        for viewer in (*SEATS, NOBODY):
            view = view_of(before, viewer)
            for event in result.events:
                shown = project(event, viewer)
                assert shown == event or not same_for_all((type(event),))
                if shown is not None:
                    view = fold_view(view, shown)
            assert view == view_of(result.state, viewer)


def candidates(state: State, seat: int) -> list[Action]:
    """Actions worth trying at a state: every kind, right and wrong."""
    hand = state.hands[seat]
    rules = replace(state.public.rules, hold_threes=False)
    combos = [combo.cards for combo in leads(rules, hand)] if hand else []
    few = combos[:: max(1, len(combos) // 40)]
    held = hand.ranks()
    return [
        *(Play(cards) for cards in few),
        *(Burn(cards) for cards in few),
        *(Return(Cards.of(held[at : at + n])) for at in (0, 3, -2) for n in (1, 2)),
        *(Show((Card(rank, suit),) * n) for rank in (0, 1) for suit in "sd" for n in (1, 2, 3)),
        *(Merge(ranks) for ranks in ("", "3", "4", "34")),
        *(Settle(last) for last in SEATS),
        Show(()),
        Head(True),
        Head(False),
        Revolt(True),
        Revolt(False),
        Take(),
        Refuse(),
        Keep(),
        Pass(),
        Yield(),
        Claim(),
        Decline(),
        Order((0,)),
        LayDown((hand,)),
    ]


PARTLY_LISTED = (LayDown, Order)


@mixes
@given(seed=SEEDS)
@settings(max_examples=3)
def test_listed_is_accepted_and_unlisted_refused_by_a_clause(mix: str, seed: int) -> None:
    rng = random.Random(seed)
    for before, _, _, _ in game(mix, seed):
        if rng.random() > 0.15:
            continue
        untouched = hash(before)
        for seat in SEATS:
            view = view_of(before, seat)
            listed = legal_actions(view)
            kinds = {action.__class__ for action in listed}
            assert len(kinds) == len(acts_open(view))
            for action in {*candidates(before, seat), *rng.sample(listed, min(20, len(listed)))}:
                result = step(before, seat, action)
                if isinstance(result, Refusal):
                    assert result.clause.startswith("R")
                    assert result.code
                if not isinstance(action, PARTLY_LISTED):
                    assert isinstance(result, Step) == (action in listed), (seat, action)
                elif action in listed:
                    assert isinstance(result, Step)
        assert hash(before) == untouched


@mixes
@given(seed=SEEDS)
@settings(max_examples=2)
def test_a_record_reads_back_and_leads_to_the_same_state(mix: str, seed: int) -> None:
    rules = parse_rules(f"{mix}+rounds=2")
    entries: list[Done] = []
    last: State | None = None
    for _, seat, action, result in play(rules, random.Random(seed)):
        if not isinstance(action, Proceed):
            entries.append(Done(seat, action))
        last = result.state
    record = GameRecord(rules, ("Ada", "", "", "", "", "张三"), tuple(entries))
    text = format_record(record)
    assert parse_record(text) == record
    assert final_state(parse_record(text)) == last


@mixes
@given(seed=SEEDS)
@settings(max_examples=5)
def test_a_round_ends_with_a_place_for_everybody(mix: str, seed: int) -> None:
    rules = parse_rules(f"{mix}+rounds=2")
    rounds = 0
    for _, _, _, result in game(mix, seed):
        for event in result.events:
            if isinstance(event, e.RoundScored):
                rounds += 1
                assert sorted(event.places) == [1, 2, 3, 4, 5, 6]
                even, odd = event.score
                assert even == -odd if rules.scoring == "zero_sum" else min(event.score) == 0
                best = 12 if rules.scoring == "positive" else 6
                assert (max(even, odd) == best) == event.swept
    assert rounds >= 1


@pytest.mark.parametrize("mix", [mix for mix in MIXES if parse_rules(mix).gouji != "plain"])
@given(seed=SEEDS)
@settings(max_examples=5)
def test_what_beats_gouji_is_gouji(mix: str, seed: int) -> None:
    """R3.5."""
    rules = parse_rules(f"{mix}+rounds=2")
    for before, _, action, _ in game(mix, seed):
        trick = before.public.trick
        if isinstance(action, Play) and isinstance(action.cards, Cards) and trick and trick.top:
            combo = next(c for c in leads(rules, action.cards) if c.cards == action.cards)
            assert not is_gouji(rules, trick.top) or is_gouji(rules, combo)


TELLING = (
    e.RoundScored,
    e.BurnFailed,
    e.ChokedOut,
    e.ChokeShown,
    e.Bought,
    e.TributeOffered,
    e.TributeSkipped,
    e.ReturnProposed,
    e.TributeTaken,
    e.LeaderChosen,
    e.Merged,
    e.Waiting,
    e.WentOut,
    e.Revolted,
)
"""Events that lay hidden cards open, or what depends on them, by the rules."""


@mixes
@given(seed=SEEDS)
@settings(max_examples=3)
def test_what_a_viewer_cannot_see_changes_nothing_for_it(mix: str, seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    for before, seat, action, _ in game(mix, seed):
        if before.public.phase is not Phase.TRICKS or isinstance(action, Begin | Deal | Proceed):
            continue
        viewer, one, other = rng.sample(SEATS, 3)
        twin = exchange(before, one, other, rng)
        first, second = step(before, seat, action), step(twin, seat, action)
        if isinstance(first, Refusal) or isinstance(second, Refusal):
            continue
        if any(isinstance(event, TELLING) for event in (*first.events, *second.events)):
            continue
        compared += 1
        seen = [[project(event, viewer) for event in result.events] for result in (first, second)]
        assert [x for x in seen[0] if x] == [x for x in seen[1] if x]
        assert view_of(first.state, viewer) == view_of(second.state, viewer)
    assert compared > 0


def exchange(state: State, one: int, other: int, rng: random.Random) -> State:
    """The same game with some cards of two seats exchanged."""
    first, second = list(state.hands[one].ranks()), list(state.hands[other].ranks())
    rng.shuffle(first)
    rng.shuffle(second)
    number = rng.randint(0, min(len(first), len(second)))
    hands = list(state.hands)
    hands[one] = Cards.of(second[:number] + first[number:])
    hands[other] = Cards.of(first[:number] + second[number:])
    return replace(state, hands=tuple(hands))


def test_every_event_has_a_fold() -> None:
    assert set(FOLDS) == set(get_args(Event))
    assert set(MOVES) < set(FOLDS)


def test_random_games_reach_every_event() -> None:
    side = {e.DissolveVoted, e.Dissolved, e.Reported, e.Refereed, e.MadeLast}
    unseen = set(FOLDS) - side - {e.RoundVoid}
    for seed, mix in product(range(24), MIXES):
        unseen.difference_update(type(event) for *_, result in game(mix, seed) for event in result.events)
        if not unseen:
            return
    raise AssertionError(f"no random game made {unseen}")
