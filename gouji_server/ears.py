"""Who listens to the sockets of all clients, and calls those who have something to read.

Each socket is registered once and stays so, and what is called may do its work at once. Trio's own way is
made for tasks: it registers a socket anew for each message and wakes a task, and for the small messages of
a game that is as much work as reading them.
"""

from __future__ import annotations

import selectors
from collections.abc import Callable

import trio


class Ears:
    """Is the sockets that are listened to; ``run`` is its task."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()

    def listen(self, descriptor: int, heard: Callable[[], None]) -> None:
        """Calls ``heard`` in the task whenever there is something to read, or the end.

        It must not wait, nor raise, and has to read some of it or ``stop``: else it is called again at once.
        """
        self._selector.register(descriptor, selectors.EVENT_READ, heard)

    def stop(self, descriptor: int) -> None:
        """Calls no more for a socket, but perhaps once for what it had to read by now."""
        self._selector.unregister(descriptor)

    async def run(self) -> None:
        """Listens, for ever."""
        selector = self._selector
        while True:
            await trio.lowlevel.wait_readable(selector)
            for key, _ in selector.select(0):
                key.data()
