"""Thousands of rounds of every preset, played to their end by bots (make soak)."""

import pytest

from gouji_bots.sim import simulate
from gouji_core.options import PRESETS, parse_rules

ROUNDS = 10_000


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("mix", [*PRESETS, "online+hold_threes", "dagang+hold_threes"])
def test_ten_thousand_rounds_run_clean(mix: str) -> None:
    levels = ["regular", "novice"] * 3
    result = simulate(parse_rules(mix), rounds=ROUNDS, seed=1, levels=levels)
    assert result.rounds == ROUNDS
    assert sum(tally.points for tally in result.seats) == 0
    for place in range(6):
        assert sum(tally.places[place] for tally in result.seats) == ROUNDS
