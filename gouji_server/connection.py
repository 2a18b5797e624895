"""One client's connection: what arrives is decoded under limits and passed on to whoever hosts the client.

A command is served where it is read, for that waits for nothing and most of what arrives is one; all else is
left to the connection's task. The sender is always the identity of the login, never a field of a message.
Whatever a client sends, at worst its own connection ends, with a goodbye that says why, and in words that its
kind of program reads.
"""

from __future__ import annotations

import socket
from functools import partial
from typing import Protocol, cast

import trio

from gouji_protocol.codec import Unread
from gouji_protocol.connection import Connection as Wire
from gouji_protocol.connection import Party, State
from gouji_protocol.errors import RemoteProtocolError
from gouji_protocol.messages import Command, Goodbye, Hello, Message, Request, Welcome
from gouji_protocol.words import ByeCode
from gouji_server.config import Config
from gouji_server.ears import Ears
from gouji_server.identities import peer_user
from gouji_server.line import Line
from gouji_server.listeners import Listener
from gouji_server.logs import fault, note
from gouji_server.origin import Origin
from gouji_server.outbox import Outbox, encoded
from gouji_server.strangers import last_words
from gouji_server.tally import Tally, Turned
from gouji_server.tls import PlainTalkError, SecureSocket

READ_BYTES = 16 * 1024
"""How much is read at once: as much as one record of TLS may hold. The rest of a longer one would stay inside
OpenSSL, and no socket would tell of it."""

LINGER = 1.0
"""Seconds a connection is read on after the goodbye, so that the goodbye is not lost to a reset."""

MOST_UNREAD = 2**20
"""How much is read on then: whoever goes on sending without end would keep the server busy for nothing."""

FIRST_BYTES = 8
"""How much of the beginning is kept, to tell what a stranger speaks."""

Heard = Request | Goodbye | Unread
"""What the wire lets a client say after its hello, but for commands; it raises for anything else."""


class Host(Protocol):
    """Is whoever does what a client says."""

    async def greet(self, hello: Hello) -> None:
        """Answers the hello, which comes first."""
        ...

    async def serve(self, message: Heard) -> None:
        """Does what a message asks, in the connection's task; what comes meanwhile waits."""
        ...

    def act(self, command: Command) -> None:
        """Does what a command asks, or begins to."""
        ...


class Gone(Exception):  # noqa: N818 - it is no error that people go
    """Says that the other side closed the connection."""


