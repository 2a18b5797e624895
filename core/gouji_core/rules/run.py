"""One decision being worked out: the state so far and the events that led to it."""

from __future__ import annotations

from functools import partial

from gouji_core.cards import Cards
from gouji_core.events import Asked, Event, Played
from gouji_core.fold import FOLDS, played_and_asked
from gouji_core.options import Rules
from gouji_core.public import Public, Standing, Trick
from gouji_core.state import BEYOND, Secret, State, new_state


class Run:
    """Collects the events of one decision, applying each at once so that the next can look at its effect.

    ``public``, ``hands`` and ``secret`` are those after the events so far.
    """

    __slots__ = ("events", "hands", "public", "secret")

    public: Public
    hands: tuple[Cards, ...]
    secret: Secret
    events: tuple[Event, ...]

    def emit(self, event: Event) -> None:
        """Lets an event happen; what ``evolve`` does, without a state between every two events."""
        kind = type(event)
        self.public = FOLDS[kind](self.public, event)
        if kind in BEYOND:
            self.hands, self.secret = BEYOND[kind](self.hands, self.secret, event)
        self.events += (event,)

    def play_and_ask(self, played: Played, asked: Asked) -> None:
        """Lets both events happen in one go, in two thirds of the time that they take one by one."""
        self.public = played_and_asked(self.public, played, asked)
        self.hands, self.secret = BEYOND[Played](self.hands, self.secret, played)
        self.events += (played, asked)

    @property
    def state(self) -> State:
        """The state after the events so far."""
        return new_state(self.public, self.hands, self.secret)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.public.rules

    @property
    def standing(self) -> Standing:
        """How the players stand."""
        return self.public.standing

    @property
    def trick(self) -> Trick:
        """The trick under way; there must be one."""
        trick = self.public.trick
        if trick is None:
            raise ValueError("there is no trick")
        return trick

    def hand(self, seat: int) -> Cards:
        """Returns a seat's hand now."""
        return self.hands[seat]


_blank = partial(object.__new__, Run)


def run_on(state: State) -> Run:
    """Returns a run that begins at a state."""
    run = _blank()
    run.public, run.hands, run.secret, run.events = state.public, state.hands, state.secret, ()
    return run
