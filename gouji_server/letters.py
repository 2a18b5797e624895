"""What is sent to a table, and the box in which it waits for the table's task."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from math import inf

import trio

from gouji_protocol.messages import Command, Request
from gouji_server.identities import Identity
from gouji_server.outbox import Outbox

LETTERS_EACH = 16
"""How many letters of one client may wait; with more it is told that the table is busy, and nobody else is.

As many lines as may be said at once find room while the table writes down a move.
"""


@dataclass(frozen=True, slots=True)
class Letter:
    """Is one message to a table, with who sent it by the login and where the answer goes."""

    link: Outbox
    sender: Identity
    message: Request | Command
    at: float = field(default_factory=trio.current_time)
    """When it arrived: a clock counts no longer than until then."""

    @property
    def number(self) -> int:
        """The id that the answer carries."""
        return self.message.command if isinstance(self.message, Command) else self.message.request


class Letterbox:
    """Is the letters that a table has not taken yet."""

    def __init__(self) -> None:
        # Without a bound of its own: each client has one, and clients are bounded.
        self._send, self._inbox = trio.open_memory_channel[Letter | None](inf)
        self._waiting: dict[Outbox, int] = {}
        self._times: deque[float] = deque()

    def post(self, letter: Letter) -> bool:
        """Takes a letter; False if its sender already has too many waiting."""
        waiting = self._waiting.get(letter.link, 0)
        if waiting >= LETTERS_EACH and letter.link.open:
            return False
        self._waiting[letter.link] = waiting + 1
        self._times.append(letter.at)
        self._send.send_nowait(letter)
        return True

    @property
    def waiting(self) -> int:
        """How many letters wait."""
        return len(self._times)

    @property
    def oldest(self) -> float:
        """When the letter arrived that waits longest; never if none waits."""
        return self._times[0] if self._times else inf

    def wake(self) -> None:
        """Ends the wait for a letter."""
        self._send.send_nowait(None)

    async def next(self, until: float) -> Letter | None:
        """Returns the next letter, None if there is none until a time or the wait was ended."""
        letter = await self._receive(until)
        if letter is not None:
            self._take_out(letter)
        return letter

    def rest(self) -> list[Letter]:
        """Returns all that is left."""
        left: list[Letter] = []
        while self._inbox.statistics().current_buffer_used:
            letter = self._inbox.receive_nowait()
            if letter is not None:
                left.append(letter)
        return left

    async def _receive(self, until: float) -> Letter | None:
        try:
            return self._inbox.receive_nowait()
        except trio.WouldBlock:
            if until == inf:
                return await self._inbox.receive()
            if until > trio.current_time():
                with trio.move_on_at(until):
                    return await self._inbox.receive()
            return None

    def _take_out(self, letter: Letter) -> None:
        self._times.popleft()
        left = self._waiting[letter.link] - 1
        if left:
            self._waiting[letter.link] = left
        else:
            del self._waiting[letter.link]
