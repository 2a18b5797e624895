"""Paying the debts of the round before: offering, refusing, returning, objecting, 进贡还贡 (R11)."""

from __future__ import annotations

from gouji_core.actions import Act, Action, Keep, Object, Refuse, Return, Take, Unreadable
from gouji_core.cards import BIG, NO_CARDS, SMALL, THREE, TWO, Cards
from gouji_core.errors import Refusal, refuse
from gouji_core.events import (
    Returned,
    ReturnObjected,
    ReturnProposed,
    TributeDone,
    TributeOffered,
    TributeRefused,
    TributeSkipped,
    TributeTaken,
)
from gouji_core.public import Ask, Debt, DebtKind, Offer, Public
from gouji_core.rules.run import Run
from gouji_core.views import SeatView

_ACTS = {
    Ask.TRIBUTE: (Act.REFUSE, Act.TAKE),
    Ask.RETURN: (Act.RETURN,),
    Ask.OBJECT: (Act.KEEP, Act.OBJECT),
}


def begin(run: Run) -> bool:
    """Goes on with the debt in turn until a receiver is waited for; tells whether one is."""
    setup = run.public.setup
    while setup.debt < len(setup.debts):
        debt = setup.debts[setup.debt]
        cards = _tribute_cards(run, debt)
        if cards:
            run.emit(TributeOffered(debt, cards))
            return True
        run.emit(TributeSkipped(debt))
        setup = run.public.setup
    return False


def _tribute_cards(run: Run, debt: Debt) -> Cards:
    """Returns the giver's highest legal cards for a debt; none when a side sits out (R11.1, R10.2)."""
    in_play, setup = run.standing.in_play, run.public.setup
    if not (in_play >> debt.giver & 1 and in_play >> debt.taker & 1):
        return NO_CARDS
    own = run.hand(debt.giver).less(setup.received[debt.giver]).less(setup.locked[debt.giver])
    return Cards.of(own.only(TWO, SMALL, BIG).ranks()[: debt.count])


def returnable(public: Public, seat: int, hand: Cards) -> Cards:
    """Returns the cards a receiver may return: none received in this phase, no held 3s (R11.5)."""
    cards = hand.less(public.setup.received[seat])
    if public.rules.hold_threes:
        cards -= cards.only(THREE)
    offer = public.setup.offer
    return cards - cards.only(*_set_of(offer.refused)) if offer and offer.refused else cards


def _set_of(cards: Cards) -> tuple[int, ...]:
    return tuple(sorted(set(cards.ranks())))


def _offer(public: Public) -> Offer:
    offer = public.setup.offer
    if offer is None:
        raise ValueError("no tribute is on the table")
    return offer


def acts(view: SeatView) -> tuple[Act, ...]:
    """Returns what is open to the receiver or the giver."""
    pending = view.public.pending
    return _ACTS.get(pending.kind, ()) if view.seat in pending.seats else ()


def actions(view: SeatView) -> list[Action]:
    """Returns every answer: for a return each choice of cards once."""
    if not acts(view):
        return []
    offer = _offer(view.public)
    match view.public.pending.kind:
        case Ask.TRIBUTE:
            return [Take(), Refuse()]
        case Ask.RETURN:
            cards = returnable(view.public, view.seat, view.hand)
            return [Return(choice) for choice in choices(cards, offer.returning)]
        case _:
            some = [
                Object(choice)
                for n in range(1, len(offer.strange) + 1)
                for choice in choices(offer.strange, n)
            ]
            return [Keep(), *some]


def choices(cards: Cards, number: int) -> list[Cards]:
    """Returns each bag of ``number`` of the cards once, low cards first."""
    bags = [(0, number)]
    for rank, held in enumerate(cards.counts):
        if held:
            bags = [
                (packed + (n << 8 * rank), left - n)
                for packed, left in bags
                for n in range(min(held, left), -1, -1)
            ]
    return [Cards(packed) for packed, left in bags if not left]


_CLAUSES = {
    Act.TAKE: "R11.6",
    Act.REFUSE: "R11.6",
    Act.RETURN: "R11.5",
    Act.KEEP: "R11.6",
    Act.OBJECT: "R11.6",
}


def refusal(view: SeatView, action: Action) -> Refusal | None:
    """Refuses who is not in turn, the act of another moment, and wrong cards."""
    open_acts = acts(view)
    match action:
        case Take() if Act.TAKE in open_acts:
            return None
        case Refuse() if Act.REFUSE in open_acts:
            return None
        case Keep() if Act.KEEP in open_acts:
            return None
        case Return(cards) if Act.RETURN in open_acts:
            return _bad_return(view, cards)
        case Object(cards) if Act.OBJECT in open_acts:
            return _bad_objection(view, cards)
        case Return():
            return refuse("R11.5", "not_yours_to_return")
        case _:
            return refuse("R11.6", "not_yours_to_take")


def _bad_return(view: SeatView, cards: Cards | Unreadable) -> Refusal | None:
    public, offer = view.public, _offer(view.public)
    if isinstance(cards, Unreadable):
        return refuse("R1.4", "unreadable", cards=cards.text)
    if not view.hand.holds(cards):
        return refuse("R2.1", "not_held", cards=cards)
    if len(cards) != offer.returning:
        return refuse("R11.5", "return_count", count=offer.returning)
    if cards.only(*_set_of(offer.refused)):
        return refuse("R11.6", "return_refused_rank", cards=cards)
    if not returnable(public, view.seat, view.hand).holds(cards):
        return refuse("R11.5", "not_returnable", cards=cards)
    return None


def _bad_objection(view: SeatView, cards: Cards | Unreadable) -> Refusal | None:
    if isinstance(cards, Unreadable):
        return refuse("R1.4", "unreadable", cards=cards.text)
    strange = _offer(view.public).strange
    if not cards or not strange.holds(cards):
        return refuse("R11.6", "not_strange", cards=strange)
    return None


def apply(run: Run, seat: int, action: Action) -> None:
    """Moves the tribute on by one answer."""
    offer = _offer(run.public)
    debt = offer.debt
    match action:
        case Take():
            returning = 0
            if debt.kind is DebtKind.FALL:
                returning = min(len(offer.cards), len(returnable(run.public, seat, run.hand(seat))))
            run.emit(TributeTaken(debt, offer.cards, returning))
            if not returning:
                run.emit(TributeDone(debt))
        case Refuse():
            run.emit(TributeRefused(debt))
        case Return(Cards() as cards):
            strange = _strange(run, debt, cards)
            if strange:
                run.emit(ReturnProposed(debt, cards, strange))
            else:
                run.emit(Returned(debt, cards, 0))
                run.emit(TributeDone(debt))
        case Keep():
            run.emit(Returned(debt, offer.returned, 0))
            run.emit(TributeDone(debt))
        case Object(Cards() as cards):
            run.emit(ReturnObjected(debt, cards))
            run.emit(Returned(debt, offer.returned - cards, len(cards)))
        case _:
            raise TypeError(f"{action} is no act of the tribute")


def _strange(run: Run, debt: Debt, cards: Cards) -> Cards:
    """Returns the returned cards the giver may object to: ranks not otherwise held (R11.6).

    None at all when the receiver has too few other cards to return instead.
    """
    if not run.rules.return_match:
        return NO_CARDS
    giver = run.hand(debt.giver)
    strange = cards.only(*(rank for rank in _set_of(cards) if not giver.count(rank)))
    others = returnable(run.public, debt.taker, run.hand(debt.taker) - cards)
    others -= others.only(*_set_of(strange))
    return strange if len(others) >= len(strange) else NO_CARDS
