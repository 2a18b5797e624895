"""How events change the public state, and how they move cards: the one place that knows.

``fold_public`` is shared by the state and by every view and reads no hidden field. Each event has one
small function in ``_FOLDS``; a test holds the table complete.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gouji_core import events as e
from gouji_core.actions import Act, CallKind
from gouji_core.cards import NO_CARDS, Cards, bag
from gouji_core.public import (
    Ask,
    Burner,
    BurnWon,
    ChokeMade,
    Mark,
    Offer,
    Paid,
    Pending,
    Phase,
    Plan,
    Public,
    Setup,
    Standing,
    TopKind,
    Trick,
)
from gouji_core.seats import NOBODY


def fold_public(public: Public, event: e.Event) -> Public:
    """Returns the public state after an event."""
    return _FOLDS[type(event)](public, event)


def _with(public: Public, **changes: Any) -> Public:
    return replace(public, **changes)


def _setup(public: Public, **changes: Any) -> Public:
    return replace(public, setup=replace(public.setup, **changes))


def _standing(public: Public, **changes: Any) -> Public:
    return replace(public, standing=replace(public.standing, **changes))


def _next(public: Public, kind: Ask, seats: tuple[int, ...] = ()) -> Pending:
    return Pending(public.pending.id + 1, kind, seats)


def _set(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


# --- before the tricks ---


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
    )
    return Public(public.rules, public.phase, setup, Standing(), None, (0,) * 6, _next(public, Ask.NOTHING))


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
    return Public(public.rules, public.phase, setup, Standing(), None, (0,) * 6, _next(public, Ask.NOTHING))


def _waiting(public: Public, event: e.Waiting) -> Public:
    pending = Pending(public.pending.id + 1, event.kind, event.seats, event.choices)
    return _with(public, phase=event.phase, pending=pending)


def _called(public: Public, event: e.Called) -> Public:
    standing = public.standing
    if event.call is not CallKind.NO:
        standing = replace(standing, calls=_set(standing.calls, event.seat, event.call))
    return _with(public, standing=standing, pending=_answered(public.pending, event.seat))


def _answered(pending: Pending, seat: int) -> Pending:
    left = tuple(other for other in pending.seats if other != seat)
    return Pending(pending.id, pending.kind, left) if left else Pending(pending.id + 1, Ask.NOTHING)


def _dealt(public: Public, event: e.Dealt) -> Public:
    return replace(
        public,
        counts=event.counts,
        setup=replace(public.setup, drawer=event.drawer),
        pending=_next(public, Ask.NOTHING),
    )


def _same(public: Public, event: e.Event) -> Public:
    return public


def _step_closed(public: Public, event: e.StepClosed) -> Public:
    return _with(public, pending=_next(public, Ask.NOTHING))


def _leader_chosen(public: Public, event: e.LeaderChosen) -> Public:
    return _setup(public, leader=event.seat)


def _bought(public: Public, event: e.Bought) -> Public:
    if event.payment < 0:
        counts = _moved(public.counts, event.seller, event.buyer, 1)
        return _with(public, counts=counts)
    locked, seller = public.setup.locked, event.seller
    return _setup(public, locked=_set(locked, seller, locked[seller] + Cards.of((event.payment,))))


def _moved(counts: tuple[int, ...], giver: int, taker: int, number: int) -> tuple[int, ...]:
    out = list(counts)
    out[giver] -= number
    out[taker] += number
    return tuple(out)


def _tribute_offered(public: Public, event: e.TributeOffered) -> Public:
    return replace(
        public,
        phase=Phase.TRIBUTE,
        setup=replace(public.setup, offer=Offer(event.debt, event.cards)),
        pending=_next(public, Ask.TRIBUTE, (event.debt.taker,)),
    )


def _tribute_over(public: Public, event: e.TributeSkipped | e.TributeRefused | e.TributeDone) -> Public:
    setup = replace(public.setup, debt=public.setup.debt + 1, offer=None)
    pending = public.pending if public.phase is not Phase.TRIBUTE else _next(public, Ask.NOTHING)
    return _with(public, setup=setup, pending=pending)


def _tribute_taken(public: Public, event: e.TributeTaken) -> Public:
    debt, setup = event.debt, public.setup
    paid = Paid(debt.kind, debt.giver, debt.taker, event.cards)
    offer = Offer(debt, event.cards, event.returning)
    pending = _next(public, Ask.RETURN, (debt.taker,)) if event.returning else _next(public, Ask.NOTHING)
    return replace(
        public,
        setup=replace(
            setup,
            tributes=(*setup.tributes, paid),
            received=_set(setup.received, debt.taker, setup.received[debt.taker] + event.cards),
            offer=offer,
        ),
        counts=_moved(public.counts, debt.giver, debt.taker, len(event.cards)),
        pending=pending,
    )


def _return_proposed(public: Public, event: e.ReturnProposed) -> Public:
    offer = _offer(public, event.debt, returned=event.cards, strange=event.strange)
    return replace(
        public,
        setup=replace(public.setup, offer=offer),
        pending=_next(public, Ask.OBJECT, (event.debt.giver,)),
    )


def _offer(public: Public, debt: e.Debt, **changes: Any) -> Offer:
    return replace(public.setup.offer or Offer(debt, NO_CARDS), **changes)


def _return_objected(public: Public, event: e.ReturnObjected) -> Public:
    offer = _offer(public, event.debt)
    refused = Cards.of({*offer.refused.ranks(), *event.cards.ranks()})
    return _setup(public, offer=replace(offer, refused=refused))


def _returned(public: Public, event: e.Returned) -> Public:
    debt, setup = event.debt, public.setup
    pending = _next(public, Ask.RETURN, (debt.taker,)) if event.returning else _next(public, Ask.NOTHING)
    return replace(
        public,
        setup=replace(
            setup,
            received=_set(setup.received, debt.giver, setup.received[debt.giver] + event.cards),
            offer=_offer(public, debt, returning=event.returning, returned=NO_CARDS, strange=NO_CARDS),
        ),
        counts=_moved(public.counts, debt.taker, debt.giver, len(event.cards)),
        pending=pending,
    )


def _revolted(public: Public, event: e.Revolted) -> Public:
    standing = public.standing
    return replace(
        public,
        standing=replace(standing, revolted=event.seat, in_play=standing.in_play & ~(1 << event.seat)),
        counts=_set(public.counts, event.seat, 0),
    )


def _head_chosen(public: Public, event: e.HeadChosen) -> Public:
    return replace(
        public,
        standing=replace(public.standing, free_left=3 if event.keep else 0),
        pending=_next(public, Ask.NOTHING),
    )


def _merged(public: Public, event: e.Merged) -> Public:
    counts = tuple(have - len(gone) for have, gone in zip(public.counts, event.cards, strict=True))
    return _with(public, counts=counts, pending=_next(public, Ask.NOTHING))


# --- tricks ---


def _trick_begun(public: Public, event: e.TrickBegun) -> Public:
    number = public.trick.number + 1 if public.trick else 1
    return Public(
        public.rules,
        Phase.TRICKS,
        public.setup,
        public.standing,
        Trick(number, event.leader, event.melee),
        public.counts,
        _next(public, Ask.LEAD, (event.leader,)),
    )


def _trick(public: Public) -> Trick:
    trick = public.trick
    if trick is None:
        raise ValueError("there is no trick")
    return trick


def _topped(public: Public, seat: int, combo: Any, act: Act, standing: Standing) -> Public:
    trick = _trick(public)
    counts = public.counts
    left = counts[seat] - combo.size
    return Public(
        public.rules,
        public.phase,
        public.setup,
        standing,
        Trick(
            trick.number,
            trick.leader,
            trick.melee,
            combo,
            seat,
            TopKind.NONE,
            left == 0,
            (),
            trick.passed,
            NOBODY,
            NOBODY,
            (*trick.marks, Mark(seat, act, combo)),
        ),
        (*counts[:seat], left, *counts[seat + 1 :]),
        _next(public, Ask.NOTHING),
    )


def _played(public: Public, event: e.Played) -> Public:
    standing = public.standing
    plan = standing.plan
    if plan is not None and plan.ordered and plan.seat == event.seat:
        left = plan.combos[1:]
        standing = replace(standing, plan=replace(plan, combos=left) if left else None)
    return _topped(public, event.seat, event.combo, Act.PLAY, standing)


def _burned(public: Public, event: e.Burned) -> Public:
    return _topped(public, event.seat, event.combo, Act.BURN, public.standing)


def _duty_begun(public: Public, event: e.DutyBegun) -> Public:
    return _standing(public, burner=Burner(event.seat, event.burnt))


def _said(public: Public, seat: int, act: Act, passed: int, claimed: int) -> Public:
    trick = _trick(public)
    queue = trick.queue[1:]
    return Public(
        public.rules,
        public.phase,
        public.setup,
        public.standing,
        Trick(
            trick.number,
            trick.leader,
            trick.melee,
            trick.top,
            trick.owner,
            trick.kind,
            trick.bottom,
            queue,
            passed,
            seat,
            claimed,
            (*trick.marks, Mark(seat, act)),
        ),
        public.counts,
        Pending(public.pending.id + 1, Ask.ANSWER, queue[:1]) if queue else _next(public, Ask.NOTHING),
    )


def _passed(public: Public, event: e.Passed) -> Public:
    trick = _trick(public)
    passed = trick.passed if trick.melee else trick.passed | 1 << event.seat
    return _said(public, event.seat, Act.PASS, passed, trick.claimed)


def _yielded(public: Public, event: e.Yielded) -> Public:
    trick = _trick(public)
    return _said(public, event.seat, Act.YIELD, trick.passed, trick.claimed)


def _claimed(public: Public, event: e.Claimed) -> Public:
    return _said(public, event.seat, Act.CLAIM, _trick(public).passed, event.seat)


def _window_opened(public: Public, event: e.WindowOpened) -> Public:
    trick = replace(_trick(public), kind=event.kind)
    return _with(public, trick=trick, pending=_next(public, Ask.BURN))


def _asked(public: Public, event: e.Asked) -> Public:
    trick = _trick(public)
    queue = event.queue
    return Public(
        public.rules,
        public.phase,
        public.setup,
        public.standing,
        Trick(
            trick.number,
            trick.leader,
            trick.melee,
            trick.top,
            trick.owner,
            event.kind,
            trick.bottom,
            queue,
            trick.passed,
            trick.last_asked,
            trick.claimed,
            trick.marks,
        ),
        public.counts,
        Pending(public.pending.id + 1, Ask.LAST_WORD if event.last_word else Ask.ANSWER, queue[:1]),
    )


def _no_burner(public: Public, event: e.BurnUndone | e.DutyLapsed) -> Public:
    return _standing(public, burner=None)


def _burn_done(public: Public, event: e.BurnDone) -> Public:
    won = BurnWon(event.seat, event.burnt)
    return _standing(public, burner=None, burns=(*public.standing.burns, won))


def _leaves(public: Public, seat: int, place: int, **changes: Any) -> Public:
    standing = public.standing
    return _standing(
        public,
        places=_set(standing.places, seat, place),
        in_play=standing.in_play & ~(1 << seat),
        last_out=seat,
        **changes,
    )


def _burn_failed(public: Public, event: e.BurnFailed) -> Public:
    public = _with(public, counts=_set(public.counts, event.seat, 0))
    return _leaves(public, event.seat, event.place, burner=None)


def _choke_shown(public: Public, event: e.ChokeShown) -> Public:
    return _standing(public, chokes=(*public.standing.chokes, ChokeMade(event.by, event.choked)))


def _choked_out(public: Public, event: e.ChokedOut) -> Public:
    public = _with(public, counts=_set(public.counts, event.seat, 0))
    return _leaves(public, event.seat, event.place)


def _went_out(public: Public, event: e.WentOut) -> Public:
    return _leaves(public, event.seat, event.place)


def _free_gouji(public: Public, event: e.FreeGouji) -> Public:
    public = replace(public, trick=replace(_trick(public), kind=TopKind.FREE))
    return public if event.left < 0 else _standing(public, free_left=event.left)


def _opened(public: Public, event: e.Opened) -> Public:
    return _standing(public, opened=public.standing.opened | 1 << event.seat)


def _free_stood(public: Public, event: e.FreeStood) -> Public:
    return _standing(public, free_stood=public.standing.free_stood + 1)


def _forfeited(public: Public, event: e.OpeningForfeited) -> Public:
    return _standing(public, forfeited=public.standing.forfeited | 1 << event.seat)


def _laid_down(public: Public, event: e.LaidDown) -> Public:
    in_play = public.standing.in_play
    judges = tuple(s for s in ((event.seat + 2) % 6, (event.seat + 4) % 6) if in_play >> s & 1)
    return replace(
        public,
        standing=replace(public.standing, plan=Plan(event.seat, event.combos, False)),
        pending=_next(public, Ask.ORDER, tuple(sorted(judges))),
    )


def _ordered(public: Public, event: e.Ordered) -> Public:
    plan = Plan(event.seat, event.combos, True)
    return _with(public, standing=replace(public.standing, plan=plan), pending=_next(public, Ask.NOTHING))


def _plan_ended(public: Public, event: e.PlanEnded) -> Public:
    return _standing(public, plan=None)


def _reported(public: Public, event: e.Reported) -> Public:
    return _standing(public, reported=_set(public.standing.reported, event.seat, event.count))


# --- the end of a round ---


def _round_scored(public: Public, event: e.RoundScored) -> Public:
    standing = replace(public.standing, places=event.places, swept=event.swept, burner=None, plan=None)
    setup = replace(public.setup, score=event.score)
    trick = public.trick and replace(public.trick, queue=())
    return replace(public, standing=standing, setup=setup, trick=trick, pending=_next(public, Ask.NOTHING))


def _settled(public: Public, event: e.Settled) -> Public:
    standing = replace(public.standing, places=event.places)
    return _with(public, standing=standing, pending=_next(public, Ask.NOTHING))


def _round_over(public: Public, event: e.RoundOver) -> Public:
    phase = Phase.GAME_OVER if event.final else Phase.ROUND_OVER
    return replace(
        public,
        phase=phase,
        setup=replace(public.setup, totals=event.totals, debts=event.debts, debt=0, votes=0),
        pending=_next(public, Ask.NOTHING if event.final else Ask.BEGIN),
    )


def _dissolve_voted(public: Public, event: e.DissolveVoted) -> Public:
    votes = public.setup.votes | 1 << event.seat if event.yes else 0
    return _setup(public, votes=votes)


def _dissolved(public: Public, event: e.Dissolved) -> Public:
    return replace(
        public,
        phase=Phase.GAME_OVER,
        setup=replace(public.setup, debts=(), votes=0),
        pending=_next(public, Ask.NOTHING),
    )


_FOLDS: dict[type, Callable[[Public, Any], Public]] = {
    e.RoundBegun: _round_begun,
    e.Waiting: _waiting,
    e.Called: _called,
    e.Dealt: _dealt,
    e.Declared: _same,
    e.StepClosed: _step_closed,
    e.Shown: _same,
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
    e.TrickBegun: _trick_begun,
    e.Played: _played,
    e.Burned: _burned,
    e.Passed: _passed,
    e.Yielded: _yielded,
    e.Claimed: _claimed,
    e.WindowOpened: _window_opened,
    e.Asked: _asked,
    e.DutyBegun: _duty_begun,
    e.BurnUndone: _no_burner,
    e.BurnDone: _burn_done,
    e.BurnFailed: _burn_failed,
    e.DutyLapsed: _no_burner,
    e.Choked: _same,
    e.ChokeShown: _choke_shown,
    e.ChokedOut: _choked_out,
    e.WentOut: _went_out,
    e.Headless: _same,
    e.FreeGouji: _free_gouji,
    e.Opened: _opened,
    e.FreeStood: _free_stood,
    e.OpeningForfeited: _forfeited,
    e.TrickClosed: _same,
    e.Wind: _same,
    e.MeleeBegun: _same,
    e.LaidDown: _laid_down,
    e.Ordered: _ordered,
    e.PlanEnded: _plan_ended,
    e.Reported: _reported,
    e.RoundScored: _round_scored,
    e.Settled: _settled,
    e.RoundOver: _round_over,
    e.DissolveVoted: _dissolve_voted,
    e.Dissolved: _dissolved,
}
"""What each event does to the public state."""


# --- cards on the move ---


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


def _hand_gone(hand: Cards, event: e.Revolted | e.BurnFailed | e.ChokedOut, seat: int) -> Cards:
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
    e.Merged: _hand_merged,
    e.RoundBegun: _hand_empty,
    e.RoundVoid: _hand_empty,
}
"""The events that move cards, for one hand each."""
