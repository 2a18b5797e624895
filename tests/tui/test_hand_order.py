"""Wherever a hand is shown it lies as it is wanted, high cards first or low ones; a combo reads as always."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from gouji_core.cards import parse_cards
from gouji_tui.app import GoujiApp
from gouji_tui.cells import text_of
from gouji_tui.commands import main
from gouji_tui.learning.pages import PracticePage
from gouji_tui.learning.puzzles import puzzles
from gouji_tui.look import Chosen, Look
from gouji_tui.presenter.hand import chosen_line, hand_text
from gouji_tui.presenter.memory import ladder_rows, memory_rows
from gouji_tui.presenter.scores import score_rows
from gouji_tui.replay.film import Film
from gouji_tui.replay.lines import tell
from gouji_tui.screens.pages import ScorePage
from gouji_tui.settings import Settings, settings_file, write_settings
from gouji_tui.texts import texts_in
from tests.kit.positions import after, position
from tests.kit.records import played
from tests.tui.local import LocalVisit, at_table, rows_of, settled
from tests.tui.tables import seen, texts_of
from tests.tui.test_plain_table import Teller, sit

HAND = "Xx22KTT4"
HIGH, LOW = "X x 22 K 10 10 4", "4 10 10 K 22 x X"
TABLE = position(HAND, "AA56", "665", "AA7", "887", "779")
OPENED = (parse_cards(HAND), *map(parse_cards, ("A5", "65", "A7", "87", "79")))
ORDERS = [(Settings(lang="en"), HIGH), (Settings(lang="en", order="low"), LOW)]


@pytest.mark.parametrize(
    ("rising", "room", "text"),
    [
        (False, 200, HIGH),
        (True, 200, LOW),
        (False, 15, "X x 22 K 10*2 4"),
        (True, 15, "4 10*2 K 22 x X"),
        (True, 10, "4 10*2 K.."),
    ],
)
def test_a_hand_in_a_line(rising: bool, room: int, text: str) -> None:
    assert hand_text(parse_cards(HAND), rising=rising, room=room) == text


@pytest.mark.parametrize(("settings", "hand"), ORDERS)
def test_hands_laid_open_and_cards_that_came(settings: Settings, hand: str) -> None:
    game = seen(TABLE)
    game.heed(settings)
    game.got = parse_cards(HAND)
    assert hand in "\n".join(texts_of(score_rows(game.scene, OPENED)))
    assert hand in "\n".join(texts_of(score_rows(game.scene, OPENED, 44)))
    assert hand in text_of(chosen_line(game.scene, game.desk, 40))


@pytest.mark.parametrize(("order", "first"), [("high", "X  x  2"), ("low", "3  4  5")])
def test_what_was_played_stands_rank_by_rank_as_the_hand(order: str, first: str) -> None:
    game = seen(after(TABLE, "0 play X22"))
    game.heed(Settings(order=order))
    names, counts, _ = texts_of(memory_rows(game.scene, 80))
    assert names.strip().startswith(first)
    assert dict(zip(names.split(), counts.split()[-15:], strict=True))["2"] == "2"


def test_the_ladder_writes_tens_as_the_rest_of_the_table() -> None:
    game = seen(after(TABLE, "0 play TT"))
    assert "10 10" in texts_of(ladder_rows(game.scene, 80))[0]


@pytest.mark.parametrize(("keys", "hand"), [((), HIGH), (("f",), LOW)])
def test_the_place_table_follows_the_key_of_the_table(keys: tuple[str, ...], hand: str) -> None:
    async def test() -> None:
        async with at_table(TABLE, 1, size=(80, 40)) as table:
            await table.press(*keys)
            game = table.visit.game
            assert game is not None
            game.hands = OPENED
            table.app.push_screen(ScorePage(game))
            await settled(table.pilot)
            assert hand in table.text

    asyncio.run(test())


@pytest.mark.parametrize(("settings", "hand"), ORDERS)
def test_partners_in_lines(settings: Settings, hand: str) -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        await tell(f"set order {settings.order}")
        assert visit.game is not None
        visit.game.table = replace(visit.game.table, hands=((2, parse_cards(HAND)),))
        assert hand in (await tell("hand"))[0]
        visit.game.hands = OPENED
        assert hand in "\n".join(await tell("scores"))

    sit(position("", "A5", "65", "A7", "87", "79", leader=1, places={"0": 1}), 0, test)


@pytest.mark.parametrize("settings", [settings for settings, _ in ORDERS])
def test_a_replay_on_the_screen_and_in_lines(settings: Settings) -> None:
    film = Film(played("online", 1))
    start = film.next_trick(0)
    hand = film.moments[start].state.hands[0]
    text = hand_text(hand, rising=settings.rising)
    assert any(text in line for line in tell(film, texts_in("en"), rising=settings.rising))

    async def test() -> None:
        app = GoujiApp(Look("en", chosen=Chosen(settings)), None, film)
        async with app.run_test(size=(120, 40)) as pilot:
            await settled(pilot)
            await pilot.press("pagedown")
            await settled(pilot)
            assert text in "\n".join(rows_of(app))
            app.choose(replace(settings, order="high" if settings.rising else "low"))
            await pilot.press("right", "left")
            await settled(pilot)
            assert hand_text(hand, rising=not settings.rising) in "\n".join(rows_of(app))

    asyncio.run(test())


@pytest.mark.parametrize("settings", [settings for settings, _ in ORDERS])
def test_a_practice_position_on_its_page_in_lines_and_by_command(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    write_settings(settings_file(), settings)
    hands = puzzles()[0].position.state.hands
    text = hand_text(max(hands, key=lambda hand: len(set(hand.ranks()))), rising=settings.rising)
    assert " " in text
    assert text in CliRunner().invoke(main, ["practice", "1", "--solution"]).stdout

    async def test() -> None:
        app = GoujiApp(Look("en", chosen=Chosen(settings)))
        async with app.run_test(size=(100, 30)) as pilot:
            await settled(pilot)
            app.push_screen(PracticePage(puzzles()[0]))
            await settled(pilot)
            assert text in "\n".join(rows_of(app))

    asyncio.run(test())
