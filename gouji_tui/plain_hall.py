"""The hall of a server in the plain mode: its tables as numbered lines, and words to come, watch or open."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from gouji_client.updates import TableOptions
from gouji_core.errors import NotationError
from gouji_core.options import format_rules, parse_rules
from gouji_tui.door import LONGEST_PASSWORD
from gouji_tui.draft import KEPT, PASSWORD
from gouji_tui.failures import Reason
from gouji_tui.hall import Come, Hall, LookAgain, Open
from gouji_tui.notation import wanted
from gouji_tui.presenter.hall import table_line
from gouji_tui.texts import Texts

_FLAGS: dict[str, dict[str, Any]] = {
    "private": {"private": True},
    "私桌": {"private": True},
    "nomemory": {"memory": False},
    "不记牌": {"memory": False},
    "openhands": {"open_hands": True},
    "看联邦": {"open_hands": True},
    "allready": {"all_ready": True},
    "等准备": {"all_ready": True},
}
"""The words that say by themselves how a table is kept."""
_VALUES = {
    "turn": "turn_seconds",
    "每手": "turn_seconds",
    "reserve": "reserve_seconds",
    "备用": "reserve_seconds",
    "grace": "grace_seconds",
    "掉线": "grace_seconds",
    "bots": "bots",
    "电脑": "bots",
    "watch": "spectators",
    "旁观": "spectators",
    "password": PASSWORD,
    "密码": PASSWORD,
}
"""The words that take a value behind ``=``."""
_DIGITS = 6


class PlainHall:
    """Tells the tables that there are, and turns lines into what is wanted."""

    def __init__(self, hall: Hall, texts: Texts, say: Callable[[str], None]) -> None:
        self._hall = hall
        self.texts = texts
        self._say = say
        self._told: dict[str, str] | None = None
        """The line last told of each table, by its code."""
        self._away = False

    def come(self) -> None:
        """Tells all the tables again, to who is back from one."""
        self._told = None

    def changed(self) -> None:
        """Tells the tables if they are not as they were, and why something was refused."""
        hall, texts = self._hall, self.texts
        if (hall.away is not None) is not self._away:
            self._away = not self._away
            self._say(texts("plain.back") if hall.away is None else _why(texts, hall.away))
        if hall.refused is not None:
            self._say(_why(texts, hall.refused))
            hall.refused = None
        if not hall.looked:
            return
        lines = {table.table: table_line(texts, table) for table in hall.tables}
        if lines != self._told:
            old, self._told = self._told, lines
            self._tell(lines, old or {})
            if old is None:
                self._say(texts("plain.hall_help"))

    def _tell(self, lines: dict[str, str], old: dict[str, str]) -> None:
        """Tells the lines that are not as they were; all of them where their numbers are not."""
        kept = list(lines)[: len(old)] == list(old)
        for number, (code, line) in enumerate(lines.items(), 1):
            if not kept or old.get(code) != line:
                self._say(f"  {number} {line}")
        if not lines:
            self._say(self.texts("plain.hall_none"))

    def line(self, text: str, typed: str) -> None:
        """Takes a line: ``text`` as words are read, ``typed`` as it was typed, which is how passwords are."""
        match text.lower().split():
            case [] | ["tables" | "list" | "牌桌"]:
                self._told = None
                self._hall.want(LookAgain())
            case ["?" | "help" | "帮助"]:
                self._say(self.texts("plain.hall_help"))
            case ["new" | "开桌", *_]:
                self._open(unicodedata.normalize("NFC", typed).split()[1:])
            case ["join" | "坐", table, *_]:
                self._hall.want(Come(self._code(table), password=_behind(typed, 2)))
            case ["watch" | "看", table, *_]:
                self._hall.want(Come(self._code(table), True, _behind(typed, 2)))
            case [table, *_] if self._hall.named(self._code(table)) is not None:
                self._hall.want(Come(self._code(table), password=_behind(typed, 1)))
            case _:
                self._say(self.texts("plain.hall_unknown", text=text[:40]))

    def _code(self, word: str) -> str:
        """Returns the code of a table that was named by its number in the list or by its code."""
        tables = self._hall.tables
        if word.isascii() and word.isdigit() and 0 < int(word[:4]) <= len(tables):
            return tables[int(word[:4]) - 1].table
        return word.upper()

    def _open(self, words: list[str]) -> None:
        """Opens a table: each word is a way to keep it, else its rules."""
        kept: dict[str, Any] = {}
        rules = "online"
        try:
            for word in words:
                found = _way(word)
                if found is None:
                    rules = format_rules(parse_rules(word.lower()))
                else:
                    kept |= found
        except NotationError as error:
            self._say(self.texts("plain.hall_rules", text=error.text[:40], wanted=wanted(error, self.texts)))
            return
        self._hall.want(Open(rules, TableOptions(**kept)))


class WayError(NotationError):
    """Says that a way to keep a table has no such value, with one that it has."""

    sentences: ClassVar[Mapping[str, str]] = {"example": "{example}"}


def _way(word: str) -> dict[str, Any] | None:
    """Reads a way to keep a table, None if the word is none.

    Raises:
        WayError: if the way has no such value.
    """
    plain = unicodedata.normalize("NFKC", word).lower()
    if plain in _FLAGS:
        return _FLAGS[plain]
    key, _, value = plain.partition("=")
    name = _VALUES.get(key)
    if name is None:
        return None
    if name == PASSWORD:
        # Not as other words are read: a password is what was typed.
        return {name: "".join(re.split("[=＝]", word, maxsplit=1)[1:])[:LONGEST_PASSWORD]}
    if not name.endswith("_seconds"):
        found = next((choice for choice in KEPT[name] if choice == value), None)
        if found is None:
            raise WayError(word, "example", example=f"{key}={'|'.join(KEPT[name])}")
        return {name: found}
    if not (value.isascii() and value.isdigit() and len(value) < _DIGITS):
        raise WayError(word, "example", example=f"{key}=60")
    return {name: int(value)}


def _why(texts: Texts, reason: Reason) -> str:
    return texts("hall.refused", reason=reason.text(texts))


def _behind(typed: str, words: int) -> str:
    """Returns what was typed behind some words."""
    return "".join(typed.split(maxsplit=words)[words:]).strip()
