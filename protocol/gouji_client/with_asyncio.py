"""The driver for asyncio: ``async with connect(...) as client``; the Textual client uses this one."""

from __future__ import annotations

import asyncio
import secrets
import socket
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from gouji_client.address import Address, TcpAddress, parse_address
from gouji_client.client import Client
from gouji_client.routes import (
    STAGGER_SECONDS,
    NoRouteError,
    Route,
    no_route,
    no_tls,
    numbers_of,
    routes_of,
    unknown_host,
)
from gouji_client.signals import Bell
from gouji_client.tokens import Giving
from gouji_protocol.limits import CONNECT_SECONDS
from gouji_protocol.link import LinkState
from gouji_protocol.session import Profile, Session

READ_BYTES = 64 * 1024
FLUSH_SECONDS = 1.0
"""How long a last goodbye may take to be written and answered."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
"""A connection, both ways."""
Dial = Callable[[], Awaitable[Streams]]
"""Makes a connection, in place of the usual way."""


@asynccontextmanager
async def connect(
    address: Address | str,
    profile: Profile | None = None,
    *,
    patient: bool = False,
    dial: Dial | None = None,
    tls: ssl.SSLContext | None = None,
    keep: Callable[[str], object] | None = None,
) -> AsyncGenerator[Client]:
    """Connects to a server and stays connected until the block is left.

    Args:
        address: where the server is; all addresses of its name are tried, of both families.
        profile: who we are; with a token, the one who came before.
        patient: whether to wait for a server that is not there yet, instead of raising.
        dial: makes a connection, in place of the usual way.
        tls: speak TLS over TCP and trust what this context trusts; see ``tls_context``.
        keep: is given the token by which we can come back, on the first welcome and whenever a server that
            does not know us any more gives another one.

    Raises:
        DisconnectedError: if the server cannot be reached or does not let us in.
        NotationError: if the address is none.
    """
    where = parse_address(address) if isinstance(address, str) else address
    session = Session(profile or Profile(), nonce=secrets.randbits(38), spread=_spread)
    driver = _Driver(session, dial or (lambda: _dial(where, tls)), keep)
    failed: Exception | None = None
    async with asyncio.TaskGroup() as group:
        group.create_task(driver.run())
        try:
            await driver.client.wait_online(patient=patient)
            yield driver.client
        except Exception as error:
            # Raised again below, so that it does not come wrapped in a group of the task group's.
            failed = error
        driver.client.close()
    if failed is not None:
        raise failed


async def _dial(address: Address, tls: ssl.SSLContext | None) -> Streams:
    if not isinstance(address, TcpAddress):
        return await asyncio.open_unix_connection(address.path)
    loop = asyncio.get_running_loop()
    try:
        found = numbers_of(address) or await loop.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM
        )
    except (OSError, UnicodeError) as error:
        raise unknown_host(address, error) from error
    sock = await _race(address, routes_of(found))
    try:
        if tls is None:
            return await asyncio.open_connection(sock=sock)
        host = address.host.partition("%")[0]
        return await asyncio.open_connection(sock=sock, ssl=tls, server_hostname=host)
    except OSError as error:
        sock.close()
        raise no_tls(address, error) from error
    except BaseException:
        sock.close()
        raise


async def _race(address: TcpAddress, routes: list[Route]) -> socket.socket:
    """Tries addresses one after the other, each a little after the one before; the first to answer wins."""
    tried: dict[Route, OSError | None] = dict.fromkeys(routes)
    runners: set[asyncio.Task[socket.socket | OSError]] = set()
    waiting = list(routes)
    try:
        async with asyncio.timeout(CONNECT_SECONDS * 0.9):
            while waiting or runners:
                if waiting:
                    runners.add(asyncio.create_task(_try(waiting.pop(0), tried)))
                done, runners = await asyncio.wait(
                    runners,
                    timeout=STAGGER_SECONDS if waiting else None,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                won = [sock for task in done if isinstance(sock := task.result(), socket.socket)]
                for late in won[1:]:
                    late.close()
                if won:
                    return won[0]
    except TimeoutError:
        pass
    finally:
        for task in runners:
            task.cancel()
            task.add_done_callback(_close_late)
    raise no_route(address, tried.items())


async def _try(route: Route, tried: dict[Route, OSError | None]) -> socket.socket | OSError:
    sock: socket.socket | None = None
    try:
        sock = socket.socket(route.family, socket.SOCK_STREAM)
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, route.where)
    except OSError as error:
        tried[route] = error
        if sock is not None:
            sock.close()
        return error
    except BaseException:
        if sock is not None:
            sock.close()
        raise
    return sock


def _close_late(task: asyncio.Task[socket.socket | OSError]) -> None:
    """Closes what connected in the moment in which another one had won."""
    if not task.cancelled() and isinstance(sock := task.result(), socket.socket):
        sock.close()


def _close_unused(dialling: asyncio.Future[Streams]) -> None:
    """Closes what connected in the moment in which we were told to stop."""
    if not dialling.cancelled() and dialling.exception() is None:
        dialling.result()[1].close()


def _spread() -> float:
    return secrets.randbelow(1001) / 1000


class _Driver:
    """Moves the bytes and the time of one session."""

    def __init__(self, session: Session, dial: Dial, keep: Callable[[str], object] | None) -> None:
        self._session = session
        self._dial = dial
        self._giving = Giving(keep)
        self._bell = Bell(asyncio.Event)
        self._dialling: asyncio.Future[Streams] | None = None
        self._now = asyncio.get_running_loop().time
        self.client = Client(session, asyncio.Event, self._now, asyncio.sleep, self._kick)

    async def run(self) -> None:
        """Keeps the session connected until it ends."""
        session = self._session
        while session.link is not LinkState.ENDED:
            if session.link is LinkState.DIAL:
                await self._connect()
            else:
                await self._wait_for_deadline()

    def _kick(self) -> None:
        if self._session.link is LinkState.ENDED and self._dialling is not None:
            self._dialling.cancel()
        self._bell.ring()

    async def _wait_for_deadline(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._session.next_deadline()):
                await self._bell.wait()
        self._session.tick(self._now())
        self._tell()

    def _tell(self) -> None:
        self._giving.look(self._session)
        self.client.deliver()
        self._bell.ring()

    async def _connect(self) -> None:
        session = self._session
        self._dialling = asyncio.ensure_future(self._dial())
        try:
            await asyncio.wait({self._dialling}, timeout=CONNECT_SECONDS)
            if not self._dialling.done():
                raise TimeoutError
            if self._dialling.cancelled():
                return
            reader, writer = self._dialling.result()
        except OSError as error:
            tried = error.tried if isinstance(error, NoRouteError) else ()
            session.unreachable(str(error) or "no answer", self._now(), tried)
            self._tell()
            return
        except asyncio.CancelledError:
            self._dialling.add_done_callback(_close_unused)
            raise
        finally:
            self._dialling.cancel()
            self._dialling = None
        try:
            if session.link is LinkState.DIAL:
                session.dialled(self._now())
                await self._talk(reader, writer)
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        session = self._session
        async with asyncio.TaskGroup() as group:
            tasks = (group.create_task(self._read(reader)), group.create_task(self._write(writer)))
            while session.up:
                await self._wait_for_deadline()
            for task in tasks:
                task.cancel()
        if data := session.data_to_send():
            with suppress(OSError):
                async with asyncio.timeout(FLUSH_SECONDS):
                    await self._send(writer, data)
                    # Until the other side closes too: bytes left unread would reset the last words away.
                    while await reader.read(READ_BYTES):
                        pass

    async def _read(self, reader: asyncio.StreamReader) -> None:
        session = self._session
        while session.up:
            try:
                data = await reader.read(READ_BYTES)
            except OSError as error:
                session.lost(str(error) or "the connection broke", self._now())
            else:
                if data:
                    session.received(data, self._now())
                else:
                    session.lost("the server closed the connection", self._now())
            self._tell()

    async def _write(self, writer: asyncio.StreamWriter) -> None:
        session = self._session
        while session.up:
            if data := session.data_to_send():
                try:
                    await self._send(writer, data)
                except OSError as error:
                    session.lost(str(error) or "the connection broke", self._now())
                    self._tell()
            else:
                await self._bell.wait()

    async def _send(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        writer.write(data)
        await writer.drain()


__all__ = ["Dial", "Streams", "connect"]
