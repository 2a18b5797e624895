"""Acts in a trick: leading, answering, passing, yielding, claiming and burning (R5, R7, R8.2).

The order in which ``refusal`` looks for reasons is the order in which the rule cases want them cited.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gouji_core.actions import (
    Act,
    Action,
    Burn,
    Claim,
    Decline,
    LayDown,
    Order,
    Pass,
    Play,
    Unreadable,
    Yield,
)
from gouji_core.beating import beats
from gouji_core.cards import THREE, Cards
from gouji_core.combos import Combo, combo_of
from gouji_core.errors import Refusal, refuse
from gouji_core.events import Claimed, Declared, Passed, Yielded
from gouji_core.listing import answers, leads
from gouji_core.public import Ask, Public, TopKind, Trick
from gouji_core.rules import burning, laying
from gouji_core.rules.run import Run
from gouji_core.rules.tricks import after_decline, after_window, lay
from gouji_core.seats import SEATS, next_in, opposite
from gouji_core.views import SeatView

_LEAD, _BURN = Ask.LEAD, Ask.BURN
_ANSWERING = (Ask.ANSWER, Ask.LAST_WORD)
"""The decisions about a top combo."""
_TOPPING = (*_ANSWERING, Ask.LEAD)
"""The decisions that a combo may be played in."""

_BEATS_CLAUSE = {"dominance": "R3.1", "highest": "R3.2"}


def combos(view: SeatView) -> list[Combo]:
    """Returns every combo the view's seat may play, or in a burn window burn with, now."""
    public = view.public
    pending = public.pending
    kind = pending.kind
    trick = public.trick
    if kind in _ANSWERING:
        if view.seat in pending.seats and trick is not None and trick.top is not None:
            return answers(public.rules, view.hand, trick.top)
        return []
    if kind is _BURN:
        if not view.asked or trick is None or trick.top is None:
            return []
        return burning.burn_combos(public.rules, view.hand, trick.top)
    return _lead_combos(view) if kind is _LEAD and view.seat in pending.seats else []


def _lead_combos(view: SeatView) -> list[Combo]:
    found = leads(view.public.rules, view.hand)
    if not burning.under_duty(view.public, view.seat):
        return found
    return [combo for combo in found if combo.jokers or combo.cards == view.hand]


def acts(view: SeatView) -> tuple[Act, ...]:
    """Returns the acts open to the view's seat in a trick, in alphabetical order."""
    public = view.public
    kind = public.pending.kind
    if kind is _BURN:
        return (Act.BURN, Act.DECLINE) if view.asked else ()
    if view.seat not in public.pending.seats:
        return ()
    out: list[Act] = []
    match kind:
        case Ask.LEAD:
            out = [Act.PLAY] if combos(view) else []
            if laying.may_lay_down(view):
                out.append(Act.LAY_DOWN)
        case Ask.ORDER:
            out = [Act.ORDER]
        case Ask.ANSWER | Ask.LAST_WORD:
            out = [Act.PASS]
            if combos(view):
                out.append(Act.PLAY)
            if may_yield(public, view.seat):
                out.append(Act.YIELD)
            if may_claim(public, view.seat):
                out.append(Act.CLAIM)
        case _:
            pass
    return tuple(sorted(out))


def actions(view: SeatView) -> list[Action]:
    """Returns every legal action in a trick; of laying down only what ``laying`` suggests."""
    public, seat = view.public, view.seat
    kind = public.pending.kind
    if kind is _BURN:
        return [*(Burn(combo.cards) for combo in combos(view)), Decline()] if view.asked else []
    if seat not in public.pending.seats:
        return []
    out: list[Action] = [Play(combo.cards) for combo in combos(view)]
    if kind in _ANSWERING:
        out.append(_PASS)
        if may_yield(public, seat):
            out.append(Yield())
        if may_claim(public, seat):
            out.append(Claim())
    elif kind is Ask.ORDER or laying.may_lay_down(view):
        out += laying.actions(view)
    return out


_PASS = Pass()


