"""How the server comes to its end when its owner says so: after a time, or when nothing is under way."""

from __future__ import annotations

from collections.abc import Callable

import trio

from gouji_protocol.messages import Notice
from gouji_protocol.words import NoticeKind
from gouji_server.logs import note

REMINDERS = (600.0, 300.0, 60.0, 30.0, 10.0)
"""How many seconds before the end everybody is told once more."""

LOOK = 1.0
"""Seconds between two looks whether something is still under way."""


class Ending:
    """Is the way to the end, if one was chosen; a new choice takes the place of the old one."""

    def __init__(
        self,
        nursery: trio.Nursery,
        stop: trio.Event,
        tell: Callable[[Notice], None],
        live: Callable[[], bool],
    ) -> None:
        self._nursery = nursery
        self._stop = stop
        self._tell = tell
        self._live = live
        self._scope: trio.CancelScope | None = None

    def after(self, seconds: float, text: str) -> None:
        """Stops the server after a time, telling everybody now and again."""
        self._nursery.start_soon(self._count_down, self._begin(), seconds, text)

    def when_idle(self) -> None:
        """Stops the server once nothing is under way."""
        self._nursery.start_soon(self._wait, self._begin())

    def cancel(self) -> bool:
        """Lets the server go on; False if nothing was to end it."""
        chosen = self._scope is not None
        if self._scope is not None:
            self._scope.cancel()
            self._scope = None
        return chosen

    def _begin(self) -> trio.CancelScope:
        self.cancel()
        self._scope = trio.CancelScope()
        return self._scope

    async def _count_down(self, scope: trio.CancelScope, seconds: float, text: str) -> None:
        with scope:
            end = trio.current_time() + seconds
            for left in (seconds, *(left for left in REMINDERS if left < seconds)):
                await trio.sleep_until(end - left)
                self._tell(Notice(NoticeKind.STOPPING, text, round(left * 1000)))
            await trio.sleep_until(end)
            note("stops as told")
            self._stop.set()

    async def _wait(self, scope: trio.CancelScope) -> None:
        with scope:
            while True:
                if not self._live():
                    break
                await trio.sleep(LOOK)
            note("nothing is under way any more")
            self._stop.set()
