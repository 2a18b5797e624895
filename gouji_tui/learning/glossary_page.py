"""The glossary on the screen: what is typed narrows it."""

from __future__ import annotations

from gouji_tui.cells import EMPTY, Ink, Line, Span
from gouji_tui.learning.glossary import glossary, look_up, word_lines
from gouji_tui.screens.search import SearchPage


class GlossaryPage(SearchPage):
    """Shows the words of the table; every letter typed narrows the search."""

    foot = "glossary.keys"

    def content(self, room: int) -> tuple[Line, ...]:
        found = look_up(self._query)
        title = self.texts("glossary.title", count=len(found), all=len(glossary()))
        lines = tuple(word_lines(found, self.texts.lang, room))
        return ((Span(title, Ink.TITLE),), EMPTY, *lines)
