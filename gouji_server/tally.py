"""How often the door did not give somebody what they wanted, by the reason: for metrics and for the owner."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum


class Turned(StrEnum):
    """Names why somebody was turned away, or a message refused before any table saw it."""

    RATE = "rate"
    """A message beyond the limits of its sender."""
    ADDRESS = "address"
    """A message beyond the limits of the sender's address."""
    FLOOD = "flood"
    """A connection that went on beyond its limits and was ended."""
    NEWCOMERS = "newcomers"
    """Somebody new from an address that brought too many."""
    STRANGER = "stranger"
    """A connection without hello that made room for a newer one."""
    HELLO = "hello"
    """No hello in time."""
    FULL = "full"
    """No room in the server, or for one more from the same address."""
    PASSWORD = "password"
    TOKEN = "token"
    """A token that nobody here has."""
    VERSION = "version"
    PROTOCOL = "protocol"
    """What came was not of the protocol."""
    TLS = "tls"
    """A handshake that failed, or no TLS where it is asked for."""
    SILENT = "silent"


class Tally:
    """Counts since the server began."""

    def __init__(self) -> None:
        self.turned: Counter[Turned] = Counter()

    def note(self, reason: Turned) -> None:
        """Counts one."""
        self.turned[reason] += 1
