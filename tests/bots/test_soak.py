"""Many seeded rounds of every preset run clean: few of them always, ten thousand each under make soak."""

import pytest

from gouji_bots.sim import simulate
from gouji_core.options import PRESETS, parse_rules

RULES = [*PRESETS, "online+hold_threes", "dagang+hold_threes"]
MIXED = ("novice", "regular", "novice", "regular", "novice", "regular")


@pytest.mark.parametrize("rules", RULES)
def test_rounds_run_clean(rules: str) -> None:
    assert simulate(parse_rules(rules), rounds=4, seed=7, levels=MIXED).rounds == 4


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_ten_thousand_rounds_run_clean(rules: str) -> None:
    levels = ("novice",) * 6
    done = sum(simulate(parse_rules(rules), rounds=100, seed=n, levels=levels).rounds for n in range(100))
    assert done == 10_000
