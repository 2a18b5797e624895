"""What keys do to the cards chosen, and what they send."""

import pytest

from gouji_core.actions import (
    Act,
    Action,
    Begin,
    Burn,
    Call,
    CallKind,
    Decline,
    Pass,
    Play,
    Report,
    Return,
    Yield,
)
from gouji_core.cards import parse_cards
from gouji_core.engine import Step, step
from gouji_core.errors import Refusal
from gouji_core.options import parse_rules
from gouji_core.seats import NOBODY
from gouji_core.state import new_game
from gouji_tui.desk import Desk, Question, Wish, with_hint
from gouji_tui.game import Denied
from gouji_tui.keys import read_key
from gouji_tui.moves import Moves, card_action
from tests.kit.positions import after, position
from tests.tui.tables import go_on, seen, type_keys

LEAD = ("Xx22TTT43", "AA56", "665", "AA7", "887", "779")


def test_rank_keys_add_cards_and_enter_plays_them() -> None:
    game = seen(position(*LEAD))
    assert type_keys(game, "Xx2tt\r") == [Play(parse_cards("Xx2TT"))]


def test_any_legal_play_takes_at_most_its_cards_and_two_keys() -> None:
    game = seen(position(*LEAD))
    for combo in game.moves.combos:
        fresh = seen(position(*LEAD))
        keys = str(combo).replace("T", "0").lower() if "X" not in str(combo) else str(combo).replace("T", "0")
        assert type_keys(fresh, keys + "\r") == [Play(combo.cards)]


def test_no_more_cards_are_chosen_than_are_held() -> None:
    game = seen(position(*LEAD))
    type_keys(game, "4445")
    assert game.desk.chosen == parse_cards("4")
    assert game.desk.note is not None


def test_a_capital_or_shift_and_up_choose_all_cards_of_a_rank() -> None:
    game = seen(position(*LEAD))
    assert type_keys(game, "T\r") == [Play(parse_cards("TTT"))]
    game = seen(position(*LEAD))
    assert type_keys(game, "tT\r") == [Play(parse_cards("TTT"))], "what was chosen counts"
    game = seen(position(*LEAD))
    type_keys(game, "2u")
    game.key(read_key("shift+up", None))
    assert type_keys(game, "\r") == [Play(parse_cards("22"))]
    game = seen(position(*LEAD))
    type_keys(game, "T")
    assert type_keys(game, "u2\r") == [Play(parse_cards("2"))], "undo takes all of it back"
    assert type_keys(seen(position(*LEAD)), "X\r") == [Play(parse_cards("X"))], "the big joker is one card"
    none = seen(position(*LEAD))
    assert type_keys(none, "K\r") == []
    assert none.desk.note is not None


def test_arrows_and_space_choose_as_well() -> None:
    game = seen(position(*LEAD))
    for key in ("right", "right", "right"):
        game.key(read_key(key, None))
    for _ in range(2):
        game.key(read_key("space", " "))
    assert game.desk.chosen == parse_cards("TT")
    game.key(read_key("down", None))
    assert game.desk.chosen == parse_cards("T")


def test_undo_takes_back_one_step_at_a_time_and_escape_all() -> None:
    game = seen(position(*LEAD))
    type_keys(game, "ttu")
    assert game.desk.chosen == parse_cards("T")
    type_keys(game, "u")
    assert not game.desk.chosen
    type_keys(game, "tt")
    game.key(read_key("escape", "\x1b"))
    assert not game.desk.chosen


def test_tab_walks_through_every_answer_and_round_again() -> None:
    game = seen(after(position("K4", "A2x56", "665", "A27", "887", "779"), "0 play K"), 1)
    walked = []
    for _ in range(len(game.moves.combos) + 1):
        type_keys(game, "\t")
        walked.append(game.desk.chosen)
    assert [combo.cards for combo in game.moves.combos] == walked[:-1]
    assert walked[-1] == walked[0]
    game.key(read_key("shift+tab", None))
    assert game.desk.chosen == walked[-2]


@pytest.mark.parametrize(("key", "action"), [("p", Pass()), ("y", Yield())])
def test_an_act_with_a_key_of_its_own_is_sent(key: str, action: object) -> None:
    game = seen(after(position("K4", "A56", "665", "A27", "887", "779"), "0 play K", "1 pass", "2 pass"), 3)
    assert type_keys(game, key) == [action]


