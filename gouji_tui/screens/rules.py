"""The rule book on the screen: a clause, a chapter, a word or the contents; what is typed is looked for."""

from __future__ import annotations

from functools import lru_cache

from gouji_core.options import Rules
from gouji_tui.cells import Line
from gouji_tui.game import Game
from gouji_tui.keys import Press
from gouji_tui.learning.glossary_page import GlossaryPage
from gouji_tui.rulebook import Book, page_lines
from gouji_tui.screens.search import SearchPage


class RulesPage(SearchPage):
    """Shows the rule book under the rules of the table; every letter typed narrows the search."""

    foot = "rules.keys"

    def __init__(self, game: Game | None, rules: Rules, query: str) -> None:
        super().__init__(game, query)
        self._rules = rules
        # Examples are played through for a page, so scrolling must not make it anew.
        self._page = lru_cache(maxsize=8)(page_lines)

    def content(self, room: int) -> tuple[Line, ...]:
        return self._page(self._query.strip(), self._rules, self.texts.lang, room)

    def press(self, key: Press) -> None:
        match key.name:
            case "left" | "right":
                self._open(self._beside(-1 if key.name == "left" else 1))
            case "next_answer":
                self.gouji.push_screen(GlossaryPage())
            case _:
                super().press(key)

    def _open(self, clause: str) -> None:
        self._typing, self._query, self._first = False, clause, 0
        self.draw()

    def _beside(self, step: int) -> str:
        """Returns the clause before or after the one shown, going round through the contents."""
        book = Book(self._rules, self.texts.lang)
        names = ["", *(heading.id for heading in book.contents() if not heading.is_chapter)]
        at = names.index(self._query) if self._query in names else 0
        return names[(at + step) % len(names)]
