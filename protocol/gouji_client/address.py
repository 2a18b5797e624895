"""Where a server is: a host and port, or the path of a Unix socket."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from gouji_core.errors import NotationError
from gouji_protocol.limits import DEFAULT_PORT

UNIX_PATH_BYTES = 107 if sys.platform == "linux" else 103
"""How long the path of a Unix socket may be; what the system holds it in has one byte more."""


class AddressError(NotationError):
    """Says that a text is no address."""

    sentences: ClassVar[Mapping[str, str]] = {
        "path": "a path",
        "long_path": "a path of at most {most} bytes",
        "unix_path": "a path after unix:",
        "brackets": "an address in brackets, then perhaps a colon and a port",
        "host": "the name or number of a host",
        "port": "a port from 1 to 65535 after the colon",
    }


class PathTooLongError(AddressError):
    """Says that a path is too long for a Unix socket: no server can be there, whatever the path says."""

    def __init__(self, path: str) -> None:
        super().__init__(path, "long_path", most=UNIX_PATH_BYTES)


@dataclass(frozen=True, slots=True)
class TcpAddress:
    """Is a host, by name or number, and a port."""

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class UnixAddress:
    """Is the path of a Unix socket.

    Raises:
        PathTooLongError: if no socket can have it.
        AddressError: if no file can.
    """

    path: str

    def __post_init__(self) -> None:
        try:
            size = len(os.fsencode(self.path))
        except UnicodeEncodeError as error:
            raise AddressError(self.path, "path") from error
        if size > UNIX_PATH_BYTES:
            raise PathTooLongError(self.path)

    def __str__(self) -> str:
        return f"unix:{self.path}"


Address = TcpAddress | UnixAddress
"""Where a server is."""


def parse_address(text: str) -> Address:
    """Reads an address: ``box``, ``box:4216``, ``192.168.1.9``, ``::1``, ``[::1]:4216``, ``unix:/run/gouji``.

    Raises:
        AddressError: if it is none.
    """
    text = text.strip()
    if text.startswith("unix:"):
        path = text.removeprefix("unix:")
        if not path or "\0" in path:
            raise AddressError(text, "unix_path")
        return UnixAddress(path)
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise AddressError(text, "brackets")
        port = rest[1:] if rest else None
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    else:
        host, port = text, None
    if not host or any(char.isspace() or char in "/\0" for char in host):
        raise AddressError(text, "host")
    return TcpAddress(host, DEFAULT_PORT if port is None else _port(text, port))


def _port(text: str, port: str) -> int:
    if not (port.isascii() and port.isdigit()) or not 0 < int(port) < 65536:
        raise AddressError(text, "port")
    return int(port)
