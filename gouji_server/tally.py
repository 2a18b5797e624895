"""What is counted while the server runs, for metrics: refusals, and how long answers took."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from enum import StrEnum

from gouji_protocol.messages import Failed, Refused, TooLate


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
    BANNED = "banned"
    """Somebody the owner does not let in."""
    VERSION = "version"
    PROTOCOL = "protocol"
    """What came was not of the protocol."""
    TLS = "tls"
    """A handshake that failed, or no TLS where it is asked for."""
    SILENT = "silent"


BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""The seconds up to which answers are counted together."""


class Latency:
    """Is how long answers took: how many up to each of ``BOUNDS``, how many longer, and their sum."""

    __slots__ = ("counts", "seconds")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0

    def note(self, seconds: float) -> None:
        """Counts one."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds


class Tally:
    """Counts since the server began."""

    def __init__(self) -> None:
        self.turned: Counter[Turned] = Counter()
        self.refused: Counter[tuple[str, str]] = Counter()
        """Who said no, ``rules``, ``late`` or ``server``, and the code."""
        self.acted = Latency()
        """From the arrival of an action to its answer."""

    def refuse(self, code: str) -> None:
        """Counts a request that the server did not do."""
        self.refused["server", str(code)] += 1

    def refuse_action(self, answer: Refused | TooLate | Failed) -> None:
        """Counts an action that was not done."""
        match answer:
            case Refused():
                self.refused["rules", answer.code] += 1
            case TooLate():
                self.refused["late", "too_late"] += 1
            case Failed():
                self.refuse(answer.code)

    def note(self, reason: Turned) -> None:
        """Counts one."""
        self.turned[reason] += 1
