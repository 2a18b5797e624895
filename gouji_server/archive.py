"""The records of games as the journal has them, read by a connection that cannot write.

A server may have the journal open at the same time, or none: readers hold nobody up.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from msgspec import MsgspecError

from gouji_core.errors import GoujiError
from gouji_core.options import format_rules
from gouji_core.record import parse_record
from gouji_server.rows import StatsRow, unpack_stats
from gouji_server.schema import SCHEMA

_WITH_RECORDS = 2
"""The first schema that has records."""

_MAGIC = "gouji record "
"""How a record begins: a game that an older server began has only its later parts."""


class ArchiveError(GoujiError):
    """Says in one line why the journal cannot be read."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Is the record of one game of a table, as far as its rounds are over."""

    code: str
    game: int
    text: str

    @property
    def id(self) -> str:
        """What the game is called: its table's code and its number there."""
        return f"{self.code}-{self.game}"

    def summary(self) -> str:
        """Returns one line that tells the game from others: its id, its rules, its players."""
        record = parse_record(self.text)
        return f"{self.id:<8}  {format_rules(record.rules)}  {', '.join(filter(None, record.players))}"


@dataclass(frozen=True, slots=True)
class Archive:
    """Is the records in one journal; every call opens it anew."""

    path: Path

    def find(self, code: str, game: int = -1, *, shown: bool = False) -> Kept | None:
        """Returns a game's record, that of the table's newest game with -1; None if there is none.

        With ``shown`` it is as those know it who see the table's games later than they are played.

        Raises:
            ArchiveError: if the journal cannot be read.
        """
        with self.reading() as base:
            hidden = _hidden(base, code) if shown else Counter[int]()
            if game == -1:
                query = "SELECT game, sum(length(part)) FROM records WHERE code = ? GROUP BY game"
                game = max(
                    (row[0] for row in base.execute(query, (code,)) if row[1] > hidden[row[0]]), default=0
                )
            parts = base.execute(
                "SELECT part FROM records WHERE code = ? AND game = ? ORDER BY id", (code, game)
            )
            text = "".join(part for (part,) in parts)
            text = text[: len(text) - hidden[game]]
        return Kept(code, game, text) if text.startswith(_MAGIC) else None

    def is_player(self, code: str, identity: int) -> bool:
        """Tells whether somebody ever had a seat in a game at a table.

        Raises:
            ArchiveError: if the journal cannot be read.
        """
        with self.reading() as base:
            query = "SELECT 1 FROM players WHERE code = ? AND identity = ?"
            return base.execute(query, (code, identity)).fetchone() is not None

    def headers(self) -> list[Kept]:
        """Returns every game with no more than the first part of its record, the oldest first.

        Raises:
            ArchiveError: if the journal cannot be read.
        """
        with self.reading() as base:
            firsts = "SELECT min(id) FROM records GROUP BY code, game"
            query = f"SELECT code, game, part FROM records WHERE id IN ({firsts}) ORDER BY id"
            found = [Kept(*row) for row in base.execute(query)]
        return [kept for kept in found if kept.text.startswith(_MAGIC)]

    def _uri(self) -> str:
        # Without a log nobody has the journal open; then not even the files for sharing it are made.
        shared = self.path.with_name(f"{self.path.name}-wal").exists()
        return f"{self.path.absolute().as_uri()}?mode=ro{'' if shared else '&immutable=1'}"

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """Opens the journal for one question.

        Raises:
            ArchiveError: if it cannot be read.
        """
        try:
            if not self.path.exists():
                raise ArchiveError(f"there are no games in {self.path.parent}; choose another with --data")
            with closing(sqlite3.connect(self._uri(), uri=True)) as base:
                # All that is read for one question is of one moment.
                base.execute("BEGIN")
                _check(base)
                yield base
        except (sqlite3.Error, MsgspecError) as error:
            raise ArchiveError(f"cannot read {self.path}: {error}") from error


def parse_id(text: str) -> tuple[str, int]:
    """Reads what a game is called: ``K7QX-2``, or ``K7QX`` for the newest one; a number that is none is 0."""
    code, hyphen, number = text.upper().partition("-")
    if not hyphen:
        return code, -1
    return code, int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0


def _hidden(base: sqlite3.Connection, code: str) -> Counter[int]:
    """Returns how many characters of each game's record are not for everybody yet."""
    hidden = Counter[int]()
    for game, length in base.execute("SELECT game, length FROM held WHERE code = ?", (code,)):
        hidden[game] += length
    return hidden


def held_stats(base: sqlite3.Connection, code: str) -> list[StatsRow]:
    """Returns the results that are held back of a table's games."""
    found = base.execute("SELECT stats FROM held WHERE code = ?", (code,))
    return [row for (data,) in found for row in unpack_stats(data)]


def _check(base: sqlite3.Connection) -> None:
    (text,) = base.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
    if int(text) < _WITH_RECORDS:
        older = "the journal is an older gouji-server's and has no records; start a server on it once"
        raise ArchiveError(older)
    if int(text) > SCHEMA:
        raise ArchiveError("the journal was written by a newer gouji-server; use that one")
