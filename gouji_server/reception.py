"""Who is connected: hello and welcome, one connection for each identity, silent ones cut.

The newest connection of an identity wins and the old one is told why.
"""

from __future__ import annotations

import socket

import trio

from gouji_core import __version__
from gouji_protocol.limits import OLDEST_VERSION, PROTOCOL_VERSION
from gouji_protocol.messages import Command, Goodbye, Hello, Request, Welcome
from gouji_protocol.words import ByeCode
from gouji_server.connection import Connection
from gouji_server.house import House
from gouji_server.identities import Identity, UnknownToken, peer_user
from gouji_server.journal import JournalError
from gouji_server.letters import Letter
from gouji_server.listeners import Listener
from gouji_server.lobby import Lobby
from gouji_server.logs import fault
from gouji_server.outbox import encoded

BUILD = f"gouji-server {__version__}"
"""What this server calls itself."""

FEATURES = ("guest",)
"""What this server can do beyond the first version; ``guest`` in a hello asks for an identity of its own
on a Unix socket, where otherwise the user is the identity."""

SWEEP = 5.0
"""Seconds between two looks for silent connections."""


class Reception:
    """Is everybody who is connected."""

    def __init__(self, house: House, lobby: Lobby, nursery: trio.Nursery) -> None:
        self._house = house
        self._lobby = lobby
        self._nursery = nursery
        self._connections: set[Connection] = set()
        self._present: dict[int, Connection] = {}

    def arrive(self, sock: socket.socket, listener: Listener) -> None:
        """Takes a new connection."""
        if len(self._connections) >= self._house.config.connections:
            _turn_away(sock)
            return
        connection = Connection(sock, listener.name, self._nursery, self._house.config)
        self._connections.add(connection)
        self._nursery.start_soon(self._keep, connection)

    async def _keep(self, connection: Connection) -> None:
        visit = Visit(self, connection)
        try:
            await connection.run(visit.greet, visit.serve)
        finally:
            # The table hears of it at once, however long the last words take.
            self._gone(visit)
            await connection.end()
            self._connections.discard(connection)

    def _gone(self, visit: Visit) -> None:
        person, connection = visit.person, visit.connection
        if person is not None:
            if self._present.get(person.id) is connection:
                del self._present[person.id]
            self._lobby.detach(connection.outbox)

    async def admit(self, connection: Connection, hello: Hello) -> Identity | None:
        """Answers a hello; returns who came, None if they were sent away."""
        refused = _unspoken(hello)
        if refused is not None:
            connection.outbox.close(refused)
            return None
        try:
            person, token = await self._identify(connection, hello)
        except UnknownToken:
            text = "this server does not know your token; come back without one"
            connection.outbox.close(Goodbye(ByeCode.TOKEN, text))
            return None
        except JournalError:
            fault("journal failed")
            text = "the server cannot write to its disk; tell its owner"
            connection.outbox.close(Goodbye(ByeCode.ERROR, text))
            return None
        older = self._present.get(person.id)
        self._present[person.id] = connection
        if older is not None:
            older.outbox.close(Goodbye(ByeCode.REPLACED, "you connected from somewhere else"))
            self._lobby.detach(older.outbox)
        connection.welcome(
            Welcome(
                min(hello.max_version, PROTOCOL_VERSION),
                BUILD,
                FEATURES,
                str(person.id),
                token,
                socket.gethostname()[:64],
                self._lobby.seats_of(person),
            )
        )
        return person

    async def _identify(self, connection: Connection, hello: Hello) -> tuple[Identity, str]:
        people = self._house.identities
        if hello.token:
            return await people.by_token(hello.token, hello.name), hello.token
        user = peer_user(connection.socket)
        if user is not None and "guest" not in hello.features:
            return await people.by_user(user, hello.name), ""
        return await people.newcomer(hello.name)

    async def serve(self, visit: Visit, message: Request | Command | Goodbye) -> None:
        """Serves one message of somebody who was admitted."""
        person, outbox = visit.person, visit.connection.outbox
        if person is None:
            return
        if isinstance(message, Goodbye):
            outbox.close(Goodbye(ByeCode.BYE))
            if message.code == ByeCode.BYE:
                self._lobby.leave_all(outbox, person)
            return
        await self._lobby.serve(Letter(outbox, person, message))

    async def sweep(self) -> None:
        """Cuts silent connections, for ever."""
        while True:
            await trio.sleep(SWEEP)
            limit = trio.current_time() - self._house.config.silence
            for connection in tuple(self._connections):
                if connection.heard < limit:
                    connection.outbox.close(Goodbye(ByeCode.SILENT, "nothing was heard of you"))

    def close(self) -> None:
        """Tells everybody that the server stops."""
        for connection in tuple(self._connections):
            text = "the server stops; your seat is kept if it comes back"
            connection.outbox.close(Goodbye(ByeCode.SHUTDOWN, text))


class Visit:
    """Is one connection with who came by it."""

    __slots__ = ("_reception", "connection", "person")

    def __init__(self, reception: Reception, connection: Connection) -> None:
        self._reception = reception
        self.connection = connection
        self.person: Identity | None = None

    async def greet(self, hello: Hello) -> None:
        self.person = await self._reception.admit(self.connection, hello)

    async def serve(self, message: Request | Command | Goodbye) -> None:
        await self._reception.serve(self, message)


def _unspoken(hello: Hello) -> Goodbye | None:
    """Returns the answer to a hello that offers no version spoken here."""
    if hello.min_version <= PROTOCOL_VERSION and hello.max_version >= OLDEST_VERSION:
        return None
    text = f"this server speaks version {OLDEST_VERSION} to {PROTOCOL_VERSION} of the protocol"
    return Goodbye(ByeCode.VERSION, text, (("min", str(OLDEST_VERSION)), ("max", str(PROTOCOL_VERSION))))


def _turn_away(sock: socket.socket) -> None:
    with sock:
        try:
            sock.send(encoded(Goodbye(ByeCode.FULL, "the server is full; try later")))
        except OSError:
            return
