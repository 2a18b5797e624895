"""The scores in lines: told at any time, in a round as far as it has come and in the lobby after a game."""

import asyncio
import dataclasses
import re

import pytest

from gouji_core.actions import Begin
from gouji_core.engine import Step, step
from gouji_core.options import Rules, parse_rules
from gouji_core.public import Phase
from gouji_core.seats import NOBODY
from gouji_core.state import State, new_game
from gouji_core.values import replace
from gouji_tui.game import Synced, TableChanged
from gouji_tui.stage import Stage
from gouji_tui.table import Evening, Score
from gouji_tui.texts import LANGUAGES, texts_in
from gouji_tui.typed import read_action
from tests.kit.positions import after, position
from tests.tui.local import LAST_TRICK, LocalVisit, in_lines
from tests.tui.test_plain_table import LAYING, Teller, sit

WORDS = ["scores", "score", "比分", "分数", "ＳＣＯＲＥＳ"]
EVENING = Evening(2, 7, (Score("Ann", -3), Score("老王", 5)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("word", WORDS)
def test_they_are_told_while_the_round_is_played(word: str, lang: str) -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        assert visit.game is not None
        visit.tell(TableChanged(dataclasses.replace(visit.game.table, code="K7QX", evening=EVENING)))
        told = "\n".join(await tell(word))
        texts = texts_in(lang)
        assert told.startswith(texts("score.under_way", round=1, rounds=5))
        first, second = told.index(texts("place.1")), told.index(texts("place.2"))
        assert first < second < told.index(texts("place.none"))
        assert "老王 +5" in told
        assert told.index("老王 +5") < told.index("Ann -3")
        assert texts("score.this_round", scores="")[:4] not in told

    sit(LAST_TRICK, 0, test, lang)


TELLING = {"hint", "list", "hand", "table", "log", "scores", "report", "trick", "settings", "rules", "memory"}


def test_what_the_help_names_in_chinese_can_be_typed_in_chinese() -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        texts = texts_in("zh")
        named = texts("plain.help", memory=texts("plain.help_memory"))
        # The first is what the word is; behind some there are examples.
        pairs = dict(reversed(re.findall("([a-z]+) ([\u4e00-\u9fa5]+)", named)))
        assert set(pairs) > TELLING
        assert visit.game is not None
        for word, chinese in pairs.items():
            if word in TELLING:
                told = await tell(word)
                assert told, word
                assert await tell(chinese) == told
            elif word in {"pass", "yield", "claim", "decline"}:
                assert read_action(visit.game, chinese) == read_action(visit.game, word)

    sit(LAYING, 0, test, "zh")


def test_the_score_of_the_evening_is_told_once_it_has_the_round() -> None:
    async def test() -> None:
        said: list[str] = []
        visit = LocalVisit(LAST_TRICK, 0, texts_in("en"))
        async with in_lines(visit, said):
            assert visit.game is not None
            for rounds in (0, 1, 1, 2, 2):
                evening = Evening(0, rounds, EVENING.people)
                visit.tell(TableChanged(dataclasses.replace(visit.game.table, code="K7QX", evening=evening)))
            told = [line for line in said if "老王 +5" in line]
            assert told == [f"So far, games: 0, rounds: {rounds}.  老王 +5  Ann -3" for rounds in (1, 2)]

    asyncio.run(test())


def test_they_are_told_in_the_lobby_after_the_game() -> None:
    async def test() -> None:
        said: list[str] = []
        visit = LocalVisit(LAST_TRICK, 0, texts_in("en"))
        async with in_lines(visit, said) as table:
            assert visit.game is not None
            view = visit.game.view
            visit.game.take(Synced(replace(view, public=replace(view.public, phase=Phase.GAME_OVER))))
            visit.to_lobby()
            said.clear()
            table.line("scores")
            assert said[0] == "The game is over after round 1 of 5"
            assert visit.stage is Stage.WAIT

    asyncio.run(test())


def begun(rules: Rules) -> State:
    """A game whose first round has just begun."""
    result = step(new_game(rules), NOBODY, Begin())
    assert isinstance(result, Step)
    return result.state


BEGUN = begun(parse_rules("online"))
"""A round whose cards are not dealt yet, for the calls come first."""
OUT = after(position("A", "3344", "3344", "3344", "3344", "3344"), "0 play A")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("state", "message"), [(BEGUN, "hand.undealt"), (OUT, "plain.no_hand")])
def test_a_hand_without_cards_says_why(state: State, message: str, lang: str) -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        assert await tell("hand") == [texts_in(lang)(message)]

    sit(state, 0, test, lang)
