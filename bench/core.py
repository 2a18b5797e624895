"""E1 to E3: the speed of the rules."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from bench import rlcard
from bench.jobs import Job
from bench.measure import Line, Spread, alternate, at_least, at_most, compared, missing
from bench.playouts import Playout
from bench.settings import Settings
from gouji_core.cards import BIG, SMALL, TWO, bag
from gouji_core.combos import parse_combo
from gouji_core.dealing import shuffled
from gouji_core.listing import answers
from gouji_core.options import parse_rules
from gouji_core.state import State, new_game

PEER_STEPS = 12_100
"""Steps a second of the peer where the time below was measured: it brings that time to this machine."""

PEER_LISTING = 98.0
"""Microseconds that korman/gouji_ai takes to list the answers to a pair; it has no wild cards."""

ROUNDS = 50
E1 = "random playouts, every legal play listed"
E2 = "listing answers to a pair, 36 cards"
E3 = f"a step in round {ROUNDS}, against round 2"


def e1(settings: Settings) -> list[Line]:
    """Random playouts against those of rlcard's doudizhu."""
    try:
        with Job([sys.executable, "-m", "bench.playouts"]) as ours, rlcard.start() as peer:
            plays: list[float] = []

            def mine() -> float:
                rate = ours.ask(seconds=settings.slice)
                plays.append(rate["plays"])
                return rate["steps"]

            pair = alternate(settings.rounds, mine, _steps_of(peer, settings.slice))
    except rlcard.NoRlcard as error:
        return [missing("E1", E1, f"peer not available: {error}")]
    note = f"{1e6 / pair.ours.median:.0f} us a step with {Spread.of(plays).median:.1f} plays to choose from"
    return [compared("E1", E1, pair, "/s", must=at_least(5), hoped=at_least(10), note=note)]


def _steps_of(peer: Job, seconds: float) -> Callable[[], float]:
    return lambda: float(peer.ask(seconds=seconds)["steps"])


def e2(settings: Settings) -> list[Line]:
    """The listing of answers against what another program for this game takes."""
    try:
        with rlcard.start() as peer:
            steps = _steps_of(peer, settings.slice / 2)
            pair = alternate(
                settings.rounds,
                lambda: listing(settings.slice / 4),
                lambda: PEER_LISTING * PEER_STEPS / steps(),
            )
    except rlcard.NoRlcard as error:
        return [missing("E2", E2, f"peer not available: {error}")]
    note = f"the other side is {PEER_LISTING:.0f} us where rlcard makes {PEER_STEPS} steps/s"
    return [compared("E2", E2, pair, "us", must=at_most(1 / 8), hoped=at_most(1 / 15), note=note)]


def listing(seconds: float) -> float:
    """Returns how many microseconds it takes to list the answers to a pair."""
    rules = parse_rules("online")
    hands = [
        hand
        for number in range(40)
        for hand in _hands(number)
        if hand.count(BIG) and hand.count(SMALL) and hand.count(TWO) > 1
    ]
    tops = [parse_combo(text) for text in ("44", "88", "QQ")]
    calls = 0
    began = time.process_time()
    while (passed := time.process_time() - began) < seconds:
        for hand in hands:
            for top in tops:
                answers(rules, hand, top)
        calls += len(hands) * len(tops)
    return passed / calls * 1e6


def _hands(number: int):
    deck = shuffled(b"bench %d" % number, parse_rules("online")).deck
    return [bag(deck[seat::6]) for seat in range(6)]


def e3(settings: Settings) -> list[Line]:
    """The same rounds early and late in one game, whose record has grown in between."""
    game = Playout(
        random.Random(3), new_game(parse_rules(f"online+rounds={ROUNDS}+sweep_ends_game=false")), record=[]
    )
    starts: list[State] = []
    for _ in range(ROUNDS - 1):
        game.round()
        starts.append(game.state)
    first, last = starts[0], starts[-1]
    record = game.record or []

    def cost(start: State) -> float:
        # The same deals and choices from both, a few rounds each, the last one into the grown record.
        steps, taken = 0, 0.0
        for seed in range(settings.rounds * 4):
            again = Playout(random.Random(seed), start, record=record if start is last else [])
            began = time.process_time()
            again.round()
            taken += time.process_time() - began - again.dealing
            steps += again.steps
        return taken / steps * 1e6

    cost(first)
    # Both differ by less than what the machine takes from one of them, so there are many turns.
    pair = alternate(settings.rounds * 5, lambda: cost(last), lambda: cost(first))
    note = f"{len(record)} steps were on record by then"
    return [compared("E3", E3, pair, "us", must=at_most(1.1), note=note)]


ROWS = {"E1": e1, "E2": e2, "E3": e3}
