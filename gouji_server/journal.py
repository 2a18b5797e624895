"""History: everything a restart needs, in SQLite, written by one thread before anybody is told.

Whoever must be sure awaits ``Journal.write``, which returns once the rows are on the disk, or gives ``put``
what is to be called then. All that is waiting while one commit is under way shares the next one (group
commit). ``load`` reads it all back. ``schema`` has the tables, ``sweep`` deletes what is not needed any more.
"""

from __future__ import annotations

import fcntl
import os
import queue
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import trio

from gouji_core.errors import GoujiError
from gouji_server.bases import open_aside, open_base
from gouji_server.bell import Bell
from gouji_server.config import ConfigError
from gouji_server.days import Calendar
from gouji_server.logs import fault
from gouji_server.rows import (
    HeldRow,
    History,
    IdentityRow,
    MuteRow,
    ProbeRow,
    Row,
    SanctionRow,
    SeatRow,
    StepRow,
    TableRow,
)
from gouji_server.sweep import WINDOW, Keep, Sweep

FILE = "journal.sqlite3"
"""What the journal is called in its directory."""

_LAST_STEPS = """
WITH last AS (SELECT code, max(id) AS id FROM steps WHERE marked GROUP BY code)
SELECT steps.code, game, n, step, marked
FROM steps JOIN tables ON tables.code = steps.code AND open LEFT JOIN last ON last.code = steps.code
WHERE steps.id >= coalesce(last.id, 0) ORDER BY steps.id
"""

_HELD_COLUMNS = "number, code, game, seconds, length, stats"

AT_ONCE = 48
"""How many steps one statement writes at most; each number is a statement that is kept prepared."""


_OF_THE_DISK = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
"""What SQLite calls it when no row at all could be written."""

PAUSE = 0.001
"""Seconds without anything to write after which a little is swept.

On a box with one core the games could else not go on before all of it is: the scheduler lets a thread finish
its turn, and Python too lets whoever has the interpreter keep it for some milliseconds.
"""

BUSY = WINDOW // 4
"""After how many rows a window is swept all the same: it looks at four times as many, so there is an end."""

Soon = Callable[[Callable[[], None]], object]
"""What has something called in Trio's thread."""


class JournalError(GoujiError):
    """Says that something could not be written down, so it did not happen."""


@dataclass(slots=True)
class _Batch:
    rows: tuple[Row, ...]
    then: Callable[[JournalError | None], None]
    error: JournalError | None = None


