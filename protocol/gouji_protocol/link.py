"""The life of a session's connection: dialling, greeting, silence and the pauses between tries.

All times are those the driver passes in; nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from gouji_protocol import limits
from gouji_protocol.connection import Connection, Party
from gouji_protocol.messages import Hello, Message


class LinkState(Enum):
    """Names what the driver is to do, or what the connection is at."""

    DIAL = "dial"
    """The driver is to connect now, and to say ``dialled`` or ``unreachable``."""
    WAIT = "wait"
    """The driver is to call ``tick`` at the deadline; then comes DIAL."""
    GREET = "greet"
    """Connected; hello is said, the welcome is awaited."""
    ONLINE = "online"
    ENDED = "ended"
    """For good."""


@dataclass(slots=True)
class Link:
    """Is a connection that comes and goes."""

    spread: Callable[[], float]
    """Gives a number from 0 to 1, so that many clients do not come back at once."""
    state: LinkState = LinkState.DIAL
    connection: Connection = field(default_factory=lambda: Connection(Party.CLIENT))
    ever: bool = False
    """Whether a server ever welcomed us."""
    _wire: bytearray = field(default_factory=bytearray)
    _heard: float = 0.0
    _sent: float = 0.0
    _pinged: float = 0.0
    _retry_at: float = 0.0
    _tries: int = 0

    @property
    def up(self) -> bool:
        """Whether there is a connection."""
        return self.state in (LinkState.GREET, LinkState.ONLINE)

    def greet(self, hello: Hello, now: float) -> None:
        """Begins a conversation on a new connection."""
        self.state = LinkState.GREET
        self.connection = Connection(Party.CLIENT)
        self._wire.clear()
        self._heard = self._pinged = now
        self.send(hello, now)

    def welcomed(self) -> None:
        """Notes that the server knows us."""
        self.state = LinkState.ONLINE
        self.ever = True
        self._tries = 0

    def send(self, message: Message, now: float) -> None:
        """Puts a message on the wire."""
        self._wire += self.connection.send(message)
        self._sent = now

    def heard(self, data: bytes, now: float) -> None:
        """Takes what arrived."""
        self._heard = now
        self.connection.feed(data)

    def taken(self) -> bytes:
        """Returns the bytes to write, once."""
        data = bytes(self._wire)
        self._wire.clear()
        return data

    def end(self) -> None:
        """Gives up for good; what is on the wire may still be written."""
        self.state = LinkState.ENDED

    def pause(self, now: float, at_least: int = 0) -> float:
        """Waits before the next try; returns how long."""
        step = min(max(self._tries, at_least), len(limits.BACKOFF_SECONDS) - 1)
        pause = limits.BACKOFF_SECONDS[step] * (0.75 + self.spread() / 2)
        self._tries += 1
        self._retry_at = now + pause
        self.state = LinkState.WAIT
        return pause

    def dial(self) -> None:
        """Ends a pause."""
        if self.state is LinkState.WAIT:
            self.state = LinkState.DIAL

    def deadline(self) -> float | None:
        """Returns when the next thing is due, None if nothing is."""
        match self.state:
            case LinkState.DIAL | LinkState.ENDED:
                return None
            case LinkState.WAIT:
                return self._retry_at
            case LinkState.GREET:
                return self._heard + limits.HELLO_SECONDS
            case LinkState.ONLINE:
                return min(self._heard + limits.SILENCE_SECONDS, self._ping_at())

    def silent(self, now: float) -> bool:
        """Tells whether the server has been silent for too long."""
        longest = limits.HELLO_SECONDS if self.state is LinkState.GREET else limits.SILENCE_SECONDS
        return self.up and now >= self._heard + longest

    def ping_due(self, now: float) -> bool:
        """Tells whether to ping now; then it is taken as done."""
        if self.state is not LinkState.ONLINE or now < self._ping_at():
            return False
        self._pinged = now
        return True

    def _ping_at(self) -> float:
        # After silence from either side: the server, too, must hear something from time to time.
        return max(min(self._heard, self._sent), self._pinged) + limits.PING_SECONDS
