"""The doctor's page: what ``gouji doctor`` tells, of the terminal that the app runs in."""

from __future__ import annotations

from dataclasses import replace

from gouji_tui.cells import EMPTY, Ink, Line, Span, wrap
from gouji_tui.doctor import examine
from gouji_tui.glyphs import ASCII
from gouji_tui.look import Chosen
from gouji_tui.screens.pages import ScrollPage
from gouji_tui.terminal import Terminal


class DoctorPage(ScrollPage):
    """Shows what was found out about the terminal, with the size that it has now."""

    foot = "doctor.keys"

    def __init__(self, terminal: Terminal) -> None:
        super().__init__()
        self._terminal = terminal

    def content(self, room: int) -> tuple[Line, ...]:
        app, texts = self.gouji, self.texts
        terminal = replace(self._terminal, width=app.size.width, height=app.size.height)
        chosen = Chosen(app.settings, app.look.chosen.file, app.trouble)
        lines = examine(terminal, texts, chosen, ascii_only=app.glyphs is ASCII)
        rows: list[Line] = [(Span(texts("doctor.title"), Ink.TITLE),), EMPTY]
        for line in lines:
            rows += wrap((Span(line),), room)
        return tuple(rows)
