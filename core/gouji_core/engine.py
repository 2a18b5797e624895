"""The engine: an action in, events and a new state out (R15).

``decide`` never changes anything and refuses with a value; ``step`` gives the new state along with
the events. The table itself acts as seat ``NOBODY``: it begins rounds, deals, and closes secret steps
once nobody is waited for any more (``due``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gouji_core.actions import Action, Begin, Deal, Dissolve, Proceed, Referee, Report, TableAction
from gouji_core.errors import Refusal, refuse
from gouji_core.events import Dealt, Event, LeaderChosen, RoundBegun, RoundVoid, Waiting
from gouji_core.legal import refusal
from gouji_core.public import SECRET_ASKS, Ask, Phase
from gouji_core.rules import (
    answering,
    anytime,
    buying,
    calling,
    leading,
    merging,
    refereeing,
    revolution,
    scoring,
    tribute,
)
from gouji_core.rules.run import Run, run_on
from gouji_core.rules.tricks import begin_trick
from gouji_core.seats import NOBODY, SEATS, next_in, seats_in
from gouji_core.state import State
from gouji_core.values import maker, value
from gouji_core.views import SeatView, view_of


@value
class Step:
    """Is what an action led to."""

    events: tuple[Event, ...]
    state: State


_step = maker(Step)

_refusal: Callable[[SeatView, Any], Refusal | None] = refusal
_refusal_in_tricks: Callable[[SeatView, Any], Refusal | None] = answering.refusal
_COUNT = len(SEATS)
_TABLE_ACTIONS = (Begin, Deal, Proceed, Referee)
_TRICKS, _IN_TRICKS = Phase.TRICKS, answering.APPLY.get


def step(
    state: State, seat: int, action: Action | TableAction, view: SeatView | None = None
) -> Step | Refusal:
    """Returns the events of an action and the state after them, or why it is refused.

    ``seat`` is who acts, ``NOBODY`` for the table; ``view`` is that seat's view, if the caller has one.
    """
    public = state.public
    # Nearly every action is one of the tricks, which need not be looked up by phase.
    apply = _IN_TRICKS(type(action)) if public.phase is _TRICKS else None
    if apply is None and isinstance(action, _TABLE_ACTIONS):
        return _table_step(state, seat, action)
    if not 0 <= seat < _COUNT:
        return refuse("R1.1", "spectator")
    if view is None or view.public is not public or view.seat != seat:
        view = view_of(state, seat)
    found = _refusal_in_tricks(view, action) if apply else _refusal(view, action)
    if found is not None:
        return found
    run = run_on(state)
    (apply or _apply)(run, seat, action)
    return _step(run.events, run.state)


def _table_step(state: State, seat: int, action: TableAction) -> Step | Refusal:
    found = _table_refusal(state, seat, action)
    if found is not None:
        return found
    run = run_on(state)
    _table_apply(run, action)
    return _step(run.events, run.state)


def decide(state: State, seat: int, action: Action | TableAction) -> tuple[Event, ...] | Refusal:
    """Returns the events an action makes, or why it is refused; ``evolve`` applies them."""
    result = step(state, seat, action)
    return result if isinstance(result, Refusal) else result.events


def due(state: State) -> bool:
    """Tells whether a secret step waits for nobody any more, so that the table should proceed."""
    kind = state.public.pending.kind
    if kind not in SECRET_ASKS:
        return False
    return not state.secret.asked or (kind is Ask.REVOLUTION and revolution.complete(run_on(state)))


def waiting(state: State) -> tuple[int, ...]:
    """Returns the seats waited for, those of a secret step too."""
    pending = state.public.pending
    if pending.kind not in SECRET_ASKS:
        return pending.seats
    return () if due(state) else seats_in(state.secret.asked)


def settle(state: State) -> Step:
    """Proceeds until somebody is waited for; for callers that hold no secret step open."""
    events: list[Event] = []
    while due(state):
        result = step(state, NOBODY, Proceed())
        if isinstance(result, Refusal):
            break
        events += result.events
        state = result.state
    return Step(tuple(events), state)


def _apply(run: Run, seat: int, action: Any) -> None:
    phase = run.public.phase
    if isinstance(action, _ANY_TIME):
        anytime.apply(run, seat, action)
    else:
        _APPLY[phase](run, seat, action)
        if run.public.pending.kind is Ask.NOTHING and phase in _NEXT:
            _advance(run, _NEXT[phase])


_ANY_TIME = (Report, Dissolve)


_APPLY: dict[Phase, Callable[[Run, int, Action], None]] = {
    Phase.CALL_BEFORE: calling.apply,
    Phase.SHOW: leading.apply,
    Phase.TRIBUTE: tribute.apply,
    Phase.CALL_AFTER: calling.apply,
    Phase.REVOLUTION: revolution.apply,
    Phase.KEEP_HEAD: revolution.head_apply,
    Phase.MERGE: merging.apply,
    Phase.SETTLE: scoring.apply,
}


def _deal(run: Run) -> bool:
    run.emit(Waiting(Phase.DEAL, Ask.DEAL))
    return True


def _tribute(run: Run) -> bool:
    return run.rules.tribute and tribute.begin(run)


def _first_trick(run: Run) -> bool:
    begin_trick(run, run.public.setup.leader)
    return True


def _leader_in_play(run: Run) -> bool:
    """R6.4: if the first leader sits out, the next player in play leads."""
    leader, in_play = run.public.setup.leader, run.standing.in_play
    if not in_play >> leader & 1:
        run.emit(LeaderChosen(next_in(leader, in_play)))
    return False


_ORDER: tuple[Callable[[Run], bool], ...] = (
    calling.begin_before,
    _deal,
    leading.begin,
    buying.begin,
    _tribute,
    calling.begin_after,
    revolution.begin,
    revolution.begin_head,
    _leader_in_play,
    merging.begin,
    _first_trick,
)
"""The steps of a round in the order of R15; each tells whether somebody is waited for in it."""

_NEXT: dict[Phase, int] = {
    Phase.CALL_BEFORE: _ORDER.index(calling.begin_before) + 1,
    Phase.DEAL: _ORDER.index(_deal) + 1,
    Phase.SHOW: _ORDER.index(leading.begin) + 1,
    Phase.TRIBUTE: _ORDER.index(_tribute),
    Phase.CALL_AFTER: _ORDER.index(calling.begin_after) + 1,
    Phase.REVOLUTION: _ORDER.index(revolution.begin) + 1,
    Phase.KEEP_HEAD: _ORDER.index(revolution.begin_head) + 1,
    Phase.MERGE: _ORDER.index(merging.begin) + 1,
}
"""Where a round goes on once a phase waits for nobody; tribute goes on with its next debt."""


def _advance(run: Run, start: int) -> None:
    for begin in _ORDER[start:]:
        if begin(run):
            if isinstance(run.events[-1], RoundVoid):
                _advance(run, 0)  # the round starts again at its first step (R9.2)
            return


def _table_refusal(state: State, seat: int, action: TableAction) -> Refusal | None:
    kind = state.public.pending.kind
    if seat != NOBODY:
        return refuse("R15", "not_the_table")
    match action:
        case Begin():
            return None if kind is Ask.BEGIN else refuse("R15", "wrong_step")
        case Deal():
            return None if kind is Ask.DEAL else refuse("R15", "wrong_step")
        case Proceed():
            return None if due(state) else refuse("R15", "still_waiting")
        case Referee():
            return refereeing.refusal(state.public, action)


def _table_apply(run: Run, action: TableAction) -> None:
    match action:
        case Begin():
            run.emit(RoundBegun(run.public.setup.round + 1))
            _advance(run, 0)
        case Deal(hands, drawer, fallback):
            run.emit(Dealt(tuple(map(len, hands)), drawer, hands, fallback))
            _advance(run, _NEXT[Phase.DEAL])
        case Proceed():
            _proceed(run)
        case Referee():
            refereeing.apply(run, action)


def _proceed(run: Run) -> None:
    phase = run.public.phase
    match run.public.pending.kind:
        case Ask.SHOW:
            leading.proceed(run)
            _advance(run, _NEXT[phase])
        case Ask.REVOLUTION:
            _advance(run, 0 if revolution.proceed(run) else _NEXT[phase])
        case _:
            answering.proceed(run)
