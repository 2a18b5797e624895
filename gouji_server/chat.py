"""What people say at a table: the last lines, numbered from 1."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field

from gouji_protocol.limits import CHAT_CELLS
from gouji_protocol.messages import ChatLine
from gouji_protocol.texts import clean_text
from gouji_protocol.words import Phrase
from gouji_server.identities import Identity

LINES_KEPT = 100
"""How many lines somebody who comes back can still read."""


@dataclass(slots=True)
class Chat:
    """Is the chat of one table."""

    table: str
    number: int = 0
    lines: deque[ChatLine] = field(default_factory=lambda: deque[ChatLine](maxlen=LINES_KEPT))

    def say(self, seat: int, speaker: Identity, text: str) -> ChatLine | None:
        """Adds a line; None if nothing that can be shown was said."""
        shown = clean_text(text, CHAT_CELLS)
        return self._add(seat, speaker, shown) if shown else None

    def phrase(self, seat: int, speaker: Identity, phrase: Phrase) -> ChatLine:
        """Adds a quick phrase; who does not know it reads its word."""
        return self._add(seat, speaker, phrase.value.replace("_", " "), phrase.value)

    def _add(self, seat: int, speaker: Identity, text: str, phrase: str = "") -> ChatLine:
        self.number += 1
        line = ChatLine(self.table, self.number, seat, speaker.name, text, phrase, str(speaker.id))
        self.lines.append(line)
        return line

    def after(self, number: int, muted: Collection[str]) -> list[ChatLine]:
        """Returns the lines after one, as far as they are kept, without those of muted people."""
        return [line for line in self.lines if line.number > number and line.person not in muted]
