"""A game written down beforehand: who does what at a table of a server with a fixed seed.

A server with ``--seed`` deals the same cards to each table, so one script serves all of them, and whoever
loads the server need not think: they send the next action and know from the script by which event number each
of the six has seen what came of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from gouji_bots.bot import make_bot
from gouji_core.action_texts import format_action
from gouji_core.actions import Action, Begin, Deal, Proceed, TableAction
from gouji_core.cards import Cards
from gouji_core.engine import due, step, waiting
from gouji_core.errors import Refusal
from gouji_core.events import Played, RoundBegun, RoundVoid
from gouji_core.options import parse_rules
from gouji_core.public import Ask, Phase
from gouji_core.seats import NOBODY, SEATS
from gouji_core.state import State, new_game
from gouji_core.views import SeatView, project, view_of
from gouji_server.dealer import Dealer

SEED = 10
"""What the server is started with: one that lets seat 5 pass through a whole round."""

RULES = "online+rounds=100+sweep_ends_game=false"
"""The longest game there is: nobody has to start another one meanwhile."""

Choose = Callable[[SeatView], Action | None]
"""What somebody does who is no bot; None leaves it to the bot."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Is one action of a script: by whom, for which decision, and what it leads to.

    ``seen`` is the number of the last event that each seat has been sent after it, ``play`` whether cards
    were laid, ``hands`` what everybody holds before it.
    """

    seat: int
    decision: int
    action: str
    seen: tuple[int, ...]
    play: bool
    ask: Ask
    hands: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """Is a game from its start: ``opening`` is what each seat has seen before the first turn."""

    opening: tuple[int, ...]
    turns: tuple[Turn, ...]


@dataclass(slots=True)
class _Writer:
    dealer: Dealer
    state: State
    shuffles: int = 0
    seed: bytes = b""
    # That a game begins counts as one, for those who were away.
    seen: list[int] = field(default_factory=lambda: [1] * len(SEATS))
    plays: int = 0

    def take(self, seat: int, action: Action | TableAction) -> None:
        result = step(self.state, seat, action)
        if isinstance(result, Refusal):
            raise AssertionError(f"a script with {action} by seat {seat}: {result}")
        if any(isinstance(event, RoundBegun | RoundVoid) for event in result.events):
            self.seed = self.dealer.draw(1, self.shuffles)
            self.shuffles += 1
        for event in result.events:
            self.plays += isinstance(event, Played)
            for viewer in SEATS:
                self.seen[viewer] += project(event, viewer) is not None
        self.state = result.state

    def settle(self) -> None:
        """Does what the table does until a player is waited for."""
        while (move := self._table_move()) is not None:
            self.take(NOBODY, move)

    def _table_move(self) -> Begin | Deal | Proceed | None:
        if self.state.public.phase is Phase.GAME_OVER:
            return None
        match self.state.public.pending.kind:
            case Ask.BEGIN:
                return Begin()
            case Ask.DEAL:
                return self.dealer.deal(self.state.public, self.seed)
            case _:
                return Proceed() if due(self.state) else None


def script(length: int, *, rules: str = RULES, seed: int = SEED, choose: Choose | None = None) -> Script:
    """Returns the first actions of the game that a server with this seed deals."""
    writer = _Writer(Dealer(seed), new_game(parse_rules(rules)))
    rng, bot = random.Random(seed), make_bot("novice")
    turns: list[Turn] = []
    writer.settle()
    opening = tuple(writer.seen)
    while len(turns) < length and (seats := waiting(writer.state)):
        seat, state, plays = seats[0], writer.state, writer.plays
        view = view_of(state, seat)
        action = (choose(view) if choose is not None else None) or bot.choose(view, rng)
        writer.take(seat, action)
        writer.settle()
        pending = state.public.pending
        text, seen = format_action(action), tuple(writer.seen)
        turns.append(Turn(seat, pending.id, text, seen, writer.plays > plays, pending.kind, state.hands))
    return Script(opening, tuple(turns))
