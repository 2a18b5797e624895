"""The announcement on the local network: people find the server in their menu, and no address is typed.

It is made by the ``zeroconf`` library if that is installed. It has a thread of its own, so what waits for it
here waits in another; a network without multicast costs the announcement and nothing else.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING

import trio
from trio import to_thread

from gouji_protocol.discovery import LAN_SERVICE
from gouji_protocol.limits import DEFAULT_PORT, PROTOCOL_VERSION
from gouji_server.listeners import Listener
from gouji_server.logs import note, warn

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

UPDATE = 10.0
"""Seconds between two looks whether what is announced is still so."""

PARTING = 2.0
"""Seconds that taking the announcement back may take."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Is what the network is told of a server."""

    port: int
    addresses: tuple[str, ...]
    """The addresses of this machine that are listened on and that others may reach."""
    everywhere: bool
    """Whether it is told on all networks, not only on those of the addresses."""
    password: bool
    tls: bool

    @property
    def name(self) -> str:
        """What the server is called in lists; a name that is taken gets a number."""
        host = socket.gethostname().partition(".")[0][:40] or "gouji"
        return host if self.port == DEFAULT_PORT else f"{host} {self.port}"

    def texts(self, tables: int) -> dict[str, str]:
        """Returns what is told beside the address."""
        return {
            "version": str(PROTOCOL_VERSION),
            "tables": str(tables),
            "password": str(int(self.password)),
            "tls": str(int(self.tls)),
        }


def announcement_of(listeners: list[Listener], only: str = "") -> Announcement | None:
    """Returns what to announce, None if nobody else could come; ``only`` is the one address to tell it on."""
    found: list[str] = []
    port, first, everywhere = 0, None, False
    for listener in listeners:
        if listener.path is not None:
            continue
        host, own_port = listener.socket.getsockname()[:2]
        address = ip_address(host.partition("%")[0])
        if port not in (0, own_port) or (address.is_loopback and str(address) != only):
            continue
        if only and not address.is_unspecified and str(address) != only:
            continue
        port, first = own_port, first or listener
        if address.is_unspecified:
            everywhere = not only
            own = [only] if only else _addresses()
            found += [text for text in own if ip_address(text).version == address.version]
        else:
            found.append(host)
    if first is None or not found:
        return None
    addresses = tuple(dict.fromkeys(found))
    return Announcement(port, addresses, everywhere, first.password is not None, first.tls is not None)


def _addresses() -> list[str]:
    """Returns the addresses of this machine that others may reach."""
    try:
        from ifaddr import get_adapters
    except ImportError:
        return []
    own = [ip.ip if isinstance(ip.ip, str) else ip.ip[0] for adapter in get_adapters() for ip in adapter.ips]
    return [text for text in own if not (ip_address(text).is_loopback or ip_address(text).is_link_local)]


async def announce(announcement: Announcement, tables: Callable[[], int], stop: trio.Event) -> None:
    """Announces a server until ``stop``; ``tables`` tells how many there are to join."""
    try:
        from zeroconf import Error, InterfaceChoice, Zeroconf
    except ImportError:
        note("not announced", reason="zeroconf is not installed")
        return
    where = InterfaceChoice.All if announcement.everywhere else list(announcement.addresses)
    zeroconf: Zeroconf | None = None
    try:
        zeroconf = await to_thread.run_sync(partial(Zeroconf, interfaces=where))
        await _keep_told(zeroconf, announcement, tables, stop)
    except (OSError, Error) as error:
        warn("not announced", reason=str(error)[:200] or type(error).__name__)
    finally:
        if zeroconf is not None:
            with trio.move_on_after(PARTING, shield=True):
                await to_thread.run_sync(zeroconf.close, abandon_on_cancel=True)


async def _keep_told(
    zeroconf: Zeroconf, announcement: Announcement, tables: Callable[[], int], stop: trio.Event
) -> None:
    count = tables()
    info = _info(announcement, announcement.name, count)
    register = partial(zeroconf.register_service, info, allow_name_change=True)
    await to_thread.run_sync(register, abandon_on_cancel=True)
    note("announced", name=info.name, addresses=announcement.addresses, port=announcement.port)
    while not stop.is_set():
        with trio.move_on_after(UPDATE):
            await stop.wait()
        if count != tables() and not stop.is_set():
            count = tables()
            # By the name it has now: it may have been changed for one that was free.
            info = _info(announcement, info.name.removesuffix(f".{LAN_SERVICE}"), count)
            await to_thread.run_sync(zeroconf.update_service, info, abandon_on_cancel=True)


def _info(announcement: Announcement, name: str, tables: int) -> ServiceInfo:
    from zeroconf import ServiceInfo

    return ServiceInfo(
        LAN_SERVICE,
        f"{name}.{LAN_SERVICE}",
        port=announcement.port,
        properties=announcement.texts(tables),
        parsed_addresses=list(announcement.addresses),
        server=f"{socket.gethostname().partition('.')[0] or 'gouji'}.local.",
    )
