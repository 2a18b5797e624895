"""Who is connected: hello and welcome, one connection for each identity, silent ones cut.

The newest connection of an identity wins and the old one is told why. What anybody may send is measured by
the ``gate``, and who has not said hello yet stands on the ``porch``.
"""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Mapping

import trio

from gouji_core import __version__
from gouji_protocol.codec import Unread
from gouji_protocol.limits import OLDEST_VERSION, PROTOCOL_VERSION
from gouji_protocol.messages import Command, Failed, Goodbye, Hello, Notice, Request, Welcome
from gouji_protocol.words import ByeCode
from gouji_server.connection import Connection, Heard
from gouji_server.ears import Ears
from gouji_server.gate import Gate, pairs_of
from gouji_server.house import House
from gouji_server.identities import Identity, UnknownToken
from gouji_server.journal import JournalError
from gouji_server.letters import Letter
from gouji_server.listeners import Listener
from gouji_server.lobby import Lobby
from gouji_server.logs import fault
from gouji_server.origin import Origin
from gouji_server.outbox import encoded
from gouji_server.porch import Porch
from gouji_server.tally import Turned

BUILD = f"gouji-server {__version__}"
"""What this server calls itself."""

FEATURES = ("guest",)
"""What this server can do beyond the first version; ``guest`` in a hello asks for an identity of its own
on a Unix socket, where otherwise the user is the identity."""

SWEEP = 5.0
"""Seconds between two looks for silent connections."""


class Reception:
    """Is everybody who is connected."""

    def __init__(self, house: House, lobby: Lobby, nursery: trio.Nursery, ears: Ears) -> None:
        self._house = house
        self._ears = ears
        self._lobby = lobby
        self._nursery = nursery
        self._gate = Gate(house.config, house.tally)
        self._porch = Porch(house.config.strangers, house.config.strangers_each)
        self._connections: set[Connection] = set()
        self._present: dict[int, Connection] = {}
        self._from: Counter[str] = Counter()
        """How many were let in from each address and are here."""

    def arrive(self, sock: socket.socket, listener: Listener, origin: Origin) -> None:
        """Takes a new connection."""
        house = self._house
        if len(self._connections) - len(self._porch) >= house.config.connections:
            house.tally.note(Turned.FULL)
            _turn_away(sock, listener)
            return
        try:
            connection = Connection(
                sock, listener, origin, self._nursery, self._ears, house.config, house.tally
            )
        except OSError:
            sock.close()
            return
        self._connections.add(connection)
        oldest = self._porch.enter(connection, origin, limited=self._gate.limited(origin))
        if oldest is not None:
            house.tally.note(Turned.STRANGER)
            oldest.make_room(
                Goodbye(ByeCode.HELLO, "too many are here who say nothing; come back and say hello")
            )
        self._nursery.start_soon(self._keep, connection)

    async def _keep(self, connection: Connection) -> None:
        visit = Visit(self, connection)
        try:
            await connection.run(visit)
        finally:
            # The table hears of it at once, however long the last words take.
            self._gone(visit)
            await connection.end()
            self._connections.discard(connection)

    def _gone(self, visit: Visit) -> None:
        person, connection = visit.person, visit.connection
        self._porch.leave(connection)
        if person is not None:
            self._count(connection.origin, -1)
            if self._present.get(person.id) is connection:
                del self._present[person.id]
            self._lobby.detach(connection.outbox)

    @property
    def present(self) -> Mapping[int, Connection]:
        """Everybody who is here, by their identity."""
        return self._present

    @property
    def connections(self) -> int:
        """How many connections are open, those without hello too."""
        return len(self._connections)

    def _count(self, origin: Origin, change: int) -> None:
        self._from[origin.name] += change
        if not self._from[origin.name]:
            del self._from[origin.name]

    async def admit(self, connection: Connection, hello: Hello) -> Identity | None:
        """Answers a hello; returns who came, None if they were sent away."""
        self._porch.leave(connection)
        refused = self._unfit(connection, hello)
        if refused is not None:
            connection.outbox.close(refused)
            return None
        try:
            person, token = await self._identify(connection, hello)
        except _Refused as refusal:
            self._house.tally.note(refusal.reason)
            connection.outbox.close(refusal.bye)
            return None
        except JournalError:
            fault("journal failed")
            text = "the server cannot write to its disk, so it lets nobody new in; tell its owner"
            connection.outbox.close(Goodbye(ByeCode.STORAGE, text))
            return None
        if person.id in self._house.office.banned:
            self._house.tally.note(Turned.BANNED)
            connection.outbox.close(Goodbye(ByeCode.BANNED, "the owner of the server does not let you in"))
            return None
        self._count(connection.origin, +1)
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
                self._house.office.motd,
            )
        )
        return person

    def _unfit(self, connection: Connection, hello: Hello) -> Goodbye | None:
        """Returns why somebody is not let in, whoever they are."""
        tally, origin = self._house.tally, connection.origin
        unspoken = _unspoken(hello)
        if unspoken is not None:
            tally.note(Turned.VERSION)
            return unspoken
        password = connection.listener.password
        if password is not None and not password.opens(hello.password):
            tally.note(Turned.PASSWORD)
            # Guessing costs as much as being somebody new, and there is no word on what was right.
            wait = self._gate.newcomer(origin, trio.current_time())
            return _too_many(wait) if wait else Goodbye(ByeCode.PASSWORD, "this server asks for a password")
        crowd = self._from[origin.name] if self._gate.limited(origin) else 0
        if crowd >= self._house.config.connections_each:
            tally.note(Turned.FULL)
            return Goodbye(ByeCode.FULL, "too many people are here from your address; try later")
        return None

    async def _identify(self, connection: Connection, hello: Hello) -> tuple[Identity, str]:
        people = self._house.identities
        if hello.token:
            try:
                return await people.by_token(hello.token, hello.name), hello.token
            except UnknownToken:
                text = "this server does not know your token; come back without one"
                raise _Refused(Turned.TOKEN, Goodbye(ByeCode.TOKEN, text)) from None
        if connection.user is not None and "guest" not in hello.features:
            return await people.by_user(connection.user, hello.name), ""
        wait = self._gate.newcomer(connection.origin, trio.current_time())
        if wait:
            raise _Refused(Turned.NEWCOMERS, _too_many(wait))
        return await people.newcomer(hello.name)

    async def serve(self, visit: Visit, message: Heard) -> None:
        """Serves one message of somebody who was admitted."""
        person, connection = visit.person, visit.connection
        if person is None:
            return
        outbox = connection.outbox
        if isinstance(message, Goodbye):
            outbox.close(Goodbye(ByeCode.BYE))
            if message.code == ByeCode.BYE:
                self._lobby.leave_all(outbox, person)
            return
        if not self._may(visit, person, message):
            return
        if isinstance(message, Unread):
            outbox.tell(Failed(message.id, message.code))
        else:
            await self._lobby.serve(Letter(outbox, person, message, connection.heard))

    def act(self, visit: Visit, command: Command) -> None:
        """Passes a command of somebody who was admitted on to its table."""
        person, connection = visit.person, visit.connection
        if person is not None and self._may(visit, person, command):
            self._lobby.pass_on(Letter(connection.outbox, person, command, connection.heard), command.table)

    def _may(self, visit: Visit, person: Identity, message: Request | Command | Unread) -> bool:
        """Tells whether somebody may send a message now; if not, they are told."""
        connection = visit.connection
        # When it arrived, however long it took until it was its turn.
        wait = self._gate.charge(person.id, connection.origin, message, connection.heard)
        if wait is None:
            return True
        connection.outbox.tell(wait.answer(message))
        if wait.flood:
            connection.outbox.close(Goodbye(ByeCode.RATE, "you go on sending more than anybody may"))
        return False

    async def sweep(self) -> None:
        """Cuts silent connections, for ever."""
        while True:
            await trio.sleep(SWEEP)
            now = trio.current_time()
            limit = now - self._house.config.silence
            for connection in tuple(self._connections):
                if connection.heard < limit and connection.outbox.open:
                    self._house.tally.note(Turned.SILENT)
                    connection.outbox.close(Goodbye(ByeCode.SILENT, "nothing was heard of you"))
            self._gate.forget(now)

    def tell_all(self, notice: Notice) -> None:
        """Tells everybody who is here what the owner does, or the disk."""
        data = encoded(notice)
        for connection in tuple(self._present.values()):
            connection.outbox.send(data)

    def close(self) -> None:
        """Tells everybody that the server stops."""
        for connection in tuple(self._connections):
            text = "the server stops; your seat is kept if it comes back"
            connection.outbox.close(Goodbye(ByeCode.SHUTDOWN, text))


