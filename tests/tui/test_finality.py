"""What cannot be undone is asked once more, with keys and with lines, and nothing else is."""

import asyncio
import random
from dataclasses import replace

import pytest

from gouji_core.actions import Action, Burn, Head, Play, Revolt, TableAction
from gouji_core.cards import parse_cards
from gouji_core.options import parse_rules
from gouji_core.state import State
from gouji_core.views import view_of
from gouji_tui.cells import line_width
from gouji_tui.finality import Final, finality
from gouji_tui.game import Game
from gouji_tui.keys import read_key
from gouji_tui.presenter.prompt import prompt_rows
from gouji_tui.settings import Settings
from gouji_tui.texts import LANGUAGES, texts_in
from tests.kit.games import play
from tests.kit.positions import after, position
from tests.tui.local import LocalVisit, at_table
from tests.tui.tables import seen, texts_of, type_keys
from tests.tui.test_plain_table import Teller, sit

REST = ("AA56", "665", "AA7", "887", "779")
DUTY = position("xx5567", *REST, burner={"seat": 0, "burnt": 1})
THIRD = position("AAKK345", "34", "34", "", "34", "34", revolted=3, free_left=1)
SECOND = position("AAKK345", "34", "34", "", "34", "34", revolted=3, free_left=2)


def careful(state: State, seat: int = 0, lang: str = "en") -> Game:
    game = seen(state, seat, lang)
    game.confirm = True
    return game


@pytest.mark.parametrize(
    ("state", "seat", "cards", "final"),
    [
        (DUTY, 0, "x55", None),
        (DUTY, 0, "xx55", Final.DUTY),
        (DUTY, 0, "xx", Final.DUTY),
        (DUTY, 0, "x5", Final.DUTY),
        (THIRD, 0, "AA", Final.THIRD),
        (THIRD, 0, "3", None),
        (SECOND, 0, "AA", None),
        (position("xx5567", *REST), 0, "xx", None),
    ],
)
def test_a_play_is_final_when_it_breaks_a_duty_or_is_the_last_free_gouji(
    state: State, seat: int, cards: str, final: Final | None
) -> None:
    assert finality(seen(state, seat).view, Play(parse_cards(cards))) is final


def test_a_duty_that_is_broken_already_breaks_no_more() -> None:
    broken = position("x34567", *REST, burner={"seat": 0, "burnt": 1})
    assert finality(seen(broken).view, Play(parse_cards("x3"))) is None


def test_the_last_free_gouji_that_empties_the_hand_makes_nobody_headless() -> None:
    state = position("AA", "34", "34", "", "34", "34", revolted=3, free_left=1)
    assert finality(seen(state).view, Play(parse_cards("AA"))) is None


def test_the_last_free_gouji_is_final_in_a_burn_as_well() -> None:
    state = after(position("KK4", "XXAA34", "665", "AA7", "", "779", revolted=4, free_left=1), "0 play KK")
    assert finality(seen(state, 1).view, Burn(parse_cards("XX"))) is Final.THIRD


def test_hardly_any_act_of_a_game_is_asked_about() -> None:
    moments = [*play(parse_rules("online+rounds=1"), random.Random(3))]
    found = [
        finality(view_of(state, seat), action)
        for state, seat, action, _ in moments
        if seat >= 0 and not isinstance(action, TableAction)
    ]
    assert len(found) > 100
    assert len(found) - found.count(None) <= 2


def test_the_same_key_once_more_does_it_and_escape_takes_only_the_question_back() -> None:
    game = careful(DUTY)
    assert type_keys(game, "xx55\r") == []
    assert game.desk.asks_if_sure
    game.key(read_key("escape", "\x1b"))
    assert not game.desk.asks_if_sure
    assert game.desk.chosen == parse_cards("xx55")
    assert type_keys(game, "\r") == []
    assert type_keys(game, "\r") == [Play(parse_cards("xx55"))]


def test_other_cards_are_asked_about_anew() -> None:
    game = careful(DUTY)
    assert type_keys(game, "xx55\ru") == []
    assert not game.desk.asks_if_sure
    assert type_keys(game, "\r") == []
    assert type_keys(game, "5\r") == []
    assert type_keys(game, "\r") == [Play(parse_cards("xx55"))]


def test_the_question_is_about_the_cards_it_was_asked_for() -> None:
    game = careful(DUTY)
    assert type_keys(game, "xx55\r") == []
    game.desk = replace(game.desk, chosen=parse_cards("xx"))
    assert type_keys(game, "\r") == []
    assert type_keys(game, "\r") == [Play(parse_cards("xx"))]


def test_nothing_is_asked_where_that_is_not_wanted() -> None:
    assert type_keys(seen(DUTY), "xx55\r") == [Play(parse_cards("xx55"))]


def test_an_illegal_play_is_refused_and_not_asked_about() -> None:
    game = careful(DUTY)
    assert type_keys(game, "7\r") == []
    assert game.desk.note is not None
    assert game.desk.note.refusal is not None


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("state", "keys", "final"), [(DUTY, "xx55", Final.DUTY), (THIRD, "aa", Final.THIRD)])
def test_the_prompt_says_what_it_means_with_its_clause(
    lang: str, state: State, keys: str, final: Final
) -> None:
    game = careful(state, lang=lang)
    type_keys(game, keys + "\r")
    rows = texts_of(prompt_rows(game.scene, game.desk, 60))
    texts = texts_in(lang)
    assert [row.strip() for row in rows] == [texts(final), texts(f"{final}_why"), texts("sure.keys")]
    assert all("R" in row for row in rows[:2])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", [*Final, *(f"{final}_why" for final in Final), "sure.keys"])
def test_every_question_fits_the_smallest_table(lang: str, code: str) -> None:
    scene = seen(DUTY, lang=lang).scene
    assert line_width(scene.line(code)) <= 60


@pytest.mark.parametrize(("word", "presses"), [("on", 2), ("off", 1)])
def test_the_table_asks_as_the_settings_say(word: str, presses: int) -> None:
    async def test() -> None:
        async with at_table(DUTY) as table:
            table.app.choose(Settings(lang="en", confirm=word))
            await table.press("x", "x", "5", "5")
            for number in range(presses):
                assert table.visit.sent == []
                assert ("Break the burn" in table.text) is (number > 0)
                await table.press("enter")
            assert table.visit.sent == [Play(parse_cards("xx55"))]

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_ask_once_more_too(lang: str) -> None:
    texts = texts_in(lang)

    async def test(visit: LocalVisit, tell: Teller) -> None:
        said = await tell("xx55")
        assert said == [texts("sure.duty"), texts("sure.duty_why"), texts("plain.sure")]
        said = await tell("xx")
        assert said[0] == texts("sure.duty")
        assert (await tell("xx55"))[0] == texts("sure.duty")
        await tell("hand")
        assert visit.sent == []
        await tell("xx55")
        assert visit.sent == [Play(parse_cards("xx55"))]

    sit(DUTY, 0, test, lang, confirm=True)


def test_lines_do_it_at_once_where_that_is_wanted() -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        await tell("xx55")
        assert visit.sent == [Play(parse_cards("xx55"))]

    sit(DUTY, 0, test)


@pytest.mark.parametrize(("action", "final"), [(Revolt(True), Final.REVOLT), (Head(False), Final.HEAD)])
def test_revolution_and_the_head_are_final(action: Action, final: Final) -> None:
    view = seen(DUTY).view
    assert finality(view, action) is final
    opposite = Revolt(False) if isinstance(action, Revolt) else Head(True)
    assert finality(view, opposite) is None