def _passed(trick: Trick, seat: int) -> bool:
    """Tells whether a seat's pass binds it against the top combo (R5.2)."""
    return bool(trick.passed >> seat & 1) and trick.owner != opposite(seat)


def may_yield(public: Public, seat: int) -> bool:
    """Tells whether the seat asked now may yield, 让牌 (R5.4)."""
    trick = public.trick
    return (
        trick is not None
        and public.pending.kind is Ask.ANSWER
        and trick.kind is TopKind.ORDINARY
        and not trick.melee
        and trick.owner == opposite(seat)
        and len(trick.queue) > 1
    )


def may_claim(public: Public, seat: int) -> bool:
    """Tells whether the seat asked now may claim the wind, 接风 (R8.2)."""
    trick = public.trick
    return (
        trick is not None
        and public.pending.kind in _ANSWERING
        and trick.bottom
        and trick.kind is TopKind.ORDINARY
        and not trick.melee
        and not trick.passed >> seat & 1
        and seat == next_in(trick.owner, public.standing.in_play)
    )


def refusal(view: SeatView, action: Action) -> Refusal | None:
    """Returns why an action of the tricks is not legal for the view's seat, None if it is."""
    pending = view.public.pending
    if view.seat in pending.seats:
        # Nearly every action is one of these two by who is asked, for whom no other reason can hold.
        if type(action) is Pass and pending.kind in _ANSWERING:
            return None
        if isinstance(action, Play) and pending.kind in _TOPPING:
            return _bad_play(view, action.cards)
    found = _out_of_play(view) or _not_asked(view, action) or _no_right(view, action)
    if found:
        return found
    match action:
        case Play(cards):
            return _bad_play(view, cards)
        case Burn(cards):
            return _bad_burn(view, cards)
        case LayDown() | Order():
            return laying.refusal(view, action)
        case _:
            return None


def _out_of_play(view: SeatView) -> Refusal | None:
    standing, seat = view.public.standing, view.seat
    if standing.in_play >> seat & 1:
        return None
    return refuse("R9.1", "sits_out") if standing.revolted == seat else refuse("R8.1", "out_of_play")


def _not_asked(view: SeatView, action: Action) -> Refusal | None:
    public, seat = view.public, view.seat
    pending, trick = public.pending, public.trick
    match action:
        case Burn() | Decline():
            if pending.kind is _BURN and view.answer is not None:
                return refuse("R15", "answered")
            if pending.kind is _BURN and view.asked:
                return None
            return refuse("R7.1", "may_not_burn") if isinstance(action, Burn) else refuse("R7.2", "no_window")
        case _:
            pass
    if pending.kind is _BURN:
        return refuse("R7.2", "window_open")
    if seat in pending.seats:
        return None
    match action:
        case Yield():
            return refuse("R5.4", "may_not_yield")
        case Claim():
            return refuse("R8.2", "may_not_claim")
        case LayDown():
            return refuse("R13.2", "may_not_lay_down")
        case Order():
            return refuse("R13.2", "not_yours_to_order")
        case _:
            pass
    if pending.kind not in _ANSWERING or trick is None:
        return refuse("R5.1", "not_leader", seat=trick.leader if trick else seat)
    asked = pending.seats[0] if pending.seats else seat
    if trick.melee:
        return refuse("R5.7", "not_asked_melee", seat=asked)
    if _passed(trick, seat):
        return refuse("R5.2", "has_passed")
    if trick.kind is TopKind.GOUJI:
        return refuse("R5.5", "not_asked_gouji", seat=asked)
    return refuse("R5.3", "not_asked", seat=asked)


def _no_right(view: SeatView, action: Action) -> Refusal | None:
    public, seat = view.public, view.seat
    kind = public.pending.kind
    match action:
        case Yield() if not may_yield(public, seat):
            return refuse("R5.4", "may_not_yield")
        case Claim() if not may_claim(public, seat):
            return refuse("R8.2", "may_not_claim")
        case LayDown() if not laying.may_lay_down(view):
            return refuse("R13.2", "may_not_lay_down")
        case Order() if kind is not Ask.ORDER:
            return refuse("R13.2", "nothing_to_order")
        case Pass() if kind is _LEAD:
            return refuse("R5.1", "must_lead")
        case Pass() | Play() if kind is Ask.ORDER:
            return refuse("R13.2", "must_order")
        case _:
            return None


