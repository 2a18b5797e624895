"""Cards that came to one's hand from others, as tribute, in return or bought, until one acts in a trick."""

from __future__ import annotations

from gouji_core import events as e
from gouji_core.cards import NO_CARDS, Cards
from gouji_core.events import Event
from gouji_core.seats import NOBODY
from gouji_core.views import SeatView


def got_after(got: Cards, event: Event, seat: int) -> Cards:
    """Returns what a seat got lately, after an event of the table."""
    match event:
        case e.TributeTaken(debt, cards) if debt.taker == seat:
            return got + cards
        case e.Returned(debt, cards) if debt.giver == seat:
            return got + cards
        case e.Bought(buyer=buyer, rank=rank) if buyer == seat:
            return got + Cards.of((rank,))
        case e.Bought(seller=seller, payment=payment) if seller == seat and payment >= 0:
            return got + Cards.of((payment,))
        case e.RoundBegun() | e.RoundVoid() | e.Dealt():
            return NO_CARDS
        case (
            e.Played(seat=actor)
            | e.Passed(seat=actor)
            | e.Yielded(seat=actor)
            | e.Claimed(seat=actor)
            | e.Burned(seat=actor)
            | e.LaidDown(seat=actor)
        ) if actor == seat:
            return NO_CARDS
        case _:
            return got


def got_in(view: SeatView) -> Cards:
    """Returns what a view tells of it by itself: cards got as tribute, as long as no trick is over."""
    setup, trick, seat = view.public.setup, view.public.trick, view.seat
    acted = trick is not None and (trick.number > 1 or any(mark.seat == seat for mark in trick.marks))
    return NO_CARDS if seat == NOBODY or acted else held(setup.received[seat], view.hand)


def held(cards: Cards, hand: Cards) -> Cards:
    """Returns those of some cards that a hand holds."""
    return cards.less(cards.less(hand))
