"""The server's log: one JSON object a line, in a file or on stderr.

Only the fields that callers name are written, so no hand and no token gets in by printing an object.
The standard ``logging`` carries it: structlog would load rich, which the server must not.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from pathlib import Path

from gouji_server.config import ConfigError

_LOGGER = logging.getLogger("gouji_server")


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line.update(getattr(record, "fields", {}))
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def open_log(path: Path | None) -> None:
    """Sends the log to a file, or to stderr without one.

    Raises:
        ConfigError: if the file cannot be written.
    """
    try:
        handler = (
            logging.StreamHandler(sys.stderr) if path is None else logging.FileHandler(path, "a", "utf-8")
        )
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(f"cannot write the log to {path}: {reason}; choose another with --log") from error
    handler.setFormatter(_Lines())
    _LOGGER.handlers[:] = [handler]
    _LOGGER.propagate = False
    _LOGGER.setLevel(logging.INFO)


def note(event: str, **fields: object) -> None:
    """Writes that something happened."""
    _LOGGER.info(event, extra={"fields": fields})


def warn(event: str, **fields: object) -> None:
    """Writes that something went wrong outside, as a peer that does not speak the protocol."""
    _LOGGER.warning(event, extra={"fields": fields})


def fault(event: str, **fields: object) -> None:
    """Writes that something went wrong in the server itself, with the exception being handled."""
    _LOGGER.error(event, exc_info=True, extra={"fields": fields})
