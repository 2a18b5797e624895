"""What may be done at any time: asking for a number of cards, and dissolving the game (R13.1, R12.3)."""

from __future__ import annotations

from gouji_core.actions import Action, Dissolve, Report
from gouji_core.errors import Refusal, refuse
from gouji_core.events import Dissolved, DissolveVoted, Reported
from gouji_core.public import Phase
from gouji_core.rules.run import Run
from gouji_core.seats import ALL, SEATS
from gouji_core.views import SeatView

REPORT_AT = 10
"""With so many cards or fewer the true number is told (R13.1)."""


def refusal(view: SeatView, action: Action) -> Refusal | None:
    """Returns why one of the two is not possible now."""
    public, seat = view.public, view.seat
    match action:
        case Report(of):
            if public.phase is not Phase.TRICKS:
                return refuse("R15", "wrong_step")
            if public.rules.hold_threes:
                return refuse("R13.1", "no_reports")
            return None if public.standing.in_play >> of & 1 else refuse("R13.1", "report_out", seat=of)
        case Dissolve(yes):
            votes = public.setup.votes
            if public.phase is Phase.GAME_OVER:
                return refuse("R12.3", "game_over")
            if yes and votes >> seat & 1:
                return refuse("R12.3", "dissolve_voted")
            return None if yes or votes else refuse("R12.3", "nothing_to_dissolve")
        case _:
            return refuse("R15", "wrong_step")


def actions(view: SeatView) -> list[Action]:
    """Returns every report and vote that is possible now."""
    every: list[Action] = [*(Report(seat) for seat in SEATS), Dissolve(True), Dissolve(False)]
    return [action for action in every if refusal(view, action) is None]


def apply(run: Run, seat: int, action: Action) -> None:
    """Reports, or counts a vote."""
    match action:
        case Report(of):
            count = run.public.counts[of]
            run.emit(Reported(seat, of, count if count <= REPORT_AT else -1))
        case Dissolve(yes):
            run.emit(DissolveVoted(seat, yes))
            if run.public.setup.votes == ALL:
                run.emit(Dissolved())
        case _:
            raise TypeError(f"{action} is not for any time")
