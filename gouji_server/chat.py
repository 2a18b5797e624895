"""What people say at a table: the last lines, numbered from 1."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from gouji_protocol.limits import CHAT_CELLS
from gouji_protocol.messages import ChatLine
from gouji_protocol.texts import clean_text

LINES_KEPT = 100
"""How many lines somebody who comes back can still read."""


@dataclass(slots=True)
class Chat:
    """Is the chat of one table."""

    table: str
    number: int = 0
    lines: deque[ChatLine] = field(default_factory=lambda: deque[ChatLine](maxlen=LINES_KEPT))

    def say(self, seat: int, name: str, text: str) -> ChatLine | None:
        """Adds a line; None if nothing that can be shown was said."""
        shown = clean_text(text, CHAT_CELLS)
        if not shown:
            return None
        self.number += 1
        line = ChatLine(self.table, self.number, seat, name, shown)
        self.lines.append(line)
        return line

    def after(self, number: int) -> list[ChatLine]:
        """Returns the lines after one, as far as they are kept."""
        return [line for line in self.lines if line.number > number]
