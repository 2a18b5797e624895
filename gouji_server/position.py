"""A position that every game of a server begins from, for practice and for tests.

The file is a rule case (docs/cases.md), or the start of one with its ``rules`` beside the hands. What a table
keeps of it is text again, so a restart needs no file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from gouji_core.case_start import read_position
from gouji_core.errors import NotationError
from gouji_core.options import Rules, format_rules, parse_rules
from gouji_core.public import Phase
from gouji_core.state import State
from gouji_server.config import ConfigError


@dataclass(frozen=True, slots=True)
class Position:
    """Is where games begin: the rules as text, and the start of a case as JSON."""

    rules: str
    start: str


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
        return _read(text)
    except KeyError as error:
        raise ConfigError(f"{path} is no position: it has no {error}") from error
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ConfigError(f"{path} is no position: {' '.join(str(error).split())}") from error


def _read(text: str) -> Position:
    data = json.loads(text)
    if isinstance(data, list):
        cases = cast("list[Any]", data)
        if len(cases) != 1:
            raise NotationError(f"{len(cases)} cases", "a position is one case")
        data = cases[0]
    if not isinstance(data, dict):
        raise NotationError(str(data)[:80], "a position is a JSON object")
    case = cast("dict[str, Any]", data)
    start = case["start"] if "start" in case else {name: case[name] for name in case if name != "rules"}
    rules = _rules(str(case["rules"]))
    kept = json.dumps(start)
    if restore_position(rules, kept).public.phase is not Phase.TRICKS:
        raise NotationError("start", "a position in which the round goes on")
    return Position(format_rules(rules), kept)


def _rules(text: str) -> Rules:
    """Reads the rules of a case; a position is played for one round unless they say more."""
    options = [part.partition("=")[0].strip() for part in text.split("+")]
    return parse_rules(text if "rounds" in options else f"{text}+rounds=1")


def restore_position(rules: Rules, start: str) -> State:
    """Returns the state a table's position begins in."""
    return read_position(rules, json.loads(start))
