"""The whole truth of a game: the public state, the hands and what nobody may see.

Only the table holds a ``State``; everybody else holds a view (``gouji_core.views``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gouji_core.actions import Action
from gouji_core.cards import BIG, NO_CARDS, SMALL, TWO, Card, Cards, bag
from gouji_core.events import (
    Burned,
    Choked,
    ChokeShown,
    Dealt,
    Declared,
    Event,
    Played,
    Revolted,
    RoundBegun,
    RoundScored,
    RoundVoid,
    StepClosed,
    Waiting,
    WindowOpened,
)
from gouji_core.fold import FOLDS, MOVES, moved
from gouji_core.options import Rules
from gouji_core.public import ChokeMade, Public, new_public
from gouji_core.seats import NOBODY, SEATS
from gouji_core.values import maker, replace, value


@value
class Secret:
    """Is what a game knows beyond the public state and the hands.

    ``asked`` is the mask of seats still waited for in a secret step, ``answers`` what was declared in it
    in order. ``dealt`` are the cards with suits as they were dealt, ``poor`` the mask of those dealt
    neither joker nor 2 (R9.1), ``aside`` the hands of those who sit out, ``chokes`` those not yet told.
    """

    asked: int = 0
    answers: tuple[tuple[int, Action], ...] = ()
    dealt: tuple[tuple[Card, ...], ...] = ((),) * 6
    poor: int = 0
    fallback: int = NOBODY
    aside: tuple[Cards, ...] = (NO_CARDS,) * 6
    chokes: tuple[ChokeMade, ...] = ()


@value
class State:
    """Is a game: ``public``, the six hands and the secrets."""

    public: Public
    hands: tuple[Cards, ...]
    secret: Secret


new_state = maker(State)


def new_game(rules: Rules) -> State:
    """Returns a game that has not begun; the table begins its first round with ``Begin``."""
    return State(new_public(rules), (NO_CARDS,) * 6, Secret())


_cards = maker(Cards)


def evolve(state: State, event: Event) -> State:
    """Returns the state after an event; knows no rules, so it never refuses."""
    kind = type(event)
    public = FOLDS[kind](state.public, event)
    if kind in BEYOND:
        return State(public, *BEYOND[kind](state.hands, state.secret, event))
    return new_state(public, state.hands, state.secret)


_Beyond = tuple[tuple[Cards, ...], Secret]


def _changed(hands: tuple[Cards, ...], secret: Secret, event: Event) -> _Beyond:
    kind = type(event)
    if kind in MOVES:
        hands = moved(hands, event, SEATS)
    return hands, _SECRETS[kind](secret, event) if kind in _SECRETS else secret


def _put_down(hands: tuple[Cards, ...], secret: Secret, event: Played | Burned) -> _Beyond:
    """Moves the cards of every other step; only the hand they leave is made anew."""
    seat = event.seat
    left = _cards(hands[seat].packed - event.combo.cards.packed)
    return hands[:seat] + (left,) + hands[seat + 1 :], secret


def is_poor(cards: Cards) -> bool:
    """Tells whether there is neither joker nor 2 among the cards (R9.1)."""
    return not cards.only(TWO, SMALL, BIG)


def _dealt(secret: Secret, event: Dealt) -> Secret:
    poor = sum(1 << seat for seat in SEATS if is_poor(bag(event.hands[seat])))
    return Secret(dealt=event.hands, poor=poor, fallback=event.fallback)


def _waiting(secret: Secret, event: Waiting | WindowOpened) -> Secret:
    return replace(secret, asked=event.asked, answers=())


def _declared(secret: Secret, event: Declared) -> Secret:
    return replace(
        secret,
        asked=secret.asked & ~(1 << event.seat),
        answers=(*secret.answers, (event.seat, event.action)),
    )


def _closed(secret: Secret, event: StepClosed) -> Secret:
    return replace(secret, asked=0, answers=())


def _revolted(secret: Secret, event: Revolted) -> Secret:
    aside = list(secret.aside)
    aside[event.seat] = event.cards
    return replace(secret, aside=tuple(aside))


def _choked(secret: Secret, event: Choked) -> Secret:
    return replace(secret, chokes=(*secret.chokes, ChokeMade(event.by, event.choked)))


def _choke_shown(secret: Secret, event: ChokeShown) -> Secret:
    left = tuple(choke for choke in secret.chokes if choke.choked != event.choked)
    return replace(secret, chokes=left)


def _fresh(secret: Secret, event: RoundBegun | RoundVoid) -> Secret:
    return Secret()


def _scored(secret: Secret, event: RoundScored) -> Secret:
    return replace(secret, asked=0, answers=())


_SECRETS: dict[type, Callable[[Secret, Any], Secret]] = {
    Dealt: _dealt,
    Waiting: _waiting,
    WindowOpened: _waiting,
    Declared: _declared,
    StepClosed: _closed,
    Revolted: _revolted,
    Choked: _choked,
    ChokeShown: _choke_shown,
    RoundBegun: _fresh,
    RoundVoid: _fresh,
    RoundScored: _scored,
}
"""The events that change secrets."""

BEYOND: dict[type, Callable[[tuple[Cards, ...], Secret, Any], _Beyond]] = {
    **dict.fromkeys(MOVES.keys() | _SECRETS.keys(), _changed),
    Played: _put_down,
    Burned: _put_down,
}
"""What events do to hands and secrets; most do nothing."""
