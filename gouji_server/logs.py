"""The server's log: one JSON object a line, in a file or on stderr, which systemd's journal may read.

Only the fields that callers name are written, so no hand and no token gets in by printing an object. Nor by
an exception: the words of those that are not the system's own may hold what somebody typed or has in hand, so
a trace has their places and their kind only.
The standard ``logging`` carries it: structlog would load rich, which the server must not.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from gouji_server.config import ConfigError
from gouji_server.manager import is_stderr_journal

_LOGGER = logging.getLogger("gouji_server")


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        return _json({"time": time, **_said(record)})


class _Entries(logging.Formatter):
    """Writes for systemd's journal, which knows the time and takes the level from what a line begins with."""

    def format(self, record: logging.LogRecord) -> str:
        return f"<{_PRIORITIES[record.levelno]}>{_json(_said(record))}"


_PRIORITIES = {logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3}
"""What syslog, and the journal after it, calls the levels that are written."""


def _said(record: logging.LogRecord) -> dict[str, object]:
    line: dict[str, object] = {"level": record.levelname.lower(), "event": record.getMessage()}
    line.update(getattr(record, "fields", {}))
    if record.exc_info:
        line["trace"] = _trace(record.exc_info[1])
    return line


def _json(line: dict[str, object]) -> str:
    return json.dumps(line, ensure_ascii=False, default=str)


class _File(logging.FileHandler):
    """Is the file of a log; what does not fit on the disk is lost, which ends no game."""

    told = False
    """Whether the owner was told."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is not ours
        """Says once on stderr what is wrong."""
        error = sys.exc_info()[1]
        if self.told or not isinstance(error, OSError):
            return
        self.told = True
        reason = (error.strerror or str(error)).lower()
        with suppress(OSError):
            sys.stderr.write(f"gouji-server: cannot write the log to {self.baseFilename}: {reason}\n")


_HARMLESS = (OSError, sqlite3.Error)
"""Exceptions whose words are of files and disks, and worth reading."""


def _trace(error: BaseException | None) -> list[str]:
    """Returns the places an exception came through, the innermost last; what led to it comes first."""
    lines: list[str] = []
    while error is not None:
        said = f": {error}" if isinstance(error, _HARMLESS) else ""
        places = [
            f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(error.__traceback__)
        ]
        lines[:0] = [*places, f"{type(error).__name__}{said}"]
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return lines


def open_log(path: Path | None) -> None:
    """Sends the log to a file, or to stderr without one.

    Raises:
        ConfigError: if the file cannot be written.
    """
    try:
        handler = (
            logging.StreamHandler(sys.stderr)
            if path is None
            else _File(path, "a", "utf-8", errors="backslashreplace")
        )
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(f"cannot write the log to {path}: {reason}; choose another with --log") from error
    handler.setFormatter(_Entries() if path is None and is_stderr_journal() else _Lines())
    _LOGGER.handlers[:] = [handler]
    _LOGGER.propagate = False
    _LOGGER.setLevel(logging.INFO)


def note(event: str, **fields: object) -> None:
    """Writes that something happened."""
    _LOGGER.info(event, extra={"fields": fields})


def warn(event: str, **fields: object) -> None:
    """Writes that something went wrong outside, as a peer that does not speak the protocol."""
    _LOGGER.warning(event, extra={"fields": fields})


def alarm(event: str, sentence: str) -> None:
    """Writes what the owner should see to, and says it on stderr to whoever started the server."""
    warn(event, reason=sentence)
    with suppress(OSError):
        sys.stderr.write(f"gouji-server: {sentence}\n")


def fault(event: str, **fields: object) -> None:
    """Writes that something went wrong in the server itself, with the exception being handled."""
    _LOGGER.error(event, exc_info=True, extra={"fields": fields})
