"""Every level answers every decision with a legal action, under every preset."""

import random

import pytest

from gouji_bots import LEVELS, make_bot
from gouji_bots.sim import Game, points
from gouji_core.actions import Action
from gouji_core.engine import settle, step, waiting
from gouji_core.errors import Refusal
from gouji_core.legal import refusal
from gouji_core.options import PRESETS, parse_rules
from gouji_core.public import Ask, Phase
from gouji_core.seats import SEATS
from gouji_core.state import State
from gouji_core.views import SeatView, view_of
from tests.kit.games import ending

MIXES = [
    *PRESETS,
    "online+hold_threes",
    "dagang+hold_threes",
    "dagang+merge=34+sweep_tribute=opposites",
    "jining+hold_threes=false",
    "simple+opening=true+tribute=true+opening_excludes=jokers_twos",
]


def legal(view: SeatView, action: Action) -> None:
    assert refusal(view, action) is None, f"{action} for {view}"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mix", MIXES)
def test_games_go_to_their_end_by_legal_actions(mix: str, level: str) -> None:
    rules = parse_rules(f"{mix}+rounds=3")
    asked: set[Ask] = set()

    def watch(view: SeatView, action: Action) -> None:
        legal(view, action)
        asked.add(view.public.pending.kind)

    for number in range(2):
        bots = [make_bot(level if seat % 2 else LEVELS[0]) for seat in SEATS]
        rounds = list(Game(rules, bots, seed=f"{mix}/{level}/{number}", watch=watch).rounds())
        assert 1 <= len(rounds) <= 3
        assert all(sorted(done.places) == [1, 2, 3, 4, 5, 6] for done in rounds)
        assert all(-6 <= points(done) <= 6 for done in rounds)
    assert {Ask.LEAD, Ask.ANSWER, Ask.LAST_WORD} <= asked


def play_out(state: State, level: str, asked: set[Ask]) -> State:
    """Plays a position to the end of its round, the bots of one level at all seats."""
    bots = [make_bot(level) for _ in SEATS]
    rng = random.Random(1)
    while state.public.phase is Phase.TRICKS:
        state = settle(state).state
        for seat in waiting(state)[:1]:
            view = view_of(state, seat)
            asked.add(view.public.pending.kind)
            action = bots[seat].choose(view, rng)
            legal(view, action)
            result = step(state, seat, action)
            assert not isinstance(result, Refusal)
            state = result.state
    return state


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mix", MIXES)
def test_late_positions_are_played_out_by_legal_actions(mix: str, level: str) -> None:
    rules = parse_rules(mix)
    rng = random.Random(f"late {mix} {level}")
    asked: set[Ask] = set()
    for _ in range(30):
        state = ending(rules, rng)
        end = play_out(state, level, asked)
        assert end.public.phase in {Phase.SETTLE, Phase.ROUND_OVER, Phase.GAME_OVER}
    assert Ask.BURN in asked
