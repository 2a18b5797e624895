"""How much each person and each address may send: who goes on beyond that is told to wait, then sent away.

Limits are per kind of message, so that chat never costs a move. An address has the limits of several people
together, for six friends may sit behind one; this machine itself has none, since all who come over SSH or
through a proxy seem to come from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from gouji_protocol.codec import Unread
from gouji_protocol.messages import (
    Chat,
    Command,
    Create,
    Failed,
    GetRecord,
    GetStats,
    Join,
    ListTables,
    Ping,
    Request,
)
from gouji_protocol.words import FailCode
from gouji_server.buckets import Buckets
from gouji_server.origin import Origin
from gouji_server.rates import Rate
from gouji_server.settings import Config
from gouji_server.tally import Tally, Turned


class Kind(StrEnum):
    """Names what has limits of its own."""

    PLAY = "play"
    CHAT = "chat"
    LIST = "list"
    RESUME = "resume"
    CREATE = "create"


_KINDS: dict[type, Kind] = {
    Chat: Kind.CHAT,
    Create: Kind.CREATE,
    ListTables: Kind.LIST,
    Ping: Kind.LIST,
    Join: Kind.RESUME,
    GetRecord: Kind.RESUME,
    GetStats: Kind.RESUME,
}
"""By message; all others are part of playing, also ``Resync``: a simple client asks after each event."""

_NEWCOMERS = "newcomers"
_EXCESS = "excess"


@dataclass(frozen=True, slots=True)
class Wait:
    """Says that a message is refused; after ``seconds`` the next one is taken."""

    seconds: float
    flood: bool
    """Whether it was one too many, so that the connection is to end."""

    def answer(self, message: Request | Command | Unread) -> Failed:
        """Returns what to answer to the message."""
        return Failed(number_of(message), FailCode.RATE, pairs_of(self.seconds))


def number_of(message: Request | Command | Unread) -> int:
    """Returns the id that the answer to a message carries."""
    match message:
        case Unread():
            return message.id
        case Command():
            return message.command
        case _:
            return message.request


def pairs_of(seconds: float) -> tuple[tuple[str, str], ...]:
    """Returns how long to wait, as the data of an answer."""
    return (("seconds", str(max(1, ceil(seconds)))),)


@dataclass(frozen=True, slots=True)
class _Limit:
    """Is how much of one kind a person may send, and an address."""

    name: str
    """Of the buckets; plain text, since hashing an enum is slow and this is done for every message."""
    own: Rate | None
    shared: Rate | None


class Gate:
    """Keeps the buckets of everybody who sent something lately."""

    def __init__(self, config: Config, tally: Tally) -> None:
        self._tally = tally
        self._local = config.limit_local
        limits = {
            Kind.PLAY: config.limit_play,
            Kind.CHAT: config.limit_chat,
            Kind.LIST: config.limit_list,
            Kind.RESUME: config.limit_resume,
            Kind.CREATE: config.limit_create,
        }
        people = config.address_people
        of = {kind: _Limit(kind.value, rate, rate and rate.times(people)) for kind, rate in limits.items()}
        self._play = of[Kind.PLAY]
        self._limits = {message: of[kind] for message, kind in _KINDS.items()}
        self._newcomers = config.limit_newcomers
        self._excess = Rate(1.0, config.patience)
        self._people: dict[int, Buckets] = {}
        self._addresses: dict[str, Buckets] = {}

    def charge(
        self, person: int, origin: Origin, message: Request | Command | Unread, now: float
    ) -> Wait | None:
        """Counts a message; returns that it must wait, None if it may pass."""
        limit = self._limits.get(type(message), self._play)
        own = self._people.get(person) or self._people.setdefault(person, Buckets())
        reason = Turned.RATE
        seconds = own.take(limit.name, limit.own, now)
        if not seconds and self.limited(origin):
            seconds = self._of(origin).take(limit.name, limit.shared, now)
            if seconds:
                reason = Turned.ADDRESS
                own.give_back(limit.name, limit.own)
        if not seconds:
            return None
        self._tally.note(reason)
        flood = own.take(_EXCESS, self._excess, now) > 0
        if flood:
            self._tally.note(Turned.FLOOD)
        return Wait(seconds, flood)

    def newcomer(self, origin: Origin, now: float) -> float:
        """Counts somebody new, or a wrong password; returns how long the next must wait, 0 if not at all."""
        if not self.limited(origin):
            return 0.0
        seconds = self._of(origin).take(_NEWCOMERS, self._newcomers, now)
        if seconds:
            self._tally.note(Turned.NEWCOMERS)
        return seconds

    def limited(self, origin: Origin) -> bool:
        """Tells whether an address has limits at all."""
        return self._local or not origin.local

    def forget(self, now: float) -> None:
        """Drops the buckets that are full."""
        self._people = {key: kept for key, kept in self._people.items() if not kept.full(now)}
        self._addresses = {key: kept for key, kept in self._addresses.items() if not kept.full(now)}

    @property
    def remembered(self) -> int:
        """How many people and addresses have buckets that are not full."""
        return len(self._people) + len(self._addresses)

    def _of(self, origin: Origin) -> Buckets:
        return self._addresses.get(origin.name) or self._addresses.setdefault(origin.name, Buckets())
