"""The glossary on the screen: what is typed narrows it."""

from __future__ import annotations

import unicodedata

from textual import events

from gouji_tui.cells import EMPTY, Ink, Line, Span, bar
from gouji_tui.keys import Press, read_key
from gouji_tui.learning.glossary import glossary, look_up, word_lines
from gouji_tui.screens.pages import ScrollPage
from gouji_tui.texts import Texts
from gouji_tui.widgets.rows import Rows

_LONGEST = 40


class GlossaryPage(ScrollPage):
    """Shows the words of the table; every letter typed narrows the search."""

    foot = "glossary.keys"

    def __init__(self, texts: Texts) -> None:
        super().__init__(None, texts)
        self._query = ""

    @property
    def texts(self) -> Texts:
        """The catalogue of the language spoken now."""
        return self.gouji.texts

    def content(self, room: int) -> tuple[Line, ...]:
        found = look_up(self._query)
        title = self.texts("glossary.title", count=len(found), all=len(glossary()))
        lines = tuple(word_lines(found, self.texts.lang, room))
        return ((Span(title, Ink.TITLE),), EMPTY, *lines)

    def draw(self) -> None:
        super().draw()
        if self.ready and self._query:
            foot = self.query_one("#foot", Rows)
            text = self.texts("rules.search", query=self._query)
            foot.show((bar(text, foot.size.width),))

    def on_key(self, event: events.Key) -> None:
        """Takes letters for the search; the other keys move through the words."""
        event.stop()
        event.prevent_default()
        typed = unicodedata.normalize("NFKC", event.character or "")
        if len(typed) == 1 and typed.isprintable() and (typed != " " or self._query):
            self._look_for(self._query + typed)
        else:
            self.press(read_key(event.key, None))

    def press(self, key: Press) -> None:
        match key.name:
            case "undo":
                self._look_for(self._query[:-1])
            case "enter":
                self._look_for("")
            case "help" | "log" | "rules":
                pass
            case _:
                super().press(key)

    def _look_for(self, query: str) -> None:
        self._query, self._first = query[:_LONGEST], 0
        self.draw()
