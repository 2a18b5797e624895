"""The server's settings as one value, made of the command line and the configuration file.

What there is to choose stands in ``settings``: a new setting is one line there.
"""

from __future__ import annotations

from dataclasses import dataclass

from gouji_core.errors import GoujiError
from gouji_protocol.limits import DEFAULT_PORT
from gouji_server.settings import Config

__all__ = ["Address", "Config", "ConfigError", "MisfitError", "parse_address"]


class ConfigError(GoujiError):
    """Says that the server cannot run like this: what is wrong and what to do, in one line."""


class MisfitError(ConfigError):
    """Says which settings do not fit each other, and why: wrong usage, like a wrong option."""


@dataclass(frozen=True, slots=True)
class Address:
    """Is one TCP address to listen on; ``host`` is a name or a number, never in brackets."""

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str, port: int = DEFAULT_PORT) -> Address:
    """Reads ``HOST``, ``HOST:PORT``, ``[IPV6]:PORT`` or a bare IPv6 address.

    Raises:
        ConfigError: if it is none of them.
    """
    host, number = text, str(port)
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            raise ConfigError(f"cannot read the address {text!r}: wanted ADDR[:PORT] or [IPV6]:PORT")
        number = rest[1:] if rest else number
    elif text.count(":") == 1:
        host, _, number = text.partition(":")
    if not host or not (number.isascii() and number.isdigit() and len(number) < 6 and int(number) < 65536):
        raise ConfigError(f"cannot read the address {text!r}: wanted ADDR[:PORT] or [IPV6]:PORT")
    return Address(host, int(number))
