"""What is legal for a seat, judged on its view alone (R15 and the step it is in).

Because nothing but the view is read, legality can never betray a hidden card, and a client can
ask the same questions as the server.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gouji_core.actions import (
    Act,
    Action,
    Burn,
    Call,
    Claim,
    Decline,
    Dissolve,
    Head,
    Keep,
    LayDown,
    Merge,
    Object,
    Order,
    Pass,
    Play,
    Refuse,
    Report,
    Return,
    Revolt,
    Settle,
    Show,
    Take,
    Yield,
)
from gouji_core.errors import Refusal, refuse
from gouji_core.public import Ask, Phase
from gouji_core.rules import (
    answering,
    anytime,
    calling,
    leading,
    merging,
    revolution,
    scoring,
    tribute,
)
from gouji_core.views import SeatView


class _Step(NamedTuple):
    """Is what a step module answers about legality."""

    takes: frozenset[type]
    acts: Callable[[SeatView], tuple[Act, ...]]
    actions: Callable[[SeatView], list[Action]]
    refusal: Callable[[SeatView, Action], Refusal | None]


_CALLS = _Step(frozenset({Call}), calling.acts, calling.actions, calling.refusal)
_TRIBUTE = _Step(
    frozenset({Take, Refuse, Return, Keep, Object}),
    tribute.acts,
    tribute.actions,
    tribute.refusal,
)

_STEPS: dict[Phase, _Step] = {
    Phase.CALL_BEFORE: _CALLS,
    Phase.CALL_AFTER: _CALLS,
    Phase.SHOW: _Step(frozenset({Show}), leading.acts, leading.actions, leading.refusal),
    Phase.TRIBUTE: _TRIBUTE,
    Phase.REVOLUTION: _Step(frozenset({Revolt}), revolution.acts, revolution.actions, revolution.refusal),
    Phase.KEEP_HEAD: _Step(
        frozenset({Head}), revolution.head_acts, revolution.head_actions, revolution.head_refusal
    ),
    Phase.MERGE: _Step(frozenset({Merge}), merging.acts, merging.actions, merging.refusal),
    Phase.TRICKS: _Step(
        frozenset(
            {
                Play,
                Pass,
                Yield,
                Claim,
                Burn,
                Decline,
                LayDown,
                Order,
            }
        ),
        answering.acts,
        answering.actions,
        answering.refusal,
    ),
    Phase.SETTLE: _Step(frozenset({Settle}), scoring.acts, scoring.actions, scoring.refusal),
}

legal_combos = answering.combos


def waited_for(view: SeatView) -> bool:
    """Tells whether the game waits for the view's seat, as far as that seat may know."""
    pending = view.public.pending
    return view.asked if pending.secret else view.seat in pending.seats


def acts_open(view: SeatView) -> tuple[Act, ...]:
    """Returns the kinds of act open to the view's seat in the decision that is pending, sorted.

    Asking for a report and dissolving are possible at almost any time and are not among them.
    """
    step = _STEPS.get(view.public.phase)
    return step.acts(view) if step and view.public.pending.kind is not Ask.NOTHING else ()


def legal_actions(view: SeatView) -> list[Action]:
    """Returns every answer the view's seat may give to the pending decision.

    Complete but for laying down and ordering (R13.2), whose many ways are given by example.
    """
    step = _STEPS.get(view.public.phase)
    return step.actions(view) if step else []


def side_actions(view: SeatView) -> list[Action]:
    """Returns the reports and votes that are possible now beside the pending decision (R13.1, R12.3)."""
    return anytime.actions(view)


def refusal(view: SeatView, action: Action) -> Refusal | None:
    """Returns why an action is not legal for the view's seat now, None if it is legal."""
    if view.seat < 0:
        return refuse("R1.1", "spectator")
    step = _STEPS.get(view.public.phase)
    if step is not None and type(action) in step.takes:
        return step.refusal(view, action)
    if isinstance(action, Report | Dissolve):
        return anytime.refusal(view, action)
    return refuse("R15", "wrong_step")
