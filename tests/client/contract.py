"""What both drivers are held to, in words that neither library owns.

A scenario is an async function that takes a ``Ground``; ``GROUNDS`` has one for trio and one for asyncio.
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

import trio

from gouji_client import Client, Profile, with_asyncio, with_trio
from gouji_client.address import Address

SECONDS = 60.0
"""After so long a scenario has failed; it never waits for that."""


class Ground(Protocol):
    """Is a library and its driver, as far as scenarios need them."""

    def connect(
        self,
        address: Address | str,
        profile: Profile | None = None,
        *,
        patient: bool = False,
        tls: ssl.SSLContext | None = None,
        keep: Callable[[str], object] | None = None,
    ) -> AbstractAsyncContextManager[Client]: ...

    def run(self, scenario: Callable[["Ground"], Coroutine[Any, Any, None]]) -> None: ...

    def together(self, *jobs: Callable[[], Coroutine[Any, Any, None]]) -> Awaitable[None]: ...


class TrioGround:
    def connect(
        self,
        address: Address | str,
        profile: Profile | None = None,
        *,
        patient: bool = False,
        tls: ssl.SSLContext | None = None,
        keep: Callable[[str], object] | None = None,
    ) -> AbstractAsyncContextManager[Client]:
        return with_trio.connect(address, profile, patient=patient, tls=tls, keep=keep)

    def run(self, scenario: Callable[[Ground], Coroutine[Any, Any, None]]) -> None:
        async def main() -> None:
            with trio.fail_after(SECONDS):
                await scenario(self)

        trio.run(main)

    async def together(self, *jobs: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async with trio.open_nursery() as nursery:
            for job in jobs:
                nursery.start_soon(job)


class AsyncioGround:
    def connect(
        self,
        address: Address | str,
        profile: Profile | None = None,
        *,
        patient: bool = False,
        tls: ssl.SSLContext | None = None,
        keep: Callable[[str], object] | None = None,
    ) -> AbstractAsyncContextManager[Client]:
        return with_asyncio.connect(address, profile, patient=patient, tls=tls, keep=keep)

    def run(self, scenario: Callable[[Ground], Coroutine[Any, Any, None]]) -> None:
        async def main() -> None:
            async with asyncio.timeout(SECONDS):
                await scenario(self)

        asyncio.run(main())

    async def together(self, *jobs: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async with asyncio.TaskGroup() as group:
            for job in jobs:
                group.create_task(job())


GROUNDS: dict[str, Ground] = {"trio": TrioGround(), "asyncio": AsyncioGround()}
