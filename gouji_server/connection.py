"""One client's connection: what arrives is decoded under limits and passed on with who sent it.

The sender is always the identity of the login, never a field of a message. Whatever a client sends, at
worst its own connection ends, with a goodbye that says why.
"""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from typing import cast

import trio

from gouji_protocol.codec import Unread
from gouji_protocol.connection import Connection as Wire
from gouji_protocol.connection import Party
from gouji_protocol.errors import RemoteProtocolError
from gouji_protocol.messages import Command, Failed, Goodbye, Hello, Request, Welcome
from gouji_protocol.words import ByeCode
from gouji_server.config import Config
from gouji_server.logs import fault, note
from gouji_server.outbox import Outbox

READ_BYTES = 16 * 1024
LINGER = 1.0
"""Seconds a connection is read on after the goodbye, so that the goodbye is not lost to a reset."""


_Heard = Hello | Request | Command | Goodbye | Unread
"""What the wire lets a client say; it raises for anything else."""


class Gone(Exception):  # noqa: N818 - it is no error that people go
    """Says that the other side closed the connection."""


class Connection:
    """Is one connection, from its acceptance to its end; ``run`` is its task."""

    __slots__ = ("_config", "_scope", "_socket", "_wire", "heard", "name", "outbox")

    def __init__(self, sock: socket.socket, name: str, nursery: trio.Nursery, config: Config) -> None:
        self._socket = sock
        self._config = config
        self._scope = trio.CancelScope()
        self.name = name
        """The listener it came in by."""
        self._wire = Wire(Party.SERVER)
        self.heard = trio.current_time()
        """When something last arrived."""
        self.outbox = Outbox(
            sock,
            nursery,
            limit=config.send_bytes,
            patience=config.send_time,
            ended=self._scope.cancel,
        )

    @property
    def socket(self) -> socket.socket:
        """The socket, for asking who is at its other end."""
        return self._socket

    async def run(
        self,
        greet: Callable[[Hello], Awaitable[None]],
        serve: Callable[[Request | Command | Goodbye], Awaitable[None]],
    ) -> None:
        """Reads until the connection ends: first a hello for ``greet``, then messages for ``serve``."""
        try:
            with self._scope:
                await self._converse(greet, serve)
        except Gone:
            self.outbox.drop()
        except RemoteProtocolError as error:
            note("connection broke the protocol", listener=self.name, reason=str(error)[:200])
            self.outbox.close(error.answer)
        except Exception:
            # One connection must not take the others down with it.
            fault("connection failed", listener=self.name)
            self.outbox.close(Goodbye(ByeCode.ERROR, "the server made a mistake; come back"))

    async def _converse(
        self,
        greet: Callable[[Hello], Awaitable[None]],
        serve: Callable[[Request | Command | Goodbye], Awaitable[None]],
    ) -> None:
        hello = None
        with trio.move_on_after(self._config.hello_time):
            hello = await self._next()
        if hello is None:
            self.outbox.close(Goodbye(ByeCode.HELLO, "you did not say hello in time"))
            return
        if not isinstance(hello, Hello):
            return
        await greet(hello)
        while self.outbox.open:
            message = await self._next()
            if isinstance(message, Unread):
                self.outbox.tell(Failed(message.id, message.code))
            elif not isinstance(message, Hello):
                await serve(message)

    def welcome(self, message: Welcome) -> None:
        """Answers the hello."""
        self.outbox.send(self._wire.send(message))

    async def _next(self) -> _Heard:
        waited = False
        while True:
            message = self._wire.next_message()
            if message is not None:
                if not waited:
                    # Whoever sends a thousand messages at once takes turns with everybody else.
                    await trio.lowlevel.checkpoint()
                return cast("_Heard", message)
            waited = True
            await trio.lowlevel.wait_readable(self._socket)
            try:
                data = self._socket.recv(READ_BYTES)
            except BlockingIOError:
                continue
            except OSError:
                raise Gone from None
            if not data:
                raise Gone
            self.heard = trio.current_time()
            self._wire.feed(data)

    async def end(self) -> None:
        """Lets the last words go out, then closes the socket."""
        with trio.CancelScope(shield=True):
            if not self.outbox.gone.is_set() and not self.outbox.open:
                await self.outbox.gone.wait()
            with trio.move_on_after(LINGER):
                await self._drain()
        self.outbox.drop()
        trio.lowlevel.notify_closing(self._socket)
        self._socket.close()

    async def _drain(self) -> None:
        """Reads on until the other side closes too: bytes left unread would reset the goodbye away."""
        try:
            self._socket.shutdown(socket.SHUT_WR)
            while True:
                await trio.lowlevel.wait_readable(self._socket)
                if not self._socket.recv(READ_BYTES):
                    return
        except OSError:
            return
