"""Whoever stops while a connection is being made leaves none open, at whatever moment that is."""

import asyncio
import select
import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest
import trio

from gouji_client import with_asyncio, with_trio

MOMENTS = range(40)
"""So many turns of the loop after the connection is there the program stops."""


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A server that lets clients in and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        yield listener


def address(listener: socket.socket) -> str:
    return f"127.0.0.1:{listener.getsockname()[1]}"


def came(listener: socket.socket) -> bool:
    """Tells whether somebody has connected."""
    return bool(select.select([listener], [], [], 0)[0])


def assert_ended(listener: socket.socket) -> None:
    """Fails unless the connection that was made has been closed by the client."""
    end, _ = listener.accept()
    with end, suppress(ConnectionResetError):
        end.settimeout(5)
        while end.recv(4096):
            pass


def test_with_trio(listener: socket.socket):
    async def stop_after(turns: int) -> None:
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(count_down, turns, scope)
                async with with_trio.connect(address(listener)):
                    raise AssertionError("nobody welcomed us")

    async def count_down(turns: int, scope: trio.CancelScope) -> None:
        while not came(listener):
            await trio.lowlevel.checkpoint()
        for _ in range(turns):
            await trio.lowlevel.checkpoint()
        scope.cancel()

    for turns in MOMENTS:
        trio.run(stop_after, turns)
        assert_ended(listener)


def test_with_asyncio(listener: socket.socket):
    async def attempt() -> None:
        async with with_asyncio.connect(address(listener)):
            raise AssertionError("nobody welcomed us")

    async def stop_after(turns: int) -> None:
        task = asyncio.create_task(attempt())
        while not came(listener):  # noqa: ASYNC110 - nothing else tells of the moment
            await asyncio.sleep(0)
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    for turns in MOMENTS:
        asyncio.run(stop_after(turns))
        assert_ended(listener)
