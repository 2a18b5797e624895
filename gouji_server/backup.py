"""A copy of the journal in one file, also of a server that is playing: as it was at one moment, and whole.

It reads as any other reader does, so a server is not held up; what is written meanwhile is not in it.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from gouji_server.archive import Archive, ArchiveError


def back_up(source: Path, target: Path) -> int:
    """Copies a journal to a file that is not there yet; returns how many bytes it has.

    The name is there only when the whole copy is on the disk.

    Raises:
        ArchiveError: if it cannot be read or written, or the file is there already.
    """
    if target.exists():
        raise ArchiveError(f"{target} is there already; choose another name, nothing was changed")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        # Whoever reads it knows who is who here.
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with Archive(source).reading() as base:
            _copy(base, part)
        _sync(part)
        os.link(part, target)
        _sync(target.parent)
        return target.stat().st_size
    except FileExistsError as error:
        raise ArchiveError(f"{target} is there already; choose another name, nothing was changed") from error
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ArchiveError(f"cannot write {target}: {reason}; choose another place") from error
    finally:
        with suppress(OSError):
            part.unlink()


def _copy(base: sqlite3.Connection, part: Path) -> None:
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            # All pages at one go: it is the state of one moment, and no write makes it begin anew.
            base.backup(copy)
            # One file, without a log beside it; a server that gets it makes one again.
            copy.execute("PRAGMA journal_mode=DELETE")
            (found,) = copy.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        raise ArchiveError(f"cannot copy the journal: {error}") from error
    if found != "ok":
        raise ArchiveError("the journal is damaged, so is this copy of it; nothing was kept")


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
