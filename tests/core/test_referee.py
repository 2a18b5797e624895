"""The referee: warning, cancelling an answer, making last, barring (R13.4)."""

import pytest

from gouji_core import events as e
from gouji_core.action_texts import parse_action
from gouji_core.actions import Referee, RefereeAct
from gouji_core.engine import Step, settle, step
from gouji_core.errors import Refusal
from gouji_core.options import parse_rules
from gouji_core.public import Phase
from gouji_core.record import Done, GameRecord, format_record, parse_record
from gouji_core.seats import NOBODY
from gouji_core.state import State, new_game
from tests.kit.positions import after, position

HANDS = ("556", "667", "778", "885", "99", "34")


def referee(state: State, act: str, seat: int) -> Step:
    result = step(state, NOBODY, Referee(RefereeAct(act), seat))
    assert isinstance(result, Step), result
    return Step(result.events, settle(result.state).state)


def refused(state: State, act: str, seat: int) -> str:
    result = step(state, NOBODY, Referee(RefereeAct(act), seat))
    assert isinstance(result, Refusal), result
    return result.code


@pytest.mark.parametrize("act", ["warn", "bar"])
def test_a_warning_changes_no_turn(act: str) -> None:
    state = position(*HANDS)
    done = referee(state, act, 4)
    assert done.events == (e.Refereed(RefereeAct(act), 4),)
    assert done.state == state


def test_a_cancelled_answer_is_a_pass() -> None:
    state = after(position(*HANDS), "0 play 55")
    assert refused(state, "cancel", 2) == "referee_not_asked"
    done = referee(state, "cancel", 1)
    assert e.Passed(1) in done.events
    assert done.state.public.pending.seats == (2,)


def test_the_leader_made_last_gives_the_lead_to_the_next() -> None:
    done = referee(position(*HANDS), "last", 0)
    public = done.state.public
    assert public.standing.places == (6, 0, 0, 0, 0, 0)
    assert public.pending.seats == (1,)
    assert e.Headless(3) in done.events
    assert not done.state.hands[0]
    assert str(public.played) == "655"


@pytest.mark.parametrize(("seat", "asked"), [(1, 2), (3, 1), (0, 1)])
def test_somebody_made_last_in_a_trick(seat: int, asked: int) -> None:
    done = referee(after(position(*HANDS), "0 play 55"), "last", seat)
    assert done.state.public.pending.seats == (asked,)
    assert done.state.public.trick is not None
    assert seat not in done.state.public.trick.queue
    closed = after(done.state, *(f"{other} pass" for other in range(asked, 6) if other != seat))
    while closed.public.trick and closed.public.trick.top:
        closed = after(closed, f"{closed.public.pending.seats[0]} pass")
    assert closed.public.pending.seats == ((1,) if seat == 0 else (0,))


def test_making_last_may_end_the_round() -> None:
    state = position("556", "", "778", "885", "", "", places={"1": 1, "4": 2, "5": 3})
    done = referee(state, "last", 3)
    assert done.state.public.phase is Phase.SETTLE or done.state.public.phase is Phase.ROUND_OVER
    assert done.state.public.standing.places[3] == 6


def test_a_burner_made_last_loses_the_duty_without_reward() -> None:
    state = position(*HANDS[:1], "x56", *HANDS[2:], leader=1, burner={"seat": 1, "burnt": 0})
    done = referee(state, "last", 1)
    assert e.DutyLapsed(1) in done.events
    assert done.state.public.standing.burner is None


def test_when_the_referee_has_to_wait() -> None:
    window = step(position("KK4", "AA5", "34", "34", "34", "34"), 0, parse_action("play KK"))
    assert isinstance(window, Step)
    assert refused(window.state, "last", 1) == "referee_wait"
    gone = position("556", "667", "", "885", "99", "34", places={"2": 1})
    assert refused(gone, "last", 2) == "referee_out"
    assert refused(new_game(parse_rules("online")), "warn", 2) == "referee_no_game"


def test_the_record_shows_the_referee() -> None:
    record = GameRecord(parse_rules("online"), entries=(Done(NOBODY, Referee(RefereeAct.LAST, 3)),))
    assert "referee last 3\n" in format_record(record)
    assert parse_record(format_record(record)) == record
