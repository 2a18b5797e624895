"""How each ink looks, in the sixteen colours of the terminal itself.

The terminal's own palette suits a light and a dark background, costs the fewest bytes, and works over
SSH. Reverse, bold and the words themselves carry the meaning where there is no colour.
"""

from __future__ import annotations

from rich.style import Style

from gouji_tui.cells import Ink

_STYLES: dict[Ink, Style] = {
    Ink.PLAIN: Style(),
    Ink.DIM: Style(dim=True),
    Ink.BOLD: Style(bold=True),
    Ink.TURN: Style(reverse=True, bold=True),
    Ink.OURS: Style(color="cyan"),
    Ink.THEIRS: Style(color="magenta"),
    Ink.KEY: Style(color="green", bold=True),
    Ink.CARDS: Style(color="yellow", bold=True),
    Ink.WARN: Style(color="red", bold=True),
    Ink.TITLE: Style(reverse=True),
    Ink.CURSOR: Style(reverse=True),
    Ink.CHOSEN: Style(color="green", bold=True),
}


_BARE: dict[Ink, Style] = {
    ink: Style(bold=style.bold, dim=style.dim, reverse=style.reverse) for ink, style in _STYLES.items()
}


def style_of(ink: Ink, *, colours: bool = True) -> Style:
    """Returns the look of an ink, also without any colours."""
    return _STYLES[ink] if colours else _BARE[ink]
