"""The hands of partners, shown to who is out where the table has it so: on the screen and in lines."""

import asyncio
from dataclasses import replace

import pytest

from gouji_core.cards import Cards, parse_cards
from gouji_core.state import State
from gouji_tui.game import Game, TableChanged
from gouji_tui.presenter.scene import show_cards
from gouji_tui.texts import LANGUAGES, texts_in
from tests.kit.positions import after, position
from tests.tui.local import LocalVisit, at_table
from tests.tui.test_plain_table import Teller, sit

HANDS = ("X", "5577", "X2277", "666", "TTT4", "88")
SHOWN = ((2, parse_cards("X2277")), (4, parse_cards("TTT4")))


def out() -> State:
    """Returns a position in which seat 0 has played its last card."""
    return after(position(*HANDS), "0 play X")


def shown(game: Game | None, hands: tuple[tuple[int, Cards], ...] = SHOWN) -> TableChanged:
    assert game is not None
    return TableChanged(replace(game.table, hands=hands))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_they_stand_where_the_own_hand_stood(lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        async with at_table(out(), 0, lang, size) as table:
            assert table.text.split().count("-") == 15, "an empty hand"
            table.visit.tell(shown(table.visit.game))
            await table.press("l", "escape")
            rows = [row.split() for row in table.text.splitlines()]
            counts = [row for row in rows if len(row) == 15 and set(row) <= {*"-123456789"}]
            #            X    x    2    A    K    Q    J    10   9    8    7    6    5    4    3
            assert counts == [
                ["1", "-", "2", "-", "-", "-", "-", "-", "-", "-", "2", "-", "-", "-", "-"],
                ["-", "-", "-", "-", "-", "-", "-", "3", "-", "-", "-", "-", "-", "1", "-"],
            ]
            assert table.visit.game is not None
            texts, scene = texts_in(lang), table.visit.game.scene
            names = texts("hand.mates_and").join(map(scene.name, (2, 4)))
            assert texts("hand.mates", who=names) in table.text
            table.visit.tell(shown(table.visit.game, ()))
            await table.press("l", "escape")
            assert table.text.split().count("-") == 15

    asyncio.run(test())


def test_who_still_plays_sees_the_own_hand() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS), 1) as table:
            before = table.text
            table.visit.tell(shown(table.visit.game))
            await table.press("l", "escape")
            assert table.text == before

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_tell_them_on_request(lang: str) -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        assert await tell("hand") == [texts_in(lang)("plain.no_hand")]
        visit.tell(shown(visit.game))
        first, second = await tell("hand")
        assert show_cards(parse_cards("77")) in first
        assert first.endswith(("(5)", "（5）"))
        assert show_cards(parse_cards("TTT")) in second

    sit(out(), 0, test, lang)