class Connection:
    """Is one connection, from its acceptance to its end; ``run`` is its task."""

    __slots__ = (
        "_brief",
        "_config",
        "_ears",
        "_first",
        "_found",
        "_scope",
        "_secure",
        "_socket",
        "_tally",
        "_task",
        "_wire",
        "heard",
        "listener",
        "origin",
        "outbox",
        "user",
    )

    def __init__(
        self,
        sock: socket.socket,
        listener: Listener,
        origin: Origin,
        nursery: trio.Nursery,
        ears: Ears,
        config: Config,
        tally: Tally,
    ) -> None:
        """Takes a socket over.

        Raises:
            OSError: if the other side is gone already.
        """
        self.user = peer_user(sock)
        """The user at the other end of a Unix socket."""
        self._secure = SecureSocket(sock, listener.tls) if listener.tls is not None else None
        self._socket: Line = self._secure or sock
        self._ears = ears
        self._task: trio.lowlevel.Task | None = None
        """Who waits for a message, while the ears listen."""
        self._found: Message | Unread | Exception | None = None
        """What they leave to it."""
        self._config = config
        self._tally = tally
        self._scope = trio.CancelScope()
        self._brief = False
        self._first = b""
        self.listener = listener
        """Where it came in."""
        self.origin = origin
        self._wire = Wire(Party.SERVER)
        self.heard = trio.current_time()
        """When something last arrived."""
        self.outbox = Outbox(
            self._socket,
            nursery,
            limit=config.send_bytes,
            patience=config.send_time,
            ended=self._scope.cancel,
            refused=tally.refuse,
        )

    async def run(self, host: Host) -> None:
        """Reads until the connection ends; ``host`` does what the client says."""
        try:
            with self._scope:
                await self._converse(host)
        except Gone:
            self.outbox.drop()
        except PlainTalkError as error:
            self._refuse_plain(error.first)
        except RemoteProtocolError as error:
            self._refuse(error)
        except Exception:
            # One connection must not take the others down with it.
            fault("connection failed", listener=self.listener.name)
            self.outbox.close(Goodbye(ByeCode.ERROR, "the server made a mistake; come back"))

    async def _converse(self, host: Host) -> None:
        hello = None
        with trio.move_on_after(self._config.hello_time):
            await self._secured()
            hello = await self._next(host)
        if hello is None:
            self._tally.note(Turned.HELLO)
            self.outbox.close(Goodbye(ByeCode.HELLO, "you did not say hello in time"))
            return
        if not isinstance(hello, Hello):
            return
        await host.greet(hello)
        while True:
            message = await self._next(host)
            if isinstance(message, Hello) or not self.outbox.open:
                # What was read before the connection ended is not done after it.
                return
            await host.serve(message)

    async def _secured(self) -> None:
        if self._secure is None:
            return
        try:
            await self._secure.handshake()
        except OSError as error:
            self._tally.note(Turned.TLS)
            note("no agreement on TLS", listener=self.listener.name, reason=str(error)[:200])
            raise Gone from None

    def _refuse(self, error: RemoteProtocolError) -> None:
        self._tally.note(Turned.PROTOCOL)
        note("connection broke the protocol", listener=self.listener.name, reason=str(error)[:200])
        words = last_words(self._first) if self._wire.state is State.FRESH else None
        self.outbox.finish(encoded(error.answer) if words is None else words)

    def _refuse_plain(self, first: bytes) -> None:
        self._tally.note(Turned.TLS)
        note("no TLS where it is asked for", listener=self.listener.name)
        text = "this server speaks TLS only; connect with --tls"
        bye = Goodbye(ByeCode.PROTOCOL, text, (("tls", "required"),))
        if self._secure is not None:
            self._secure.answer_plainly(last_words(first) or encoded(bye))
        self.outbox.drop()

    def welcome(self, message: Welcome) -> None:
        """Answers the hello."""
        self.outbox.send(self._wire.send(message))

    def make_room(self, last: Goodbye) -> None:
        """Ends the connection at once: nothing lingers, for what it holds is needed."""
        self._brief = True
        self.outbox.close(last)

    async def _next(self, host: Host) -> Hello | Heard:
        """Returns the next message that is no command; commands are served."""
        while True:
            message = self._wire.next_message()
            if message is None:
                message = await self._listen(host)
            else:
                # Whoever sends a thousand messages at once takes turns with everybody else.
                await trio.lowlevel.checkpoint()
            if not isinstance(message, Command):
                return cast("Hello | Heard", message)
            if self.outbox.open:
                host.act(message)

    async def _listen(self, host: Host) -> Message | Unread | None:
        self._task = trio.lowlevel.current_task()
        self._ears.listen(self._socket.fileno(), partial(self._hear, host))
        await trio.lowlevel.wait_task_rescheduled(self._abort)
        found, self._found = self._found, None
        if not isinstance(found, Exception):
            return found
        try:
            raise found
        finally:
            # Else it would hold its own frames, and they this connection, until a collection.
            del found

    def _abort(self, _: object) -> trio.lowlevel.Abort:
        self._stop_listening()
        return trio.lowlevel.Abort.SUCCEEDED

    def _stop_listening(self) -> None:
        self._task = None
        self._ears.stop(self._socket.fileno())

    def _hear(self, host: Host) -> None:
        """Takes what has come: serves one command, and leaves all else to the task."""
        if self._task is None:
            return
        try:
            self._read()
            found = self._wire.next_message()
            if isinstance(found, Command):
                host.act(found)
                found = self._wire.next_message()
        except Exception as error:
            self._leave(error)
        else:
            if found is not None:
                self._leave(found)

    def _leave(self, found: Message | Unread | Exception) -> None:
        # What was served may have ended the connection.
        if (task := self._task) is not None:
            self._found = found
            self._stop_listening()
            trio.lowlevel.reschedule(task)

    def _read(self) -> None:
        try:
            data = self._socket.recv(READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            raise Gone from None
        if not data:
            raise Gone
        self.heard = trio.current_time()
        if len(self._first) < FIRST_BYTES:
            self._first += data[: FIRST_BYTES - len(self._first)]
        self._wire.feed(data)

    async def end(self) -> None:
        """Lets the last words go out, then closes the socket."""
        if not self._brief:
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
        left = MOST_UNREAD
        try:
            self._socket.shutdown(socket.SHUT_WR)
            while left > 0:
                await trio.lowlevel.wait_readable(self._socket)
                if not (data := self._socket.recv(READ_BYTES)):
                    return
                left -= len(data)
        except OSError:
            return
