"""Who listens to a table: links of seats and of spectators, and what all of them are told.

Only here a table's words meet outboxes, so nothing reaches a viewer but what was made for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from gouji_core.seats import NOBODY
from gouji_protocol.messages import TableState
from gouji_server.outbox import Outbox


@dataclass(frozen=True, slots=True)
class Viewer:
    """Is somebody who listens: the seat they see the table from, -1 for none, and who they are."""

    seat: int
    person: int


@dataclass(slots=True)
class Audience:
    """Is everybody who listens; ``late`` says that spectators see the game later than it is played."""

    late: bool = False
    viewers: dict[Outbox, Viewer] = field(default_factory=dict[Outbox, Viewer])
    parting: set[Outbox] = field(default_factory=set[Outbox])
    """Who has said goodbye and is not let go yet: they have not just lost their connection."""

    def add(self, link: Outbox, seat: int, person: int) -> None:
        """Lets somebody listen, from a seat or with -1 as a spectator."""
        self.viewers[link] = Viewer(seat, person)

    def remove(self, link: Outbox) -> None:
        """Lets somebody listen no more."""
        self.viewers.pop(link, None)

    def move(self, order: Sequence[int]) -> None:
        """Lets everybody see from a new seat: who saw from seat ``order[n]`` now sees from n."""
        for link, viewer in self.viewers.items():
            if viewer.seat != NOBODY:
                self.viewers[link] = Viewer(order.index(viewer.seat), viewer.person)

    def seat_of(self, link: Outbox) -> int | None:
        """Returns the seat somebody sees the table from, None if they do not listen."""
        viewer = self.viewers.get(link)
        return None if viewer is None else viewer.seat

    def live(self) -> list[tuple[Outbox, Viewer]]:
        """Returns who sees the game as it is played."""
        if not self.late:
            return list(self.viewers.items())
        return [pair for pair in self.viewers.items() if pair[1].seat != NOBODY]

    def later(self) -> list[tuple[Outbox, Viewer]]:
        """Returns who sees it later."""
        return [pair for pair in self.viewers.items() if self.late and pair[1].seat == NOBODY]

    def send_late(self, news: Sequence[TableState | bytes], muted: Callable[[int], tuple[str, ...]]) -> None:
        """Sends those who see the game later what is due for them."""
        for link, viewer in self.later():
            for piece in news:
                if isinstance(piece, bytes):
                    link.send(piece)
                else:
                    link.tell(replace(piece, muted=muted(viewer.person)))

    @property
    def spectators(self) -> list[int]:
        """Who watches without a seat."""
        return [viewer.person for viewer in self.viewers.values() if viewer.seat == NOBODY]

    @property
    def watching(self) -> int:
        """How many spectators there are."""
        return len(self.spectators)