def test_an_act_that_is_not_open_sends_nothing_and_says_why() -> None:
    game = seen(position(*LEAD))
    assert type_keys(game, "p") == []
    assert game.desk.note is not None
    assert game.desk.note.refusal == Refusal("R5.1", "must_lead")


def test_a_burn_window_takes_burn_and_decline() -> None:
    state = after(position("KK4", "XXAA", "665", "AA7", "887", "779"), "0 play KK")
    assert type_keys(seen(state, 1), "XX\r") == [Burn(parse_cards("XX"))]
    assert type_keys(seen(state, 1), "XXb") == [Burn(parse_cards("XX"))]
    assert type_keys(seen(state, 1), "d") == [Decline()]


def test_cards_chosen_before_the_turn_are_kept_and_never_sent_early() -> None:
    state = position(*LEAD)
    game = seen(state, 1)
    assert type_keys(game, "AA\r") == []
    state = go_on(game, state, 0, Play(parse_cards("T")))
    assert game.desk.chosen == parse_cards("AA")
    assert game.moves.waited


def test_one_decision_is_answered_once() -> None:
    game = seen(position(*LEAD))
    assert len(type_keys(game, "4\r\r3\r")) == 1


def test_cards_played_are_no_longer_chosen() -> None:
    state = position(*LEAD)
    game = seen(state)
    type_keys(game, "tt3")
    go_on(game, state, 0, Play(parse_cards("TT")))
    assert game.desk.chosen == parse_cards("3")


def test_a_refusal_of_the_server_is_told_and_the_turn_is_open_again() -> None:
    game = seen(position(*LEAD))
    type_keys(game, "4\r")
    game.take(Denied(Refusal("R5.3", "not_asked", (("seat", "3"),))))
    assert game.desk.note is not None
    assert type_keys(game, "\r") == [Play(parse_cards("4"))]


def test_coming_too_late_is_told() -> None:
    game = seen(position(*LEAD))
    game.take(Denied(code="late"))
    assert game.desk.note is not None
    assert game.desk.note.code == "note.late"


def test_leaving_is_asked_first() -> None:
    game = seen(position(*LEAD))
    assert game.key(read_key("ctrl+q", "\x11")).wish is Wish.NONE
    assert game.desk.question is Question.LEAVE
    type_keys(game, "k")
    assert game.desk.question is Question.NONE
    assert not game.desk.chosen
    game.key(read_key("ctrl+c", "\x03"))
    assert game.key(read_key("enter", "\r")).wish is Wish.LEAVE


def test_counts_are_asked_for_by_number() -> None:
    game = seen(position(*LEAD))
    assert type_keys(game, "r3") == [Report(3)]
    assert game.desk.question is Question.NONE


def test_a_hint_chooses_cards_and_enter_plays_them() -> None:
    game = seen(position(*LEAD))
    advice = game.hint()
    assert type_keys(game, "\r") == [advice]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Play(parse_cards("4")), "note.hint_cards"),
        (Burn(parse_cards("XX")), "note.hint_burn"),
        (Return(parse_cards("4")), "note.hint_return"),
    ],
)
def test_a_hint_says_what_enter_does_with_the_cards(action: Action, code: str) -> None:
    note = with_hint(Desk(), action, "cheap").note
    assert note is not None
    assert note.code == code


def test_a_hint_to_pass_is_done_by_enter() -> None:
    game = seen(after(position("K4", "456", "665", "A27", "887", "779"), "0 play K"), 1)
    assert game.hint() == Pass()
    assert type_keys(game, "\r") == [Pass()]


def test_a_hint_out_of_turn_advises_nothing() -> None:
    game = seen(position(*LEAD), 1)
    assert game.hint() is None
    assert type_keys(game, "\r") == []


def test_choices_are_taken_by_number_or_by_moving() -> None:
    begun = step(new_game(parse_rules("online")), NOBODY, Begin())
    assert isinstance(begun, Step)
    game = seen(begun.state, 4)
    assert game.moves.choices == (Call(CallKind.NO), Call(CallKind.YU))
    assert type_keys(seen(begun.state, 4), "2") == [Call(CallKind.YU)]
    assert type_keys(seen(begun.state, 4), "\t\r") == [Call(CallKind.YU)]
    assert type_keys(seen(begun.state, 4), "\r") == [Call(CallKind.NO)]
    assert type_keys(game, "9") == []


def test_the_selection_is_returned_for_a_fall_tribute() -> None:
    assert card_action(Moves(acts=(Act.RETURN,)), parse_cards("34")) == Return(parse_cards("34"))
