"""Pages over a table that waits: each opens by its key, and going back changes nothing."""

import asyncio

import pytest

from gouji_core.public import Ask
from gouji_tui.learning.glossary_page import GlossaryPage
from gouji_tui.screens.base import Page
from gouji_tui.screens.boss import BossScreen
from gouji_tui.screens.keys import KeysPage
from gouji_tui.screens.pages import HelpPage, LogPage
from gouji_tui.screens.rules import RulesPage
from gouji_tui.screens.settings import SettingsPage
from gouji_tui.screens.table import TableScreen
from tests.tui.local import at_table, dump, settled
from tests.tui.test_every_ask import moments

PAGES: tuple[tuple[tuple[str, ...], type[Page]], ...] = (
    (("comma",), SettingsPage),
    (("f3", "up", "up", "enter"), KeysPage),
    (("question_mark",), HelpPage),
    (("w",), RulesPage),
    (("w", "tab"), GlossaryPage),
    (("l",), LogPage),
    (("grave_accent",), BossScreen),
)


ASKED = (Ask.CALL_BEFORE, Ask.TRIBUTE, Ask.REVOLUTION, Ask.LAST_WORD, Ask.BURN, Ask.ORDER)
"""Choices, cards, and both: the prompts differ in what they keep on the desk."""


@pytest.mark.parametrize("ask", ASKED)
def test_pages_open_over_what_is_asked_and_leave_it_as_it_was(ask: Ask) -> None:
    async def test() -> None:
        state, seat = moments()[ask][0]
        async with at_table(state, seat) as table:
            await table.press("tab")
            before = dump(table.app)
            assert isinstance(table.app.screen, TableScreen)
            for keys, page in PAGES:
                for key in keys:
                    await table.press(key)
                    await settled(table.pilot)
                assert isinstance(table.app.screen, page), (ask, keys)
                # What is asked is told on each page, but not to who looks over one's shoulder.
                assert (table.app.texts("turn.you") in table.text) == (page is not BossScreen), (ask, keys)
                while len(table.app.screen_stack) > 2:
                    await table.press("escape")
                    await settled(table.pilot)
                assert dump(table.app) == before, (ask, keys)
            assert table.visit.sent == []

    asyncio.run(test())
