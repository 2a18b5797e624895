"""The driver for trio: ``async with connect(...) as client``."""

from __future__ import annotations

import secrets
import socket
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import trio

from gouji_client.address import Address, TcpAddress, parse_address
from gouji_client.client import Client
from gouji_client.routes import (
    STAGGER_SECONDS,
    NoRouteError,
    Route,
    no_route,
    no_tls,
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

Dial = Callable[[], Awaitable[trio.abc.Stream]]
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
    async with trio.open_nursery() as nursery:
        nursery.start_soon(driver.run)
        try:
            await driver.client.wait_online(patient=patient)
            yield driver.client
        except Exception as error:
            # Raised again below, so that it does not come wrapped in a group of the nursery's.
            failed = error
        driver.client.close()
    if failed is not None:
        raise failed


async def _dial(address: Address, tls: ssl.SSLContext | None) -> trio.abc.Stream:
    if not isinstance(address, TcpAddress):
        return await trio.open_unix_socket(address.path)
    try:
        found = await trio.socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise unknown_host(address, error) from error
    plain = trio.SocketStream(await _Race(address, routes_of(found)).run())
    if tls is None:
        return plain
    host = address.host.partition("%")[0]
    stream = trio.SSLStream(plain, tls, server_hostname=host, https_compatible=True)
    try:
        await stream.do_handshake()
    except trio.BrokenResourceError as error:
        await trio.aclose_forcefully(stream)
        cause = error.__cause__
        raise no_tls(address, cause if isinstance(cause, OSError) else OSError("it was closed")) from error
    except BaseException:
        await trio.aclose_forcefully(stream)
        raise
    return stream


class _Race:
    """Tries addresses one after the other, each a little after the one before; the first to answer wins."""

    def __init__(self, address: TcpAddress, routes: list[Route]) -> None:
        self._address = address
        self._tried: dict[Route, OSError | None] = dict.fromkeys(routes)
        self._won: trio.socket.SocketType | None = None

    async def run(self) -> trio.socket.SocketType:
        try:
            with trio.move_on_after(CONNECT_SECONDS * 0.9):
                async with trio.open_nursery() as nursery:
                    for route in self._tried:
                        failed = trio.Event()
                        nursery.start_soon(self._try, route, failed, nursery.cancel_scope)
                        with trio.move_on_after(STAGGER_SECONDS):
                            await failed.wait()
        except BaseException:
            if self._won is not None:
                # Told to stop in the moment in which it had won.
                self._won.close()
            raise
        if self._won is None:
            raise no_route(self._address, self._tried.items())
        return self._won

    async def _try(self, route: Route, failed: trio.Event, others: trio.CancelScope) -> None:
        sock: trio.socket.SocketType | None = None
        try:
            sock = trio.socket.socket(route.family, socket.SOCK_STREAM)
            await sock.connect(route.where)
        except OSError as error:
            self._tried[route] = error
            failed.set()
        else:
            if self._won is None:
                self._won = sock
                others.cancel()
        finally:
            if sock is not None and sock is not self._won:
                sock.close()


def _spread() -> float:
    return secrets.randbelow(1001) / 1000


class _Driver:
    """Moves the bytes and the time of one session."""

    def __init__(self, session: Session, dial: Dial, keep: Callable[[str], object] | None) -> None:
        self._session = session
        self._dial = dial
        self._giving = Giving(keep)
        self._bell = Bell(trio.Event)
        self._dialling = trio.CancelScope()
        self._sending = False
        self.client = Client(session, trio.Event, trio.current_time, trio.sleep, self._kick)

    async def run(self) -> None:
        """Keeps the session connected until it ends."""
        session = self._session
        while session.link is not LinkState.ENDED:
            if session.link is LinkState.DIAL:
                await self._connect()
            else:
                await self._wait_for_deadline()

    def _kick(self) -> None:
        if self._session.link is LinkState.ENDED:
            self._dialling.cancel()
        self._bell.ring()

    async def _wait_for_deadline(self) -> None:
        deadline = self._session.next_deadline()
        with trio.move_on_at(trio.current_time() + 3600 if deadline is None else deadline):
            await self._bell.wait()
        self._session.tick(trio.current_time())
        self._tell()

    def _tell(self) -> None:
        self._giving.look(self._session)
        self.client.deliver()
        self._bell.ring()

    async def _connect(self) -> None:
        session = self._session
        stream: trio.abc.Stream | None = None
        with trio.CancelScope() as self._dialling:
            try:
                with trio.fail_after(CONNECT_SECONDS):
                    stream = await self._dial()
            except (OSError, trio.TooSlowError) as error:
                tried = error.tried if isinstance(error, NoRouteError) else ()
                session.unreachable(str(error) or "no answer", trio.current_time(), tried)
                self._tell()
        if stream is None:
            return
        async with stream:
            if session.link is LinkState.DIAL:
                session.dialled(trio.current_time())
                await self._talk(stream)

    async def _talk(self, stream: trio.abc.Stream) -> None:
        session = self._session
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._read, stream)
            nursery.start_soon(self._write, stream)
            while session.up:
                await self._wait_for_deadline()
            nursery.cancel_scope.cancel()
        data = session.data_to_send()
        if data and not self._sending:
            with trio.move_on_after(FLUSH_SECONDS):
                await self._send(stream, data)
                await self._drain(stream)
        self._sending = False

    async def _read(self, stream: trio.abc.Stream) -> None:
        session = self._session
        while session.up:
            try:
                data = await stream.receive_some(READ_BYTES)
            except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
                session.lost(str(error.__cause__ or "the connection broke"), trio.current_time())
            else:
                if data:
                    session.received(bytes(data), trio.current_time())
                else:
                    session.lost("the server closed the connection", trio.current_time())
            self._tell()

    async def _write(self, stream: trio.abc.Stream) -> None:
        session = self._session
        while session.up:
            if data := session.data_to_send():
                await self._send(stream, data)
            else:
                await self._bell.wait()

    async def _drain(self, stream: trio.abc.Stream) -> None:
        """Reads on until the other side closes too: bytes left unread would reset the last words away."""
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while await stream.receive_some(READ_BYTES):
                pass

    async def _send(self, stream: trio.abc.Stream, data: bytes) -> None:
        # Stays true when cancelled half way: then nothing more may be written.
        self._sending = True
        try:
            await stream.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            self._session.lost(str(error.__cause__ or "the connection broke"), trio.current_time())
            self._tell()
        self._sending = False


__all__ = ["Dial", "connect"]
