"""The rows of the journal, each with the statement that writes it.

All are structs, whose classes take a quarter of the memory of frozen dataclasses. What a table
remembers is packed: ``Charter``, ``Holder`` and ``Step`` are arrays on the disk, to which fields may only be
added at the end, with a default.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from gouji_protocol.messages import Evening, TableOptions


class IdentityRow(msgspec.Struct, frozen=True):
    """Is somebody the server knows: by the hash of a token, or as a user of this machine."""

    SQL: ClassVar[str] = (
        "INSERT OR REPLACE INTO identities (id, secret, uid, name, seen) VALUES (?, ?, ?, ?, ?)"
    )
    id: int
    secret: bytes | None
    uid: int | None
    name: str
    seen: int = 0
    """When they were last here, to the day, by the server's calendar."""

    def values(self) -> tuple[object, ...]:
        return self.id, self.secret, self.uid, self.name, self.seen


class TableRow(msgspec.Struct, frozen=True):
    """Is a table: its code and its packed ``Charter``."""

    SQL: ClassVar[str] = (
        "INSERT INTO tables (code, charter, open) VALUES (?, ?, 1)"
        " ON CONFLICT (code) DO UPDATE SET charter = excluded.charter"
    )
    code: str
    charter: bytes

    def values(self) -> tuple[object, ...]:
        return self.code, self.charter


class TableClosed(msgspec.Struct, frozen=True):
    """Says that nobody will come back to a table."""

    SQL: ClassVar[str] = "UPDATE tables SET open = 0 WHERE code = ?"
    code: str

    def values(self) -> tuple[object, ...]:
        return (self.code,)


class SeatRow(msgspec.Struct, frozen=True):
    """Is who has a seat: a packed ``Holder``."""

    SQL: ClassVar[str] = "INSERT OR REPLACE INTO seats (code, seat, holder) VALUES (?, ?, ?)"
    code: str
    seat: int
    holder: bytes

    def values(self) -> tuple[object, ...]:
        return self.code, self.seat, self.holder


class StepRow(msgspec.Struct, frozen=True):
    """Is one step of a table's game: a packed ``Step``."""

    SQL: ClassVar[str] = "INSERT INTO steps (code, game, n, marked, step) VALUES (?, ?, ?, ?, ?)"
    MORE: ClassVar[str] = ", (?, ?, ?, ?, ?)"
    """What the statement goes on with for each further row."""
    code: str
    game: int
    n: int
    step: bytes
    marked: bool = False
    """Whether the step has a mark, so that those before it need not be read."""

    def values(self) -> tuple[object, ...]:
        # As a number: a bool goes through the adapters of SQLite, which takes as long as all the rest.
        return self.code, self.game, self.n, int(self.marked), self.step


class RecordRow(msgspec.Struct, frozen=True):
    """Is the next part of a game's record, as text (``gouji_core.record``); the first is its header."""

    SQL: ClassVar[str] = "INSERT INTO records (code, game, part, at) VALUES (?, ?, ?, today())"
    code: str
    game: int
    part: str

    def values(self) -> tuple[object, ...]:
        return self.code, self.game, self.part


class PlayerRow(msgspec.Struct, frozen=True):
    """Says that somebody had a seat in a game at a table."""

    SQL: ClassVar[str] = "INSERT OR IGNORE INTO players (code, identity) VALUES (?, ?)"
    code: str
    identity: int

    def values(self) -> tuple[object, ...]:
        return self.code, self.identity


class StatsRow(msgspec.Struct, frozen=True):
    """Is what a round adds to somebody's record; all that somebody played is the sum of these."""

    SQL: ClassVar[str] = (
        "INSERT INTO stats (identity, games, rounds, first, second, third, fourth, fifth, sixth,"
        " sweeps, burns, opened, points) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (identity) DO UPDATE SET games = games + excluded.games,"
        " rounds = rounds + excluded.rounds, first = first + excluded.first,"
        " second = second + excluded.second, third = third + excluded.third,"
        " fourth = fourth + excluded.fourth, fifth = fifth + excluded.fifth,"
        " sixth = sixth + excluded.sixth, sweeps = sweeps + excluded.sweeps,"
        " burns = burns + excluded.burns, opened = opened + excluded.opened,"
        " points = points + excluded.points"
    )
    identity: int
    games: int = 0
    rounds: int = 0
    places: tuple[int, ...] = (0,) * 6
    sweeps: int = 0
    burns: int = 0
    opened: int = 0
    points: int = 0

    def values(self) -> tuple[object, ...]:
        head = self.identity, self.games, self.rounds
        return *head, *self.places, self.sweeps, self.burns, self.opened, self.points


class HeldRow(msgspec.Struct, frozen=True):
    """Is what those who see a game later are not to know yet: some characters of its record, and results.

    ``number`` is its own among all that a server holds back, ``seconds`` is how long it does, ``stats`` are
    packed ``StatsRow``s.
    """

    SQL: ClassVar[str] = (
        "INSERT INTO held (number, code, game, seconds, length, stats) VALUES (?, ?, ?, ?, ?, ?)"
    )
    number: int
    code: str
    game: int
    seconds: int
    length: int
    stats: bytes

    def values(self) -> tuple[object, ...]:
        return self.number, self.code, self.game, self.seconds, self.length, self.stats


class HeldEnded(msgspec.Struct, frozen=True):
    """Says that everybody may know of something that was held back."""

    SQL: ClassVar[str] = "DELETE FROM held WHERE number = ?"
    number: int

    def values(self) -> tuple[object, ...]:
        return (self.number,)


