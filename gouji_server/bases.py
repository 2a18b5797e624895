"""The journal's file as SQLite opens it: a connection that writes, one that sweeps, and a bounded log."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from gouji_server.config import ConfigError
from gouji_server.days import Calendar
from gouji_server.schema import prepare

_MOST_LOG = 16 * 2**20
"""Bytes that the log of SQLite keeps once a long reader, as a backup is, has let it grow."""

_LOG_PAGES = 4000
"""Pages after which SQLite copies its log to where it belongs: some milliseconds in which everybody waits.

With the 24 bytes before each they are just less than ``_MOST_LOG``: of more the log would be cut, and grow
again, each time.
"""


def open_base(path: Path, calendar: Calendar) -> sqlite3.Connection:
    """Opens the connection that writes, with the tables of today; the days are those of ``calendar``.

    Raises:
        ConfigError: if the file is no journal, or damaged.
        sqlite3.Error: if SQLite cannot open it.
    """
    # The thread writes, the main thread reads before it is started and closes after it has ended.
    base = sqlite3.connect(path, isolation_level=None, check_same_thread=False, cached_statements=64)
    try:
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute("PRAGMA foreign_keys=ON")
        _bound_log(base)
        prepare(base, path)
        _check(base, path)
        calendar.open(base)
    except BaseException:
        base.close()
        raise
    return base


def open_aside(path: Path) -> sqlite3.Connection:
    """Opens the connection that sweeps.

    Raises:
        sqlite3.Error: if SQLite cannot open it.
    """
    # To switch one connection to and fro would make it prepare all its statements anew each time.
    base = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        # What it deletes need not be on the disk before the next step is.
        base.execute("PRAGMA synchronous=NORMAL")
        base.execute("PRAGMA foreign_keys=OFF")
        _bound_log(base)
    except BaseException:
        base.close()
        raise
    return base


def _bound_log(base: sqlite3.Connection) -> None:
    """Bounds the log, which is cut by whichever connection is the first to write after it was copied."""
    base.execute(f"PRAGMA journal_size_limit={_MOST_LOG}")
    base.execute(f"PRAGMA wal_autocheckpoint={_LOG_PAGES}")


def _check(base: sqlite3.Connection, path: Path) -> None:
    """Looks through all that ``load`` and ``steps`` read; the records, which may be many, are left out.

    Raises:
        ConfigError: if something in it is damaged.
    """
    for table in ("meta", "identities", "tables", "seats", "steps", "mutes", "sanctions", "held"):
        (found,) = base.execute(f"PRAGMA quick_check({table})").fetchone()
        if found != "ok":
            raise ConfigError(f"{path} is damaged; take a backup or another --data")