@dataclass(slots=True)
class Journal:
    """Is the journal of one data directory; ``open_journal`` makes one."""

    path: Path
    """The file, for whoever only reads it."""
    _base: sqlite3.Connection
    _aside: sqlite3.Connection
    """Another connection, which the sweep alone uses."""
    _lock: int
    calendar: Calendar
    """How old what is in it is."""
    _sweep: Sweep
    _gathered: list[_Batch] = field(default_factory=list[_Batch])
    """What tables want to be written and the thread has not been given yet."""
    _queue: queue.SimpleQueue[list[_Batch] | None] = field(
        default_factory=queue.SimpleQueue[list[_Batch] | None]
    )
    _thread: threading.Thread | None = None
    commits: int = 0
    """How many commits there were."""
    failures: int = 0
    """How many there could not be."""
    failing: bool = False
    """Whether one could not be because of the disk, and no ``probe`` has been written since."""
    waiting: int = 0
    """How many writes are not done yet."""
    _failed: trio.Event = field(default_factory=trio.Event)

    def start(self, soon: Soon | None = None) -> None:
        """Starts the writer thread; call it inside Trio.

        ``soon`` is how the thread has something called in Trio's; by Trio's own way unless given.
        """
        soon = soon or Bell().ring
        # A daemon, so that a process that falls without ``close`` ends; what it wrote was not acknowledged.
        self._thread = threading.Thread(target=self._work, args=(soon,), name="journal", daemon=True)
        self._thread.start()
        trio.lowlevel.add_instrument(_Porter(self))

    async def write(self, *rows: Row) -> None:
        """Writes rows, all or none; returns when they are safe on the disk.

        Raises:
            JournalError: if they could not be written; then nothing was.
        """
        task = trio.lowlevel.current_task()
        batch = self._take(_Batch(rows, lambda _: trio.lowlevel.reschedule(task)))
        # Not to be cancelled: whether the rows are safe must be known before anything else happens.
        await trio.lowlevel.wait_task_rescheduled(_wait_on)
        if batch.error is not None:
            raise batch.error

    def put(self, rows: tuple[Row, ...], then: Callable[[JournalError | None], None]) -> None:
        """Has rows written, all or none; calls ``then`` when they are safe, or with why they are not.

        ``then`` is called inside Trio, but in no task of its own.
        """
        self._take(_Batch(rows, then))

    def _take(self, batch: _Batch) -> _Batch:
        self._gathered.append(batch)
        self.waiting += 1
        return batch

    def hand_over(self) -> None:
        """Gives the thread what was gathered."""
        if self._gathered:
            batches, self._gathered = self._gathered, []
            self._queue.put(batches)

    async def wait_failing(self) -> None:
        """Waits until the disk takes nothing any more."""
        await self._failed.wait()

    async def probe(self) -> bool:
        """Tells whether the disk takes things again; as many as a table may want to write at once."""
        try:
            await self.write(ProbeRow())
        except JournalError:
            return False
        self.failing = False
        self._failed = trio.Event()
        return True

    def load(self) -> History:
        """Reads everything back that is still open."""
        base = self._base
        return History(
            [IdentityRow(*row) for row in base.execute("SELECT id, secret, uid, name, seen FROM identities")],
            [TableRow(*row) for row in base.execute("SELECT code, charter FROM tables WHERE open")],
            [SeatRow(*row) for row in base.execute("SELECT code, seat, holder FROM seats")],
            {code for (code,) in base.execute("SELECT code FROM tables")},
            [MuteRow(*row) for row in base.execute("SELECT identity, muted FROM mutes")],
            [SanctionRow(*row) for row in base.execute("SELECT identity, kind FROM sanctions")],
            [HeldRow(*row) for row in base.execute(f"SELECT {_HELD_COLUMNS} FROM held")],
        )

    def steps(self) -> Iterator[StepRow]:
        """Reads the steps of all open tables in the order they were written, each from its last mark on."""
        # No index but of the marks: the rows are only read here, and writing to the end alone is faster.
        found = self._base.execute(_LAST_STEPS)
        for code, game, n, step, marked in found:
            yield StepRow(code, game, n, step, bool(marked))

    def close(self) -> None:
        """Writes what is waiting, stops the thread and closes the file."""
        if self._thread is not None:
            self.hand_over()
            self._queue.put(None)
            self._thread.join()
        with suppress(sqlite3.Error):
            self.calendar.keep(self._base)
        self._aside.close()
        self._base.close()
        os.close(self._lock)

    def _work(self, soon: Soon) -> None:
        _give_way()
        unswept, rows = False, 0
        while True:
            try:
                first = self._queue.get(timeout=PAUSE if unswept else None)
            except queue.Empty:
                unswept, rows = self._tidy(), 0
                continue
            if first is None:
                return
            batches, last = self._gather(first)
            self._commit(batches)
            soon(partial(self._done, batches))
            if last:
                return
            if unswept:
                rows += sum(len(batch.rows) for batch in batches)
            else:
                unswept, rows = self._is_unswept(), 0
            while unswept and rows >= BUSY:
                unswept, rows = self._tidy(), rows - BUSY

    def _done(self, batches: list[_Batch]) -> None:
        self.waiting -= len(batches)
        for batch in batches:
            if batch.error is not None and self.failing:
                self._failed.set()
            try:
                batch.then(batch.error)
            except Exception:
                # Whoever else waits for this commit must not wait for ever, nor the server end.
                fault("commit not followed up")

    def _is_unswept(self) -> bool:
        return self._harmless(lambda: self._sweep.due)

    def _tidy(self) -> bool:
        return self._harmless(lambda: self._sweep.go_on(self._aside))

    def _harmless(self, sweeping: Callable[[], bool]) -> bool:
        try:
            return sweeping()
        except Exception:
            # What is old can wait; whoever wants to write waits for this thread.
            fault("journal not swept")
            return False

    def _gather(self, batches: list[_Batch]) -> tuple[list[_Batch], bool]:
        while not self._queue.empty():
            more = self._queue.get()
            if more is None:
                return batches, True
            batches += more
        return batches, False

    def _commit(self, batches: list[_Batch]) -> None:
        try:
            self._write(batches)
        except Exception as error:
            # Whatever it is, this thread goes on: everybody waits for it.
            if len(batches) == 1:
                self.failures += 1
                # Rows that do not fit what is there are another matter than a disk that takes none.
                self.failing = self.failing or getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_THE_DISK
                batches[0].error = JournalError(f"the journal cannot be written: {error}")
                return
            # One of them is at fault, or all: each on its own tells.
            for batch in batches:
                self._commit([batch])

    def _write(self, batches: list[_Batch]) -> None:
        rows = [row for batch in batches for row in batch.rows]
        steps = [row for row in rows if isinstance(row, StepRow)]
        if 0 < len(steps) == len(rows) <= AT_ONCE:
            # A statement that commits itself.
            self._write_steps(steps)
        else:
            self._write_all(rows, steps)
        self.commits += 1
        self._sweep.written += len(rows)

    def _write_steps(self, steps: list[StepRow]) -> None:
        # In one statement: so this thread asks for the interpreter once for all rows.
        values = [value for row in steps for value in row.values()]
        self._base.execute(StepRow.SQL + StepRow.MORE * (len(steps) - 1), values)

    def _write_all(self, rows: list[Row], steps: list[StepRow]) -> None:
        base = self._base
        base.execute("BEGIN IMMEDIATE")
        try:
            if len(steps) == len(rows):
                for start in range(0, len(steps), AT_ONCE):
                    self._write_steps(steps[start : start + AT_ONCE])
            else:
                for row in rows:
                    base.execute(row.SQL, row.values())
            base.execute("COMMIT")
        except BaseException:
            if base.in_transaction:
                base.execute("ROLLBACK")
            raise


