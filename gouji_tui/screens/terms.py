"""What holds at a table that waits for its people, whole: the lobby has room for its beginning only."""

from __future__ import annotations

from gouji_tui.cells import EMPTY, Ink, Line, Span, wrap
from gouji_tui.keys import Press
from gouji_tui.presenter.lobby import table_words
from gouji_tui.screens.pages import ScrollPage


class TermsPage(ScrollPage):
    """Shows the rules in words, how the table is kept and the evening so far; one key opens the rule book."""

    foot = "lobby.terms_keys"
    closes = frozenset({"back"})

    def content(self, room: int) -> tuple[Line, ...]:
        visit = self.gouji.visit
        if visit is None or visit.lobby is None:
            return ()
        rows: list[Line] = [(Span(self.texts("lobby.terms", code=visit.lobby.table), Ink.TITLE),), EMPTY]
        for words in table_words(self.texts, visit.lobby, visit.around.evening):
            rows += wrap((Span(words),), room)
        return tuple(rows)

    def press(self, key: Press) -> None:
        if key.name == "rules":
            self.gouji.open_rules()
            return
        super().press(key)
