"""How events before the tricks change the public state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gouji_core import events as e
from gouji_core.actions import CallKind
from gouji_core.cards import NO_CARDS, Cards
from gouji_core.fold.change import answered, moved_counts, next_pending, nobody, put, same, with_, with_setup
from gouji_core.public import Ask, Debt, Offer, Paid, Pending, Phase, Public, Setup, Standing
from gouji_core.seats import NOBODY
from gouji_core.values import replace


def _round_begun(public: Public, event: e.RoundBegun) -> Public:
    old, standing = public.setup, public.standing
    last = standing.places.index(6) if 6 in standing.places else NOBODY
    setup = Setup(
        round=event.round,
        drawer=old.drawer,
        recut=event.round == 1 or standing.swept,
        totals=old.totals,
        debts=old.debts,
        last=last,
        votes=old.votes,
    )
    return Public(public.rules, public.phase, setup, Standing(), None, (0,) * 6, nobody(public))


def _round_void(public: Public, event: e.RoundVoid) -> Public:
    old = public.setup
    setup = Setup(
        round=old.round,
        drawer=old.drawer,
        recut=True,
        again=True,
        totals=old.totals,
        debts=old.debts,
        last=old.last,
        votes=old.votes,
    )
    return Public(public.rules, public.phase, setup, Standing(), None, (0,) * 6, nobody(public))


def _waiting(public: Public, event: e.Waiting) -> Public:
    pending = Pending(public.pending.id + 1, event.kind, event.seats, event.choices)
    return with_(public, phase=event.phase, pending=pending)


def _called(public: Public, event: e.Called) -> Public:
    standing = public.standing
    if event.call is not CallKind.NO:
        standing = replace(standing, calls=put(standing.calls, event.seat, event.call))
    return with_(public, standing=standing, pending=answered(public.pending, event.seat))


def _dealt(public: Public, event: e.Dealt) -> Public:
    return replace(
        public,
        counts=event.counts,
        setup=replace(public.setup, drawer=event.drawer),
        pending=nobody(public),
    )


def _step_closed(public: Public, event: e.StepClosed) -> Public:
    return with_(public, pending=nobody(public))


def _leader_chosen(public: Public, event: e.LeaderChosen) -> Public:
    return with_setup(public, leader=event.seat)


def _bought(public: Public, event: e.Bought) -> Public:
    if event.payment < 0:
        counts = moved_counts(public.counts, event.seller, event.buyer, 1)
        return with_(public, counts=counts)
    locked, seller = public.setup.locked, event.seller
    return with_setup(public, locked=put(locked, seller, locked[seller] + Cards.of((event.payment,))))


def _tribute_offered(public: Public, event: e.TributeOffered) -> Public:
    return replace(
        public,
        phase=Phase.TRIBUTE,
        setup=replace(public.setup, offer=Offer(event.debt, event.cards)),
        pending=next_pending(public, Ask.TRIBUTE, (event.debt.taker,)),
    )


def _tribute_over(public: Public, event: e.TributeSkipped | e.TributeRefused | e.TributeDone) -> Public:
    setup = replace(public.setup, debt=public.setup.debt + 1, offer=None)
    pending = public.pending if public.phase is not Phase.TRIBUTE else nobody(public)
    return with_(public, setup=setup, pending=pending)


def _tribute_taken(public: Public, event: e.TributeTaken) -> Public:
    debt, setup = event.debt, public.setup
    paid = Paid(debt.kind, debt.giver, debt.taker, event.cards)
    offer = Offer(debt, event.cards, event.returning)
    pending = next_pending(public, Ask.RETURN, (debt.taker,)) if event.returning else nobody(public)
    return replace(
        public,
        setup=replace(
            setup,
            tributes=(*setup.tributes, paid),
            received=put(setup.received, debt.taker, setup.received[debt.taker] + event.cards),
            offer=offer,
        ),
        counts=moved_counts(public.counts, debt.giver, debt.taker, len(event.cards)),
        pending=pending,
    )


def _return_proposed(public: Public, event: e.ReturnProposed) -> Public:
    offer = _offer(public, event.debt, returned=event.cards, strange=event.strange)
    return replace(
        public,
        setup=replace(public.setup, offer=offer),
        pending=next_pending(public, Ask.OBJECT, (event.debt.giver,)),
    )


def _offer(public: Public, debt: Debt, **changes: Any) -> Offer:
    return replace(public.setup.offer or Offer(debt, NO_CARDS), **changes)


def _return_objected(public: Public, event: e.ReturnObjected) -> Public:
    offer = _offer(public, event.debt)
    refused = Cards.of({*offer.refused.ranks(), *event.cards.ranks()})
    return with_setup(public, offer=replace(offer, refused=refused))


def _returned(public: Public, event: e.Returned) -> Public:
    debt, setup = event.debt, public.setup
    pending = next_pending(public, Ask.RETURN, (debt.taker,)) if event.returning else nobody(public)
    return replace(
        public,
        setup=replace(
            setup,
            received=put(setup.received, debt.giver, setup.received[debt.giver] + event.cards),
            offer=_offer(public, debt, returning=event.returning, returned=NO_CARDS, strange=NO_CARDS),
        ),
        counts=moved_counts(public.counts, debt.taker, debt.giver, len(event.cards)),
        pending=pending,
    )


def _revolted(public: Public, event: e.Revolted) -> Public:
    standing = public.standing
    return replace(
        public,
        standing=replace(standing, revolted=event.seat, in_play=standing.in_play & ~(1 << event.seat)),
        counts=put(public.counts, event.seat, 0),
    )


def _head_chosen(public: Public, event: e.HeadChosen) -> Public:
    return replace(
        public,
        standing=replace(public.standing, free_left=3 if event.keep else 0),
        pending=nobody(public),
    )


def _merged(public: Public, event: e.Merged) -> Public:
    counts = tuple(have - len(gone) for have, gone in zip(public.counts, event.cards, strict=True))
    played = sum(event.cards, public.played)
    return with_(public, counts=counts, pending=nobody(public), played=played)


FOLDS: dict[type, Callable[[Public, Any], Public]] = {
    e.RoundBegun: _round_begun,
    e.Waiting: _waiting,
    e.Called: _called,
    e.Dealt: _dealt,
    e.Declared: same,
    e.StepClosed: _step_closed,
    e.Shown: same,
    e.LeaderChosen: _leader_chosen,
    e.Bought: _bought,
    e.TributeOffered: _tribute_offered,
    e.TributeSkipped: _tribute_over,
    e.TributeTaken: _tribute_taken,
    e.TributeRefused: _tribute_over,
    e.ReturnProposed: _return_proposed,
    e.ReturnObjected: _return_objected,
    e.Returned: _returned,
    e.TributeDone: _tribute_over,
    e.Revolted: _revolted,
    e.RoundVoid: _round_void,
    e.HeadChosen: _head_chosen,
    e.Merged: _merged,
}
