"""How the journal's thread has something called in Trio's, where it is listened to beside the clients."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress

import trio


class Bell:
    """Is a descriptor that can be read while there is something to call; it is open within ``with``.

    Before and after that, calls go Trio's own way, so none is lost.
    """

    def __init__(self) -> None:
        """Takes note of the run of Trio that it is made in."""
        self._token = trio.lowlevel.current_trio_token()
        self._due: deque[Callable[[], None]] = deque()
        self._pipe: tuple[int, int] | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> int:
        """Opens it; gives the descriptor."""
        self._pipe = os.pipe()
        for end in self._pipe:
            os.set_blocking(end, False)
        return self._pipe[0]

    def __exit__(self, *_: object) -> None:
        """Closes it, and leaves to Trio what was not called yet."""
        with self._lock:
            pipe, self._pipe = self._pipe, None
            # Before anything that is wanted from now on.
            while self._due:
                self._token.run_sync_soon(self._due.popleft())
        for end in pipe or ():
            os.close(end)

    def ring(self, call: Callable[[], None]) -> None:
        """Has something called, from any thread."""
        # Else it could be closed meanwhile, and the number be another file's.
        with self._lock:
            if self._pipe is not None:
                self._due.append(call)
                # A pipe that is full says it as well.
                with suppress(BlockingIOError):
                    os.write(self._pipe[1], b"!")
                return
        # Where Trio is over, nobody is left to be told.
        with suppress(trio.RunFinishedError):
            self._token.run_sync_soon(call)

    def answer(self) -> None:
        """Calls all that is to be called; for whoever finds the descriptor ready."""
        if self._pipe is not None:
            with suppress(BlockingIOError):
                os.read(self._pipe[0], 4096)
        while self._due:
            self._due.popleft()()
