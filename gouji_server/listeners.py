"""Where clients come in: TCP on IPv4 and IPv6, and a Unix socket.

Sockets are plain non-blocking ones: waiting goes through Trio, reading and writing straight to the
socket, which is several times faster than a stream for small messages (see ``outbox``).
"""

from __future__ import annotations

import errno
import os
import socket
import ssl
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import trio

from gouji_protocol.limits import DEFAULT_PORT
from gouji_server.config import Address, Config, ConfigError
from gouji_server.logs import alarm, warn
from gouji_server.origin import Origin, origin_of
from gouji_server.password import Password, read_password
from gouji_server.tls import server_context, untimely

BACKLOG = 512

OVERLOADED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS})
"""What accept says when the machine has no more to give for now: wait and try again."""

ANYWHERE = (Address("0.0.0.0"), Address("::"))
"""The addresses listened on unless told otherwise."""


EVERYBODY = 0o666
"""The mode of the socket that people play through: who may come to its directory may play, as anybody on
this machine may over TCP. The umask would decide otherwise, and shut out everybody but the owner."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Is one open listening socket, its name as people write it, and what is asked of who comes in there."""

    socket: socket.socket
    name: str
    path: Path | None = None
    tls: ssl.SSLContext | None = None
    password: Password | None = None

    def close(self) -> None:
        """Closes the socket and removes the file of a Unix socket."""
        self.socket.close()
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def open_listeners(config: Config) -> list[Listener]:
    """Opens every socket the options ask for.

    Raises:
        ConfigError: if one of them cannot be had; then none stays open.
    """
    opened: list[Listener] = []
    try:
        if config.tcp:
            for address in config.listen:
                opened += open_tcp(address)
            if not config.listen:
                opened += _open_anywhere()
            tls, password = _tls_of(config), read_password(config.password_file)
            opened = [replace(listener, tls=tls, password=password) for listener in opened]
        if config.unix is not None:
            opened.append(open_unix(config.unix, mode=EVERYBODY))
        if not opened:
            raise ConfigError("nothing to listen on: give --listen or --unix")
    except BaseException:
        for listener in opened:
            listener.close()
        raise
    return opened


def _tls_of(config: Config) -> ssl.SSLContext | None:
    if config.tls_cert is not None:
        context = server_context(config.tls_cert, config.tls_key)
        wrong = untimely(config.tls_cert, context, time.time())
        if wrong:
            alarm("certificate not valid now", wrong)
        return context
    if config.tls_key is not None:
        raise ConfigError("a TLS key is of no use without its certificate: give --tls-cert too")
    return None


def _open_anywhere() -> list[Listener]:
    """Listens on all addresses; a machine without IPv6 (or without IPv4) has only the other."""
    opened: list[Listener] = []
    for address in ANYWHERE:
        try:
            opened += open_tcp(address)
        except ConfigError as error:
            missing = {errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT}
            if not isinstance(error.__cause__, OSError) or error.__cause__.errno not in missing:
                for listener in opened:
                    listener.close()
                raise
    if not opened:
        raise ConfigError(f"cannot listen on port {DEFAULT_PORT}: this machine has no IPv4 and no IPv6")
    return opened


def open_tcp(address: Address) -> list[Listener]:
    """Opens a TCP address; a name may have several.

    Raises:
        ConfigError: if one of them cannot be had; then none stays open.
    """
    try:
        found = socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (socket.gaierror, UnicodeError) as error:
        raise ConfigError(
            f"cannot listen on {address}: no such address here; give another --listen"
        ) from error
    opened: list[Listener] = []
    try:
        for family, kind, proto, _, where in dict.fromkeys(found):
            opened.append(_bind_tcp(address, family, kind, proto, where))
    except OSError as error:
        for listener in opened:
            listener.close()
        raise ConfigError(f"cannot listen on {address}: {_reason(error)}") from error
    return opened


def _bind_tcp(address: Address, family: int, kind: int, proto: int, where: tuple[object, ...]) -> Listener:
    sock = socket.socket(family, kind, proto)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.setblocking(False)
        sock.bind(where)
        sock.listen(BACKLOG)
    except OSError:
        sock.close()
        raise
    host, port = sock.getsockname()[:2]
    return Listener(sock, f"tcp {Address(host, port)}")


def open_unix(path: Path, *, mode: int) -> Listener:
    """Opens a Unix socket; nobody gets in before it has its mode.

    Raises:
        ConfigError: if it cannot be had.
    """
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _remove_stale(path)
        sock.setblocking(False)
        sock.bind(os.fspath(path))
        path.chmod(mode)
        sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        raise ConfigError(f"cannot listen on {path}: {_reason(error)}") from error
    return Listener(sock, f"unix {path}", path)


def _remove_stale(path: Path) -> None:
    """Removes the socket file of a server that was killed; one that still answers stays."""
    try:
        if not stat.S_ISSOCK(path.stat().st_mode):
            raise FileExistsError(errno.EEXIST, "there is a file of that name")
    except FileNotFoundError as error:
        if path.is_symlink():
            nowhere = (
                "there is a link of that name that leads nowhere; remove it or choose another with --unix"
            )
            raise FileExistsError(errno.EEXIST, nowhere) from error
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(os.fspath(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)


def _reason(error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return "already in use; stop the other server or choose another with --listen or --unix"
        case errno.EACCES | errno.EPERM:
            return "not allowed; choose a port above 1023 or a directory you may write to"
        case errno.ENAMETOOLONG | None:
            # Python itself measures the path, and its error has no number.
            return "the path is too long for a Unix socket; choose a shorter one"
        case _:
            return (error.strerror or str(error)).lower()


async def accept_from(listener: Listener, arrived: Callable[[socket.socket, Listener, Origin], None]) -> None:
    """Hands every new connection to ``arrived``, for ever."""
    while True:
        await trio.lowlevel.wait_readable(listener.socket)
        try:
            sock, peer = listener.socket.accept()
        except BlockingIOError:
            continue
        except OSError as error:
            if error.errno in OVERLOADED:
                warn("accept failed", listener=listener.name, reason=error.strerror)
                await trio.sleep(0.1)
            continue
        sock.setblocking(False)
        if listener.path is None:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        arrived(sock, listener, origin_of(sock.family, peer))