class _Porter(trio.abc.Instrument):
    """Hands over what a journal has gathered when every task that can go on has done so.

    So the thread is woken once for all of it, and asks for the interpreter as seldom. ``Ears`` do the same
    for what they have called.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def before_io_wait(self, timeout: float) -> None:
        self._journal.hand_over()


def _give_way() -> None:
    """Keeps this thread from interrupting the others of its processor, where the system can do that.

    On a box with one core each end of one of its many short waits would stop a game in the middle. As it
    is, a commit begins when the games have done what they can, and takes all of it. Whoever has the whole
    server run in another way than the usual one keeps it so.
    """
    if sys.platform == "linux":
        # Refused where a process may not choose; then the thread works as any other.
        with suppress(OSError):
            if os.sched_getscheduler(0) == os.SCHED_OTHER:
                os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _wait_on(_: object) -> trio.lowlevel.Abort:
    return trio.lowlevel.Abort.FAILED


def open_journal(directory: Path, keep: Keep | None = None, calendar: Calendar | None = None) -> Journal:
    """Opens the journal in a directory, making both where they are missing; ``keep`` is for how long.

    Raises:
        ConfigError: if that is not possible, or another server has it open.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = os.open(directory / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(f"cannot write to {directory}: {reason}; choose another with --data") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise ConfigError(
            f"{directory} is in use by another gouji-server; stop it or choose another with --data"
        ) from error
    try:
        path = directory / FILE
        calendar = calendar or Calendar()
        base = open_base(path, calendar)
        try:
            aside = open_aside(path)
        except BaseException:
            base.close()
            raise
        return Journal(path, base, aside, lock, calendar, Sweep(keep or Keep(), calendar))
    except (sqlite3.Error, ConfigError) as error:
        os.close(lock)
        if isinstance(error, ConfigError):
            raise
        full = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL
        advice = "make room on it" if full else "take a backup or another --data"
        raise ConfigError(f"cannot open the journal in {directory}: {error}; {advice}") from error


__all__ = ["FILE", "Journal", "JournalError", "open_journal"]
