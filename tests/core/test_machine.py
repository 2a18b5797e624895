"""A machine that walks through games of any options by any legal actions, watching what must always hold."""

import random
from functools import reduce

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from gouji_core import events as e
from gouji_core.actions import Action, TableAction
from gouji_core.beating import is_gouji
from gouji_core.cards import Cards, bag
from gouji_core.dealing import full_deck
from gouji_core.engine import Step, due, step, waiting
from gouji_core.legal import acts_open, legal_actions, side_actions, waited_for
from gouji_core.options import Rules, parse_rules
from gouji_core.plain import encode
from gouji_core.public import TABLE_ASKS, Phase
from gouji_core.seats import NOBODY, SEATS
from gouji_core.state import State, new_game
from gouji_core.views import SeatView, fold_view, project, view_of
from tests.kit.games import ending, next_move
from tests.kit.mixes import mixes

VIEWERS = (*SEATS, NOBODY)


class Game(RuleBasedStateMachine):
    """One game; hypothesis chooses the options, who acts next and what they do."""

    def __init__(self) -> None:
        super().__init__()
        self.options: Rules = parse_rules("online")
        self.state: State = new_game(self.options)
        self.views: dict[int, SeatView] = {}
        self.gone = Cards()
        self.total = Cards()

    @initialize(mix=mixes(), seed=st.integers(0, 2**32), late=st.booleans())
    def begin(self, mix: str, seed: int, late: bool) -> None:
        self.options = parse_rules(mix)
        self.state = ending(self.options, random.Random(seed)) if late else new_game(self.options)
        self.views = {seat: view_of(self.state, seat) for seat in VIEWERS}
        self.total = reduce(Cards.__add__, self.state.hands)

    @rule(choice=st.randoms(use_true_random=False), steps=st.integers(1, 25))
    def go_on(self, choice: random.Random, steps: int) -> None:
        for _ in range(steps):
            if self.state.public.phase is Phase.GAME_OVER:
                return
            seat, action = next_move(self.state, choice)
            self.take(seat, action)

    @rule(choice=st.randoms(use_true_random=False), seat=st.sampled_from(SEATS))
    def aside(self, choice: random.Random, seat: int) -> None:
        sides = [
            action for action in side_actions(view_of(self.state, seat)) if "yes=True" not in repr(action)
        ]
        if sides:
            self.take(seat, choice.choice(sides))

    def take(self, seat: int, action: Action | TableAction) -> None:
        before = self.state
        result = step(before, seat, action)
        assert isinstance(result, Step), f"a listed action was refused: {result}"
        self.watch_beating(before, result)
        for event in result.events:
            self.count(event)
            for viewer in VIEWERS:
                shown = project(event, viewer)
                if shown is not None:
                    self.views[viewer] = fold_view(self.views[viewer], shown)
        self.state = result.state

    def watch_beating(self, before: State, result: Step) -> None:
        """R3.5: with these options whatever beats a gouji combo is gouji."""
        trick = before.public.trick
        played = [event for event in result.events if isinstance(event, e.Played | e.Burned)]
        if self.options.gouji == "plain" or not trick or not trick.top or not played:
            return
        if not self.options.joker_exchange and is_gouji(self.options, trick.top):
            assert is_gouji(self.options, played[0].combo)

    def count(self, event: e.Event) -> None:
        match event:
            case e.RoundBegun() | e.RoundVoid():
                self.gone, self.total = Cards(), bag(full_deck(self.options.deck))
            case e.Played() | e.Burned():
                self.gone += event.combo.cards
            case e.BurnFailed() | e.ChokedOut() | e.MadeLast():
                self.gone += event.cards
            case e.Merged():
                self.gone = reduce(Cards.__add__, event.cards, self.gone)
            case e.RoundScored():
                assert sorted(event.places) == [1, 2, 3, 4, 5, 6]
            case _:
                pass

    @invariant()
    def all_cards_are_there(self) -> None:
        held = reduce(Cards.__add__, (*self.state.hands, *self.state.secret.aside))
        assert not held + self.gone or held + self.gone == self.total

    @invariant()
    def somebody_can_act_or_it_is_over(self) -> None:
        public = self.state.public
        if public.phase is Phase.GAME_OVER:
            assert waiting(self.state) == ()
        elif public.pending.kind in TABLE_ASKS or due(self.state):
            assert not any(waited_for(view_of(self.state, seat)) for seat in waiting(self.state))
        else:
            assert waiting(self.state)
            for seat in waiting(self.state):
                view = view_of(self.state, seat)
                assert legal_actions(view)
                assert acts_open(view)

    @invariant()
    def views_are_folds(self) -> None:
        for viewer, view in self.views.items():
            assert view == view_of(self.state, viewer)

    @invariant()
    def views_hold_nothing_hidden(self) -> None:
        """A view is the public state and what its own seat was dealt, holds and said."""
        public = encode(type(self.state.public), self.state.public)
        for seat in SEATS:
            shown = encode(SeatView, view_of(self.state, seat))
            assert isinstance(shown, list)
            assert shown[0] == public
            assert shown[2] == str(self.state.hands[seat])
        assert view_of(self.state, NOBODY) == SeatView(self.state.public, NOBODY)


TestGame = Game.TestCase
TestGame.settings = settings(max_examples=40, stateful_step_count=25)


def test_the_machine_reaches_the_end_of_games() -> None:
    """The walk is long enough to be worth something."""
    ends = 0
    for seed in range(3):
        machine = Game()
        machine.begin("online+rounds=2", seed, True)
        for _ in range(80):
            machine.go_on(random.Random(seed), 25)
        ends += machine.state.public.phase is Phase.GAME_OVER
    assert ends == 3
