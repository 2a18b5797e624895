"""The configuration file: TOML with one key for each setting, named as its option is.

``written`` prints one with every default, ``read`` takes what a file chooses. A file that is wrong is never
half taken: the first thing that is wrong in it is told with its key.
"""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from pathlib import Path

from gouji_protocol.limits import MAX_ID
from gouji_server.config import ConfigError
from gouji_server.kinds import Heading, UnfitError
from gouji_server.settings import LINES, SETTINGS

TOP = """\
# Settings of gouji-server, all as they are by default: gouji-server --config FILE
# An empty text is "not set". Options of the command line win over this file; relative paths
# begin where the file is.
"""


class BadFileError(ConfigError):
    """Says what is wrong in a file: wrong usage, like a wrong option."""


def written() -> str:
    """Returns a file that chooses every setting as it is by default."""
    lines = [TOP.rstrip()]
    for line in LINES:
        if isinstance(line, Heading):
            lines += ["", f"# {line.title}"]
        else:
            lines += ["", f"# {line.explained}", f"{line.name} = {line.written()}"]
    return "\n".join([*lines, ""])


def read(path: Path) -> dict[str, object]:
    """Returns what a file chooses, by attribute of ``Config``.

    Raises:
        BadFileError: if it is no TOML, or something in it is no setting or no value for one.
        ConfigError: if it cannot be read, or a file it names cannot.
    """
    try:
        # Editors on Windows put a mark before the first line.
        found = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(f"cannot read {path}: {reason}; choose another with --config") from error
    except UnicodeDecodeError as error:
        raise BadFileError(f"{path}: it is no text in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise BadFileError(f"{path}: it is no TOML: {str(error).lower()}") from error
    except (ValueError, RecursionError) as error:
        raise BadFileError(f"{path}: it is no TOML: a number or a list in it has no end") from error
    settings = {setting.name: setting for setting in SETTINGS}
    values: dict[str, object] = {}
    for name, value in found.items():
        setting = settings.get(name)
        if setting is None:
            raise BadFileError(f"{path}: {name}: there is no such setting{_nearest(name, list(settings))}")
        try:
            values[setting.attribute] = setting.take(value, path.parent)
        except UnfitError as error:
            raise BadFileError(f"{path}: {name}: wanted {error}, found {_shown(value)}") from error
    return values


def _nearest(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, 1)
    return f"; did you mean {near[0]}" if near else ""


def _shown(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            text = repr(value)
            return text if len(text) <= 40 else f"{text[:40]}…"
        case int() if abs(value) > MAX_ID:
            return "a number too great"
        case dict():
            return "a section"
        case list():
            return "a list"
        case _:
            return str(value)
