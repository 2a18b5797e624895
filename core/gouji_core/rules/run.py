"""One decision being worked out: the state so far and the events that led to it."""

from __future__ import annotations

from gouji_core.cards import Cards
from gouji_core.events import Event
from gouji_core.options import Rules
from gouji_core.public import Public, Standing, Trick
from gouji_core.state import State, evolve


class Run:
    """Collects the events of one decision, applying each at once so that the next can look at its effect."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Lets an event happen."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    @property
    def public(self) -> Public:
        """The public state now."""
        return self.state.public

    @property
    def rules(self) -> Rules:
        """The options of the game."""
        return self.state.public.rules

    @property
    def standing(self) -> Standing:
        """How the players stand now."""
        return self.state.public.standing

    @property
    def trick(self) -> Trick:
        """The trick under way; there must be one."""
        trick = self.state.public.trick
        if trick is None:
            raise ValueError("there is no trick")
        return trick

    def hand(self, seat: int) -> Cards:
        """Returns a seat's hand now."""
        return self.state.hands[seat]
