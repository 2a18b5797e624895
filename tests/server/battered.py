"""A cast whose connections break again and again: each viewer comes by a wire of its own, with faults.

A fault that is not heard of is told by the wire, since in a test nobody waits for silence.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import trio

from gouji_core.seats import NOBODY
from gouji_protocol.messages import Accepted
from tests.kit.proxy import Course, Proxy
from tests.server.cast import LOST, Cast

T = TypeVar("T")


@dataclass
class Battered(Cast):
    """Is a cast that comes back whatever happens to its connections."""

    dialled: dict[int, int] = field(default_factory=dict[int, int])
    """How many connections each viewer made by its wire."""
    broken: set[int] = field(default_factory=set[int])
    scopes: dict[int, trio.CancelScope] = field(default_factory=dict[int, trio.CancelScope])

    @asynccontextmanager
    async def weather(self, course: Callable[[int], Callable[[int], Course]]) -> AsyncGenerator[list[Proxy]]:
        """Leads every viewer through a wire; ``course`` gives the courses of each viewer's connections."""
        token = trio.lowlevel.current_trio_token()
        server = self.where[0]
        with ExitStack() as stack:
            proxies: list[Proxy] = []
            for viewer in range(len(self.people)):

                def struck(number: int, viewer: int = viewer) -> None:
                    token.run_sync_soon(self._struck, viewer, number)

                proxies.append(stack.enter_context(Proxy(server, course=course(viewer), struck=struck)))
            self.where = [proxy.tcp for proxy in proxies]
            for viewer in range(len(self.people)):
                await self._home(viewer)
            yield proxies

    def _struck(self, viewer: int, number: int) -> None:
        if number == self.dialled.get(viewer, 0) - 1:
            self.broken.add(viewer)
            if viewer in self.scopes:
                self.scopes[viewer].cancel()

    async def hear(self, seat: int) -> None:
        """Waits for the next message to a viewer, or until it is back."""
        await self._steadily(seat, lambda: self.people[seat].next())

    async def act(self, seat: int) -> None:
        """Lets a seat do what it does; sent until it is acknowledged, it is done once."""
        if seat == NOBODY:
            await super().act(seat)
            return
        action, decision = self.choice(seat), self.decision(seat)
        number = self.people[seat].number()
        answer = await self._steadily(seat, lambda: self.people[seat].command(action, decision, number))
        assert isinstance(answer, Accepted), answer

    async def _steadily(self, seat: int, job: Callable[[], Awaitable[T]]) -> T:
        """Does a job until it is done on a connection that holds."""
        viewer = seat % len(self.people)
        while True:
            if viewer not in self.broken:
                with trio.CancelScope() as self.scopes[viewer]:
                    try:
                        return await job()
                    except LOST:
                        pass
            await self._home(viewer)

    async def _home(self, viewer: int) -> None:
        """Brings a viewer back, by as many connections as it takes."""
        seat = viewer if viewer < len(self.people) - 1 else NOBODY
        await trio.aclose_forcefully(self.people[viewer].stream)
        while True:
            self.broken.discard(viewer)
            self.dialled[viewer] = self.dialled.get(viewer, 0) + 1
            with trio.CancelScope() as self.scopes[viewer]:
                try:
                    await self.back(seat)
                except LOST:
                    continue
                if viewer not in self.broken:
                    return
