"""Keeps the journal small: deletes what no restart and no reader needs any more, a little at a time.

Of a table's steps a restart reads those from the last mark on; all before them are in the game's record. The
journal's thread calls ``go_on`` where it has nothing else to do, so a table waits for one window at most; and
for each sixteen rows of a commit, so that many tables at once do not outgrow it. Whatever is deleted is
deleted for good reason at any moment, so a server that is killed meanwhile has lost nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gouji_server.days import DAY, Calendar
from gouji_server.logs import warn

WINDOW = 64
"""How many rows are looked at in one go, which is a commit of its own."""

SLACK = 1000
"""How many steps are written at least before the old ones are looked through again."""

_OLD_STEPS = """
DELETE FROM steps WHERE id > :after AND id <= :last AND (
    id < (SELECT max(id) FROM steps AS later WHERE later.code = steps.code AND later.marked)
    OR NOT EXISTS (SELECT 1 FROM tables WHERE tables.code = steps.code AND open)
)
"""

_OLD_RECORDS = (
    """
    UPDATE records SET at = :now WHERE id > :after AND id <= :last AND at > :now
    """,
    """
    DELETE FROM records WHERE id > :after AND id <= :last
        AND NOT EXISTS (SELECT 1 FROM records AS later
            WHERE later.code = records.code AND later.game = records.game AND later.at >= :before)
        AND NOT (game = (SELECT max(game) FROM records AS later WHERE later.code = records.code)
            AND EXISTS (SELECT 1 FROM tables WHERE tables.code = records.code AND open))
    """,
)
"""A game goes when its last part is old; the newest game of an open table stays, it may still go on.

What was written while a clock was wrong, and so in the future, is of today: else it would never be old.
"""

_CLOSED = (
    """
    DELETE FROM seats WHERE code > :after AND code <= :last
        AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.code = seats.code AND open)
    """,
    # The marks tell whether steps are left; a code with steps or records is not given to another table.
    """
    DELETE FROM tables WHERE code > :after AND code <= :last AND NOT open
        AND NOT EXISTS (SELECT 1 FROM records WHERE records.code = tables.code)
        AND NOT EXISTS (SELECT 1 FROM held WHERE held.code = tables.code)
        AND NOT EXISTS (SELECT 1 FROM steps WHERE steps.code = tables.code AND steps.marked)
    """,
    """
    DELETE FROM players WHERE code > :after AND code <= :last
        AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.code = players.code)
    """,
)

_STRANGERS = (
    """
    UPDATE identities SET seen = :now WHERE id > :after AND id <= :last AND seen > :now
    """,
    """
    DELETE FROM identities WHERE id > :after AND id <= :last AND seen < :before AND secret IS NOT NULL
        AND id < (SELECT max(id) FROM identities)
        AND NOT EXISTS (SELECT 1 FROM players WHERE identity = id)
        AND NOT EXISTS (SELECT 1 FROM stats WHERE identity = id)
        AND NOT EXISTS (SELECT 1 FROM sanctions WHERE identity = id)
        AND NOT EXISTS (SELECT 1 FROM mutes WHERE identity = id)
        AND NOT EXISTS (SELECT 1 FROM mutes WHERE muted = id)
    """,
)
"""The highest number stays, so that none is given twice."""


_TIMELESS: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Keep:
    """Is for how many days things are kept, 0 for ever."""

    records: int = 0
    """Records of games, since the last round of each was over."""
    strangers: int = 90
    """People who never played, since they were last here."""


@dataclass(slots=True)
class Sweep:
    """Is what deletes from one journal; only the journal's thread calls it."""

    keep: Keep
    calendar: Calendar
    written: int = 0
    """How many rows were written since the steps were last looked through."""
    _left: int = 0
    """How many steps that left."""
    _next_day: int = 0
    _under_way: Iterator[None] | None = None

    def go_on(self, base: sqlite3.Connection) -> bool:
        """Does a little of what there is to do; False if there is nothing.

        ``base`` is a connection for this alone, with ``foreign_keys`` off: the conditions see to that.
        """
        if not self.due:
            return False
        if self._under_way is None:
            self._under_way = self._begin(base)
        try:
            next(self._under_way)
        except StopIteration:
            self._under_way = None
        except sqlite3.Error as error:
            self._under_way = None
            warn("journal not swept", reason=str(error))
        finally:
            if base.in_transaction:
                base.execute("ROLLBACK")
        return True

    @property
    def due(self) -> bool:
        """Whether there is something to do."""
        # As many rows again as were left: so the work for each is the same however many there are.
        return self._under_way is not None or self._daily or self.written >= max(SLACK, self._left)

    @property
    def _daily(self) -> bool:
        return self.calendar.now() >= self._next_day

    def _begin(self, base: sqlite3.Connection) -> Iterator[None]:
        daily = self._daily
        self.written = 0
        if daily:
            self._next_day = self.calendar.now() + DAY
        return self._all(base, daily)

    def _all(self, base: sqlite3.Connection, daily: bool) -> Iterator[None]:
        left = 0
        for seen, deleted in _walk(base, "steps", "id", (_OLD_STEPS,)):
            left += seen - deleted
            yield
        self._left = left
        if not daily:
            return
        self.calendar.keep(base)
        now = self.calendar.now()
        if self.keep.records:
            yield from _through(base, "records", "id", _OLD_RECORDS, now, self.keep.records)
        yield from _through(base, "tables", "code", _CLOSED, now)
        if self.keep.strangers:
            yield from _through(base, "identities", "id", _STRANGERS, now, self.keep.strangers)


def _through(
    base: sqlite3.Connection, table: str, key: str, statements: tuple[str, ...], now: int, days: int = 0
) -> Iterator[None]:
    for _ in _walk(base, table, key, statements, {"now": now, "before": now - days * DAY}):
        yield


def _walk(
    base: sqlite3.Connection,
    table: str,
    key: str,
    statements: tuple[str, ...],
    times: Mapping[str, int] = _TIMELESS,
) -> Iterator[tuple[int, int]]:
    """Runs statements on each window of a table's rows; gives how many it had and how many the first met.

    What is written meanwhile is left out, or whoever writes as fast would keep it from its end.
    """
    window = (
        f"SELECT count(*), max({key}) FROM"
        f" (SELECT {key} FROM {table} WHERE {key} > ? AND {key} <= ? ORDER BY {key} LIMIT {WINDOW})"
    )
    (end,) = base.execute(f"SELECT max({key}) FROM {table}").fetchone()
    after: object = "" if key == "code" else 0
    while True:
        count, last = base.execute(window, (after, end)).fetchone()
        if not count:
            return
        base.execute("BEGIN IMMEDIATE")
        values = {"after": after, "last": last, **times}
        met = [base.execute(statement, values).rowcount for statement in statements]
        base.execute("COMMIT")
        yield count, met[0]
        after = last


__all__ = ["Keep", "Sweep"]
