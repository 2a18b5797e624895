"""The engine's own promises: table actions, pending decisions, what is due, whole rounds."""

import pytest

from gouji_core.actions import Begin, Deal, Decline, Dissolve, Pass, Play, Proceed, Report
from gouji_core.cards import parse_cards, parse_suited
from gouji_core.engine import Step, decide, due, settle, step
from gouji_core.errors import Refusal
from gouji_core.legal import acts_open, legal_actions, refusal, side_actions, waited_for
from gouji_core.options import parse_rules
from gouji_core.public import Ask, Phase
from gouji_core.seats import NOBODY, SEATS
from gouji_core.state import State, new_game
from gouji_core.views import view_of
from tests.kit.positions import after, position, refused

HANDS = tuple(parse_suited(f"{rank}s2s") for rank in "56789T")


def accepted(result: Step | Refusal) -> State:
    assert isinstance(result, Step), result
    return result.state


def test_the_table_begins_deals_and_closes_secret_steps() -> None:
    state = new_game(parse_rules("laotou"))
    assert state.public.pending.kind is Ask.BEGIN
    state = accepted(step(state, NOBODY, Begin()))
    assert state.public.pending.kind is Ask.DEAL
    state = accepted(step(state, NOBODY, Deal(HANDS, 2, 5)))
    assert state.public.phase is Phase.SHOW
    assert due(state)
    state = accepted(step(state, NOBODY, Proceed()))
    assert state.public.phase is Phase.REVOLUTION
    state = settle(state).state
    assert state.public.phase is Phase.TRICKS
    assert state.public.setup.leader == 5


@pytest.mark.parametrize("action", [Begin(), Deal(HANDS, 0, 0), Proceed()])
def test_table_actions_out_of_turn_are_refused(action: Begin | Deal | Proceed) -> None:
    state = position("55", "6", "7", "8", "9", "T")
    assert decide(state, NOBODY, action) == Refusal("R15", action_code(action))
    for seat in SEATS:
        assert decide(state, seat, action) == Refusal("R15", "not_the_table")


def action_code(action: object) -> str:
    return "still_waiting" if isinstance(action, Proceed) else "wrong_step"


@pytest.mark.parametrize("seat", [NOBODY, 6, 99])
def test_who_is_no_seat_cannot_play(seat: int) -> None:
    state = position("55", "6", "7", "8", "9", "T")
    assert isinstance(decide(state, seat, Pass()), Refusal)


def test_decision_ids_grow() -> None:
    state = position("556", "66", "7", "8", "9", "T")
    ids = [state.public.pending.id]
    for line in ("0 play 55", "1 play 66", "2 pass", "3 pass"):
        state = after(state, line)
        ids.append(state.public.pending.id)
    assert ids == sorted(set(ids))


def test_an_open_window_is_secret_and_closes_when_all_have_answered() -> None:
    """R7.2, R15."""
    state = position("KK4", "AA5", "34", "34", "34", "34")
    state = accepted(step(state, 0, Play(parse_cards("KK"))))
    assert state.public.pending.kind is Ask.BURN
    assert state.public.pending.seats == ()
    assert [waited_for(view_of(state, seat)) for seat in SEATS] == [False, True, *[False] * 4]
    assert not due(state)
    state = accepted(step(state, 1, Decline()))
    assert due(state)
    assert refused(state, "1 decline").clause == "R15"
    assert refused(state, "3 pass").clause == "R7.2"
    state = accepted(step(state, NOBODY, Proceed()))
    assert state.public.pending.seats == (3,)


def test_a_window_nobody_can_use_looks_the_same() -> None:
    """R15: an empty window is open too, until the table closes it."""
    state = position("KK4", "345", "34", "34", "34", "34")
    state = accepted(step(state, 0, Play(parse_cards("KK"))))
    assert state.public.pending.kind is Ask.BURN
    assert due(state)
    assert refused(state, "1 burn 345").clause == "R7.1"
    assert refused(state, "3 pass").clause == "R7.2"


def test_a_report_may_be_asked_in_a_window_and_changes_no_turn() -> None:
    """R13.1."""
    state = position("KK4", "AA5", "34", "34", "34", "34")
    state = accepted(step(state, 0, Play(parse_cards("KK"))))
    reported = accepted(step(state, 4, Report(0)))
    assert reported.public.pending == state.public.pending
    assert reported.public.standing.reported[0] == 1


def test_a_no_ends_the_proposal_to_dissolve() -> None:
    """R12.3."""
    state = position("55", "6", "7", "8", "9", "T")
    assert refused(state, "2 dissolve no").code == "nothing_to_dissolve"
    state = after(state, "2 dissolve yes")
    assert refused(state, "2 dissolve yes").code == "dissolve_voted"
    state = after(state, "5 dissolve no")
    assert state.public.setup.votes == 0
    state = after(state, *(f"{seat} dissolve yes" for seat in SEATS))
    assert state.public.phase is Phase.GAME_OVER
    assert refused(state, "0 dissolve yes").code == "game_over"


def test_a_proposal_to_dissolve_outlasts_the_round() -> None:
    """R12.3."""
    state = after(position("34", "", "", "9", "", "", leader=3, places=PLACED), "3 dissolve yes", "3 play 9")
    assert state.public.phase is Phase.ROUND_OVER
    assert state.public.setup.votes == 0b001000
    state = accepted(step(state, NOBODY, Begin()))
    assert state.public.setup.votes == 0b001000
    state = after(state, *(f"{seat} dissolve yes" for seat in SEATS if seat != 3))
    assert state.public.phase is Phase.GAME_OVER


PLACED = {"1": 1, "2": 2, "4": 3, "5": 4}


def test_side_actions_are_legal() -> None:
    view = view_of(position("55", "6", "7", "8", "9", "T"), 3)
    sides = side_actions(view)
    assert Dissolve(True) in sides
    assert Report(0) in sides
    assert all(refusal(view, action) is None for action in sides)


def test_a_spectator_has_no_acts() -> None:
    state = position("55", "6", "7", "8", "9", "T")
    view = view_of(state, NOBODY)
    assert acts_open(view) == ()
    assert legal_actions(view) == []
    assert refusal(view, Pass()) is not None


def test_two_revolutions_start_the_round_again_at_its_first_step() -> None:
    """R9.2: also with cards still to be dealt again by the table."""
    state = accepted(step(new_game(parse_rules("online")), NOBODY, Begin()))
    state = after(state, *(f"{seat} call no" for seat in SEATS))
    poor = tuple(parse_suited(f"{rank}s5s") for rank in "56789T")
    state = settle(accepted(step(state, NOBODY, Deal(poor, 4, 0)))).state
    state = after(state, *(f"{seat} call ming" for seat in SEATS))
    state = after(state, "0 revolt yes", "3 revolt yes")
    assert state.public.phase is Phase.CALL_BEFORE
    assert state.public.setup.again
    assert state.public.setup.round == 1
    assert all(len(hand) == 0 for hand in state.hands)


def test_order_of_listed_actions_is_fixed() -> None:
    state = position("xX2255K", "6", "7", "8", "9", "T")
    listed = [str(action.cards) for action in legal_actions(view_of(state, 0)) if isinstance(action, Play)]
    assert listed[:12] == ["5", "K", "55", "2", "25", "2K", "255", "22", "225", "22K", "2255", "x"]
    assert listed[-1] == "Xx2255"
