"""A program for a real terminal: the table with a whole round played at it, one action a key press.

F9 lets the next player act, F8 sets the clock going, F7 is a fault, F6 has it say that all is painted.
usage: python -m tests.tui.shown LANG
"""

import random
import sys

from textual import events

from gouji_core.actions import Action, Begin
from gouji_core.engine import Step, step
from gouji_core.options import parse_rules
from gouji_core.seats import NOBODY
from gouji_core.state import State, new_game
from gouji_tui.app import GoujiApp
from gouji_tui.game import TableChanged
from gouji_tui.glyphs import LINES
from gouji_tui.look import Look
from gouji_tui.table import TableState
from gouji_tui.terminal import look, prepare
from gouji_tui.texts import texts_in
from tests.kit.games import next_move
from tests.tui.local import LocalVisit
from tests.tui.tables import people


def first_trick(seed: int) -> State:
    """Returns a dealt round with a first trick about to begin."""
    rng = random.Random(seed)
    state = new_game(parse_rules("online"))
    begun = step(state, NOBODY, Begin())
    assert isinstance(begun, Step)
    state = begun.state
    while state.public.trick is None:
        seat, action = next_move(state, rng)
        taken = step(state, seat, action)
        assert isinstance(taken, Step)
        state = taken.state
    return state


PAINTED = "\x1b]2;painted\x07"
"""What F6 has it send behind everything painted for the keys before; it is no picture."""


ROUNDS = 3
"""A key goes to the screen, which tells its widgets, which ask the screen to be painted."""


class Shown(GoujiApp):
    """Plays everybody at the press of a key."""

    def __init__(self, lang: str, seed: int) -> None:
        super().__init__(Look(lang, LINES))
        self._rng = random.Random(seed)
        self.local = LocalVisit(first_trick(seed), 0, texts_in(lang))

    def on_ready(self) -> None:
        self.go_to(self.local)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and event.key == "f9":
            seat, action = self._next()
            self.local.play(seat, action)
        elif isinstance(event, events.Key) and event.key == "f8":
            self.local.tell(TableChanged(TableState(people=people(), deadline=self.now() + 90)))
        elif isinstance(event, events.Key) and event.key == "f6":
            self.screen.call_later(self._say_painted, ROUNDS)
        elif isinstance(event, events.Key) and event.key == "f7":
            raise RuntimeError("a fault of our own")
        else:
            await super().on_event(event)

    def _say_painted(self, rounds: int) -> None:
        """Lets every widget do what it has to, some rounds of it, then the screen paint; then says so."""
        if not rounds:
            self.screen.call_after_refresh(self.tell_terminal, PAINTED)
            return
        waiting = list(self.screen.query("*"))
        left = len(waiting)

        def done() -> None:
            nonlocal left
            left -= 1
            if not left:
                self.screen.call_later(self._say_painted, rounds - 1)

        for widget in waiting:
            widget.call_later(done)

    def _next(self) -> tuple[int, Action]:
        seat, action = next_move(self.local.state, self._rng)
        return seat, action  # type: ignore[return-value]


if __name__ == "__main__":
    prepare(look())
    app = Shown(sys.argv[1], 7)
    code = app.run(mouse=False)
    sys.stderr.write(app.failure)
    sys.exit(app.return_code if code is None else code)
