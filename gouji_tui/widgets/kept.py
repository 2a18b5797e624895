"""What was painted of a widget, kept as long as nothing of it changes.

Textual asks every widget of a screen for all its strips each time that one of them has changed, and finds out
each time how each looks. Most of what a key costs was that.
"""

from __future__ import annotations

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Kept(Widget):
    """Gives the strips of the last time again; it stands behind other bases, so that their styles count."""

    _painted: tuple[Region, list[Strip]] | None = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Returns the strips to paint of a part of the widget."""
        if self._painted is None or self._painted[0] != crop:
            self._painted = crop, super().render_lines(crop)
        return self._painted[1]

    def _set_dirty(self, *regions: Region) -> None:
        # Everything that has a widget painted anew comes by here: rows, a size, a style.
        self._painted = None
        super()._set_dirty(*regions)
