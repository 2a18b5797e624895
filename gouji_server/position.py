"""A position that every game of a server begins from, for practice and for tests.

What a table keeps of it is text (``gouji_core.position``), so a restart needs no file.
"""

from __future__ import annotations

from pathlib import Path

from gouji_core.errors import NotationError
from gouji_core.position import Position, parse_position, restore_position
from gouji_server.config import ConfigError

__all__ = ["Position", "load_position", "restore_position"]


def load_position(path: Path) -> Position:
    """Reads a position from a file.

    Raises:
        ConfigError: if there is none in it that makes sense.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise ConfigError(f"cannot read the position {path}: {reason}") from error
    try:
        return parse_position(text, str(path))
    except NotationError as error:
        raise ConfigError(f"{path} is no position: {error.wanted}") from error
