"""The stream of updates that a program iterates over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from gouji_protocol.outputs import Output


class Updates:
    """Iterates over updates; an object and no generator, so that it may be left at any time."""

    def __init__(self, take: Callable[[], Awaitable[Output | None]]) -> None:
        self._take = take

    def __aiter__(self) -> Updates:
        return self

    async def __anext__(self) -> Output:
        update = await self._take()
        if update is None:
            raise StopAsyncIteration
        return update
