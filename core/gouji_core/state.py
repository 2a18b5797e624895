"""The whole truth of a game: the public state, the hands and what nobody may see.

Only the table holds a ``State``; everybody else holds a view (``gouji_core.views``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
from gouji_core.values import value


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


def new_game(rules: Rules) -> State:
    """Returns a game that has not begun; the table begins its first round with ``Begin``."""
    return State(new_public(rules), (NO_CARDS,) * 6, Secret())


_PLAYS = (Played, Burned)
"""The events that move cards at every other step; only the hand they move them from is made anew."""


def evolve(state: State, event: Event) -> State:
    """Returns the state after an event; knows no rules, so it never refuses."""
    kind = type(event)
    public = FOLDS[kind](state.public, event)
    hands = state.hands
    if isinstance(event, _PLAYS):
        seat = event.seat
        hands = (*hands[:seat], hands[seat] - event.combo.cards, *hands[seat + 1 :])
    elif kind in MOVES:
        hands = moved(hands, event, SEATS)
    step = _SECRETS.get(kind)
    secret = state.secret if step is None else step(state, event)
    return State(public, hands, secret)


def is_poor(cards: Cards) -> bool:
    """Tells whether there is neither joker nor 2 among the cards (R9.1)."""
    return not cards.only(TWO, SMALL, BIG)


def _dealt(state: State, event: Dealt) -> Secret:
    poor = sum(1 << seat for seat in SEATS if is_poor(bag(event.hands[seat])))
    return Secret(dealt=event.hands, poor=poor, fallback=event.fallback)


def _waiting(state: State, event: Waiting | WindowOpened) -> Secret:
    return replace(state.secret, asked=event.asked, answers=())


def _declared(state: State, event: Declared) -> Secret:
    secret = state.secret
    return replace(
        secret,
        asked=secret.asked & ~(1 << event.seat),
        answers=(*secret.answers, (event.seat, event.action)),
    )


def _closed(state: State, event: StepClosed) -> Secret:
    return replace(state.secret, asked=0, answers=())


def _revolted(state: State, event: Revolted) -> Secret:
    aside = list(state.secret.aside)
    aside[event.seat] = event.cards
    return replace(state.secret, aside=tuple(aside))


def _choked(state: State, event: Choked) -> Secret:
    return replace(state.secret, chokes=(*state.secret.chokes, ChokeMade(event.by, event.choked)))


def _choke_shown(state: State, event: ChokeShown) -> Secret:
    left = tuple(choke for choke in state.secret.chokes if choke.choked != event.choked)
    return replace(state.secret, chokes=left)


def _fresh(state: State, event: RoundBegun | RoundVoid) -> Secret:
    return Secret()


def _scored(state: State, event: RoundScored) -> Secret:
    return replace(state.secret, asked=0, answers=())


_SECRETS: dict[type, Callable[[State, Any], Secret]] = {
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
