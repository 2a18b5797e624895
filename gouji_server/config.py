"""The server's options as one documented value.

``cli`` fills it from the command line; everything else reads it. A new option is added here, to
``cli`` and to docs/server.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gouji_core.errors import GoujiError
from gouji_protocol.limits import DEFAULT_PORT, HELLO_SECONDS, SILENCE_SECONDS

if TYPE_CHECKING:
    from gouji_server.position import Position


class ConfigError(GoujiError):
    """Says that the server cannot run like this: what is wrong and what to do, in one line."""


@dataclass(frozen=True, slots=True)
class Address:
    """Is one TCP address to listen on; ``host`` is a name or a number, never in brackets."""

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Config:
    """Is everything the owner of a server may choose."""

    data: Path
    """The directory of the journal; made when it is not there."""

    listen: tuple[Address, ...] = ()
    """TCP addresses; empty means every IPv4 and IPv6 address on the default port."""

    tcp: bool = True
    """Whether to listen on TCP at all."""

    unix: Path | None = None
    """A Unix socket to listen on as well."""

    log: Path | None = None
    """The file for the log; without one it goes to stderr."""

    seed: int | None = None
    """For tests and practice: the same shuffles and bots each time. Whoever knows it knows all cards."""

    position: Position | None = None
    """Where the first round of every new table begins, and by which rules."""

    window: float = 1.5
    """The least number of seconds a secret step stays open, whoever may act in it (R15)."""

    bot_pace: float = 0.8
    """Seconds a bot takes for a decision."""

    round_pause: float = 10.0
    """Seconds between two rounds, unless the host starts the next one sooner."""

    hello_time: float = HELLO_SECONDS
    """Seconds a new connection has to say hello."""

    silence: float = SILENCE_SECONDS
    """Seconds without a word from a client before it counts as gone."""

    send_time: float = 10.0
    """Seconds a client may leave what it was sent unread before it is cut."""

    send_bytes: int = 256 * 1024
    """How much may wait for a client before it is cut."""

    connections: int = 4096
    """How many connections may be open at once."""

    password_file: Path | None = None
    """A file whose first line is the password of this server; the environment may have it instead."""

    tls_cert: Path | None = None
    """A certificate (PEM, with those that vouch for it); with it all TCP is TLS."""

    tls_key: Path | None = None
    """The key of the certificate; without it, it is looked for in the same file."""

    announce: bool = True
    """Whether to announce the server on the local network, unless only this machine can reach it."""

    play_rate: float = 50.0
    """How many moves, starts and the like one person may send a second."""

    play_burst: float = 200.0
    """How many of them at once."""

    chat_rate: float = 1.0
    """How many lines of chat one person may say a second."""

    chat_burst: float = 10.0
    """How many of them at once."""

    list_rate: float = 2.0
    """How often one person may ask a second for the list of tables, or whether the server is there."""

    list_burst: float = 20.0
    """How many of them at once."""

    resume_rate: float = 2.0
    """How often one person may join, watch, catch up or ask for a record a second."""

    resume_burst: float = 40.0
    """How many of them at once."""

    create_rate: float = 0.1
    """How many tables one person may make a second."""

    create_burst: float = 10.0
    """How many of them at once."""

    connect_rate: float = 5.0
    """How many connections one address may open a second."""

    connect_burst: float = 60.0
    """How many of them at once."""

    address_people: int = 12
    """For how many people at their limits there is room behind one address."""

    patience: float = 100.0
    """How many messages beyond a limit one person may send before the connection is ended."""

    strangers: int = 512
    """How many connections that have not said hello there may be; the oldest makes room."""

    strangers_each: int = 24
    """How many of them from one address."""

    limit_local: bool = False
    """Whether this machine itself counts as one address; else it has no limits of addresses."""

    parent_watch: bool = False
    """Whether to stop as soon as stdin is closed, as it is when the parent process ends."""


def parse_address(text: str) -> Address:
    """Reads ``HOST``, ``HOST:PORT``, ``[IPV6]:PORT`` or a bare IPv6 address.

    Raises:
        ConfigError: if it is none of them.
    """
    host, port = text, str(DEFAULT_PORT)
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            raise ConfigError(f"cannot read the address {text!r}: wanted ADDR[:PORT] or [IPV6]:PORT")
        port = rest[1:] if rest else port
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    if not host or not (port.isascii() and port.isdigit() and int(port) < 65536):
        raise ConfigError(f"cannot read the address {text!r}: wanted ADDR[:PORT] or [IPV6]:PORT")
    return Address(host, int(port))
