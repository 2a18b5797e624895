"""The one widget of the game: rows of text, of which only those that changed are painted again."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from gouji_tui.cells import EMPTY, Ink, Line, Span, fit, harmless, line_width, text_of, width
from gouji_tui.palette import style_of
from gouji_tui.widgets.kept import Kept

if TYPE_CHECKING:
    from gouji_tui.app import GoujiApp


class Rows(Kept):
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
        if lines == self._lines:
            return
        old, self._lines = self._lines, lines
        # Textual works its size out anew for whoever asks.
        room, height = self.size
        changed = [
            Region(start, y, end - start, 1)
            for y in range(min(height, max(len(old), len(lines))))
            for start, end in _changed(_at(old, y), _at(lines, y), room)
        ]
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        room = self.size.width
        filled = fit(tuple(Span(harmless(span.text), span.ink) for span in _at(self._lines, y)), room)
        colours = cast("GoujiApp", self.app).settings.colours != "off"
        return Strip([Segment(span.text, style_of(span.ink, colours=colours)) for span in filled], room)

    def plain(self) -> str:
        """Returns the text shown, for tests and for the reader of a log."""
        return "\n".join(text_of(line) for line in self._lines)


def _changed(old: Line, new: Line, room: int) -> tuple[tuple[int, int], ...]:
    """Returns the stretch of a row that must be painted again, none if the rows are the same.

    Blanks at the end of both rows lie on the screen already, as does what both begin with.
    """
    if old == new:
        return ()
    start = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        start += width(one.text)
    end = min(max(_inked(old), _inked(new)), room)
    return ((start, end),) if start < end else ()


def _at(lines: tuple[Line, ...], y: int) -> Line:
    return lines[y] if y < len(lines) else EMPTY


def _inked(line: Line) -> int:
    """Returns how many cells of a row are more than plain blanks at its end."""
    cells = line_width(line)
    for span in reversed(line):
        if span.ink not in _BLANK:
            return cells
        bare = span.text.rstrip(" ")
        cells -= len(span.text) - len(bare)
        if bare:
            return cells
    return 0


_BLANK = frozenset(Ink) - {Ink.TURN, Ink.TITLE, Ink.CURSOR}
"""The inks in which a blank looks like any other."""
