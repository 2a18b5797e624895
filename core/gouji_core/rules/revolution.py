"""Revolution (革命) and what the opposite makes of it (R9)."""

from __future__ import annotations

from gouji_core.actions import Act, Action, Head, Revolt
from gouji_core.errors import Refusal, refuse
from gouji_core.events import Declared, HeadChosen, Headless, Revolted, RoundVoid, StepClosed, Waiting
from gouji_core.public import Ask, Phase
from gouji_core.rules.run import Run
from gouji_core.seats import ALL, NOBODY, mask, opposite, seats_in
from gouji_core.state import is_poor
from gouji_core.views import SeatView


def begin(run: Run) -> bool:
    """Opens the secret step in which revolution may be declared; tells whether it is open (R9.1)."""
    if run.rules.revolution != "open":
        return False
    able = run.secret.poor & run.standing.in_play
    asked = mask(seat for seat in seats_in(able) if is_poor(run.hands[seat]))
    run.emit(Waiting(Phase.REVOLUTION, Ask.REVOLUTION, (), asked))
    return True


def void_if_two(run: Run) -> bool:
    """Voids the round after a second revolution; tells whether it did (R9.2)."""
    if (ALL & ~run.standing.in_play).bit_count() < 2:
        return False
    run.emit(RoundVoid())
    return True


def acts(view: SeatView) -> tuple[Act, ...]:
    """Returns whether the seat may declare."""
    return (Act.REVOLT,) if view.asked else ()


def actions(view: SeatView) -> list[Action]:
    """Returns declaring and not declaring."""
    return [Revolt(False), Revolt(True)] if view.asked else []


def refusal(view: SeatView, action: Action) -> Refusal | None:
    """Refuses who may not revolt and a second answer."""
    if view.answer is not None:
        return refuse("R15", "answered")
    return None if view.asked else refuse("R9.1", "may_not_revolt")


def apply(run: Run, seat: int, action: Action) -> None:
    """Notes the answer until the step closes."""
    run.emit(Declared(seat, action))


def complete(run: Run) -> bool:
    """Tells whether the step is decided whatever the others answer: two revolutions void at once (R9.2)."""
    return _rebels(run).bit_count() + (run.standing.revolted != NOBODY) >= 2


def _rebels(run: Run) -> int:
    return mask(seat for seat, answer in run.secret.answers if answer == Revolt(True))


def proceed(run: Run) -> bool:
    """Closes the step; tells whether the round is void."""
    rebels = seats_in(_rebels(run))
    run.emit(StepClosed())
    for seat in rebels:
        run.emit(Revolted(seat, run.hand(seat)))
    return void_if_two(run)


# --- keep head or no head (R9.4) ---


def begin_head(run: Run) -> bool:
    """Asks the revolutionary's opposite; tells whether it is waited for."""
    revolted = run.standing.revolted
    if revolted == NOBODY:
        return False
    run.emit(Waiting(Phase.KEEP_HEAD, Ask.HEAD, (opposite(revolted),)))
    return True


def head_acts(view: SeatView) -> tuple[Act, ...]:
    """Returns whether the seat may choose."""
    return (Act.HEAD,) if view.seat in view.public.pending.seats else ()


def head_actions(view: SeatView) -> list[Action]:
    """Returns keeping the head and not keeping it."""
    return [Head(True), Head(False)] if head_acts(view) else []


def head_refusal(view: SeatView, action: Action) -> Refusal | None:
    """Refuses everybody but the revolutionary's opposite."""
    return None if head_acts(view) else refuse("R9.4", "not_yours_to_keep")


def head_apply(run: Run, seat: int, action: Action) -> None:
    """Keeps the head or not."""
    if isinstance(action, Head):
        run.emit(HeadChosen(seat, action.keep))
        if not action.keep:
            run.emit(Headless(seat))
