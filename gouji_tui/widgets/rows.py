"""The one widget of the game: rows of text, of which only those that changed are painted again."""

from __future__ import annotations

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from gouji_tui.cells import EMPTY, Line, fit, text_of
from gouji_tui.palette import style_of


class Rows(Widget):
    """Draws rows of text in inks; ``show`` repaints the rows that differ and nothing else."""

    DEFAULT_CSS = """
    Rows { width: 1fr; height: 1fr; }
    """

    can_focus = False

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._lines: tuple[Line, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The rows shown."""
        return self._lines

    def show(self, lines: tuple[Line, ...]) -> None:
        """Shows rows from the top; rows beyond the height are cut off."""
        old, self._lines = self._lines, lines
        width = self.size.width
        changed = [
            Region(0, y, width, 1)
            for y in range(min(self.size.height, max(len(old), len(lines))))
            if (old[y] if y < len(old) else EMPTY) != (lines[y] if y < len(lines) else EMPTY)
        ]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        line = self._lines[y] if y < len(self._lines) else EMPTY
        filled = fit(line, width)
        return Strip([Segment(span.text, style_of(span.ink)) for span in filled], width)

    def plain(self) -> str:
        """Returns the text shown, for tests and for the reader of a log."""
        return "\n".join(text_of(line) for line in self._lines)
