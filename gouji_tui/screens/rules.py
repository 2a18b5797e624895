"""The rule book on the screen: a clause, a chapter, a word or the contents; what is typed is looked for."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from textual import events

from gouji_core.options import Rules
from gouji_tui.cells import Line, bar
from gouji_tui.game import Game
from gouji_tui.keys import Press, read_key
from gouji_tui.learning.glossary_page import GlossaryPage
from gouji_tui.rulebook import Book, page_lines
from gouji_tui.screens.pages import ScrollPage
from gouji_tui.texts import Texts
from gouji_tui.widgets.rows import Rows

_LONGEST = 40


class RulesPage(ScrollPage):
    """Shows the rule book under the rules of the table; every letter typed narrows the search."""

    foot = "rules.keys"

    def __init__(self, game: Game | None, texts: Texts, rules: Rules, query: str) -> None:
        super().__init__(game, texts)
        self._rules = rules
        self._query = query
        self._typing = False
        # Examples are played through for a page, so scrolling must not make it anew.
        self._page = lru_cache(maxsize=8)(page_lines)

    def content(self, room: int) -> tuple[Line, ...]:
        return self._page(self._query.strip(), self._rules, self.texts.lang, room)

    def draw(self) -> None:
        super().draw()
        if self.ready and self._typing:
            foot = self.query_one("#foot", Rows)
            text = self.texts("rules.search", query=self._query)
            foot.show((bar(text, foot.size.width),))

    def on_key(self, event: events.Key) -> None:
        """Takes letters for the search; the other keys move through the book."""
        event.stop()
        event.prevent_default()
        typed = unicodedata.normalize("NFKC", event.character or "")
        letter = len(typed) == 1 and typed.isprintable()
        if letter and (typed != " " or self._typing):
            self._look_for((self._query if self._typing else "") + typed)
        else:
            self.press(read_key(event.key, None))

    def press(self, key: Press) -> None:
        match key.name:
            case "undo":
                self._look_for(self._query[:-1] if self._typing else "")
            case "enter":
                self._open("")
            case "left" | "right":
                self._open(self._beside(-1 if key.name == "left" else 1))
            case "next_answer":
                self.gouji.push_screen(GlossaryPage(self.texts))
            case "help" | "log" | "rules":
                pass
            case _:
                super().press(key)

    def _look_for(self, query: str) -> None:
        self._typing, self._query, self._first = bool(query), query[:_LONGEST], 0
        self.draw()

    def _open(self, clause: str) -> None:
        self._typing, self._query, self._first = False, clause, 0
        self.draw()

    def _beside(self, step: int) -> str:
        """Returns the clause before or after the one shown, going round through the contents."""
        book = Book(self._rules, self.texts.lang)
        names = ["", *(heading.id for heading in book.contents() if not heading.is_chapter)]
        at = names.index(self._query) if self._query in names else 0
        return names[(at + step) % len(names)]
