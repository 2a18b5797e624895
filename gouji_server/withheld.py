"""What is not for everybody to know yet: results and records of games that are watched later.

A row of the journal each, which says for how long, so it comes out in its time also when its table is
closed by then. After a restart the time begins anew: how old what the journal knows is, nobody can tell.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from math import inf

import trio
from msgspec import MsgspecError

from gouji_server.journal import Journal, JournalError
from gouji_server.logs import fault
from gouji_server.rows import HeldEnded, HeldRow, Row, unpack_stats

RETRY = 1.0
"""Seconds until what could not be written down is tried again."""


class Withheld:
    """Is everything that one server holds back."""

    def __init__(self) -> None:
        self._held: list[tuple[float, int, HeldRow]] = []
        """By when it may be known, the next one first."""
        self._number = 0
        self._more = trio.Event()

    def number(self) -> int:
        """Returns a number that nothing here has had."""
        self._number += 1
        return self._number

    def restore(self, rows: Sequence[HeldRow]) -> None:
        """Takes what the journal knows; what cannot be read stays held back."""
        self._number = max((row.number for row in rows), default=0)
        self.take(filter(_readable, rows))

    def take(self, rows: Iterable[Row]) -> None:
        """Holds back what of some rows, which are written by now, is to be held back."""
        for row in rows:
            if isinstance(row, HeldRow):
                heapq.heappush(self._held, (trio.current_time() + row.seconds, row.number, row))
                self._more.set()

    async def let_out(self, journal: Journal) -> None:
        """Makes known what has been held back for long enough, for ever."""
        while True:
            self._more = trio.Event()
            with trio.move_on_at(self._held[0][0] if self._held else inf):
                await self._more.wait()
            ripe = self._ripe()
            if not ripe:
                continue
            rows: list[Row] = [HeldEnded(row.number) for row in ripe]
            for row in ripe:
                rows += unpack_stats(row.stats)
            while True:
                if await _written(journal, rows):
                    break
                await trio.sleep(RETRY)

    def _ripe(self) -> list[HeldRow]:
        now = trio.current_time()
        ripe: list[HeldRow] = []
        while self._held and self._held[0][0] <= now:
            ripe.append(heapq.heappop(self._held)[2])
        return ripe


def _readable(row: HeldRow) -> bool:
    try:
        unpack_stats(row.stats)
    except MsgspecError:
        fault("results not restored", table=row.code)
        return False
    return True


async def _written(journal: Journal, rows: list[Row]) -> bool:
    if journal.failing:
        return False
    try:
        await journal.write(*rows)
    except JournalError:
        fault("journal failed")
        return False
    return True
