"""Random playouts of the full rules, one core: what E1 and E3 measure.

A step is one player's decision: who is waited for, their view, every legal play, one of them at random,
the engine. What the table does in between is counted as part of it, the deal is left out, as with the peer.
``python -m bench.playouts`` is the helper process.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field

from bench.jobs import answer
from gouji_core.actions import Action, Begin, Burn, Deal, Decline, Pass, Play, Proceed, TableAction
from gouji_core.dealing import SEED_BYTES, deal, shuffled
from gouji_core.engine import Step, step, waiting
from gouji_core.errors import Refusal
from gouji_core.events import Event
from gouji_core.legal import legal_actions, legal_combos
from gouji_core.options import Rules, parse_rules
from gouji_core.public import Ask, Phase
from gouji_core.seats import NOBODY
from gouji_core.state import State, new_game
from gouji_core.views import SeatView, view_of

_PASS, _DECLINE = Pass(), Decline()
_ROUND_OVER = (Ask.BEGIN, Ask.NOTHING)
_LEAD, _BURN, _TRICKS = Ask.LEAD, Ask.BURN, Phase.TRICKS


class PlayoutError(Exception):
    """Says that the engine refused what its own list of legal plays holds."""


@dataclass(slots=True)
class Playout:
    """Is a random game under way; ``steps`` and ``dealing`` count what was done and what is left out."""

    rng: random.Random
    state: State
    steps: int = 0
    plays: int = 0
    dealing: float = 0.0
    record: list[tuple[Event, ...]] | None = None
    """All events so far, where the record is to grow with the game."""

    def round(self) -> None:
        """Plays the next round to its end."""
        self.table(Begin())
        while self.move():
            pass

    def move(self) -> bool:
        """Does the next thing in a round, whoever's it is; False once the round is over."""
        state = self.state
        seats = waiting(state)
        if seats:
            view = view_of(state, seats[0])
            self._take(step(state, seats[0], self._choose(view), view))
            self.steps += 1
            return True
        kind = state.public.pending.kind
        if kind in _ROUND_OVER:
            return False
        if kind is Ask.DEAL:
            began = time.process_time()
            self.table(self._deal())
            self.dealing += time.process_time() - began
        else:
            self.table(Proceed())
        return True

    def _deal(self) -> Deal:
        public = self.state.public
        return deal(public, shuffled(self.rng.randbytes(SEED_BYTES), public.rules))

    def _choose(self, view: SeatView) -> Action:
        public = view.public
        if public.phase is not _TRICKS:
            return self.rng.choice(legal_actions(view))
        kind = public.pending.kind
        combos = legal_combos(view)
        self.plays += len(combos)
        # Passing or declining is one choice among the plays; a leader must play.
        at = int(self.rng.random() * (len(combos) + (kind is not _LEAD)))
        if at == len(combos):
            return _DECLINE if kind is _BURN else _PASS
        return Burn(combos[at].cards) if kind is _BURN else Play(combos[at].cards)

    def table(self, action: TableAction) -> None:
        """Does what the table does by itself."""
        self._take(step(self.state, NOBODY, action))

    def _take(self, result: Step | Refusal) -> None:
        if isinstance(result, Refusal):
            raise PlayoutError(f"{result.clause} {result.code}")
        self.state = result.state
        if self.record is not None:
            self.record.append(result.events)


@dataclass(slots=True)
class Rate:
    """Is how fast some playouts were, and how much of a choice there was."""

    steps: float
    plays: float = field(default=0.0)


def run(rules: Rules, rng: random.Random, seconds: float) -> Rate:
    """Plays rounds for some seconds."""
    steps, plays, dealing = 0, 0, 0.0
    game = Playout(rng, new_game(rules))
    began = time.process_time()
    while (passed := time.process_time() - began) < seconds:
        if game.state.public.phase is Phase.GAME_OVER:
            game = Playout(rng, new_game(rules))
        game.round()
        steps, plays, dealing = steps + game.steps, plays + game.plays, dealing + game.dealing
        game.steps = game.plays = 0
        game.dealing = 0.0
    return Rate(steps / (passed - dealing), plays / max(steps, 1))


def main() -> None:
    rules, rng = parse_rules("online"), random.Random(1)
    run(rules, rng, 0.3)

    def serve(request: dict[str, float]) -> dict[str, float]:
        rate = run(rules, rng, request["seconds"])
        return {"steps": rate.steps, "plays": rate.plays}

    answer(serve)


if __name__ == "__main__":
    main()
