"""Cards whose suit matters are told in words: who shows for the first lead (R6.1)."""

import pytest

from gouji_core import events as e
from gouji_core.actions import Show
from gouji_core.cards import parse_suited
from gouji_tui.cells import text_of
from gouji_tui.presenter.acts import action_text, suited
from gouji_tui.presenter.log import entry_of
from gouji_tui.texts import texts_in
from tests.kit.positions import position
from tests.tui.tables import seen


@pytest.mark.parametrize(
    ("lang", "choice", "told"),
    [
        ("en", "show 33 of hearts", "Next 老王 showed 33 of hearts"),
        ("zh", "亮 红桃 33", "下家 老王 亮出 红桃 33"),
    ],
)
def test_what_is_shown_is_told_with_its_suit_in_words(lang: str, choice: str, told: str) -> None:
    scene = seen(position("4", "5", "6", "7", "8", "9"), 0, lang).scene
    cards = parse_suited("3h3h")
    assert action_text(scene, Show(cards)) == choice
    entry = entry_of(scene, e.Shown(1, cards))
    assert entry is not None
    assert text_of(entry.line) == told


@pytest.mark.parametrize(
    ("cards", "told"), [("4s4s4s", "444 of spades"), ("TdTd", "10 10 of diamonds"), ("3c3d", "3c3d")]
)
def test_cards_of_several_suits_are_told_as_they_are_typed(cards: str, told: str) -> None:
    assert suited(parse_suited(cards), texts_in("en")) == told
