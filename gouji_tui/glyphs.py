"""The few signs of the layout: plain letters everywhere, drawn lines only where they are known to fit.

Lines and suits have an ambiguous width: some terminals draw them two cells wide and the layout
breaks. So they are used only after the terminal was asked (``gouji_tui.terminal.probe``).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Is a set of signs for the layout; ``border`` is the name of a Textual border."""

    rule: str
    border: str


ASCII = Glyphs("-", "ascii")
LINES = Glyphs("\N{BOX DRAWINGS LIGHT HORIZONTAL}", "round")
