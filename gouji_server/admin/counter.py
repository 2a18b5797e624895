"""Where the owner's questions come in: a Unix socket that only the server's own user and root may use."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable

import trio

from gouji_server.asking import read_until, serve_questions
from gouji_server.identities import peer_user
from gouji_server.listeners import Listener
from gouji_server.logs import warn

MAX_LINE = 64 * 1024
"""The longest question; the longest thing in one is a text for people."""


async def serve_owner(listener: Listener, answer: Callable[[bytes, int | None], Awaitable[bytes]]) -> None:
    """Answers whoever may ask, for ever."""

    async def attend(stream: trio.SocketStream) -> bytes:
        user = peer_user(stream.socket)
        if not may_ask(user):
            warn("admin refused", user=user)
            return b'{"error": "only the user who runs the server, and root, may do that"}\n'
        line = await read_until(stream, (b"\n",), MAX_LINE)
        # What was asked for is done to its end, whoever else asks meanwhile.
        told = b""
        with trio.CancelScope(shield=True):
            told = await answer(line, user)
        return told + b"\n"

    await serve_questions(listener, attend)


def may_ask(user: int | None) -> bool:
    """Tells whether a user of this machine may; unknown ones passed the file's mode."""
    return user is None or user in (0, os.geteuid())
