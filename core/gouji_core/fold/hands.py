"""How events move cards between hands and out of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gouji_core import events as e
from gouji_core.cards import NO_CARDS, Cards, bag


def moved(hands: tuple[Cards, ...], event: e.Event, seats: tuple[int, ...]) -> tuple[Cards, ...]:
    """Returns hands after an event; ``hands[i]`` is the hand of ``seats[i]``."""
    move = MOVES.get(type(event))
    if move is None:
        return hands
    return tuple(move(hand, event, seat) for hand, seat in zip(hands, seats, strict=True))


def _hand_played(hand: Cards, event: e.Played | e.Burned, seat: int) -> Cards:
    return hand - event.combo.cards if event.seat == seat else hand


def _hand_dealt(hand: Cards, event: e.Dealt, seat: int) -> Cards:
    return bag(event.hands[seat])


def _hand_bought(hand: Cards, event: e.Bought, seat: int) -> Cards:
    three = Cards.of((event.rank,))
    payment = Cards.of((event.payment,)) if event.payment >= 0 else NO_CARDS
    if seat == event.buyer:
        return hand + three - payment
    return hand - three + payment if seat == event.seller else hand


def _hand_given(hand: Cards, giver: int, taker: int, cards: Cards, seat: int) -> Cards:
    return hand - cards if seat == giver else hand + cards if seat == taker else hand


def _hand_taken(hand: Cards, event: e.TributeTaken, seat: int) -> Cards:
    return _hand_given(hand, event.debt.giver, event.debt.taker, event.cards, seat)


def _hand_returned(hand: Cards, event: e.Returned, seat: int) -> Cards:
    return _hand_given(hand, event.debt.taker, event.debt.giver, event.cards, seat)


def _hand_gone(hand: Cards, event: e.Revolted | e.BurnFailed | e.ChokedOut | e.MadeLast, seat: int) -> Cards:
    return NO_CARDS if event.seat == seat else hand


def _hand_merged(hand: Cards, event: e.Merged, seat: int) -> Cards:
    return hand - event.cards[seat]


def _hand_empty(hand: Cards, event: e.Event, seat: int) -> Cards:
    return NO_CARDS


MOVES: dict[type, Callable[[Cards, Any, int], Cards]] = {
    e.Played: _hand_played,
    e.Burned: _hand_played,
    e.Dealt: _hand_dealt,
    e.Bought: _hand_bought,
    e.TributeTaken: _hand_taken,
    e.Returned: _hand_returned,
    e.Revolted: _hand_gone,
    e.BurnFailed: _hand_gone,
    e.ChokedOut: _hand_gone,
    e.MadeLast: _hand_gone,
    e.Merged: _hand_merged,
    e.RoundBegun: _hand_empty,
    e.RoundVoid: _hand_empty,
}
"""The events that move cards, for one hand each."""
