"""Letters of an input method: kept in passwords and chat, the plain ones in addresses and codes."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from textual import events

from gouji_core.record import format_record
from gouji_tui.app import GoujiApp
from gouji_tui.desk import Desk
from gouji_tui.hall import Come
from gouji_tui.letters import folded, is_letter
from gouji_tui.look import Look
from gouji_tui.replay.finding import find_record
from gouji_tui.talking import letter
from gouji_tui.texts import texts_in
from tests.e2e.terminal import Terminal, gouji
from tests.kit.records import played
from tests.tui.local import settled
from tests.tui.test_hall_keys import A, at_hall

WIDE = "ｂｏｘ．ｌａｎ：４２１６\u3000"


@pytest.mark.parametrize(
    ("typed", "counts"),
    [("a", True), ("ａ", True), ("麻", True), (" ", True), ("\u3000", True), ("\x00", False),
     ("\u200b", False), ("\u2028", False), ("", False), ("ab", False)],
)  # fmt: skip
def test_what_counts_as_a_letter(typed: str, counts: bool) -> None:
    assert is_letter(typed) is counts


@pytest.mark.parametrize(
    ("typed", "meant"),
    [(WIDE, "box.lan:4216"), ("１９２。１６８。１。９", "192.168.1.9"), (" K7QX ", "K7QX"), ("吴克", "吴克")],
)
def test_addresses_and_codes_are_folded(typed: str, meant: str) -> None:
    assert folded(typed) == meant


def test_an_address_typed_by_an_input_method_is_the_plain_one() -> None:
    async def test() -> None:
        app = GoujiApp(Look("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            await pilot.press("down", "down", "enter")
            app.post_message(events.Paste(WIDE))
            await settled(pilot)
            await pilot.press("enter")
            await settled(pilot)
            assert app.visit is not None
            assert app.visit.plan.address == "box.lan:4216"
            app.visit.leave()

    asyncio.run(test())


def test_a_code_typed_by_an_input_method_is_the_plain_one() -> None:
    async def test() -> None:
        async with at_hall(A) as (visit, table):
            await table.press("c", *"ｋ７ｑｘ", "enter")
            assert await visit.wanted() == Come("K7QX")

    asyncio.run(test())


def test_a_game_may_be_named_in_wide_letters_but_a_file_is_what_is_called_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    record = played("online", 1)
    Path("Ｋ７ＱＸ").write_text(format_record(record), "utf-8")
    assert asyncio.run(find_record("Ｋ７ＱＸ", "", texts_in("en"))) == record


def test_chat_keeps_wide_blanks() -> None:
    desk = replace(Desk(), typed="你")
    assert letter(desk, "ideographic_space", "\u3000").desk.typed == "你\u3000"


def test_a_real_terminal_sends_wide_letters_for_an_address() -> None:
    with Terminal(gouji("--lang", "en")) as terminal:
        terminal.until("Quit")
        terminal.press("3")
        terminal.until("Enter connects")
        terminal.press("ｂｏｘ\u3000ｎｏｗｈｅｒｅ")
        terminal.until("ｂｏｘ\u3000ｎｏｗｈｅｒｅ")
        terminal.press("\r")
        terminal.until("cannot read the address box")
        terminal.press("\x11")
        assert terminal.wait() == 0
