"""Where the owner's questions come in: a Unix socket that only the server's own user and root may use.

One question, one answer, then the connection is closed. Nothing that comes in here holds up a table.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Awaitable, Callable

import trio

from gouji_server.identities import peer_user
from gouji_server.listeners import Listener, accept_from
from gouji_server.logs import fault, note, warn
from gouji_server.origin import Origin

MAX_LINE = 64 * 1024
"""The longest question; the longest thing in one is a text for people."""

PATIENCE = 5.0
"""Seconds to ask, and seconds to take the answer."""

AT_ONCE = 16
"""How many may ask at the same time."""


async def serve_owner(listener: Listener, answer: Callable[[bytes, int | None], Awaitable[bytes]]) -> None:
    """Answers whoever may ask, for ever."""
    async with trio.open_nursery() as nursery:

        def arrived(sock: socket.socket, _: Listener, __: Origin) -> None:
            if len(nursery.child_tasks) > AT_ONCE:
                sock.close()
            else:
                nursery.start_soon(_talk, sock, answer)

        await accept_from(listener, arrived)


def may_ask(user: int | None) -> bool:
    """Tells whether a user of this machine may; unknown ones passed the file's mode."""
    return user is None or user in (0, os.geteuid())


async def _talk(sock: socket.socket, answer: Callable[[bytes, int | None], Awaitable[bytes]]) -> None:
    try:
        user = peer_user(sock)
        async with trio.SocketStream(trio.socket.from_stdlib_socket(sock)) as stream:
            if may_ask(user):
                said = await answer(await _line(stream), user)
            else:
                warn("admin refused", user=user)
                said = b'{"error": "only the user who runs the server, and root, may do that"}'
            with trio.move_on_after(PATIENCE):
                await stream.send_all(said + b"\n")
                await stream.send_eof()
                # What is left unread would reset the answer away.
                while await stream.receive_some(65536):
                    pass
    except (OSError, trio.BrokenResourceError):
        note("admin went away")
    except Exception:
        # A question must not end the server.
        fault("admin failed")


async def _line(stream: trio.SocketStream) -> bytes:
    """Returns what is asked: a line, or less or more where it is none."""
    line = b""
    with trio.move_on_after(PATIENCE):
        while b"\n" not in line and len(line) <= MAX_LINE:
            data = await stream.receive_some(4096)
            if not data:
                break
            line += data
    return line
