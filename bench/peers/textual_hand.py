"""A Textual screen of 80 by 24 with 36 cards in one widget, equal neighbours joined, ANSI colours.

The arrow keys move a cursor over the cards. With the argument ``empty`` there is nothing on the screen.
"""

from __future__ import annotations

import sys

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

FACES = "3456789TJQKA2xX"
CARDS = [FACES[at * len(FACES) // 36] for at in range(36)]
WIDTH = 2
PLAIN, LIT = Style.parse("black on white"), Style.parse("white on blue")


class Hand(Widget):
    DEFAULT_CSS = "Hand { height: 3; width: 1fr; }"
    cursor = 0

    def render_line(self, y: int) -> Strip:
        cells = [
            Segment(card.ljust(WIDTH) if y == 0 else " " * WIDTH, LIT if at == self.cursor else PLAIN)
            for at, card in enumerate(CARDS)
        ]
        return Strip(Segment.simplify(cells), len(CARDS) * WIDTH)

    def move(self, way: int) -> None:
        old, self.cursor = self.cursor, (self.cursor + way) % len(CARDS)
        self.refresh(Region(old * WIDTH, 0, WIDTH, 3), Region(self.cursor * WIDTH, 0, WIDTH, 3))


class Table(App[None]):
    CSS = """
    #seats { height: 5; } #seats Static { width: 1fr; height: 5; border: round green; }
    #table { height: 1fr; border: round yellow; }
    #log { height: 5; }
    #status { height: 1; }
    """
    BINDINGS = [Binding("left", "move(-1)"), Binding("right", "move(1)")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        with Horizontal(id="seats"):
            for seat in ("E", "SE", "SW", "W", "NW", "NE"):
                yield Static(f"{seat} 36")
        yield Static("table", id="table")
        yield Static("log", id="log")
        yield Hand(id="hand")
        yield Static("READY", id="status")

    def action_move(self, way: int) -> None:
        self.query_one(Hand).move(way)


class Empty(App[None]):
    pass


if __name__ == "__main__":
    kind = Empty if "empty" in sys.argv[1:] else Table
    kind(ansi_color=True).run(mouse=False)
