"""The key registry: every action has a key of its own, ranks are where they should be."""

import pytest

from gouji_core.cards import RANKS
from gouji_tui.keys import ACTIONS, RANK_KEYS, Press, is_wide, read_key


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


def test_a_letter_that_only_an_input_method_makes_is_nothing() -> None:
    assert read_key("拼", "拼") == Press()
    assert is_wide("拼")
    assert not is_wide("p")
    assert not is_wide(None)


def test_a_commit_without_text_is_nothing() -> None:
    assert read_key("null", "\x00") == Press()
