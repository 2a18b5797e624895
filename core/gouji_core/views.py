"""What one viewer may see: the view, the projection of events to it, and its own fold.

Hidden information is filtered here and nowhere else, from an allow list: ``view_of`` copies what a
viewer may have, ``project`` empties the fields that are not for it. For every game and viewer
``view_of(evolve(s, e), v) == fold_view(view_of(s, v), project(e, v))``, which tests hold.
"""

from __future__ import annotations

from collections.abc import Collection

from gouji_core.actions import Action
from gouji_core.cards import NO_CARDS, Card, Cards
from gouji_core.events import (
    Choked,
    Dealt,
    Declared,
    Event,
    Revolted,
    RoundBegun,
    RoundScored,
    RoundVoid,
    StepClosed,
    Waiting,
    WindowOpened,
)
from gouji_core.fold import fold_public, moved
from gouji_core.options import Rules
from gouji_core.public import Public, new_public
from gouji_core.seats import NOBODY
from gouji_core.state import State
from gouji_core.values import maker, replace, value


@value
class SeatView:
    """Is a game as one seat sees it; ``seat`` is -1 for a spectator, who has no hand.

    ``dealt`` is the hand as it was dealt, with suits. ``asked`` tells whether this seat is waited for in a
    secret step, ``answer`` what it declared in it. ``aside`` is the hand it laid down on revolution.
    """

    public: Public
    seat: int
    hand: Cards = NO_CARDS
    dealt: tuple[Card, ...] = ()
    asked: bool = False
    answer: Action | None = None
    aside: Cards = NO_CARDS


_view = maker(SeatView)


def new_view(rules: Rules, seat: int) -> SeatView:
    """Returns a seat's view of a game that has not begun."""
    return SeatView(new_public(rules), seat)


def view_of(state: State, seat: int) -> SeatView:
    """Returns what a seat, or with -1 a spectator, sees of a game."""
    if seat == NOBODY:
        return SeatView(state.public, NOBODY)
    secret = state.secret
    asked, answer = secret.asked, None
    if secret.answers:
        answer = dict(secret.answers).get(seat)
    return _view(
        state.public,
        seat,
        state.hands[seat],
        secret.dealt[seat],
        asked > 0 and asked >> seat & 1 > 0,
        answer,
        secret.aside[seat],
    )


def project(event: Event, seat: int) -> Event | None:
    """Returns what a viewer may see of an event, None for nothing at all."""
    kind = type(event)
    if kind not in _HIDING:
        return event
    match event:
        case Waiting() | WindowOpened():
            return replace(event, asked=event.asked & (1 << seat if seat >= 0 else 0))
        case Dealt():
            hands = tuple(hand if who == seat else () for who, hand in enumerate(event.hands))
            return replace(event, hands=hands, fallback=NOBODY)
        case Declared():
            return event if event.seat == seat else None
        case Revolted():
            return event if event.seat == seat else replace(event, cards=NO_CARDS)
        case _:
            return None


def same_for_all(kinds: Collection[type[Event]]) -> bool:
    """Tells whether events of some kinds are such that every viewer sees the whole of each."""
    return _HIDING.isdisjoint(kinds)


_HIDING = frozenset({Waiting, WindowOpened, Dealt, Declared, Revolted, Choked})
"""The events that are not the same for everybody."""


def fold_view(view: SeatView, event: Event) -> SeatView:
    """Returns the view after an event that was projected to it."""
    public = fold_public(view.public, event)
    seat = view.seat
    if seat == NOBODY:
        return SeatView(public, NOBODY)
    hand = moved((view.hand,), event, (seat,))[0]
    match event:
        case Dealt():
            return SeatView(public, seat, hand, event.hands[seat])
        case RoundBegun() | RoundVoid():
            return SeatView(public, seat, hand)
        case Waiting() | WindowOpened():
            return SeatView(public, seat, hand, view.dealt, bool(event.asked >> seat & 1), None, view.aside)
        case StepClosed() | RoundScored():
            return SeatView(public, seat, hand, view.dealt, False, None, view.aside)
        case Declared():
            return SeatView(public, seat, hand, view.dealt, False, event.action, view.aside)
        case Revolted() if event.seat == seat:
            return SeatView(public, seat, hand, view.dealt, view.asked, view.answer, event.cards)
        case _:
            return SeatView(public, seat, hand, view.dealt, view.asked, view.answer, view.aside)
