"""The statistics of duplicate matches, on samples small enough to work out by hand."""

import math

import pytest

from gouji_bots import make_bot
from gouji_bots.match import Z95, Pair, duel, margin
from gouji_core.options import parse_rules


def test_the_margin_of_a_known_sample() -> None:
    # Scores per round 1, 2 and 3 in pairs of four rounds: mean 2, standard deviation 1.
    found = margin([Pair(4, 4), Pair(8, 4), Pair(12, 4)])
    assert found.mean == pytest.approx(2.0)
    assert found.high - found.mean == pytest.approx(Z95 * 1 / math.sqrt(3))
    assert found.mean - found.low == pytest.approx(Z95 * 1 / math.sqrt(3))
    assert (found.pairs, found.rounds) == (3, 12)


def test_long_games_weigh_more_than_short_ones() -> None:
    found = margin([Pair(10, 2), Pair(0, 8)])
    assert found.mean == pytest.approx(1.0)
    # (10 - 1 x 2)^2 + (0 - 1 x 8)^2 = 128, times 2 / 1, the root over 10 rounds is 1.6.
    assert found.high - found.mean == pytest.approx(Z95 * 1.6)


def test_equal_pairs_leave_no_doubt() -> None:
    found = margin([Pair(3, 5)] * 4)
    assert found.low == found.mean == found.high == pytest.approx(0.6)


def test_one_pair_has_no_interval() -> None:
    with pytest.raises(ValueError, match="two pairs"):
        margin([Pair(1, 1)])


def test_a_level_against_itself_comes_out_even() -> None:
    def novice():
        return make_bot("novice")

    found = duel(parse_rules("online+rounds=2"), novice, novice, games=3, seed=7)
    assert found.mean == found.low == found.high == 0
    assert found.pairs == 3


def test_regular_beats_novice_by_far() -> None:
    found = duel(
        parse_rules("online+rounds=2"),
        lambda: make_bot("regular"),
        lambda: make_bot("novice"),
        games=12,
        seed=1,
    )
    assert found.low > 0.5
