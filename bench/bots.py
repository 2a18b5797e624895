"""B1 and B2: how well the bots play, and how long they think."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

from bench.measure import Line, Spread, alone, at_least, at_most, missing, percentile
from bench.settings import Settings
from gouji_bots.bot import LEVELS, Bot, make_bot
from gouji_bots.match import duel
from gouji_bots.sim import Game
from gouji_core.actions import Action
from gouji_core.options import parse_rules
from gouji_core.views import SeatView

MATCHES = (("regular", "novice", 1.0, 1.5), ("expert", "regular", 0.6, 1.0))
"""Who plays whom, and what the lower end of the interval must and should be."""

RULES = ("online", "online+hold_threes", "dagang", "jining")
THINKING = (("regular", 0.99, 5.0), ("expert", 0.95, 400.0))
"""Of each level: which share of its decisions takes at most how many milliseconds."""

ROUNDS = 2


def b1(settings: Settings) -> list[Line]:
    """Duplicate matches, each deal played from both sides."""
    return [
        _match(settings, first, second, rules, must, hoped)
        for first, second, must, hoped in MATCHES
        for rules in RULES
    ]


def _match(settings: Settings, first: str, second: str, rules: str, must: float, hoped: float) -> Line:
    what = f"{first} over {second}, {rules}"
    for level in (first, second):
        if level not in LEVELS:
            return missing("B1", what, f"there is no level {level} yet")
    games = settings.games
    found = duel(parse_rules(rules), partial(make_bot, first), partial(make_bot, second), games=games, seed=1)
    shown = f"{found.mean:+.2f} ({found.low:+.2f}..{found.high:+.2f})"
    played = f"{found.pairs} pairs of games (--games), {found.rounds} rounds"
    note = f"score a round, 95 % of {played}; the lower end counts"
    return Line(
        "B1", what, shown, value=found.low, must=at_least(must, ""), hoped=at_least(hoped, ""), note=note
    )


@dataclass(slots=True)
class Timed:
    """Is a bot whose thinking is timed."""

    bot: Bot
    taken: list[float] = field(default_factory=list[float])

    @property
    def level(self) -> str:
        return self.bot.level

    def choose(self, view: SeatView, rng: random.Random) -> Action:
        began = time.process_time()
        action = self.bot.choose(view, rng)
        self.taken.append((time.process_time() - began) * 1e3)
        return action


def b2(settings: Settings) -> list[Line]:
    """Time of a decision while six of a level play whole rounds."""
    lines: list[Line] = []
    for level, share, most in THINKING:
        what = f"a decision of {level}, p{share * 100:.0f}"
        if level not in LEVELS:
            lines.append(missing("B2", what, f"there is no level {level} yet"))
            continue
        found: list[float] = []
        middle: list[float] = []
        for number in range(settings.rounds):
            bot = Timed(make_bot(level))
            game = Game(parse_rules("online"), [bot] * 6, seed=f"b2/{number}")
            for _ in islice(game.rounds(), ROUNDS):
                pass
            found.append(percentile(bot.taken, share))
            middle.append(percentile(bot.taken, 0.5))
        note = f"median {Spread.of(middle).text('ms')}"
        lines.append(alone("B2", what, Spread.of(found), "ms", must=at_most(most, "ms"), note=note))
    return lines


ROWS = {"B1": b1, "B2": b2}
