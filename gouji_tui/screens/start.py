"""The start of a game: what is being waited for, in words, until the table is there."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from gouji_tui.cells import EMPTY, Ink, Line, Span, keys_bar, wrap
from gouji_tui.door import LONGEST_PASSWORD
from gouji_tui.keys import Press
from gouji_tui.letters import is_letter
from gouji_tui.screens.base import Page
from gouji_tui.stage import Stage
from gouji_tui.widgets.rows import Rows


class StartScreen(Page):
    """Shows how a start goes on, and what went wrong with it."""

    CSS = """
    StartScreen { align: center middle; }
    #start { width: 60; max-width: 100%; height: 13; max-height: 100%; padding: 1 2; }
    #start { border: ascii ansi_cyan; }
    StartScreen.-lines #start { border: round ansi_cyan; }
    #startfoot { dock: bottom; height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._typed = ""
        """The password as far as it is typed."""

    def compose(self) -> ComposeResult:
        yield Rows(id="start")
        yield Rows(id="startfoot")

    def draw(self) -> None:
        if not self.ready:
            return
        texts, visit = self.gouji.texts, self.gouji.visit
        body, foot = self.query_one("#start", Rows), self.query_one("#startfoot", Rows)
        rows: list[Line] = [(Span(texts("app.name"), Ink.BOLD),), EMPTY]
        keys = ""
        if visit is not None:
            match visit.stage:
                case Stage.SERVER:
                    text, keys = texts("start.server"), texts("start.failed_keys")
                case Stage.CONNECT:
                    text, keys = texts("start.connect", where=visit.where), texts("start.failed_keys")
                case Stage.PASSWORD:
                    text = texts("start.wrong" if visit.knock.wrong else "start.password", where=visit.where)
                    keys = texts("start.password_keys")
                case Stage.FAILED:
                    text = texts("start.failed", reason=visit.reason(texts))
                    keys = texts("start.failed_keys")
                case Stage.HALL | Stage.TABLE | Stage.WAIT | Stage.PLAY | Stage.ENDED:
                    text = texts("start.table")
            rows += wrap((Span(text),), max(body.size.width, 10))
            if visit.stage is Stage.PASSWORD:
                stars = "*" * min(len(self._typed), max(body.size.width, 10) - 4)
                rows += [EMPTY, (Span(f"> {stars}"), Span(" ", Ink.CURSOR))]
        body.show(tuple(rows))
        foot.show((keys_bar(keys, foot.size.width),))

    def on_key(self, event: events.Key) -> None:
        """Takes letters for the password while one is asked for, else keys of the start."""
        visit = self.gouji.visit
        if visit is None or visit.stage is not Stage.PASSWORD or self.hides(event):
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        match event.key:
            case "enter":
                password, self._typed = self._typed, ""
                visit.knock.answer(password)
            case "backspace" | "delete":
                self._typed = self._typed[:-1]
            case "escape":
                self.gouji.leave()
            case _:
                self._type(event.character or "")
        self.draw()

    def on_paste(self, event: events.Paste) -> None:
        """Takes a pasted password while one is asked for."""
        visit = self.gouji.visit
        for letter in event.text if visit is not None and visit.stage is Stage.PASSWORD else "":
            self._type(letter)
        self.draw()

    def _type(self, letter: str) -> None:
        if is_letter(letter) and len(self._typed) < LONGEST_PASSWORD:
            self._typed += letter

    def press(self, key: Press) -> None:
        visit = self.gouji.visit
        match key.name:
            case "leave" if visit is not None and visit.stage is Stage.FAILED:
                # There is no visit any more that could be left.
                self.gouji.exit(0)
            case "leave":
                self.gouji.leave()
            case "back" if visit is None or visit.stage is Stage.FAILED:
                self.gouji.to_menu()
            case "back" if visit is not None and visit.stage in {Stage.SERVER, Stage.CONNECT}:
                self.gouji.leave()
            case "language":
                self.gouji.switch_language()
            case _:
                pass
