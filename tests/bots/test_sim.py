"""Simulations: the same figures for the same seed, told as JSON."""

import json
import random

import pytest

from gouji_bots import make_bot
from gouji_bots.sim import Game, RoundDone, SimError, points, simulate
from gouji_bots.simjson import format_json
from gouji_core.actions import Action, Pass
from gouji_core.options import parse_rules
from gouji_core.seats import SEATS
from gouji_core.views import SeatView

LEVELS = ("regular", "novice", "regular", "novice", "regular", "novice")


class TwoSeconds:
    """A clock on which everything takes two seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 2.0
        return self.now


def test_without_a_clock_there_is_no_speed_to_tell() -> None:
    result = simulate(parse_rules("online"), rounds=1, seed=3, levels=["novice"] * 6)
    assert json.loads(format_json(result))["rounds_per_second"] is None


def test_json_tells_the_same() -> None:
    result = simulate(parse_rules("dagang"), rounds=3, seed=3, levels=LEVELS, clock=TwoSeconds())
    told = json.loads(format_json(result))
    assert told["rules"] == "dagang"
    assert told["rounds"] == 3
    assert told["rounds_per_second"] == 1.5
    assert told["actions"] == result.actions > 100
    assert [seat["level"] for seat in told["seats"]] == list(LEVELS)
    assert all(sum(seat["places"]) == 3 for seat in told["seats"])
    assert sum(seat["points"] for seat in told["seats"]) == 0


def test_as_many_rounds_as_asked_for_are_played() -> None:
    result = simulate(parse_rules("online+rounds=2"), rounds=5, seed=1, levels=["novice"] * 6)
    assert result.rounds == 5
    assert result.games >= 3
    for place in range(6):
        assert sum(tally.places[place] for tally in result.seats) == 5


@pytest.mark.parametrize("levels", [[], ["novice"] * 5, ["novice"] * 7])
def test_every_seat_needs_a_bot(levels: list[str]) -> None:
    with pytest.raises(ValueError, match="six bots"):
        simulate(parse_rules("online"), rounds=1, seed=1, levels=levels)


def test_an_unknown_level_is_refused_before_anything_is_played() -> None:
    with pytest.raises(ValueError, match="levels are"):
        simulate(parse_rules("online"), rounds=1, seed=1, levels=["novice"] * 5 + ["nobody"])


def test_a_bot_that_breaks_the_rules_stops_the_game_with_the_seed_to_repeat_it() -> None:
    class Lazy:
        level = "lazy"

        def choose(self, view: SeatView, rng: random.Random) -> Action:
            return Pass()

    game = Game(parse_rules("simple"), [Lazy() for _ in SEATS], seed="lazy")
    with pytest.raises(SimError, match=r"pass by seat \d is refused: .*simple, game seed 'lazy', round 1"):
        list(game.rounds())


@pytest.mark.parametrize(
    ("places", "swept", "expected"),
    [
        ((1, 2, 3, 4, 5, 6), False, 1),
        ((1, 3, 2, 6, 4, 5), False, 3),
        ((4, 1, 5, 2, 6, 3), True, -6),
        ((1, 4, 2, 5, 3, 6), True, 6),
    ],
)
def test_points_of_a_round(places: tuple[int, ...], swept: bool, expected: int) -> None:
    assert points(RoundDone(places, swept, (0, 0))) == expected


def test_levels_are_made_anew_for_each_seat() -> None:
    assert make_bot("novice") is not make_bot("novice")