class MuteRow(msgspec.Struct, frozen=True):
    """Says that somebody reads nothing of what somebody else says."""

    SQL: ClassVar[str] = "INSERT OR IGNORE INTO mutes (identity, muted) VALUES (?, ?)"
    identity: int
    muted: int

    def values(self) -> tuple[object, ...]:
        return self.identity, self.muted


class MuteEnded(msgspec.Struct, frozen=True):
    """Says that somebody reads again what somebody else says."""

    SQL: ClassVar[str] = "DELETE FROM mutes WHERE identity = ? AND muted = ?"
    identity: int
    muted: int

    def values(self) -> tuple[object, ...]:
        return self.identity, self.muted


class Sanction(StrEnum):
    """Names what the owner of a server may do to somebody until it is taken back."""

    BAN = "ban"
    SILENCE = "silence"


class SanctionRow(msgspec.Struct, frozen=True):
    """Says that the owner does something to somebody."""

    SQL: ClassVar[str] = "INSERT OR IGNORE INTO sanctions (identity, kind) VALUES (?, ?)"
    identity: int
    kind: str

    def values(self) -> tuple[object, ...]:
        return self.identity, str(self.kind)


class SanctionEnded(msgspec.Struct, frozen=True):
    """Says that the owner does it no longer."""

    SQL: ClassVar[str] = "DELETE FROM sanctions WHERE identity = ? AND kind = ?"
    identity: int
    kind: str

    def values(self) -> tuple[object, ...]:
        return self.identity, str(self.kind)


class ProbeRow(msgspec.Struct, frozen=True):
    """Is 64 KiB of nothing, to see whether the disk takes as much; the next takes the place of the last."""

    SQL: ClassVar[str] = "INSERT OR REPLACE INTO meta (name, value) VALUES ('probe', hex(zeroblob(32768)))"

    def values(self) -> tuple[object, ...]:
        return ()


_Person = IdentityRow | PlayerRow | StatsRow | MuteRow | MuteEnded | SanctionRow | SanctionEnded
_Table = TableRow | TableClosed | SeatRow | StepRow | RecordRow | HeldRow | HeldEnded
Row = _Person | _Table | ProbeRow
"""Whatever the journal writes."""


class History(msgspec.Struct, frozen=True):
    """Is what the journal knows when the server starts; ``codes`` are those of closed tables too."""

    identities: list[IdentityRow]
    tables: list[TableRow]
    seats: list[SeatRow]
    codes: set[str]
    mutes: list[MuteRow]
    sanctions: list[SanctionRow]
    held: list[HeldRow]


class Holder(msgspec.Struct, frozen=True, array_like=True):
    """Is who has a seat: an identity or, with ``owner`` 0, a bot of a level; what ``SeatRow`` packs."""

    owner: int
    name: str
    level: str
    presence: str


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """Is how a game stood before a step, so that a restart need not read what came before it."""

    state: msgspec.Raw
    seen: tuple[int, ...]
    steps: int
    shuffles: int


class Step(msgspec.Struct, frozen=True, array_like=True):
    """Is one step: who acted (-1 the table) and how, and what happened, as packed plain events.

    ``by`` is the identity that sent ``command``; both are 0 for bots and the table. ``seed`` is the seed of
    the next deal where this step drew one: its hash was told to all before the cards. ``reserves`` are the
    seats' reserves in milliseconds where this step took something of one.
    """

    seat: int
    action: str
    by: int
    command: int
    events: tuple[msgspec.Raw, ...]
    seed: bytes = b""
    mark: Mark | None = None
    reserves: tuple[int, ...] = ()


class Held(msgspec.Struct, frozen=True, array_like=True):
    """Is what is ``HeldRow`` today, as charters had it up to the fifth schema."""

    game: int
    length: int
    stats: tuple[StatsRow, ...] = ()


class Charter(msgspec.Struct, frozen=True, array_like=True):
    """Is how a table is kept: what ``TableRow`` packs.

    ``host`` is an identity. ``game`` counts the table's games, 0 before the first; ``seen`` is how many
    events each viewer had been sent when that game began. ``position`` is where each game begins, as
    ``gouji_core.position`` has it; empty for a deal. ``barred`` are identities that are not let in again.
    ``jump`` is what was added to every viewer's count of events since the game ended. ``held`` is empty since
    what is held back has rows of its own.
    """

    rules: str
    options: TableOptions
    host: int
    game: int = 0
    seen: tuple[int, ...] = (0,) * 7
    position: str = ""
    barred: tuple[int, ...] = ()
    evening: Evening = Evening()
    jump: int = 0
    held: tuple[Held, ...] = ()


_PACK = msgspec.msgpack.Encoder()
_STEP = msgspec.msgpack.Decoder(Step)
_CHARTER = msgspec.msgpack.Decoder(Charter)
_HOLDER = msgspec.msgpack.Decoder(Holder)
_STATS = msgspec.msgpack.Decoder(tuple[StatsRow, ...])


def pack(value: msgspec.Struct) -> bytes:
    """Returns a struct as bytes for a row."""
    return _PACK.encode(value)


def pack_stats(stats: tuple[StatsRow, ...]) -> bytes:
    """Returns what rounds add to people's records as bytes for a row."""
    return _PACK.encode(stats)


def unpack_stats(data: bytes) -> tuple[StatsRow, ...]:
    """Reads what ``pack_stats`` made."""
    return _STATS.decode(data)


def unpack_step(data: bytes) -> Step:
    """Reads what ``pack`` made of a step."""
    return _STEP.decode(data)


def unpack_charter(data: bytes) -> Charter:
    """Reads what ``pack`` made of a charter."""
    return _CHARTER.decode(data)


def unpack_holder(data: bytes) -> Holder:
    """Reads what ``pack`` made of a holder."""
    return _HOLDER.decode(data)
