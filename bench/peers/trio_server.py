"""A raw trio server that sends what one of six sends to all six: the floor under ours, without any game.

usage: trio_server.py direct|fast|outbox [codec]

A frame is four bytes of length and a body. The first frame of a connection names its table and is answered
with an empty one; each later one goes to all at the table: ``direct`` awaits six sends, ``fast`` writes to
the sockets without waiting, ``outbox`` has a queue and a writer task for each connection. With ``codec``
every body is unpacked and packed once on its way. The port is printed; the server ends when stdin does.
"""

from __future__ import annotations

import os
import socket
import sys
from collections import defaultdict
from collections.abc import Callable
from typing import Any, cast

import msgpack  # pyright: ignore[reportMissingTypeStubs]
import trio


def same(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


def again(body: bytes) -> bytes:
    return same(_packer.pack(_unpack(body)))


# msgpack brings no types.
_packer: Any = cast("Any", msgpack).Packer()
_unpack: Any = cast("Any", msgpack).unpackb

SEATED = bytes(4)
"""An empty frame: the answer to the name of a table."""


class Peer:
    """One connection, as the others at its table know it."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self.sock = stream.socket
        self.send, self.receive = trio.open_memory_channel[bytes](256)

    async def direct(self, data: bytes) -> None:
        await self.stream.send_all(data)

    def queue(self, data: bytes) -> None:
        self.send.send_nowait(data)

    async def write(self) -> None:
        async for data in self.receive:
            await self.stream.send_all(data)


def bodies(buffer: bytearray) -> list[bytes]:
    found: list[bytes] = []
    at = 0
    while len(buffer) - at >= 4:
        end = at + 4 + int.from_bytes(buffer[at : at + 4], "big")
        if len(buffer) < end:
            break
        found.append(bytes(buffer[at + 4 : end]))
        at = end
    del buffer[:at]
    return found


async def serve_streams(mode: str, framed: Callable[[bytes], bytes], listener: socket.socket) -> None:
    tables: defaultdict[bytes, list[Peer]] = defaultdict(list)

    async def handle(stream: trio.SocketStream) -> None:
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        buffer, peer = bytearray(), Peer(stream)
        table: list[Peer] | None = None
        async with trio.open_nursery() as nursery:
            try:
                while data := await stream.receive_some(65536):
                    buffer += data
                    for body in bodies(buffer):
                        if table is None:
                            table = tables[body]
                            table.append(peer)
                            await peer.direct(SEATED)
                            if mode == "outbox":
                                nursery.start_soon(peer.write)
                            continue
                        out = framed(body)
                        for one in table:
                            if mode == "outbox":
                                one.queue(out)
                            else:
                                await one.direct(out)
            except (trio.BrokenResourceError, OSError):
                pass
            nursery.cancel_scope.cancel()

    await trio.serve_listeners(handle, [trio.SocketListener(trio.socket.from_stdlib_socket(listener))])


async def serve_sockets(framed: Callable[[bytes], bytes], listener: socket.socket) -> None:
    """Trio waits for what can be read; all else goes straight to the sockets."""
    tables: defaultdict[bytes, list[socket.socket]] = defaultdict(list)

    async def handle(sock: socket.socket) -> None:
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        buffer = bytearray()
        table: list[socket.socket] | None = None
        with sock:
            try:
                while True:
                    await trio.lowlevel.wait_readable(sock)
                    data = sock.recv(65536)
                    if not data:
                        return
                    buffer += data
                    for body in bodies(buffer):
                        if table is None:
                            table = tables[body]
                            table.append(sock)
                            sock.send(SEATED)
                            continue
                        out = framed(body)
                        for one in table:
                            one.send(out)
            except OSError:
                return

    async with trio.open_nursery() as nursery:
        while True:
            await trio.lowlevel.wait_readable(listener)
            try:
                while True:
                    nursery.start_soon(handle, listener.accept()[0])
            except BlockingIOError:
                pass


async def until_parent_ends(scope: trio.CancelScope) -> None:
    while await trio.to_thread.run_sync(os.read, sys.stdin.fileno(), 4096, abandon_on_cancel=True):
        pass
    scope.cancel()


async def main() -> None:
    mode, framed = sys.argv[1], again if "codec" in sys.argv[2:] else same
    listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
    listener.setblocking(False)
    sys.stdout.write(f"{listener.getsockname()[1]}\n")
    sys.stdout.flush()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(until_parent_ends, nursery.cancel_scope)
        if mode == "fast":
            await serve_sockets(framed, listener)
        else:
            await serve_streams(mode, framed, listener)


if __name__ == "__main__":
    trio.run(main)
