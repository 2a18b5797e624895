"""The keys of one's own choice: each act of the table with its key, and how to choose another."""

from __future__ import annotations

from dataclasses import replace

from textual import events
from textual.app import ComposeResult

from gouji_tui.cells import EMPTY, Ink, Line, Span, first_shown, line_width, pad, wrap
from gouji_tui.keys import MOVABLE, STANDARD, Keymap, NoKey, Press, chosen_key
from gouji_tui.screens.base import Page
from gouji_tui.widgets.rows import Rows

RESET = len(MOVABLE)
"""The row below the acts, which gives all of them their usual keys back."""
KEY_CELLS = 5


class KeysPage(Page):
    """Shows the acts that have a letter or a sign for a key, and takes another one for each."""

    CSS = """
    KeysPage { layout: vertical; }
    #keys { height: 1fr; margin: 1 2; } #keysfoot { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._at = 0
        self._taking = False
        """Whether the next key is the one chosen."""
        self._no: NoKey | None = None

    def compose(self) -> ComposeResult:
        yield Rows(id="keys")
        yield Rows(id="keysfoot")

    @property
    def _keymap(self) -> Keymap:
        return self.gouji.settings.keymap

    def draw(self) -> None:
        if not self.ready:
            return
        texts = self.gouji.texts
        body, foot = self.query_one("#keys", Rows), self.query_one("#keysfoot", Rows)
        rows = [*map(self._row, range(len(MOVABLE)))]
        mark, ink = ("> ", Ink.CURSOR) if self._at == RESET else ("  ", Ink.PLAIN)
        rows.append((Span(f"{mark}{texts('keymap.reset')} ", ink),))
        room = max(body.size.width, 10)
        below: list[Line] = [EMPTY, *wrap((Span(self._said, Ink.WARN if self._no else Ink.DIM),), room)]
        if self._at != RESET and line_width(rows[self._at]) > room:
            below += wrap((Span(texts(f"help.{MOVABLE[self._at]}")),), room)
        if self.gouji.trouble is not None:
            below += wrap((Span(self.gouji.trouble.text(texts), Ink.WARN),), room)
        height = max(body.size.height - 2 - len(below), 1)
        first = first_shown(self._at, len(rows), height)
        heading: list[Line] = [(Span(texts("keymap.heading"), Ink.BOLD),), EMPTY]
        body.show((*heading, *rows[first : first + height], *below))
        foot.show((self.foot_line(texts("keymap.keys"), foot.size.width),))

    def _row(self, index: int) -> Line:
        texts, name = self.gouji.texts, MOVABLE[index]
        chosen, own = index == self._at, name in dict(self._keymap.own)
        key = "_" if chosen and self._taking else texts.key(name)
        usual = f" {texts('keymap.usual', key=STANDARD.shown(name))}" if own else ""
        ink = Ink.CURSOR if chosen else Ink.BOLD if own else Ink.KEY
        mark = "> " if chosen else "  "
        return Span(mark), Span(pad(f" {key}", KEY_CELLS), ink), Span(f"{usual} {texts(f'help.{name}')}")

    @property
    def _said(self) -> str:
        """What is said below the acts: why a key cannot be, else what to do."""
        texts = self.gouji.texts
        if self._no is not None:
            return self._no.text(texts)
        return texts("keymap.press") if self._taking else texts("keymap.about")

    def on_key(self, event: events.Key) -> None:
        """Takes any key where one is chosen, else the keys of the page."""
        if not self._taking:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self._taking, self._no = False, None
        else:
            self._choose(chosen_key(event.key, event.character))
        self.draw()

    def _choose(self, key: str) -> None:
        name = MOVABLE[self._at]
        self._no = self._keymap.objection(name, key)
        if self._no is None:
            self._taking = False
            self._keep(self._keymap.choosing(name, key))

    def _keep(self, keymap: Keymap) -> None:
        self.gouji.choose(replace(self.gouji.settings, keymap=keymap))

    def press(self, key: Press) -> None:
        self._no = None
        match key.name:
            case "more" | "previous_answer":
                self._at = (self._at - 1) % (RESET + 1)
            case "fewer" | "next_answer":
                self._at = (self._at + 1) % (RESET + 1)
            case "enter" if self._at == RESET:
                self._keep(STANDARD)
            case "enter" | "right":
                self._taking = self._at != RESET
            case "undo" if self._at != RESET:
                self._give_back(MOVABLE[self._at])
            case "language":
                self.gouji.switch_language()
            case "back" | "leave":
                self._leave()
                return
            case _:
                pass
        self.draw()

    def _give_back(self, name: str) -> None:
        """Gives an act its usual key back, unless that is the key of another one now."""
        self._no = self._keymap.objection(name, STANDARD.keys(name)[0])
        if self._no is None:
            self._keep(self._keymap.choosing(name, ""))

    def _leave(self) -> None:
        if self._taking:
            self._taking = False
            self.draw()
        else:
            self.dismiss()
