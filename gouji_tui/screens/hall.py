"""The hall of a server: its tables to choose from, and a table of one's own with everything about it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace

from textual import events
from textual.app import ComposeResult

from gouji_tui.cells import Ink, Line, Span, bar
from gouji_tui.door import LONGEST_PASSWORD
from gouji_tui.draft import PASSWORD, Draft, moved, turned, typed
from gouji_tui.hall import Come, Hall, LookAgain, Open
from gouji_tui.keys import Press, read_key
from gouji_tui.lobby import key_name
from gouji_tui.presenter.hall import draft_rows, hall_rows
from gouji_tui.screens.base import Page
from gouji_tui.screens.boss import hide
from gouji_tui.widgets.rows import Rows

_CURSOR = Span(" ", Ink.CURSOR)


@dataclass(frozen=True, slots=True)
class Typing:
    """Is a line being typed by who wants to a table: its code, or once that is known its password."""

    watch: bool
    table: str = ""
    typed: str = ""


class HallScreen(Page):
    """Shows the tables of the server and takes what is wanted."""

    CSS = """
    HallScreen { layout: vertical; }
    #hall { height: 1fr; margin: 1 2; } #hallfoot { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._at = 0
        self._draft: Draft | None = None
        self._typing: Typing | None = None

    def compose(self) -> ComposeResult:
        yield Rows(id="hall")
        yield Rows(id="hallfoot")

    @property
    def _hall(self) -> Hall | None:
        visit = self.gouji.visit
        return visit.hall if visit is not None else None

    def draw(self) -> None:
        hall, visit = self._hall, self.gouji.visit
        if not self.ready or hall is None or visit is None:
            return
        texts = self.gouji.texts
        body, foot = self.query_one("#hall", Rows), self.query_one("#hallfoot", Rows)
        room, height = max(body.size.width, 10), body.size.height
        self._at = max(0, min(self._at, len(hall.tables) - 1))
        if self._draft is not None:
            body.show(draft_rows(texts, self._draft, room, height))
            keys = "draft.password_keys" if self._draft.row == PASSWORD else "draft.keys"
        else:
            body.show(
                hall_rows(
                    texts, hall, self._at, self._question(), where=visit.where, room=room, height=height
                )
            )
            keys = "hall.keys" if self._typing is None else "hall.asked_keys"
        foot.show((bar(texts(keys), foot.size.width),))

    def _question(self) -> Line | None:
        line = self._typing
        if line is None:
            return None
        texts = self.gouji.texts
        if line.table:
            return (Span(texts("hall.password", code=line.table) + " " + "*" * len(line.typed)), _CURSOR)
        return (Span(texts("hall.code") + " " + line.typed), _CURSOR)

    def on_key(self, event: events.Key) -> None:
        """Takes letters for what is asked, else keys of the list or of the draft."""
        event.stop()
        event.prevent_default()
        named = read_key(event.key, event.character)
        if self._typing is not None:
            self._type(self._typing, event)
        elif named.name == "boss":
            hide(self.gouji)
            return
        elif self._draft is not None:
            self._arrange(self._draft, named, event)
        else:
            self._choose(key_name(event.key, event.character))
        self.draw()

    def press(self, key: Press) -> None:
        if key.name == "leave":
            self.gouji.leave()

    def _choose(self, key: str) -> None:
        hall = self._hall
        if hall is None:
            return
        match key:
            case "up" | "shift+tab":
                self._at -= 1
            case "down" | "tab":
                self._at += 1
            case "enter" | "v" if hall.tables:
                table = hall.tables[min(self._at, len(hall.tables) - 1)]
                if table.locked:
                    self._typing = Typing(key == "v", table.table)
                else:
                    hall.want(Come(table.table, key == "v"))
            case "n":
                self._draft = Draft()
            case "c":
                self._typing = Typing(watch=False)
            case "o":
                self._typing = Typing(watch=True)
            case "r":
                hall.want(LookAgain())
            case "w":
                self.gouji.open_rules()
            case "f2" | "ctrl+l":
                self.gouji.switch_language()
            case "escape" | "ctrl+q" | "ctrl+c":
                self.gouji.leave()
            case _:
                pass

    def _type(self, line: Typing, event: events.Key) -> None:
        match event.key:
            case "enter":
                self._typing = None
                self._given(line)
            case "escape" | "ctrl+q" | "ctrl+c":
                self._typing = None
            case "backspace" | "delete":
                self._typing = replace(line, typed=line.typed[:-1])
            case _:
                letter = event.character or ""
                if len(letter) == 1 and letter.isprintable() and len(line.typed) < LONGEST_PASSWORD:
                    self._typing = replace(line, typed=line.typed + letter)

    def _given(self, line: Typing) -> None:
        hall = self._hall
        if hall is None or not line.typed.strip():
            return
        if line.table:
            hall.want(Come(line.table, line.watch, line.typed))
            return
        code = unicodedata.normalize("NFKC", line.typed).strip().upper()
        known = hall.named(code)
        if known is not None and known.locked:
            self._typing = Typing(line.watch, code)
        else:
            hall.want(Come(code, line.watch))

    def _arrange(self, draft: Draft, key: Press, event: events.Key) -> None:
        hall = self._hall
        match event.key:
            case "enter" if hall is not None:
                self._draft = None
                hall.want(Open(draft.rules, draft.options))
            case "escape" | "ctrl+q" | "ctrl+c":
                self._draft = None
            case "up" | "shift+tab":
                self._draft = moved(draft, -1)
            case "down" | "tab":
                self._draft = moved(draft, 1)
            case "left" | "right":
                self._draft = turned(draft, 1 if event.key == "right" else -1)
            case "f2" | "ctrl+l":
                self.gouji.switch_language()
            case "backspace" | "delete" if draft.row == PASSWORD:
                self._draft = typed(draft, "")
            case _ if draft.row == PASSWORD:
                self._draft = typed(draft, event.character or "\0")
            case "space":
                self._draft = turned(draft, 1)
            case _ if key.name == "rules":
                self.gouji.open_rules()
            case _:
                pass
