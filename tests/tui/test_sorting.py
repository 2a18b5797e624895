"""The order of the hand: turned round by a key, followed by the arrows, kept in the settings."""

import asyncio
from pathlib import Path

import pytest

from gouji_core.cards import parse_cards
from gouji_tui.app import GoujiApp
from gouji_tui.desk import Wish
from gouji_tui.game import Game
from gouji_tui.keys import read_key
from gouji_tui.look import Chosen, Look
from gouji_tui.settings import Settings, read_settings
from gouji_tui.texts import texts_in
from tests.kit.positions import position
from tests.tui.local import LocalVisit, at_table, dump, rows_of, settled
from tests.tui.tables import seen
from tests.tui.test_plain_table import Teller, sit

HANDS = ("Xx22KTT4", "AA56", "665", "AA7", "887", "779")
HIGH = ["X", "x", "2", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3"]


def ranks(text: str) -> list[str]:
    """Returns the ranks of the hand as they stand on the screen."""
    row = next(
        row
        for row in reversed(text.splitlines())
        if {"X", "10", "3"} <= set(row.replace("[", " ").replace("]", " ").split())
    )
    return row.replace("[", " ").replace("]", " ").split()


def arrows(game: Game, *keys: str) -> int:
    for key in keys:
        game.key(read_key(key, None))
    return game.desk.cursor


def test_a_key_turns_the_hand_round_and_back() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            assert ranks(table.text) == HIGH
            await table.press("f")
            assert ranks(table.text) == HIGH[::-1]
            assert table.app.settings.order == "low"
            await table.press("F")
            assert ranks(table.text) == HIGH

    asyncio.run(test())


def test_counts_and_cards_chosen_go_with_their_rank() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("f", "t", "t", "k")
            names, counts, chosen = (row.ljust(80) for row in table.text.splitlines()[-6:-3])
            ten, king = names.index("10"), names.index("[K]") + 1
            assert counts[ten - 1 : ten + 2].strip() == "2"
            assert chosen[ten - 1 : ten + 2].strip() == "+2"
            assert counts[king - 1 : king + 2].strip() == "1"

    asyncio.run(test())


def test_the_arrows_go_where_they_point() -> None:
    game = seen(position(*HANDS))
    assert HIGH[::-1][arrows(game, "right")] == "x"
    game.rising = True
    assert HIGH[::-1][arrows(game, "left")] == "2"
    assert HIGH[::-1][arrows(game, "right", "right")] == "X"
    assert HIGH[::-1][arrows(game, "right")] == "4"
    assert HIGH[::-1][arrows(game, "left")] == "X"


def test_the_key_changes_nothing_of_the_game() -> None:
    game = seen(position(*HANDS))
    game.key(read_key("t", "t"))
    step = game.key(read_key("f", "f"))
    assert (step.wish, step.action) == (Wish.SORT, None)
    assert game.desk.chosen == parse_cards("T")


def test_the_order_is_kept_for_the_next_game_and_the_next_start(tmp_path: Path) -> None:
    async def test() -> None:
        file = tmp_path / "settings.toml"
        app = GoujiApp(Look("en", chosen=Chosen(Settings(), file)))
        async with app.run_test(size=(80, 24)) as pilot:
            for state in (position(*HANDS), position(*HANDS)):
                app.go_to(LocalVisit(state, 0, texts_in("en")))
                await settled(pilot)
                if app.settings.order == "high":
                    await pilot.press("f")
                    await settled(pilot)
                assert ranks("\n".join(rows_of(app))) == HIGH[::-1]
        assert read_settings(file) == (Settings(order="low"), None)

    asyncio.run(test())


def test_a_small_window_follows_the_order() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS), size=(40, 12)) as table:
            assert "X x 22 K 10 10 4" in table.text
            await table.press("f")
            assert "4 10 10 K 22 x X" in table.text

    asyncio.run(test())


@pytest.mark.parametrize(
    ("words", "order"), [("set order low", "4 10 10 K 22 x X"), ("hand", "X x 22 K 10 10 4")]
)
def test_lines_follow_the_order(words: str, order: str) -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        await tell(words)
        assert await tell("hand") == [f"Your hand: {order} (8)"]

    sit(position(*HANDS), 0, test)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_the_table_with_low_cards_first(snapshot: object, lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        async with at_table(position(*HANDS), 0, lang, size) as table:
            await table.press("f", "t", "t")
            assert dump(table.app) == snapshot

    asyncio.run(test())
