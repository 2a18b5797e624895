"""How tasks wait for each other, in words that trio and asyncio both know.

Both have an ``Event`` with ``set`` and an async ``wait``; everything else here is made of it, so the
client itself needs to know neither library.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Event(Protocol):
    """Is what ``trio.Event`` and ``asyncio.Event`` have in common."""

    def set(self) -> object: ...

    async def wait(self) -> object: ...


class Bell:
    """Wakes everybody who waits for it, as often as it is rung."""

    __slots__ = ("_event", "_make")

    def __init__(self, make: Callable[[], Event]) -> None:
        self._make = make
        self._event = make()

    def ring(self) -> None:
        """Wakes those who wait now."""
        rung, self._event = self._event, self._make()
        rung.set()

    async def wait(self) -> None:
        """Blocks until the bell is rung next."""
        await self._event.wait()
