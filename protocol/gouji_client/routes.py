"""The ways to a host: which addresses are tried in which order, and what to say when none leads there.

Like everything shared by both drivers this does nothing itself; ``with_trio`` and ``with_asyncio`` dial.
"""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any

from gouji_client.address import TcpAddress

STAGGER_SECONDS = 0.25
"""How long one address has before the next is tried beside it."""

Tried = tuple[str, str]
"""An address and what came of it."""


class NoRouteError(OSError):
    """Says that a server cannot be reached; ``tried`` are the addresses with what came of each.

    In their place stands ``host`` with a name that leads to no address, or ``tls`` with why it is not spoken.
    """

    def __init__(self, text: str, tried: tuple[Tried, ...] = ()) -> None:
        super().__init__(text)
        self.tried = tried


@dataclass(frozen=True, slots=True)
class Route:
    """Is one address of a host, as sockets take it."""

    family: int
    where: tuple[Any, ...]

    def __str__(self) -> str:
        return str(TcpAddress(str(self.where[0]), int(self.where[1])))


def numbers_of(address: TcpAddress) -> list[tuple[Any, ...]]:
    """Returns what ``getaddrinfo`` finds for a number, at once; nothing for a name, which takes its time."""
    try:
        return list(
            socket.getaddrinfo(
                address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST
            )
        )
    except (OSError, UnicodeError):
        return []


def routes_of(found: Iterable[tuple[Any, ...]]) -> list[Route]:
    """Returns what ``getaddrinfo`` found, the families in turn, beginning with the one the system prefers."""
    routes = list(dict.fromkeys(Route(int(family), where) for family, _, _, _, where in found))
    first = [route for route in routes if route.family == routes[0].family]
    others = [route for route in routes if route.family != routes[0].family]
    return [route for route in chain.from_iterable(zip_longest(first, others)) if route is not None]


def unknown_host(address: TcpAddress, error: OSError | UnicodeError) -> NoRouteError:
    """Returns what to say of a name that leads to no address."""
    reason = "" if isinstance(error, UnicodeError) else f" ({_reason(error)})"
    return NoRouteError(f"there is no host called {address.host}{reason}", (("host", address.host),))


def no_route(address: TcpAddress, tried: Iterable[tuple[Route, OSError | None]]) -> NoRouteError:
    """Returns what to say when no address answered; None in place of an error is silence."""
    told = tuple((str(route), "no answer" if error is None else _reason(error)) for route, error in tried)
    listed = ", ".join(f"{where} ({reason})" for where, reason in told)
    return NoRouteError(f"no server answers at {address}: tried {listed}", told)


def no_tls(address: TcpAddress, error: OSError) -> NoRouteError:
    """Returns what to say when a server was reached and TLS could not be agreed on."""
    match error:
        case ssl.SSLCertVerificationError():
            text = f"the certificate of {address} cannot be trusted: {error.verify_message}"
        case ssl.SSLError():
            text = f"{address} does not speak TLS as we do: {(error.reason or str(error)).lower()}"
        case _:
            text = f"{address} broke off while TLS was agreed on: {_reason(error)}"
    return NoRouteError(text, (("tls", text),))


def tls_context(ca: str | os.PathLike[str] | None = None) -> ssl.SSLContext:
    """Returns what to trust in TLS: the authorities of the system, or only the certificates in a file.

    Raises:
        OSError: if the file cannot be read, or there is no certificate in it.
    """
    context = ssl.create_default_context(cafile=ca)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _reason(error: OSError) -> str:
    if isinstance(error, socket.gaierror) or error.errno is None:
        return (error.strerror or str(error)).lower()
    return os.strerror(error.errno).lower()
