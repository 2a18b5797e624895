"""Where the owner's questions come in: a Unix socket that only the server's own user and root may use.

One question, one answer, then the connection is closed. Nothing that comes in here holds up a table.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable

import msgspec
import trio

from gouji_server.admin.asks import ASKS, ENCODER, MAX_LINE, Answer, Ask
from gouji_server.identities import peer_user
from gouji_server.listeners import Listener, accept_from
from gouji_server.logs import fault, note, warn
from gouji_server.origin import Origin

PATIENCE = 5.0
"""Seconds to ask, and seconds to take the answer."""

AT_ONCE = 16
"""How many may ask at the same time."""


async def serve_owner(listener: Listener, do: Callable[[Ask], Awaitable[Answer]]) -> None:
    """Answers whoever may ask, for ever."""
    async with trio.open_nursery() as nursery:

        def arrived(sock: socket.socket, _: Listener, __: Origin) -> None:
            if len(nursery.child_tasks) > AT_ONCE:
                sock.close()
            else:
                nursery.start_soon(_talk, sock, do)

        await accept_from(listener, arrived)


def may_ask(user: int | None) -> bool:
    """Tells whether a user of this machine may; unknown ones passed the file's mode."""
    return user is None or user in (0, os.geteuid())


async def _talk(sock: socket.socket, do: Callable[[Ask], Awaitable[Answer]]) -> None:
    try:
        user = peer_user(sock)
        async with trio.SocketStream(trio.socket.from_stdlib_socket(sock)) as stream:
            answer = await _answer(stream, user, do)
            with trio.move_on_after(PATIENCE):
                await stream.send_all(ENCODER.encode(answer) + b"\n")
    except (OSError, trio.BrokenResourceError):
        note("admin went away")
    except Exception:
        # A question must not end the server.
        fault("admin failed")


async def _answer(
    stream: trio.SocketStream, user: int | None, do: Callable[[Ask], Awaitable[Answer]]
) -> Answer:
    if not may_ask(user):
        warn("admin refused", user=user)
        return Answer(error="only the user who runs the server, and root, may do that")
    line = b""
    with trio.move_on_after(PATIENCE):
        while b"\n" not in line and len(line) <= MAX_LINE:
            data = await stream.receive_some(4096)
            if not data:
                break
            line += data
    if not line.endswith(b"\n") or len(line) > MAX_LINE:
        return Answer(error="one line of JSON is wanted")
    try:
        ask = ASKS.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return Answer(error=f"this server does not understand the question: {error}")
    note("admin", ask=type(ask).__name__, user=user)
    return await do(ask)