class Visit:
    """Is one connection with who came by it, and so its host."""

    __slots__ = ("_reception", "connection", "person")

    def __init__(self, reception: Reception, connection: Connection) -> None:
        self._reception = reception
        self.connection = connection
        self.person: Identity | None = None

    async def greet(self, hello: Hello) -> None:
        self.person = await self._reception.admit(self.connection, hello)

    async def serve(self, message: Heard) -> None:
        await self._reception.serve(self, message)

    def act(self, command: Command) -> None:
        self._reception.act(self, command)


class _Refused(Exception):  # noqa: N818 - it is the answer to a hello
    """Says why somebody is not let in as who they say they are."""

    def __init__(self, reason: Turned, bye: Goodbye) -> None:
        super().__init__(reason)
        self.reason = reason
        self.bye = bye


def _unspoken(hello: Hello) -> Goodbye | None:
    """Returns the answer to a hello that offers no version spoken here."""
    if hello.min_version <= PROTOCOL_VERSION and hello.max_version >= OLDEST_VERSION:
        return None
    text = f"this server speaks version {OLDEST_VERSION} to {PROTOCOL_VERSION} of the protocol"
    return Goodbye(ByeCode.VERSION, text, (("min", str(OLDEST_VERSION)), ("max", str(PROTOCOL_VERSION))))


def _too_many(wait: float) -> Goodbye:
    return Goodbye(ByeCode.RATE, "too many people come from your address; try later", pairs_of(wait))


def _turn_away(sock: socket.socket, listener: Listener) -> None:
    with sock:
        if listener.tls is not None:
            return
        try:
            sock.send(encoded(Goodbye(ByeCode.FULL, "the server is full; try later")))
        except OSError:
            return
