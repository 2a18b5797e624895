"""The key registry: every action has a key of its own, ranks are where they should be."""

import pytest

from gouji_core.cards import RANKS
from gouji_tui.keys import (
    ACTIONS,
    BY_NAME,
    MOVABLE,
    RANK_KEYS,
    STANDARD,
    NoKey,
    Press,
    chosen_key,
    is_wide,
    key_label,
    read_key,
)


def test_no_key_means_two_things() -> None:
    keys = [key for action in ACTIONS for key in action.keys]
    assert len(keys) == len(set(keys))
    assert not set(keys) & set(RANK_KEYS)


@pytest.mark.parametrize("rank", range(15))
def test_every_rank_has_a_key(rank: int) -> None:
    assert rank in RANK_KEYS.values()


@pytest.mark.parametrize(
    ("typed", "rank"),
    [("3", "3"), ("9", "9"), ("0", "T"), ("t", "T"), ("T", "T"), ("j", "J"), ("Q", "Q"), ("k", "K"),
     ("a", "A"), ("2", "2"), ("x", "x"), ("X", "X")],
)  # fmt: skip
def test_a_rank_key_is_its_rank(typed: str, rank: str) -> None:
    assert read_key(typed, typed).rank == RANKS.index(rank)


@pytest.mark.parametrize(
    ("key", "typed", "name"),
    [
        ("enter", "\r", "enter"),
        ("p", "p", "pass"),
        ("P", "P", "pass"),
        ("y", "y", "yield"),
        ("c", "c", "claim"),
        ("b", "b", "burn"),
        ("d", "d", "decline"),
        ("h", "h", "hint"),
        ("tab", "\t", "next_answer"),
        ("shift+tab", None, "previous_answer"),
        ("space", " ", "more"),
        ("backspace", "\x7f", "undo"),
        ("question_mark", "?", "help"),
        ("ctrl+q", "\x11", "leave"),
        ("pageup", None, "log_up"),
        ("escape", "\x1b", "back"),
    ],
)
def test_an_action_key_is_its_action(key: str, typed: str | None, name: str) -> None:
    assert read_key(key, typed) == Press(name)


def test_full_width_letters_of_an_input_method_count_as_plain_ones() -> None:
    assert read_key("ｐ", "ｐ").name == "pass"
    assert read_key("Ｋ", "Ｋ").rank == RANKS.index("K")
    assert read_key("？", "？").name == "help"
    assert read_key("３", "３").rank == RANKS.index("3")
    assert read_key("fullwidth_comma", "，").name == "settings"
    assert read_key("fullwidth_plus_sign", "＋").name == "pace"


def test_a_letter_that_only_an_input_method_makes_is_nothing() -> None:
    assert read_key("拼", "拼") == Press()
    assert is_wide("拼")
    assert not is_wide("p")
    assert not is_wide(None)


def test_a_commit_without_text_is_nothing() -> None:
    assert read_key("null", "\x00") == Press()


def test_a_key_of_ones_own_takes_the_place_of_the_usual_one() -> None:
    keymap = STANDARD.choosing("hint", ";").choosing("undo", "f5")
    assert keymap.read("semicolon", ";") == Press("hint")
    assert keymap.read("h", "h") == Press()
    assert keymap.shown("hint") == ";"
    assert keymap.read("f5", None) == keymap.read("backspace", "\x7f") == Press("undo")
    assert keymap.read("u", "u") == Press()
    assert keymap.shown("undo") == "F5"


@pytest.mark.parametrize(
    ("name", "key", "code", "by"),
    [
        ("hint", "p", "keymap.taken", "pass"),
        ("hint", "/", "keymap.taken", "chat"),
        ("hint", "f4", "keymap.taken", "boss"),
        ("hint", "k", "keymap.cards", ""),
        ("hint", "1", "keymap.cards", ""),
        ("hint", "enter", "keymap.no_key", ""),
        ("hint", "ctrl+g", "keymap.no_key", ""),
        ("hint", "拼", "keymap.no_key", ""),
        ("boss", "h", "keymap.elsewhere", ""),
        ("boss", "[", "keymap.elsewhere", ""),
        ("rules", "]", "keymap.elsewhere", ""),
        ("rules", "g", "keymap.elsewhere", ""),
    ],
)
def test_what_cannot_be_a_key_of_ones_own(name: str, key: str, code: str, by: str) -> None:
    assert STANDARD.objection(name, key) == NoKey(code, key_label(key), by)


def test_wide_letters_are_the_plain_ones_in_a_key_of_ones_own_too() -> None:
    chosen = [chosen_key(key, key) for key in ("\uff1b", "\uff26\uff15", "F5", "\uff28")]
    assert chosen == [";", "f5", "f5", "h"]


def test_a_key_is_free_once_its_act_has_another_one() -> None:
    keymap = STANDARD.choosing("pass", ";")
    assert keymap.objection("hint", "p") is None
    assert keymap.objection("hint", ";") == NoKey("keymap.taken", ";", "pass")
    assert keymap.objection("pass", ";") is None
    assert keymap.choosing("hint", "p").objection("pass", "p") == NoKey("keymap.taken", "p", "hint")


@pytest.mark.parametrize("name", MOVABLE)
def test_every_letter_or_sign_can_be_another_one_and_the_usual_one_again(name: str) -> None:
    keymap = STANDARD.choosing(name, "f9")
    assert keymap.own == ((name, "f9"),)
    assert keymap.choosing(name, BY_NAME[name].keys[0]) == keymap.choosing(name, "") == STANDARD


def test_a_key_is_kept_small_and_plain() -> None:
    assert chosen_key("Ｈ", "Ｈ") == "h"
    assert chosen_key("semicolon", "；") == ";"
    assert chosen_key("f5", None) == "f5"
    assert chosen_key("enter", "\r") == "enter"
    assert chosen_key("space", "\u3000") == "space"
