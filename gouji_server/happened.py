"""What happened in one step of a game, and of which kinds it is, for whoever minds only some kinds."""

from __future__ import annotations

from msgspec import Struct

from gouji_core.events import Event


class Happened(Struct, frozen=True):
    """Is the events of one step, in their order."""

    events: tuple[Event, ...]
    kinds: frozenset[type[Event]]

    @property
    def first(self) -> Event | None:
        """The first of them; None of a step in which nothing happened."""
        return self.events[0] if self.events else None


def happened(events: tuple[Event, ...]) -> Happened:
    """Returns what happened."""
    return Happened(events, frozenset(map(type, events)))
