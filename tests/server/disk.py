"""A disk that takes nothing more, for a server that runs: the system itself says no to every write."""

from __future__ import annotations

import resource
from collections.abc import Generator
from contextlib import contextmanager, suppress
from itertools import count

from gouji_server.journal import Journal, JournalError
from gouji_server.rows import StepRow
from tests.server.house import Served


@contextmanager
def full(served: Served) -> Generator[None]:
    """Lets no file of a server grow; it has room again afterwards."""
    pid = served.process.pid
    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, most))
    try:
        yield
    finally:
        # It may have been killed meanwhile.
        with suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))


@contextmanager
def crammed(journal: Journal) -> Generator[None]:
    """Lets a journal have no more pages than it has, as a disk of that size would."""
    # The limit is one of the connection.
    base = journal._base
    (pages,) = base.execute("PRAGMA page_count").fetchone()
    base.execute(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        base.execute("PRAGMA max_page_count = 1073741823")


async def filled(journal: Journal, table: str) -> int:
    """Writes steps of no game until nothing more goes in; returns how many went."""
    for number in count():
        try:
            await journal.write(StepRow(table, 0, number, b"x" * 100))
        except JournalError:
            assert journal.failing
            return number
    raise AssertionError
