"""As much HTTP as a scraper needs: one GET or HEAD, one answer, the connection ends.

Whatever else comes is told so or dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

import trio

from gouji_server.asking import read_until, serve_questions
from gouji_server.listeners import Listener
from gouji_server.metrics.page import Found

MAX_HEAD = 8 * 1024


async def serve_web(listener: Listener, get: Callable[[str], Found]) -> None:
    """Answers whoever asks, for ever."""

    async def attend(stream: trio.SocketStream) -> bytes:
        head = await read_until(stream, (b"\r\n\r\n", b"\n\n"), MAX_HEAD)
        return _answer(head, get) if head else b""

    await serve_questions(listener, attend)


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
