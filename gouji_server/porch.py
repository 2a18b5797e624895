"""Who has come to the door and not said hello: bounded, in all and for each address.

The oldest makes room for the newest. People say hello at once, so who has stood there longest is the one who
came only to take up room; thousands of silent connections keep nobody out.
"""

from __future__ import annotations

from gouji_server.connection import Connection
from gouji_server.origin import Origin


class Porch:
    """Is the connections without hello, oldest first."""

    def __init__(self, room: int, each: int) -> None:
        self._room = room
        self._each = each
        self._waiting: dict[Connection, Origin] = {}
        self._by_origin: dict[Origin, dict[Connection, None]] = {}

    def enter(self, connection: Connection, origin: Origin, *, limited: bool) -> Connection | None:
        """Takes somebody in; returns who has to go for it, if anybody."""
        self._waiting[connection] = origin
        neighbours = self._by_origin.setdefault(origin, {})
        neighbours[connection] = None
        gone = None
        if limited and len(neighbours) > self._each:
            gone = next(iter(neighbours))
        elif len(self._waiting) > self._room:
            gone = next(iter(self._waiting))
        if gone is not None:
            self.leave(gone)
        return gone

    def leave(self, connection: Connection) -> None:
        """Takes note that somebody has said hello, or is gone."""
        origin = self._waiting.pop(connection, None)
        if origin is None:
            return
        neighbours = self._by_origin[origin]
        del neighbours[connection]
        if not neighbours:
            del self._by_origin[origin]

    def __len__(self) -> int:
        return len(self._waiting)
