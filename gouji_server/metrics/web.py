"""As much HTTP as a scraper needs: one GET or HEAD, one answer, the connection ends.

Whatever else comes is told so or dropped; it costs the server a few kilobytes for a few seconds.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from http import HTTPStatus

import trio

from gouji_server.listeners import Listener, accept_from
from gouji_server.logs import fault
from gouji_server.metrics.page import Found
from gouji_server.origin import Origin

MAX_HEAD = 8 * 1024
PATIENCE = 5.0
"""Seconds for the question and the answer together."""
AT_ONCE = 16
"""How many may ask at the same time."""


async def serve_web(listener: Listener, get: Callable[[str], Found]) -> None:
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
            nursery.start_soon(_attend, asking, scope, sock, get)

        await accept_from(listener, arrived)


async def _attend(
    asking: dict[trio.CancelScope, None],
    scope: trio.CancelScope,
    sock: socket.socket,
    get: Callable[[str], Found],
) -> None:
    try:
        with scope:
            await _talk(sock, get)
    finally:
        asking.pop(scope, None)


async def _talk(sock: socket.socket, get: Callable[[str], Found]) -> None:
    try:
        async with trio.SocketStream(trio.socket.from_stdlib_socket(sock)) as stream:
            with trio.move_on_after(PATIENCE):
                head = await _head(stream)
                if head:
                    await stream.send_all(_answer(head, get))
                    await stream.send_eof()
                    # What is left unread would reset the answer away.
                    while await stream.receive_some(4096):
                        pass
    except (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
        return
    except Exception:
        fault("metrics failed")


async def _head(stream: trio.SocketStream) -> bytes:
    head = b""
    while b"\r\n\r\n" not in head and b"\n\n" not in head and len(head) <= MAX_HEAD:
        data = await stream.receive_some(4096)
        if not data:
            break
        head += data
    return head


def _answer(head: bytes, get: Callable[[str], Found]) -> bytes:
    line = head.split(b"\n", 1)[0].decode("latin-1").strip()
    match line.split(" "):
        case _ if len(head) > MAX_HEAD:
            return _made(Found(431, "too much\n"))
        case ["GET" | "HEAD" as method, path, version] if version.startswith("HTTP/1."):
            return _made(get(path), with_body=method == "GET")
        case [_, _, version] if version.startswith("HTTP/"):
            return _made(Found(405, "only GET and HEAD\n"), ("Allow: GET, HEAD",))
        case _:
            return _made(Found(400, "this is no HTTP\n"))


def _made(found: Found, more: tuple[str, ...] = (), *, with_body: bool = True) -> bytes:
    body = found.body.encode()
    status = HTTPStatus(found.status)
    head = (
        f"HTTP/1.1 {found.status} {status.phrase}",
        f"Content-Type: {found.kind}",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "Connection: close",
        *more,
        "",
        "",
    )
    return "\r\n".join(head).encode("ascii") + (body if with_body else b"")
