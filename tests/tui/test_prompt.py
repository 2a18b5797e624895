"""The prompt names the keys of every moment: those of choices, and those of who is out of the round."""

from dataclasses import replace

import pytest

from gouji_core.actions import Begin, Pass, Return
from gouji_core.cards import parse_cards
from gouji_core.options import parse_rules
from gouji_core.public import Ask
from gouji_core.seats import NOBODY
from gouji_core.state import new_game
from gouji_tui.cells import text_of, width
from gouji_tui.desk import Desk, Question, with_hint
from gouji_tui.presenter.prompt import choice_rows, first_line, keys_line, prompt_rows, with_keys
from gouji_tui.texts import LANGUAGES, texts_in
from tests.kit.positions import after, position
from tests.tui.tables import go_on, seen, texts_of
from tests.tui.test_every_ask import ASKS, asked

OUT = position("", "AA56", "665", "22", "887", "KK9", places={"0": 1}, leader=5)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("room", [60, 80])
def test_choices_have_their_keys_below_them(lang: str, room: int) -> None:
    texts = texts_in(lang)
    game = seen(new_game(parse_rules("online")), 0, lang)
    go_on(game, new_game(parse_rules("online")), NOBODY, Begin())
    said = texts_of(prompt_rows(game.scene, game.desk, room))
    assert texts("choice.call_yu") in said[1]
    assert said[2].startswith(f"Enter {texts('keys.choose')}  Tab {texts('keys.next')}")
    assert f"? {texts('keys.help')}" in said[2]


def test_choices_that_need_the_room_have_it() -> None:
    scene = seen(position("KK4", "AA56", "665", "AA7", "887", "779")).scene
    two = choice_rows(["one", "another"], 0, 12, 2)
    assert with_keys(scene, two, 12, 2) == two
    assert with_keys(scene, two, 12, 3)[:2] == two


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ask", ASKS)
def test_no_row_of_a_question_is_cut_in_the_smallest_window(ask: Ask, lang: str) -> None:
    texts = texts_in(lang)
    for game in asked(ask, lang):
        scene = game.scene
        rows = texts_of(prompt_rows(scene, game.desk, 60))
        keys = f"{rows[-2]}  {rows[-1]}"
        told = text_of(first_line(scene, game.desk)).split()
        assert " ".join(rows).split()[: len(told)] == told
        for key in text_of(keys_line(scene, without=("log", "rules"))).rstrip().split("  "):
            assert key in keys or f"? {texts('keys.help')}" not in keys


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_that_is_longer_than_a_row_goes_on_in_the_next(lang: str) -> None:
    texts = texts_in(lang)
    game = seen(position("KK4", "AA56", "665", "AA7", "887", "779"), 0, lang)
    desk = replace(Desk(), question=Question.LAST, judged=3)
    first, second, keys = (row.rstrip() for row in texts_of(prompt_rows(game.scene, desk, 44)))
    assert 0 < width(second) <= width(first) <= 44
    whole = text_of(first_line(game.scene, desk))
    assert f"{first}{second}".replace(" ", "") == whole.replace(" ", "")
    assert keys == texts("prompt.sure_keys", key="y")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_to_pass_in_the_last_word_is_called_to_close_by_the_hint_too(lang: str) -> None:
    texts = texts_in(lang)
    game = next(asked(Ask.LAST_WORD, lang))
    rows = texts_of(prompt_rows(game.scene, with_hint(Desk(), Pass(), "close"), 80))
    assert rows[0].startswith(
        texts("note.hint_act", act=texts("keys.close"), reason=texts("hint.close"))[:20]
    )
    assert texts("act.pass") not in rows[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_keys_that_have_no_room_stand_behind_the_reasons(lang: str) -> None:
    texts = texts_in(lang)
    game = next(game for game in asked(Ask.LEAD, lang) if game.moves.plan is not None)
    _, keys, reasons = texts_of(prompt_rows(game.scene, game.desk, 60))
    assert keys.rstrip().endswith(f"? {texts('keys.help')}")
    assert texts("keys.log") not in keys
    assert reasons.rstrip().endswith(f"l {texts('keys.log')}")
    assert f"w {texts('keys.rules')}" in keys + reasons


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_is_out_is_told_so_and_given_the_keys_to_follow_the_round(lang: str) -> None:
    texts = texts_in(lang)
    game = seen(after(OUT, "5 play KK"), 0, lang)
    said = texts_of(prompt_rows(game.scene, game.desk, 80))
    assert said[0] == texts("wait.out")
    assert said[1].startswith(f"s {texts('keys.trick')}  n {texts('keys.memory')}")
    still = seen(after(OUT, "5 play KK"), 4, lang)
    assert texts("wait.out") not in texts_of(prompt_rows(still.scene, still.desk, 80))


def test_a_hint_for_cards_to_return_says_that_they_are_returned() -> None:
    desk = with_hint(Desk(), Return(parse_cards("4")), "return")
    assert desk.note is not None
    assert desk.note.code == "note.hint_return"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_middle_says_fits_the_smallest_table(lang: str) -> None:
    texts = texts_in(lang)
    codes = [code for code in texts if code.split(".")[0] in {"phase", "turn"} and not texts.fields(code)]
    assert {code: texts(code) for code in codes if width(texts(code)) > 20} == {}
