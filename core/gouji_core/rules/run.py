"""One decision being worked out: the state so far and the events that led to it."""

from __future__ import annotations

from gouji_core.cards import Cards
from gouji_core.events import Event
from gouji_core.fold import FOLDS
from gouji_core.options import Rules
from gouji_core.public import Public, Standing, Trick
from gouji_core.state import BEYOND, Secret, State, beyond, new_state


class Run:
    """Collects the events of one decision, applying each at once so that the next can look at its effect.

    ``public``, ``standing``, ``hands`` and ``secret`` are those after the events so far.
    """

    __slots__ = ("events", "hands", "public", "rules", "secret", "standing")

    def __init__(self, state: State) -> None:
        public = state.public
        self.public: Public = public
        self.standing: Standing = public.standing
        self.rules: Rules = public.rules
        self.hands: tuple[Cards, ...] = state.hands
        self.secret: Secret = state.secret
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Lets an event happen; what ``evolve`` does, without a state between every two events."""
        kind = event.__class__
        public = self.public = FOLDS[kind](self.public, event)
        self.standing = public.standing
        if kind in BEYOND:
            self.hands, self.secret = beyond(self.hands, self.secret, event)
        self.events.append(event)

    @property
    def state(self) -> State:
        """The state after the events so far."""
        return new_state(self.public, self.hands, self.secret)

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
