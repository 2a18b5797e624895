"""The servers on the local network, as they announce themselves; needs the ``zeroconf`` library.

Whatever is announced was written by a stranger: names are cleaned like all text from people, numbers are
bounded, and there is an end to how many servers are kept.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from types import TracebackType
from typing import TYPE_CHECKING

from gouji_client.address import TcpAddress
from gouji_client.errors import ClientError
from gouji_protocol.discovery import LAN_SERVICE
from gouji_protocol.texts import clean_text

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf

NAME_CELLS = 32
MOST_SERVERS = 64
MOST_TABLES = 9999
ASK_MILLIS = 2000
"""How long a server may take to tell its address."""


class LanError(ClientError):
    """Says that the network cannot be searched.

    ``code`` is ``missing`` for the library, ``address`` for what is no address of this machine's networks, or
    ``network``, with the system's error as its cause if there is one.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class LanServer:
    """Is a server that announced itself."""

    name: str
    address: TcpAddress
    tables: int = 0
    """How many tables it has that are not private."""
    password: bool = False
    tls: bool = False


class LanBrowser:
    """Watches the network while it is open; ``servers`` are those known now.

    ``changed`` is called from another thread whenever they change.
    """

    def __init__(
        self, changed: Callable[[], None] = lambda: None, *, interfaces: Iterable[str] | None = None
    ) -> None:
        self._changed = changed
        self._interfaces = None if interfaces is None else list(interfaces)
        self._lock = threading.Lock()
        self._found: dict[str, LanServer] = {}
        self._zeroconf: Zeroconf | None = None
        self._closed = False

    @property
    def servers(self) -> tuple[LanServer, ...]:
        """The servers known now, by name."""
        with self._lock:
            return tuple(sorted(self._found.values(), key=lambda server: (server.name, str(server.address))))

    def open(self) -> None:
        """Begins to watch; takes a moment, so best in a thread.

        Raises:
            LanError: if that is not possible here.
        """
        try:
            from zeroconf import Error, InterfaceChoice, ServiceBrowser, Zeroconf
        except ImportError as error:
            raise LanError("missing", "the zeroconf library is not installed") from error
        try:
            zeroconf = Zeroconf(interfaces=self._interfaces or InterfaceChoice.All)
        except ValueError as error:
            raise LanError("address", str(error)) from error
        except (OSError, Error) as error:
            raise LanError("network", str(error) or type(error).__name__) from error
        with self._lock:
            closed = self._closed
            self._zeroconf = None if closed else zeroconf
        if closed:
            zeroconf.close()
        else:
            ServiceBrowser(zeroconf, LAN_SERVICE, handlers=[self._heard])

    def close(self) -> None:
        """Ends watching, also one that has not quite begun; takes a moment too."""
        with self._lock:
            self._closed = True
            zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            zeroconf.close()

    def __enter__(self) -> LanBrowser:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _heard(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """Takes a server that came, changed or went; called by zeroconf in a thread of its own."""
        server = None
        if state_change.name != "Removed":
            info = zeroconf.get_service_info(service_type, name, ASK_MILLIS)
            server = None if info is None else server_of(info)
        with self._lock:
            known = self._found.get(name)
            if server == known or (known is None and len(self._found) >= MOST_SERVERS):
                return
            if server is None:
                del self._found[name]
            else:
                self._found[name] = server
        self._changed()


def find_servers(seconds: float = 2.0, *, interfaces: Iterable[str] | None = None) -> tuple[LanServer, ...]:
    """Returns the servers that answer within some seconds; blocks so long.

    Raises:
        LanError: if the network cannot be searched.
    """
    with LanBrowser(interfaces=interfaces) as browser:
        threading.Event().wait(seconds)
        return browser.servers


def server_of(info: ServiceInfo) -> LanServer | None:
    """Returns what an announcement says, None if there is no way to the server."""
    hosts = sorted(info.parsed_scoped_addresses(), key=lambda host: ip_address(host).version)
    if not hosts or not info.port:
        return None
    told = info.properties
    name = clean_text(info.name.removesuffix(f".{LAN_SERVICE}"), NAME_CELLS)
    address = TcpAddress(hosts[0], info.port)
    tables, password, tls = told.get(b"tables"), told.get(b"password"), told.get(b"tls")
    return LanServer(name or str(address), address, _count(tables), password == b"1", tls == b"1")


def _count(told: bytes | None) -> int:
    return min(int(told), MOST_TABLES) if told is not None and told.isdigit() and len(told) < 9 else 0


__all__ = ["LanBrowser", "LanError", "LanServer", "find_servers"]
