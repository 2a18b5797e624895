"""What has been played by rank, and the trick step by step, in place of the log and as lines."""

import asyncio
from dataclasses import replace

import pytest

from gouji_tui.cells import line_width
from gouji_tui.game import Game, TableChanged
from gouji_tui.presenter.memory import ladder_rows, memory_rows
from gouji_tui.texts import LANGUAGES, texts_in
from tests.kit.positions import after, position
from tests.tui.local import LocalVisit, at_table
from tests.tui.tables import seen, texts_of
from tests.tui.test_plain_table import Teller, sit

HANDS = ("KK4", "A256", "665", "A27", "887", "779")
TRICK = ("0 play K", "1 play A", "2 pass")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_is_played_mine_or_with_others(lang: str) -> None:
    game = seen(after(position(*HANDS), *TRICK), 1, lang)
    names, played, out = texts_of(memory_rows(game.scene, 62))
    view = game.view
    assert names.split() == ["X", "x", "2", "A", "K", "Q", "J", "10", *"9876543"]
    numbers = [[0 if cell == "-" else int(cell) for cell in row.split()[-15:]] for row in (played, out)]
    assert sum(map(sum, numbers)) + len(view.hand) == 216
    assert numbers[0] == [view.public.played.count(rank) for rank in range(14, -1, -1)]
    assert numbers[0][4] > 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_trick_is_told_step_by_step_with_who_may_still_answer(lang: str) -> None:
    game = seen(after(position(*HANDS), *TRICK), 3, lang)
    rows = ladder_rows(game.scene, 60)
    texts = texts_of(rows)
    assert len(texts) == 3
    assert "K" in texts[0]
    assert "A" in texts[1]
    assert game.scene.who(2) in texts[1]
    assert game.scene.who(3) in texts[2]
    assert {line_width(row) for row in rows} == {60}
    assert len(ladder_rows(seen(position(*HANDS), 0, lang).scene, 60)) == 1


def test_keys_show_it_in_place_of_the_log_and_the_log_again() -> None:
    async def test() -> None:
        async with at_table(after(position(*HANDS), *TRICK), 3) as table:
            await table.press("n")
            assert "Cards played" in table.text
            assert "with others" in table.text
            await table.press("s")
            assert "May still answer: You" in table.text
            assert "Cards played" not in table.text
            await table.press("s")
            assert "The log" in table.text
            assert "May still" not in table.text
            await table.press("n", "pageup")
            assert "The log" in table.text

    asyncio.run(test())


def without(game: Game | None) -> TableChanged:
    """What is told of a table that has the memory off."""
    assert game is not None
    return TableChanged(replace(game.table, memory=False))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_the_table_has_it_off_the_key_says_so_and_opens_nothing(lang: str) -> None:
    async def test() -> None:
        texts = texts_in(lang)
        async with at_table(after(position(*HANDS), *TRICK), 3, lang, (80, 70)) as table:
            await table.press("?")
            assert texts("help.memory")[:12] in table.text
            await table.press("escape")
            table.visit.tell(without(table.visit.game))
            await table.press("n")
            assert texts("note.no_memory") in table.text
            assert f" {texts('memory.title')} " not in table.text
            assert texts("logpage.title") in table.text
            await table.press("?")
            assert texts("help.memory")[:12] not in table.text

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_tell_nothing_of_it_where_the_table_has_it_off(lang: str) -> None:
    texts = texts_in(lang)

    async def test(visit: LocalVisit, tell: Teller) -> None:
        assert len(await tell("memory")) == 3
        assert any("memory" in line for line in await tell("?"))
        visit.tell(without(visit.game))
        for word in ("n", "memory", "记牌"):
            assert await tell(word) == [texts("note.no_memory")]
        assert not any("memory" in line for line in await tell("?"))

    sit(after(position(*HANDS), *TRICK), 3, test, lang)
