"""Who listens to all clients that may speak, and calls those who have something to read.

A socket stays registered for as long as what is called does its work at once. Trio's own way is made for
tasks: it registers a socket anew for each message and wakes a task, and for the small messages of a game that
is as much work as reading them. For the same reason the journal is listened to here: what a client said is
mostly written down before Trio could have been gone through.
"""

from __future__ import annotations

import selectors
from collections.abc import Callable
from time import monotonic

import trio

from gouji_server.bell import Bell
from gouji_server.journal import Journal

STAY = 0.001
"""Seconds after which the journal is waited for no more, for Trio's tasks wait meanwhile.

The selector counts in whole milliseconds, so it may be one more.
"""


class Ears:
    """Is the sockets that are listened to, and the journal; ``run`` is its task."""

    def __init__(self, journal: Journal) -> None:
        self._selector = selectors.DefaultSelector()
        self._journal = journal
        self.bell = Bell()
        """What the journal's thread calls with."""

    def listen(self, descriptor: int, heard: Callable[[], None]) -> None:
        """Calls ``heard`` in the task whenever there is something to read, or the end.

        It must not wait, nor raise, and has to read some of it or ``stop``: else it is called again at once.
        """
        self._selector.register(descriptor, selectors.EVENT_READ, heard)

    def stop(self, descriptor: int) -> None:
        """Stops calling for a socket; if it was ready in this round already, one call may still come."""
        self._selector.unregister(descriptor)

    async def run(self) -> None:
        """Listens, for ever."""
        with self.bell as descriptor:
            self.listen(descriptor, self.bell.answer)
            try:
                while True:
                    await trio.lowlevel.wait_readable(self._selector)
                    until = monotonic() + STAY
                    self._call(0)
                    self._stay(until)
            finally:
                self.stop(descriptor)

    def _stay(self, until: float) -> None:
        while self._journal.waiting and (left := until - monotonic()) > 0:
            self._journal.hand_over()
            self._call(left)

    def _call(self, timeout: float) -> None:
        # A function of its own: nothing here goes on holding whoever was called last.
        for key, _ in self._selector.select(timeout):
            key.data()
