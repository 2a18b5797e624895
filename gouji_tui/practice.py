"""Positions for practice: read and checked before anything is started."""

from __future__ import annotations

from pathlib import Path

from gouji_core.errors import NotationError
from gouji_core.position import Position, parse_position
from gouji_core.seats import seats_in
from gouji_tui.told import ToldError


class PositionError(ToldError):
    """Says in one line why there is no position that this seat can play."""


def read_position_file(path: Path, rules: str, seat: int) -> Position:
    """Reads a position from a file, under its own rules unless others are given, to be played at a seat.

    Raises:
        PositionError: if it cannot be.
    """
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise PositionError("error.no_position", file=path, reason=error) from error
    except UnicodeDecodeError as error:
        raise PositionError("error.position_text", file=path) from error
    try:
        found = parse_position(text, str(path), rules)
    except NotationError as error:
        raise PositionError("error.position", file=path, wanted=error) from error
    playing = seats_in(found.state.public.standing.in_play)
    if seat not in playing:
        others = tuple(map(str, playing))
        raise PositionError("error.position_seat", file=path, seat=seat, others=others)
    return found
