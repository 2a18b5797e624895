"""Who listens to a table: links of seats and of spectators, and what all of them are told.

Only here a table's words meet outboxes, so nothing reaches a viewer but what was made for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gouji_core.seats import NOBODY
from gouji_protocol.messages import ServerMessage
from gouji_server.outbox import Outbox, encoded


@dataclass(slots=True)
class Audience:
    """Is everybody who listens, each with the seat they see the table from."""

    viewers: dict[Outbox, int] = field(default_factory=dict[Outbox, int])

    def add(self, link: Outbox, seat: int) -> None:
        """Lets somebody listen, from a seat or with -1 as a spectator."""
        self.viewers[link] = seat

    def remove(self, link: Outbox) -> None:
        """Lets somebody listen no more."""
        self.viewers.pop(link, None)

    def tell(self, message: ServerMessage) -> None:
        """Tells everybody the same."""
        if self.viewers:
            self.send(encoded(message))

    def send(self, data: bytes) -> None:
        """Sends everybody the same frames."""
        for link in tuple(self.viewers):
            link.send(data)

    @property
    def watching(self) -> int:
        """How many spectators there are."""
        return sum(seat == NOBODY for seat in self.viewers.values())
