"""The hall of a server in the plain mode: its tables as numbered lines, and words to come, watch or open."""

from __future__ import annotations

from collections.abc import Callable

from gouji_client.updates import TableOptions
from gouji_core.errors import NotationError
from gouji_core.options import format_rules, parse_rules
from gouji_tui.hall import Come, Hall, LookAgain, Open
from gouji_tui.presenter.hall import table_line
from gouji_tui.texts import Texts

_PRIVATE = frozenset({"private", "私桌"})
_HIDDEN = frozenset({"nomemory", "不记牌"})


class PlainHall:
    """Tells the tables that there are, and turns lines into what is wanted."""

    def __init__(self, hall: Hall, texts: Texts, say: Callable[[str], None]) -> None:
        self._hall = hall
        self.texts = texts
        self._say = say
        self._told: tuple[str, ...] | None = None

    def changed(self) -> None:
        """Tells the tables if they are not as they were, and why something was refused."""
        hall, texts = self._hall, self.texts
        if hall.refused is not None:
            self._say(texts("hall.refused", reason=hall.refused.text(texts)))
            hall.refused = None
        if not hall.looked:
            return
        lines = tuple(table_line(texts, table) for table in hall.tables)
        if lines != self._told:
            first, self._told = self._told is None, lines
            self._tell(lines)
            if first:
                self._say(texts("plain.hall_help"))

    def _tell(self, lines: tuple[str, ...]) -> None:
        for number, line in enumerate(lines, 1):
            self._say(f"  {number} {line}")
        if not lines:
            self._say(self.texts("plain.hall_none"))

    def line(self, text: str) -> None:
        """Takes a line that was typed."""
        match text.split():
            case [] | ["tables" | "list" | "牌桌"]:
                self._told = None
                self._hall.want(LookAgain())
            case ["?" | "help" | "帮助"]:
                self._say(self.texts("plain.hall_help"))
            case ["new" | "开桌", *words]:
                self._open(words)
            case ["join" | "坐", table, *password] if len(password) < 2:
                self._hall.want(Come(self._code(table), password="".join(password)))
            case ["watch" | "看", table, *password] if len(password) < 2:
                self._hall.want(Come(self._code(table), True, "".join(password)))
            case [table, *password] if len(password) < 2 and self._hall.named(self._code(table)) is not None:
                self._hall.want(Come(self._code(table), password="".join(password)))
            case _:
                self._say(self.texts("plain.hall_unknown", text=text[:40]))

    def _code(self, word: str) -> str:
        """Returns the code of a table that was named by its number in the list or by its code."""
        tables = self._hall.tables
        if word.isascii() and word.isdigit() and 0 < int(word[:4]) <= len(tables):
            return tables[int(word[:4]) - 1].table
        return word.upper()

    def _open(self, words: list[str]) -> None:
        private, memory, rules = False, True, "online"
        for word in words:
            if word in _PRIVATE:
                private = True
            elif word in _HIDDEN:
                memory = False
            else:
                rules = word
        try:
            rules = format_rules(parse_rules(rules))
        except NotationError as error:
            self._say(self.texts("plain.hall_rules", text=rules[:40], wanted=error.wanted))
            return
        self._hall.want(Open(rules, TableOptions(private=private, memory=memory)))
