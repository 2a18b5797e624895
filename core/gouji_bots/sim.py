"""Games without a network: six bots, the rules and a seed (``gouji sim``).

Everything is decided by the seed: deals come from ``gouji_core.dealing``, each bot gets a generator of
its own. Only this module and ``gouji_bots.match`` hold a whole game; bots are handed views.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gouji_bots.bot import Bot, make_bot
from gouji_core.action_texts import format_action
from gouji_core.actions import Action, Begin, TableAction
from gouji_core.dealing import deal, shuffled
from gouji_core.engine import due, settle, step, waiting
from gouji_core.errors import GoujiError, Refusal
from gouji_core.options import Rules, format_rules
from gouji_core.public import Ask, Phase
from gouji_core.seats import NOBODY, SEATS
from gouji_core.state import State, new_game
from gouji_core.views import SeatView, view_of

POINTS = (0, 2, 1, 0, 0, -1, -2)
"""What each place is worth to its player on the scale of R12.1, by place."""

Watcher = Callable[[SeatView, Action], None]
"""Is told each decision before it is taken."""


class SimError(GoujiError):
    """Says that a simulated game cannot go on: a bot was refused, or nobody can act."""


@dataclass(frozen=True, slots=True)
class RoundDone:
    """Is one finished round: the place of each seat, whether it was a sweep, the score as booked."""

    places: tuple[int, ...]
    swept: bool
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SeatTally:
    """Is how one seat did: how often it took each place from first to last, and its points."""

    seat: int
    level: str
    places: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class SimResult:
    """Is the outcome of a simulation; ``scores`` are the federations' sums as the rules book them."""

    rules: str
    seed: int
    games: int
    rounds: int
    actions: int
    seconds: float
    sweeps: int
    scores: tuple[int, int]
    seats: tuple[SeatTally, ...]


def points(done: RoundDone) -> int:
    """Returns what a round brought the even federation on the scale of R12.1 and R12.2: -6 to 6."""
    even = sum(POINTS[done.places[seat]] for seat in (0, 2, 4))
    return 2 * even if done.swept else even


class Game:
    """Plays one game; ``rounds()`` yields each round as it ends, ``actions`` counts what players did."""

    __slots__ = ("_bots", "_deals", "_generators", "_seed", "_watch", "actions", "state")

    def __init__(self, rules: Rules, bots: Sequence[Bot], *, seed: str, watch: Watcher | None = None) -> None:
        """Takes a bot for each seat."""
        self.state: State = new_game(rules)
        self.actions = 0
        self._bots = tuple(bots)
        self._generators = tuple(random.Random(f"{seed}/seat {seat}") for seat in SEATS)
        self._seed = seed
        self._deals = 0
        self._watch = watch

    def rounds(self) -> Iterator[RoundDone]:
        """Plays on until the game is over and yields each round when it has ended."""
        while self.state.public.phase is not Phase.GAME_OVER:
            self._act()
            public = self.state.public
            if public.phase is Phase.GAME_OVER or public.pending.kind is Ask.BEGIN:
                standing = public.standing
                yield RoundDone(standing.places, standing.swept, public.setup.score or (0, 0))

    def _act(self) -> None:
        """Plays until the round has ended."""
        self._table(Begin())
        while self.state.public.pending.kind is not Ask.BEGIN:
            kind = self.state.public.pending.kind
            if kind is Ask.DEAL:
                self._deals += 1
                seed = hashlib.sha256(f"{self._seed}/deal {self._deals}".encode()).digest()
                self._table(deal(self.state.public, shuffled(seed, self.state.public.rules)))
            elif kind is Ask.NOTHING:
                if self.state.public.phase is Phase.GAME_OVER:
                    return
                raise self._fault("nobody can act")
            else:
                self._player()

    def _player(self) -> None:
        state = self.state
        if due(state):
            self.state = settle(state).state
            return
        seats = waiting(state)
        if not seats:
            raise self._fault(f"nobody is waited for with {state.public.pending.kind}")
        seat = seats[0]
        view = view_of(state, seat)
        action = self._bots[seat].choose(view, self._generators[seat])
        if self._watch is not None:
            self._watch(view, action)
        result = step(state, seat, action)
        if isinstance(result, Refusal):
            said = f"{format_action(action)} by seat {seat} is refused: {result.clause} {result.code}"
            raise self._fault(said)
        self.actions += 1
        self.state = result.state

    def _table(self, action: TableAction) -> None:
        result = step(self.state, NOBODY, action)
        if isinstance(result, Refusal):
            raise self._fault(f"{type(action).__name__} by the table is refused: {result.code}")
        self.state = result.state

    def _fault(self, said: str) -> SimError:
        public = self.state.public
        where = f"game seed {self._seed!r}, round {public.setup.round}, {public.phase}"
        return SimError(f"{said} ({format_rules(public.rules)}, {where})")


def simulate(
    rules: Rules,
    *,
    rounds: int,
    seed: int,
    levels: Sequence[str],
    clock: Callable[[], float] = float,
) -> SimResult:
    """Plays games until ``rounds`` rounds are done; ``clock`` tells seconds, for the speed alone.

    Raises:
        ValueError: for an unknown level, or not one for each seat.
        SimError: if a game cannot go on.
    """
    if len(levels) != len(SEATS):
        raise ValueError(f"six bots are needed, one for each seat, not {len(levels)}")
    bots = tuple(make_bot(level) for level in levels)
    done: list[RoundDone] = []
    games = actions = 0
    began = clock()
    while len(done) < rounds:
        game = Game(rules, bots, seed=f"{seed}/game {games + 1}")
        for finished in game.rounds():
            done.append(finished)
            if len(done) == rounds:
                break
        games += 1
        actions += game.actions
    seconds = clock() - began
    return SimResult(
        rules=format_rules(rules),
        seed=seed,
        games=games,
        rounds=rounds,
        actions=actions,
        seconds=seconds,
        sweeps=sum(one.swept for one in done),
        scores=(sum(one.score[0] for one in done), sum(one.score[1] for one in done)),
        seats=tuple(_tally(seat, levels[seat], done) for seat in SEATS),
    )


def _tally(seat: int, level: str, done: Sequence[RoundDone]) -> SeatTally:
    taken = [one.places[seat] for one in done]
    places = tuple(taken.count(place) for place in range(1, 7))
    return SeatTally(seat, level, places, sum(POINTS[place] for place in taken))
