"""A page that is searched: what is typed narrows what it shows."""

from __future__ import annotations

import unicodedata

from textual import events

from gouji_tui.game import Game
from gouji_tui.keys import Press
from gouji_tui.screens.pages import ScrollPage
from gouji_tui.widgets.rows import Rows

LONGEST = 40
"""How many letters are taken of what is looked for."""


class SearchPage(ScrollPage):
    """Takes every letter for the search; ``content`` shows what ``_query`` finds.

    A query that was not typed is what the page was opened at; the first letter typed takes its place.
    """

    def __init__(self, game: Game | None = None, query: str = "") -> None:
        super().__init__(game)
        self._query = query
        self._typing = False

    def draw(self) -> None:
        super().draw()
        if self.ready and self._typing:
            foot = self.query_one("#foot", Rows)
            text = self.texts("rules.search", query=self._query)
            foot.show((self.foot_line(text, foot.size.width),))

    def on_key(self, event: events.Key) -> None:
        """Takes letters for the search; the other keys move through the page."""
        typed = unicodedata.normalize("NFKC", event.character or "")
        letter = len(typed) == 1 and typed.isprintable()
        if not letter or (typed == " " and not self._typing):
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        self._look_for((self._query if self._typing else "") + typed)

    def press(self, key: Press) -> None:
        match key.name:
            case "undo":
                self._look_for(self._query[:-1] if self._typing else "")
            case "enter":
                self._look_for("")
            case "help" | "log" | "rules":
                pass
            case _:
                super().press(key)

    def _look_for(self, query: str) -> None:
        self._typing, self._query, self._first = bool(query), query[:LONGEST], 0
        self.draw()