def _read(view: SeatView, cards: Cards | Unreadable) -> Combo | Refusal:
    """Returns the combo that cards of the hand are, or why they are none (R1.4, R2.1, R2.6)."""
    if isinstance(cards, Unreadable):
        return refuse("R1.4", "unreadable", cards=cards.text)
    if not cards.packed:
        return refuse("R2.1", "no_cards")
    if not view.hand.holds(cards):
        return refuse("R2.1", "not_held", cards=cards)
    combo = combo_of(cards)
    if combo is None:
        return refuse("R2.1", "not_one_combo", cards=cards)
    held = view.public.rules.hold_threes and combo.body == THREE
    if held and (cards != view.hand or combo.size != combo.natural):
        return refuse("R2.6", "threes_last")
    return combo


def _bad_play(view: SeatView, cards: Cards | Unreadable) -> Refusal | None:
    combo = _read(view, cards)
    if isinstance(combo, Refusal):
        return combo
    public = view.public
    if public.pending.kind is _LEAD:
        if burning.under_duty(public, view.seat) and not combo.jokers and combo.cards != view.hand:
            return refuse("R7.3", "needs_joker")
        return None
    return _not_beating(public, combo)


def _not_beating(public: Public, combo: Combo) -> Refusal | None:
    trick, rules = public.trick, public.rules
    if trick is None or trick.top is None or beats(rules, combo, trick.top):
        return None
    if rules.joker_exchange:
        return refuse("R3.3", "does_not_cover", cards=combo, top=trick.top)
    if combo.size != trick.top.size:
        clause = _BEATS_CLAUSE[rules.joker_order]
        return refuse(clause, "wrong_size", cards=combo, top=trick.top, size=trick.top.size)
    return refuse(_BEATS_CLAUSE[rules.joker_order], "does_not_beat", cards=combo, top=trick.top)


def _bad_burn(view: SeatView, cards: Cards | Unreadable) -> Refusal | None:
    combo = _read(view, cards)
    if isinstance(combo, Refusal):
        return combo
    found = _not_beating(view.public, combo)
    if found:
        return found
    if not burning.can_finish(view.public.rules, view.hand - combo.cards):
        return refuse("R7.1", "cannot_finish", cards=combo)
    return None


def _play(run: Run, seat: int, action: Play) -> None:
    combo = combo_of(action.cards) if isinstance(action.cards, Cards) else None
    if combo is not None:
        lay(run, seat, combo)


_PASSED = tuple(map(Passed, SEATS))
"""What tells of a pass, the commonest event of all, made once for each seat."""


def _pass(run: Run, seat: int, action: Pass) -> None:
    run.emit(_PASSED[seat])
    after_decline(run)


def _yield(run: Run, seat: int, action: Yield) -> None:
    run.emit(Yielded(seat))
    after_decline(run)


def _claim(run: Run, seat: int, action: Claim) -> None:
    run.emit(Claimed(seat))
    after_decline(run)


def _declare(run: Run, seat: int, action: Burn | Decline) -> None:
    run.emit(Declared(seat, action))


APPLY: dict[type, Callable[[Run, int, Any], None]] = {
    Play: _play,
    Pass: _pass,
    Yield: _yield,
    Claim: _claim,
    Burn: _declare,
    Decline: _declare,
    LayDown: laying.apply,
    Order: laying.apply,
}
"""What makes the events of each legal act in a trick."""


def proceed(run: Run) -> None:
    """Closes the burn window and goes on (R7.2)."""
    burn = burning.close_window(run)
    if burn is None:
        after_window(run)
    else:
        lay(run, burn[0], burn[1], burn=True)
