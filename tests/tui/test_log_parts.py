"""The log in parts: what was played, what the rules made of it, what was said; on its page and in lines."""

import asyncio
from itertools import pairwise

import pytest

from gouji_core.actions import Play
from gouji_core.cards import parse_cards
from gouji_tui.presenter.sieve import Sieve
from gouji_tui.screens.pages import LogPage
from gouji_tui.screens.table import TableScreen
from gouji_tui.talk import Said
from gouji_tui.texts import LANGUAGES
from tests.kit.positions import position
from tests.tui.local import LAST_TRICK, LocalVisit, Table, at_table, end_round, settled
from tests.tui.tables import seen
from tests.tui.test_plain_table import Teller, sit

PLAYED, RULED, TALKED = "77", "R8.1", "good evening"


async def filled(table: Table) -> None:
    """Plays a trick that ends the round and lets somebody talk; then opens the log."""
    assert table.visit.game is not None
    table.visit.play(5, Play(parse_cards("77")))
    table.visit.game.hear(Said("Ann", TALKED, 1))
    await end_round(table)
    await table.press("escape")
    await settled(table.pilot)
    await table.press("l")
    await settled(table.pilot)
    assert isinstance(table.app.screen, LogPage)


def lines(table: Table) -> str:
    """Returns the log without the foot of its page."""
    return table.text.rpartition("\n")[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tab_goes_through_the_parts_and_back(lang: str) -> None:
    async def test() -> None:
        async with at_table(LAST_TRICK, 3, lang, (120, 40)) as table:
            await filled(table)
            texts, found = table.app.texts, dict[Sieve, tuple[bool, bool, bool]]()
            for sieve in Sieve:
                assert texts("logpage.keys", shown=texts(f"logpage.{sieve}")) in table.text
                shown = lines(table)
                found[sieve] = (PLAYED in shown, RULED in shown, TALKED in shown)
                await table.press("tab")
            assert found == {
                Sieve.ALL: (True, True, True),
                Sieve.PLAYS: (True, False, False),
                Sieve.RULES: (False, True, False),
                Sieve.TALK: (False, False, True),
            }
            assert texts("logpage.keys", shown=texts("logpage.all")) in table.text
            await table.press("up", "up", "shift+tab")
            assert lines(table).count(TALKED) == 1
            assert "> " in lines(table)
            await table.press("l")
            assert isinstance(table.app.screen, TableScreen)

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_part_with_nothing_in_it_says_so(lang: str) -> None:
    async def test() -> None:
        async with at_table(LAST_TRICK, 3, lang) as table:
            await table.press("l", "shift+tab")
            await settled(table.pilot)
            assert table.app.texts("logpage.none") in table.text
            await table.press("w", "escape", "up", "down")

    asyncio.run(test())


@pytest.mark.parametrize(
    ("word", "there"),
    [("log", (True, True)), ("l", (True, True)), ("log plays", (True, False)), ("log talk", (False, True)),
     ("log talk only", (False, True)), ("log rules", (False, False))],
)  # fmt: skip
def test_a_word_tells_a_part_in_lines(word: str, there: tuple[bool, bool]) -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        assert visit.game is not None
        visit.game.hear(Said("Ann", TALKED, 1))
        visit.play(0, Play(parse_cards("4")))
        await tell("hand")
        said = await tell(word)
        assert (any("You 4" in line for line in said), any(TALKED in line for line in said)) == there

    sit(position("KKA4", "AA6", "665", "AA7", "887", "779"), 0, test)


def test_no_other_word_is_a_part_of_the_log() -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        assert "log words" in (await tell("log words"))[0]

    sit(position("KKA4", "AA6", "665", "AA7", "887", "779"), 0, test)


def test_every_line_is_in_all_and_in_one_other_part() -> None:
    parts = list(Sieve)
    assert [one.beside(1) for one in parts] == [*parts[1:], parts[0]]
    assert all(later.beside(-1) is one for one, later in pairwise(parts))
    game = seen(position("KKA4", "AA6", "665", "AA7", "887", "779"))
    game.hear(Said("Ann", TALKED, 1))
    for entry in game.told():
        assert Sieve.ALL.lets(entry)
        assert sum(sieve.lets(entry) for sieve in parts[1:]) == 1


def test_a_part_with_nothing_in_it_says_so_in_lines_too() -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        assert await tell("log talk") == ["There is nothing of this yet."]

    sit(position("KKA4", "AA6", "665", "AA7", "887", "779"), 0, test)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_the_part_shown_and_the_way_back_are_told_where_there_is_little_room(
    lang: str, size: tuple[int, int]
) -> None:
    async def test() -> None:
        async with at_table(position("KK", "A5", "66", "AA", "88", "77", leader=0), 0, lang, size) as table:
            await table.press("l")
            await settled(table.pilot)
            texts = table.app.texts
            for sieve in Sieve:
                foot = table.text.strip().splitlines()[-1]
                assert texts("turn.you") in foot
                assert f"Tab {'分类（' if lang == 'zh' else 'parts ('}{texts(f'logpage.{sieve}')}" in foot
                assert foot.rstrip().endswith("Esc 返回" if lang == "zh" else "Esc goes back")
                await table.press("tab")

    asyncio.run(test())
