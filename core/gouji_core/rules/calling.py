"""Calls on the opposite, before the deal and after tribute, 叫点 (R11.4)."""

from __future__ import annotations

from gouji_core.actions import Act, Action, Call, CallKind
from gouji_core.errors import Refusal, refuse
from gouji_core.events import Called, Waiting
from gouji_core.public import Ask, Phase, Public
from gouji_core.rules.run import Run
from gouji_core.seats import SEATS
from gouji_core.views import SeatView


def _offered(public: Public) -> bool:
    """Tells whether calls can ever be paid: points count and another round can follow."""
    rules = public.rules
    return rules.opening and rules.tribute and public.setup.round < rules.rounds


def begin_before(run: Run) -> bool:
    """Asks all six for 预点; tells whether somebody is waited for."""
    if not _offered(run.public):
        return False
    run.emit(Waiting(Phase.CALL_BEFORE, Ask.CALL_BEFORE, SEATS))
    return True


def begin_after(run: Run) -> bool:
    """Asks who has not called for 明点; tells whether somebody is waited for."""
    standing = run.standing
    seats = tuple(
        seat for seat in SEATS if standing.calls[seat] is CallKind.NO and standing.in_play >> seat & 1
    )
    if not seats or not _offered(run.public):
        return False
    run.emit(Waiting(Phase.CALL_AFTER, Ask.CALL_AFTER, seats))
    return True


def _kinds(view: SeatView) -> tuple[CallKind, ...]:
    early = view.public.pending.kind is Ask.CALL_BEFORE
    return (CallKind.NO, CallKind.YU if early else CallKind.MING)


def acts(view: SeatView) -> tuple[Act, ...]:
    """Returns whether the seat may still call."""
    return (Act.CALL,) if view.seat in view.public.pending.seats else ()


def actions(view: SeatView) -> list[Action]:
    """Returns calling nothing and the call of this step."""
    return [Call(kind) for kind in _kinds(view)] if acts(view) else []


def refusal(view: SeatView, action: Action) -> Refusal | None:
    """Refuses a second answer, a call after 预点 and the call of the other step."""
    public, seat = view.public, view.seat
    if seat not in public.pending.seats:
        standing = public.standing
        late = public.pending.kind is Ask.CALL_AFTER
        if late and (standing.calls[seat] is CallKind.YU or not standing.in_play >> seat & 1):
            return refuse("R11.4", "called_before")
        return refuse("R15", "answered")
    if isinstance(action, Call) and action.call not in _kinds(view):
        return refuse("R11.4", "wrong_call", call=action.call)
    return None


def apply(run: Run, seat: int, action: Action) -> None:
    """Makes the call."""
    if isinstance(action, Call):
        run.emit(Called(seat, action.call))
