"""Where a connection comes from, as far as limits go."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from typing import cast

V6_HOUSE = 64
"""How many bits of an IPv6 address tell one household from another: within them everybody picks at will."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Is an address, or the household it is in; ``local`` tells that it is this machine."""

    name: str
    local: bool


UNIX = Origin("unix", local=True)
"""Whoever comes by a Unix socket."""


def origin_of(family: int, peer: object) -> Origin:
    """Returns where a connection comes from, by what ``accept`` said of its other end."""
    if family not in (socket.AF_INET, socket.AF_INET6) or not isinstance(peer, tuple):
        return UNIX
    host = str(cast("tuple[object, ...]", peer)[0]).partition("%")[0]
    address = ipaddress.ip_address(host)
    if isinstance(address, ipaddress.IPv6Address):
        name = str(ipaddress.ip_network((host, V6_HOUSE), strict=False))
        return Origin(name, address.is_loopback)
    return Origin(host, address.is_loopback)
