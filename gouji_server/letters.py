"""What is sent to a table, and the box in which it waits for the table's task.

There the task waits too: for a letter, for a time, and while the table is held because a step of it is being
written down.
"""

from __future__ import annotations

from collections import deque
from math import inf

import trio
from msgspec import Struct, field

from gouji_protocol.messages import Command, Request
from gouji_server.identities import Identity
from gouji_server.outbox import Outbox

LETTERS_EACH = 16
"""How many letters of one client may wait; with more it is told that the table is busy, and nobody else is.

As many lines as may be said at once find room while the table writes down a move.
"""


class Letter(Struct, frozen=True):
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
    """Is the letters that a table has not taken yet, and where its task waits for the next one."""

    __slots__ = ("_held", "_letters", "_reader", "_scope", "_until", "_waiting", "_woken", "late")

    def __init__(self) -> None:
        # Without a bound of its own: each client has one, and clients are bounded.
        self._letters: deque[Letter] = deque()
        self._waiting: dict[Outbox, int] = {}
        self._reader: trio.lowlevel.Task | None = None
        self._scope: trio.CancelScope | None = None
        """Whose deadline ends the wait for a letter, where that is waited for."""
        self._until = inf
        self._woken = False
        self._held = False
        self.late = 0.0
        """How many seconds after its time the last wait ended, whatever ended it."""

    def post(self, letter: Letter) -> bool:
        """Takes a letter; False if its sender already has too many waiting."""
        waiting = self._waiting.get(letter.link, 0)
        if waiting >= LETTERS_EACH and letter.link.open:
            return False
        self._waiting[letter.link] = waiting + 1
        self._letters.append(letter)
        self._rouse()
        return True

    @property
    def waiting(self) -> int:
        """How many letters wait."""
        return len(self._letters)

    @property
    def oldest(self) -> float:
        """When the letter arrived that waits longest; never if none waits."""
        return self._letters[0].at if self._letters else inf

    @property
    def idle(self) -> bool:
        """Whether the task waits for a letter and the table is not held: whoever comes now is the first."""
        return self._reader is not None and not self._held

    @property
    def empty(self) -> bool:
        """Whether there is nothing for the task: no letter, and no end of a wait."""
        return not self._letters and not self._woken

    def wake(self) -> None:
        """Ends the wait for a letter."""
        self._woken = True
        self._rouse()

    def hold(self) -> None:
        """Lets the task wait, whatever comes and however long it takes, until ``release``."""
        self._held = True

    def release(self, until: float) -> None:
        """Lets the task go on: at once if something is there for it or the time is past, else then."""
        self._held = False
        if self._scope is None:
            self._rouse()
        elif not self.empty or until <= trio.current_time():
            # Nobody is late who was at work until now.
            self._until = inf
            self.wake()
        elif until != self._until:
            # Most tables have no clock, and to Trio an old deadline is as much work as a new one.
            self._scope.deadline = self._until = until

    async def free(self) -> None:
        """Waits while the table is held."""
        while self._held:
            await self._sleep()

    async def next(self, until: float | None) -> Letter | None:
        """Returns the next letter.

        None if there is none until a time, in whose place ``release`` may have put another, or if the wait
        was ended, or if the table was held meanwhile. Without a time it does not wait.
        """
        self.late = 0.0
        if until is not None and not self._letters and not self._woken:
            await self._sleep_until(until)
        woken, self._woken = self._woken, False
        return self._take_out() if self._letters and not woken else None

    def take_all(self) -> list[Letter]:
        """Returns all that is left."""
        return [self._take_out() for _ in range(len(self._letters))]

    async def _sleep_until(self, until: float) -> None:
        self._until = until
        try:
            with trio.CancelScope(deadline=until) as self._scope:
                await self._sleep()
        finally:
            self._scope = None
        if self._held:
            await self.free()
            self._woken = True
        else:
            self.late = max(0.0, trio.current_time() - self._until)

    async def _sleep(self) -> None:
        # A channel does the same for whoever comes; here only ever one task reads.
        self._reader = trio.lowlevel.current_task()
        await trio.lowlevel.wait_task_rescheduled(self._give_up)

    def _give_up(self, _: object) -> trio.lowlevel.Abort:
        self._reader = None
        return trio.lowlevel.Abort.SUCCEEDED

    def _rouse(self) -> None:
        if self._reader is not None and not self._held:
            trio.lowlevel.reschedule(self._reader)
            self._reader = None

    def _take_out(self) -> Letter:
        letter = self._letters.popleft()
        left = self._waiting[letter.link] - 1
        if left:
            self._waiting[letter.link] = left
        else:
            del self._waiting[letter.link]
        return letter
