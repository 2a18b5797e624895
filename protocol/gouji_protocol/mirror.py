"""What a session knows of one table, kept true by what the server tells.

A mirror folds numbered events into the viewer's ``SeatView``. When a number is missing, or an event cannot
be read or folded because the server is newer, it is *lost*: it asks for a snapshot once and passes
events by until that comes. What overlaps after a resume is passed by too.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field

from msgspec.structs import replace

from gouji_core.actions import Action
from gouji_core.cards import Cards, parse_cards
from gouji_core.errors import NotationError
from gouji_core.events import Event
from gouji_core.plain import decode, decode_event
from gouji_core.views import SeatView, fold_view
from gouji_protocol.limits import CHAT_CELLS, NAME_CELLS
from gouji_protocol.messages import Accepted, ChatLine, Deadline, Events, Hands, Snapshot, TableState
from gouji_protocol.outputs import Clock, ViewChanged, ViewReset
from gouji_protocol.texts import clean_text
from gouji_protocol.words import TablePhase

_UNREADABLE = (NotationError, LookupError, TypeError, ValueError, AttributeError)
"""What reading and folding an event of a newer server may raise: its names, and numbers out of our ranges."""


@dataclass(frozen=True, slots=True)
class Sent:
    """Is a command that was sent and not answered yet."""

    command: int
    table: str
    decision: int
    action: Action


@dataclass(frozen=True, slots=True)
class Held:
    """Is a command that was accepted, whose events are not here yet."""

    sent: Sent
    answer: Accepted


@dataclass(slots=True)
class Mirror:
    """Is a table as a session knows it."""

    table: str
    watching: bool = False
    password: str = ""
    """For coming back as a spectator."""
    state: TableState | None = None
    told_at: float = 0.0
    """When ``state`` was told; its countdowns run from then."""
    view: SeatView | None = None
    seq: int = 0
    """The number of the last event in ``view``."""
    lost: bool = False
    """Whether events are passed by until a snapshot comes."""
    clock: Clock | None = None
    chat: int = 0
    """The number of the last chat line."""
    hands: dict[int, Cards] = field(default_factory=dict[int, Cards])
    """The hands of partners that who is out is shown, by seat."""
    held: list[Held] = field(default_factory=list[Held])

    @property
    def complete(self) -> bool:
        """Whether the table's state is known, and the view if there is a game."""
        if self.state is None:
            return False
        return self.view is not None or self.state.phase not in (TablePhase.PLAYING, TablePhase.OVER)

    def sit(self, seat: int) -> None:
        """Notes who the viewer is; what another viewer saw, and its numbers, are of no use any more."""
        if self.view is not None and self.view.seat != seat:
            self.view = None
            self.seq = 0
            self.hands = {}

    def take_state(self, state: TableState, now: float) -> TableState:
        """Takes what the server told of seats and phase; returns it with harmless names."""
        seats = tuple(replace(seat, name=clean_text(seat.name, NAME_CELLS)) for seat in state.seats)
        people = tuple(replace(one, name=clean_text(one.name, NAME_CELLS)) for one in state.evening.people)
        self.state = replace(state, seats=seats, evening=replace(state.evening, people=people))
        self.told_at = now
        # Who was moved to another seat gets the view from there next.
        self.sit(state.seat)
        return self.state

    def take_events(self, message: Events) -> ViewChanged | None:
        """Folds events in; returns what changed, None if nothing did: then see ``lost``."""
        news = message.events[max(0, self.seq + 1 - message.first) :]
        if self.lost or not news:
            return None
        if self.view is None or message.first > self.seq + 1:
            self.lost = True
            return None
        before = view = self.view
        events: list[Event] = []
        try:
            for plain in news:
                event = decode_event(plain)
                view = fold_view(view, event)
                events.append(event)
        except _UNREADABLE:
            self.lost = True
            return None
        self.view = view
        self.seq += len(events)
        return ViewChanged(self.table, before, view, tuple(events))

    def take_snapshot(self, message: Snapshot) -> ViewReset:
        """Replaces the view.

        Raises:
            NotationError: if it cannot be read, because the server is too new.
        """
        self.view = decode(SeatView, message.view)
        self.seq = message.seq
        self.lost = False
        return ViewReset(self.table, self.view)

    def take_deadline(self, message: Deadline, now: float) -> Clock:
        """Takes a deadline; returns it in the session's own time."""
        until = None if message.left < 0 else now + message.left / 1000
        reserves = tuple(-1.0 if left < 0 else left / 1000 for left in message.reserves)
        self.clock = Clock(message.decision, until, reserves)
        return self.clock

    def take_hands(self, message: Hands) -> dict[int, Cards]:
        """Takes the hands of partners; those that cannot be read are left out."""
        hands: dict[int, Cards] = {}
        for seat, text in message.hands:
            with suppress(NotationError):
                hands[seat] = parse_cards(text)
        self.hands = hands
        return hands

    def take_chat(self, message: ChatLine) -> ChatLine | None:
        """Takes a line of chat; returns it harmless, None if it was known."""
        if message.number <= self.chat:
            return None
        self.chat = message.number
        name, text = clean_text(message.name, NAME_CELLS), clean_text(message.text, CHAT_CELLS)
        return replace(message, name=name, text=text)

    def released(self) -> list[Held]:
        """Returns the accepted commands whose events are here now."""
        ready = [held for held in self.held if held.answer.seq <= self.seq]
        self.held = [held for held in self.held if held.answer.seq > self.seq]
        return ready
