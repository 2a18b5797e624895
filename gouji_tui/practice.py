"""Positions for practice: read and checked before anything is started."""

from __future__ import annotations

from pathlib import Path

from gouji_core.errors import GoujiError, NotationError
from gouji_core.position import Position, parse_position
from gouji_core.seats import seats_in


class PositionError(GoujiError):
    """Says in one line why there is no position that this seat can play."""


def read_position_file(path: Path, rules: str, seat: int) -> Position:
    """Reads a position from a file, under its own rules unless others are given, to be played at a seat.

    Raises:
        PositionError: if it cannot be.
    """
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise PositionError(f"{path}: {error.strerror or error}; give a file with a position") from error
    except UnicodeDecodeError as error:
        raise PositionError(f"{path}: not UTF-8 text; a position is a rule case in JSON") from error
    try:
        found = parse_position(text, str(path), rules)
    except NotationError as error:
        raise PositionError(f"{path} is no position: {error.wanted}") from error
    playing = seats_in(found.state.public.standing.in_play)
    if seat not in playing:
        others = ", ".join(map(str, playing))
        raise PositionError(f"{path}: seat {seat} is out of play; choose one of {others} with --seat")
    return found
