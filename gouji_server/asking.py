"""Connections of one question and one answer: the owner's and those of scrapers.

They cost the server a little for a few seconds, whatever comes in. Nothing here holds up a table.
"""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable

import trio

from gouji_server.listeners import Listener, accept_from
from gouji_server.logs import fault, note
from gouji_server.origin import Origin

PATIENCE = 5.0
"""Seconds to ask, and seconds to take the answer."""
AT_ONCE = 16
"""How many may ask at the same time."""

Attend = Callable[[trio.SocketStream], Awaitable[bytes]]
"""Hears the question of a connection and returns the answer, empty for none."""


async def serve_questions(listener: Listener, attend: Attend) -> None:
    """Answers whoever asks, for ever; who has taken longest to ask makes room for the newest."""
    asking: dict[trio.CancelScope, None] = {}
    async with trio.open_nursery() as nursery:

        def arrived(sock: socket.socket, _: Listener, __: Origin) -> None:
            if len(asking) >= AT_ONCE:
                oldest = next(iter(asking))
                del asking[oldest]
                oldest.cancel()
            scope = trio.CancelScope()
            asking[scope] = None
            nursery.start_soon(_keep, asking, scope, sock, attend, listener.name)

        await accept_from(listener, arrived)


async def _keep(
    asking: dict[trio.CancelScope, None],
    scope: trio.CancelScope,
    sock: socket.socket,
    attend: Attend,
    name: str,
) -> None:
    try:
        with scope:
            await _talk(sock, attend)
    except (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
        note("asker went away", listener=name)
    except Exception:
        # A question must not end the server.
        fault("question failed", listener=name)
    finally:
        asking.pop(scope, None)


async def _talk(sock: socket.socket, attend: Attend) -> None:
    async with trio.SocketStream(trio.socket.from_stdlib_socket(sock)) as stream:
        answer = await attend(stream)
        if not answer:
            return
        with trio.move_on_after(PATIENCE):
            await stream.send_all(answer)
            await stream.send_eof()
            # What is left unread would reset the answer away.
            while await stream.receive_some(65536):
                pass


async def read_until(stream: trio.SocketStream, ends: tuple[bytes, ...], longest: int) -> bytes:
    """Returns what comes until an ending is in it: less if no more comes in time, or a little too much."""
    said = b""
    with trio.move_on_after(PATIENCE):
        while len(said) <= longest and not any(end in said for end in ends):
            data = await stream.receive_some(4096)
            if not data:
                break
            said += data
    return said
