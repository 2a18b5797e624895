"""The referee's acts, 处罚: warning, cancelling an answer, making last, barring (R13.4).

Illegal actions are refused before they happen, so these are for what no engine sees: signals between
partners, delays, bad manners. The table's host decides; the record shows it.
"""

from __future__ import annotations

from gouji_core.actions import Referee, RefereeAct
from gouji_core.errors import Refusal, refuse
from gouji_core.events import Asked, MadeLast, Passed, PlanEnded, Refereed
from gouji_core.public import Ask, Phase, Public
from gouji_core.rules.burning import lapse_duty
from gouji_core.rules.places import announce_headless, free_places, one_federation_left
from gouji_core.rules.run import Run
from gouji_core.rules.scoring import end_round
from gouji_core.rules.tricks import after_decline, begin_trick, show_choke
from gouji_core.seats import SEATS, next_in

_ASKED = (Ask.ANSWER, Ask.LAST_WORD)


def refusal(public: Public, action: Referee) -> Refusal | None:
    """Returns why the referee cannot do this now."""
    kind, seat = public.pending.kind, action.seat
    if seat not in SEATS:
        return refuse("R1.1", "no_seat", seat=seat)
    if public.phase in (Phase.NEW, Phase.GAME_OVER):
        return refuse("R13.4", "referee_no_game")
    match action.act:
        case RefereeAct.WARN | RefereeAct.BAR:
            return None
        case RefereeAct.CANCEL:
            asked = kind in _ASKED and seat in public.pending.seats
            return None if asked else refuse("R13.4", "referee_not_asked", seat=seat)
        case RefereeAct.LAST:
            if kind not in (Ask.LEAD, *_ASKED):
                return refuse("R13.4", "referee_wait")
            playing = public.standing.in_play >> seat & 1
            return None if playing else refuse("R13.4", "referee_out", seat=seat)


def apply(run: Run, action: Referee) -> None:
    """Does what the referee decided."""
    run.emit(Refereed(action.act, action.seat))
    match action.act:
        case RefereeAct.CANCEL:
            run.emit(Passed(action.seat))
            after_decline(run)
        case RefereeAct.LAST:
            _make_last(run, action.seat)
        case RefereeAct.WARN | RefereeAct.BAR:
            pass


def _make_last(run: Run, seat: int) -> None:
    """Takes a player out of play; whoever was asked or was to lead is next."""
    leading = run.public.pending.kind is Ask.LEAD
    turn = run.public.pending.seats == (seat,)
    if turn and not leading:
        run.emit(Passed(seat))
    _leave(run, seat)
    if one_federation_left(run.standing):
        end_round(run)
    elif leading:
        if turn:
            begin_trick(run, next_in(seat, run.standing.in_play))
    elif turn:
        after_decline(run)
    elif seat in run.trick.queue:
        queue = tuple(other for other in run.trick.queue if other != seat)
        run.emit(Asked(run.trick.kind, queue))


def _leave(run: Run, seat: int) -> None:
    standing = run.standing
    if standing.burner and standing.burner.seat == seat:
        lapse_duty(run)
    if standing.plan and standing.plan.seat == seat:
        run.emit(PlanEnded(seat))
    run.emit(MadeLast(seat, free_places(run.standing)[-1], run.hand(seat)))
    show_choke(run, seat)
    announce_headless(run, seat)
