"""The pace of bots: quicker on a key or a word and back, at once in a game alone; a server has its own."""

import asyncio
import json
from pathlib import Path

import pytest

from gouji_core.actions import Pass, Play
from gouji_core.cards import parse_cards
from gouji_tui.look import Chosen
from gouji_tui.plan import Plan, SoloOptions
from gouji_tui.settings import CHOICES, Settings, read_settings
from gouji_tui.texts import LANGUAGES, texts_in
from tests.e2e.terminal import Terminal, gouji
from tests.kit.positions import after, position
from tests.tui.local import LocalVisit, at_table, in_lines, settled

HANDS = ("KKA4", "AA6", "665", "AA7", "887", "779")
ASKED = after(position(*HANDS, leader=5), "5 play 7")
WAITING = position("KKA4", "AA6", "665", "AA7", "887", "7799", leader=4)
BOTS_FIRST = {"id": "x", "rules": "online", "steps": [], "start": {"hands": list(HANDS), "leader": 4}}
NEVER = ("--pace", "60", "--window", "0", "--lang", "en")
"""Bots that take longer for one decision than a test for all of it."""


def alone() -> tuple[Plan, list[float]]:
    """Returns the plan of a game alone, and the paces that its server is told."""
    solo, told = SoloOptions(), list[float]()
    solo.tempo.follow(told.append)
    return Plan(solo=solo), told


def test_the_paces_go_round_from_slow_to_quick() -> None:
    paces = list(CHOICES["pace"])
    assert [Settings(pace=pace).next_pace for pace in paces] == ["slow", "quick", "normal"]
    seconds = [Settings(pace=pace).seconds for pace in paces]
    assert seconds == sorted(seconds)


def test_a_server_that_comes_up_is_told_what_was_chosen_before() -> None:
    solo, told = SoloOptions(), list[float]()
    solo.tempo.take(0.1)
    solo.tempo.follow(told.append)
    solo.tempo.take(2.5)
    assert told == [0.1, 2.5]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", ["plus", "equals_sign"])
def test_a_key_makes_bots_quicker_at_once_and_slow_again(lang: str, key: str) -> None:
    async def test() -> None:
        async with at_table(ASKED, lang=lang) as table:
            table.visit.plan, told = alone()
            texts = table.app.texts
            await table.press("k", "k")
            for pace in ("quick", "slow", "normal"):
                await table.press(key)
                assert table.app.settings.pace == pace
                assert texts(f"note.pace_{pace}") in table.text
                assert "+" in texts(f"note.pace_{pace}")
            assert told == [0.1, 2.5, 0.8]
            assert "KK" in table.text
            table.app.choose(Settings(lang=lang, pace="quick"))
            assert told[-1] == 0.1

    asyncio.run(test())


def test_the_pace_can_be_read_though_the_bots_act_at_once() -> None:
    async def test() -> None:
        async with at_table(WAITING) as table:
            table.visit.plan, _ = alone()
            await table.press("plus")
            table.visit.play(4, Play(parse_cards("7")))
            table.visit.play(5, Play(parse_cards("9")))
            await settled(table.pilot)
            assert "The bots are quick now" in table.text
            assert "Your turn" in table.text
            await table.press("left")
            assert "The bots are quick now" not in table.text

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_at_a_server_the_key_says_whose_the_pace_is(lang: str) -> None:
    async def test() -> None:
        async with at_table(ASKED, lang=lang) as table:
            await table.press("plus")
            assert table.app.texts("note.pace_server") in table.text
            assert table.app.settings.pace == "normal"
            # Also when the game goes on before it is read.
            table.visit.play(0, Pass())
            await table.pilot.pause()
            assert table.app.texts("note.pace_server") in table.text

    asyncio.run(test())


@pytest.mark.parametrize(("lang", "word"), [("en", "pace"), ("en", "+"), ("zh", "快慢"), ("zh", "＋")])
def test_a_word_does_it_in_lines(lang: str, word: str, tmp_path: Path) -> None:
    async def test() -> None:
        file, said = tmp_path / "settings.toml", list[str]()
        for plan, told in (alone(), (Plan(), [])):
            texts = texts_in(lang)
            visit = LocalVisit(ASKED, 0, texts)
            visit.plan = plan
            async with in_lines(visit, said, lang, Chosen(Settings(lang=lang), file)) as table:
                said.clear()
                table.line(word)
                if plan.solo is None:
                    assert said == [texts("note.pace_server")]
                    continue
                assert said == [texts("note.pace_quick")]
                assert read_settings(file) == (Settings(lang=lang, pace="quick"), None)
                table.line("set pace slow")
                assert told == [0.1, 2.5]

    asyncio.run(test())


def written(folder: Path) -> str:
    file = folder / "position.json"
    file.write_text(json.dumps(BOTS_FIRST), "utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("options", "typed"), [((), ("+", "\x11\r")), (("--plain",), ("pace\r", "quit\r"))], ids=["key", "word"]
)
def test_in_a_game_alone_the_bot_that_thinks_acts_at_once(
    tmp_path: Path, options: tuple[str, ...], typed: tuple[str, str]
) -> None:
    environment = {"XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    command = gouji("play", "--position", written(tmp_path), *NEVER, *options)
    with Terminal(command, environment=environment) as terminal:
        terminal.until("Another player leads" if not options else "Setting the table")
        terminal.press(typed[0])
        terminal.until("The bots are quick now")
        terminal.until("Your hand" if options else "Your turn")
        terminal.press(typed[1])
        assert terminal.wait() == 0
