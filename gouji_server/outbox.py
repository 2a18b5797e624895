"""What goes out to one client, without anybody ever waiting for its socket.

A message is written straight to the socket; only what the socket would not take is queued, and only
then a writer task runs. A client that leaves too much unread, or too long, is cut and told why.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import trio

from gouji_protocol.codec import encode_message
from gouji_protocol.frames import frame
from gouji_protocol.limits import MAX_REPLY
from gouji_protocol.messages import Failed, Goodbye, ServerMessage
from gouji_protocol.words import ByeCode
from gouji_server.line import Line

FAREWELL = 2.0
"""Seconds a cut client has to read why."""


def encoded(message: ServerMessage) -> bytes:
    """Returns a message as a frame."""
    return frame(encode_message(message), MAX_REPLY)


class Outbox:
    """Is the sending side of one connection.

    ``ended`` is called once, when it takes nothing more; ``gone`` is set when all it took is sent or dropped.
    ``refused`` is called with the code of every ``Failed``.
    """

    __slots__ = (
        "_due",
        "_ended",
        "_limit",
        "_nursery",
        "_patience",
        "_queue",
        "_refused",
        "_size",
        "_socket",
        "gone",
        "open",
    )

    def __init__(
        self,
        sock: Line,
        nursery: trio.Nursery,
        *,
        limit: int,
        patience: float,
        ended: Callable[[], None],
        refused: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._socket = sock
        self._nursery = nursery
        self._limit = limit
        self._patience = patience
        self._ended = ended
        self._refused = refused
        self._queue: deque[memoryview] = deque()
        self._size = 0
        # Until when the first piece of the queue must be gone, as the deadline of the writer's wait.
        self._due = trio.CancelScope()
        self.open = True
        """Whether it takes more."""
        self.gone = trio.Event()
        """Set when nothing is under way any more."""

    def tell(self, message: ServerMessage) -> None:
        """Sends a message, or queues it; does nothing once the connection has ended."""
        if isinstance(message, Failed):
            self._refused(message.code)
        self.send(encoded(message))

    def send(self, data: bytes) -> None:
        """Sends whole frames, or queues them; does nothing once the connection has ended."""
        if not self.open:
            return
        if self._queue:
            self._queue.append(memoryview(data))
            self._size += len(data)
            if self._size > self._limit:
                self.close(Goodbye(ByeCode.SLOW, "you did not read what the server sent"))
            return
        try:
            sent = self._socket.send(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            self.drop()
            return
        if sent < len(data):
            self._queue.append(memoryview(data)[sent:])
            self._size = len(data) - sent
            self._due = trio.CancelScope(deadline=trio.current_time() + self._patience)
            self._nursery.start_soon(self._write)

    def close(self, last: Goodbye) -> None:
        """Says goodbye and takes nothing more; what waits behind a full socket is dropped."""
        self.finish(encoded(last))

    def finish(self, last: bytes) -> None:
        """Sends last words and takes nothing more; what waits behind a full socket is dropped."""
        if not self.open:
            return
        if self._queue:
            # The first piece may be the rest of a frame, which must be whole for the goodbye to be read.
            first = self._queue[0]
            self._queue.clear()
            self._queue.extend((first, memoryview(last)))
            self._due.deadline = trio.current_time() + FAREWELL
        else:
            self.send(last)
        if self.open:
            self.open = False
            if not self._queue:
                self.gone.set()
            self._ended()

    def drop(self) -> None:
        """Ends the connection without a word."""
        self._queue.clear()
        self._size = 0
        self._due.cancel()
        self.gone.set()
        if self.open:
            self.open = False
            self._ended()

    @property
    def waiting(self) -> int:
        """How many bytes wait behind a full socket."""
        return self._size

    async def _write(self) -> None:
        while self._queue:
            with self._due as scope:
                await self._writable()
            if scope.cancelled_caught:
                if not self.open:
                    break
                self._due = trio.CancelScope(deadline=trio.current_time() + FAREWELL)
                self.close(Goodbye(ByeCode.SLOW, "you did not read what the server sent"))
                continue
            self._due = trio.CancelScope(deadline=scope.deadline)
            self._push()
        if not self.open:
            self.drop()

    async def _writable(self) -> None:
        try:
            await trio.lowlevel.wait_writable(self._socket)
        except (trio.ClosedResourceError, OSError, ValueError):
            self.drop()

    def _push(self) -> None:
        while self._queue:
            piece = self._queue[0]
            try:
                sent = self._socket.send(piece)
            except BlockingIOError:
                return
            except OSError:
                self.drop()
                return
            self._size -= sent
            if sent < len(piece):
                self._queue[0] = piece[sent:]
                return
            self._queue.popleft()
            self._due.deadline = trio.current_time() + self._patience
