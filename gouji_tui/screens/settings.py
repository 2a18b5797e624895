"""The settings: each with its value and what it means, changed by keys and kept at once."""

from __future__ import annotations

from dataclasses import replace

from textual.app import ComposeResult

from gouji_tui.cells import EMPTY, Ink, Line, Span, first_shown, pad, wrap
from gouji_tui.keys import Press
from gouji_tui.screens.base import Page
from gouji_tui.screens.keys import KeysPage
from gouji_tui.settings import CHOICES
from gouji_tui.widgets.rows import Rows

NAMES = tuple(CHOICES)
LABEL = 26
KEYS, DOCTOR = len(NAMES), len(NAMES) + 1
"""The rows below the settings, which open pages: the keys of one's own choice, and the doctor's."""
PAGES = {KEYS: "settings.keymap", DOCTOR: "settings.doctor"}


class SettingsPage(Page):
    """Shows what can be chosen for good."""

    CSS = """
    SettingsPage { layout: vertical; }
    #settings { height: 1fr; margin: 1 2; } #settingsfoot { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._at = 0

    def compose(self) -> ComposeResult:
        yield Rows(id="settings")
        yield Rows(id="settingsfoot")

    def draw(self) -> None:
        if not self.ready:
            return
        app, texts = self.gouji, self.gouji.texts
        body, foot = self.query_one("#settings", Rows), self.query_one("#settingsfoot", Rows)
        rows: list[Line] = []
        for index, name in enumerate(NAMES):
            chosen = index == self._at
            word = getattr(app.settings, name)
            mark = f"{'> ' if chosen else '  '}{(index + 1) % 10} "
            rows.append(
                (
                    Span(mark + pad(texts(f"settings.{name}"), LABEL), Ink.BOLD if chosen else Ink.PLAIN),
                    Span(f" {texts(f'settings.{name}_{word}')} ", Ink.CURSOR if chosen else Ink.PLAIN),
                )
            )
        for index, code in PAGES.items():
            mark, ink = (">   ", Ink.CURSOR) if index == self._at else ("    ", Ink.PLAIN)
            rows.append((Span(f"{mark}{texts(code)} ", ink),))
        about = texts(f"{PAGES.get(self._at) or f'settings.{NAMES[self._at]}'}_about")
        room = max(body.size.width, 10)
        below = [EMPTY, *wrap((Span(about, Ink.DIM),), room)]
        if app.trouble is not None:
            below += [EMPTY, *wrap((Span(app.trouble.text(texts), Ink.WARN),), room)]
        # Where not all of it fits, the settings round the chosen one are shown.
        height = max(body.size.height - 2 - len(below), 1)
        first = first_shown(self._at, len(rows), height)
        heading: list[Line] = [(Span(texts("settings.heading"), Ink.BOLD),), EMPTY]
        body.show((*heading, *rows[first : first + height], *below))
        foot.show((self.foot_line(texts("settings.keys"), foot.size.width),))

    def press(self, key: Press) -> None:
        match key.name:
            case "more" | "previous_answer":
                self._at = (self._at - 1) % (DOCTOR + 1)
            case "fewer" | "next_answer":
                self._at = (self._at + 1) % (DOCTOR + 1)
            case "right" | "enter" if self._at in PAGES:
                self._open()
                return
            case "left" if self._at in PAGES:
                return
            case "right" | "enter":
                self._change(1)
            case "left":
                self._change(-1)
            case "language":
                self.gouji.switch_language()
            case "back" | "leave":
                self.dismiss()
                return
            case _:
                index = (key.digit - 1) % 10  # the tenth is 0
                if key.digit >= 0 and index <= DOCTOR:
                    self._at = index
        self.draw()

    def _open(self) -> None:
        if self._at == KEYS:
            self.gouji.push_screen(KeysPage())
            return
        from gouji_tui.screens.doctor import DoctorPage
        from gouji_tui.terminal import look

        self.gouji.push_screen(DoctorPage(self.gouji.look.terminal or look()))

    def _change(self, way: int) -> None:
        name = NAMES[self._at]
        words = CHOICES[name]
        word = words[(words.index(getattr(self.gouji.settings, name)) + way) % len(words)]
        self.gouji.choose(replace(self.gouji.settings, **{name: word}))
