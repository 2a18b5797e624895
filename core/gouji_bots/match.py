"""Duplicate matches: two kinds of bot, the same deals, sides swapped (budget B1).

Each deal is played twice, so that the luck of the cards falls out of the difference; what is left is
how much better one side plays. The unit of the statistic is a pair of games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gouji_bots.bot import Bot
from gouji_bots.sim import Game, points
from gouji_core.options import Rules

Maker = Callable[[], Bot]

Z95 = 1.959964
"""The normal quantile of a two-sided 95 % interval; with fewer than 30 pairs it is too narrow."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Is a pair of games on the same deals: what the first kind scored, in how many rounds."""

    score: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Margin:
    """Is a mean score per round with its 95 % interval, from ``pairs`` pairs of games."""

    mean: float
    low: float
    high: float
    pairs: int
    rounds: int


def margin(pairs: Sequence[Pair]) -> Margin:
    """Returns the mean score per round over pairs of games of different length.

    The ratio of two sums, with the variance of its linear part: a sweep may end a game early.

    Raises:
        ValueError: for fewer than two pairs.
    """
    count = len(pairs)
    if count < 2:
        raise ValueError("an interval needs two pairs or more")
    rounds = sum(pair.rounds for pair in pairs)
    mean = sum(pair.score for pair in pairs) / rounds
    squares = sum((pair.score - mean * pair.rounds) ** 2 for pair in pairs)
    error = math.sqrt(squares * count / (count - 1)) / rounds
    return Margin(mean, mean - Z95 * error, mean + Z95 * error, count, rounds)


def duel(rules: Rules, first: Maker, second: Maker, *, games: int, seed: int) -> Margin:
    """Plays ``games`` pairs of games and returns how much the first kind scores over the second.

    Scores are on the scale of R12.1 (3, a sweep 6) whatever the rules book.
    """
    return margin([_pair(rules, first, second, f"{seed}/pair {number}") for number in range(1, games + 1)])


def _pair(rules: Rules, first: Maker, second: Maker, seed: str) -> Pair:
    score = rounds = 0
    for sign, even, odd in ((1, first, second), (-1, second, first)):
        bots = [maker() for _ in range(3) for maker in (even, odd)]
        for done in Game(rules, bots, seed=seed).rounds():
            score += sign * points(done)
            rounds += 1
    return Pair(score, rounds)
