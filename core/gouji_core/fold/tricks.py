"""How events of the tricks change the public state.

The folds that every step of a game runs have functions of their own that copy a value, and the words
they need are named here, since looking one up in its class takes as long as making a small value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gouji_core import events as e
from gouji_core.actions import Act
from gouji_core.cards import Cards
from gouji_core.combos import Combo
from gouji_core.fold.change import next_pending, nobody, put, same, with_, with_standing
from gouji_core.public import (
    Ask,
    Burner,
    BurnWon,
    ChokeMade,
    Mark,
    Pending,
    Phase,
    Plan,
    Public,
    Standing,
    TopKind,
    Trick,
)
from gouji_core.seats import NOBODY, SEATS
from gouji_core.values import changer, maker, replace

_ANSWER, _LAST_WORD, _NOTHING, _TRICKS = Ask.ANSWER, Ask.LAST_WORD, Ask.NOTHING, Phase.TRICKS
_PLAY, _BURN, _NONE = Act.PLAY, Act.BURN, TopKind.NONE
_pending, _mark, _cards = maker(Pending), maker(Mark), maker(Cards)
_begun = changer(Public, "phase", "trick", "pending")
_put_down = changer(Public, "standing", "trick", "counts", "pending", "played")
_moved_on = changer(Public, "trick", "pending")
_with_top = changer(Trick, "top", "owner", "kind", "bottom", "queue", "last_asked", "claimed", "marks")
_with_mark = changer(Trick, "queue", "passed", "last_asked", "claimed", "marks")
_with_queue = changer(Trick, "kind", "queue")
_PASSES = tuple(Mark(seat, Act.PASS) for seat in SEATS)


def _trick_begun(public: Public, event: e.TrickBegun) -> Public:
    number = public.trick.number + 1 if public.trick else 1
    pending = next_pending(public, Ask.LEAD, (event.leader,))
    return _begun(public, _TRICKS, Trick(number, event.leader, event.melee), pending)


def _trick(public: Public) -> Trick:
    """Returns the trick under way; the folds of every step look for themselves first and save the call."""
    trick = public.trick
    if trick is None:
        raise ValueError("there is no trick")
    return trick


def _topped(
    public: Public,
    seat: int,
    combo: Combo,
    act: Act,
    standing: Standing,
    kind: TopKind = _NONE,
    queue: tuple[int, ...] = (),
) -> Public:
    """Puts a combo on top; with a ``queue`` its seats are asked about it at once."""
    trick = public.trick or _trick(public)
    counts, number = public.counts, public.pending.id
    left = counts[seat] - combo.size
    marks = trick.marks + (_mark(seat, act, combo),)
    return _put_down(
        public,
        standing,
        _with_top(trick, combo, seat, kind, left == 0, queue, NOBODY, NOBODY, marks),
        counts[:seat] + (left,) + counts[seat + 1 :],
        _pending(number + 2, _ANSWER, queue[:1]) if queue else _pending(number + 1, _NOTHING),
        _cards(public.played.packed + combo.cards.packed),
    )


def _played(public: Public, event: e.Played) -> Public:
    standing = public.standing
    plan = standing.plan
    if plan is not None and plan.ordered and plan.seat == event.seat:
        left = plan.combos[1:]
        standing = replace(standing, plan=replace(plan, combos=left) if left else None)
    return _topped(public, event.seat, event.combo, _PLAY, standing)


def played_and_asked(public: Public, played: e.Played, asked: e.Asked) -> Public:
    """Returns the public state after both events, which most plays consist of, where no hand is laid down."""
    return _topped(public, played.seat, played.combo, _PLAY, public.standing, asked.kind, asked.queue)


def _burned(public: Public, event: e.Burned) -> Public:
    return _topped(public, event.seat, event.combo, _BURN, public.standing)


def _duty_begun(public: Public, event: e.DutyBegun) -> Public:
    return with_standing(public, burner=Burner(event.seat, event.burnt))


def _said(public: Public, mark: Mark, trick: Trick, passed: int, claimed: int) -> Public:
    """Takes the seat asked off the queue, which said something else than a combo."""
    queue = trick.queue[1:]
    number = public.pending.id + 1
    return _moved_on(
        public,
        _with_mark(trick, queue, passed, mark.seat, claimed, trick.marks + (mark,)),
        _pending(number, _ANSWER, queue[:1]) if queue else _pending(number, _NOTHING),
    )


def _passed(public: Public, event: e.Passed) -> Public:
    trick, seat = public.trick or _trick(public), event.seat
    passed = trick.passed if trick.melee else trick.passed | 1 << seat
    return _said(public, _PASSES[seat], trick, passed, trick.claimed)


def _yielded(public: Public, event: e.Yielded) -> Public:
    trick = _trick(public)
    return _said(public, Mark(event.seat, Act.YIELD), trick, trick.passed, trick.claimed)


def _claimed(public: Public, event: e.Claimed) -> Public:
    trick = _trick(public)
    return _said(public, Mark(event.seat, Act.CLAIM), trick, trick.passed, event.seat)


def _window_opened(public: Public, event: e.WindowOpened) -> Public:
    trick = replace(_trick(public), kind=event.kind)
    return with_(public, trick=trick, pending=next_pending(public, Ask.BURN))


def _asked(public: Public, event: e.Asked) -> Public:
    trick, queue = public.trick or _trick(public), event.queue
    kind = _LAST_WORD if event.last_word else _ANSWER
    return _moved_on(
        public,
        _with_queue(trick, event.kind, queue),
        _pending(public.pending.id + 1, kind, queue[:1]),
    )


def _no_burner(public: Public, event: e.BurnUndone | e.DutyLapsed) -> Public:
    return with_standing(public, burner=None)


def _burn_done(public: Public, event: e.BurnDone) -> Public:
    won = BurnWon(event.seat, event.burnt)
    return with_standing(public, burner=None, burns=(*public.standing.burns, won))


def _leaves(public: Public, seat: int, place: int, **changes: Any) -> Public:
    standing = public.standing
    return with_standing(
        public,
        places=put(standing.places, seat, place),
        in_play=standing.in_play & ~(1 << seat),
        last_out=seat,
        **changes,
    )


def _laid_open(public: Public, event: e.BurnFailed | e.ChokedOut | e.MadeLast) -> Public:
    counts = put(public.counts, event.seat, 0)
    return replace(public, counts=counts, played=public.played + event.cards)


def _burn_failed(public: Public, event: e.BurnFailed) -> Public:
    return _leaves(_laid_open(public, event), event.seat, event.place, burner=None)


def _choke_shown(public: Public, event: e.ChokeShown) -> Public:
    return with_standing(public, chokes=(*public.standing.chokes, ChokeMade(event.by, event.choked)))


def _choked_out(public: Public, event: e.ChokedOut) -> Public:
    return _leaves(_laid_open(public, event), event.seat, event.place)


def _made_last(public: Public, event: e.MadeLast) -> Public:
    return _leaves(_laid_open(public, event), event.seat, event.place)


def _went_out(public: Public, event: e.WentOut) -> Public:
    return _leaves(public, event.seat, event.place)


def _free_gouji(public: Public, event: e.FreeGouji) -> Public:
    public = replace(public, trick=replace(_trick(public), kind=TopKind.FREE))
    return public if event.left < 0 else with_standing(public, free_left=event.left)


def _opened(public: Public, event: e.Opened) -> Public:
    return with_standing(public, opened=public.standing.opened | 1 << event.seat)


def _free_stood(public: Public, event: e.FreeStood) -> Public:
    return with_standing(public, free_stood=public.standing.free_stood + 1)


def _forfeited(public: Public, event: e.OpeningForfeited) -> Public:
    return with_standing(public, forfeited=public.standing.forfeited | 1 << event.seat)


def _laid_down(public: Public, event: e.LaidDown) -> Public:
    in_play = public.standing.in_play
    judges = tuple(s for s in ((event.seat + 2) % 6, (event.seat + 4) % 6) if in_play >> s & 1)
    return replace(
        public,
        standing=replace(public.standing, plan=Plan(event.seat, event.combos, False)),
        pending=next_pending(public, Ask.ORDER, tuple(sorted(judges))),
    )


def _ordered(public: Public, event: e.Ordered) -> Public:
    plan = Plan(event.seat, event.combos, True)
    return with_(public, standing=replace(public.standing, plan=plan), pending=nobody(public))


def _plan_ended(public: Public, event: e.PlanEnded) -> Public:
    return with_standing(public, plan=None)


def _reported(public: Public, event: e.Reported) -> Public:
    return with_standing(public, reported=put(public.standing.reported, event.seat, event.count))


FOLDS: dict[type, Callable[[Public, Any], Public]] = {
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
    e.Choked: same,
    e.ChokeShown: _choke_shown,
    e.ChokedOut: _choked_out,
    e.Refereed: same,
    e.MadeLast: _made_last,
    e.WentOut: _went_out,
    e.Headless: same,
    e.FreeGouji: _free_gouji,
    e.Opened: _opened,
    e.FreeStood: _free_stood,
    e.OpeningForfeited: _forfeited,
    e.TrickClosed: same,
    e.Wind: same,
    e.MeleeBegun: same,
    e.LaidDown: _laid_down,
    e.Ordered: _ordered,
    e.PlanEnded: _plan_ended,
    e.Reported: _reported,
}
