"""The table of lines, for people and for programs."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from bench.measure import Line

HEADS = ("#", "what", "ours", "the other side", "ratio", "must", "hoped", "today")


def cells(line: Line) -> tuple[str, ...]:
    """Returns a line as the cells of the table."""
    must, hoped = (str(bound) if bound else "-" for bound in (line.must, line.hoped))
    return (line.row, line.what, line.ours, line.other, line.ratio, must, hoped, line.verdict.value)


def as_text(lines: Sequence[Line]) -> str:
    """Returns the table in columns, and notes below the lines they belong to."""
    rows = [HEADS, *map(cells, lines)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADS))]
    out = [_row(HEADS, widths), _row(tuple("-" * width for width in widths), widths)]
    for line in lines:
        out.append(_row(cells(line), widths))
        if line.note:
            out.append(f"{'':{widths[0]}}    {line.note}")
    return "\n".join(out)


def _row(row: Iterable[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def as_json(lines: Sequence[Line]) -> str:
    """Returns one JSON object with every line and what it was measured on."""
    shown = [asdict(line) | {"verdict": line.verdict.value} for line in lines]
    return json.dumps({"machine": machine(), "lines": shown}, ensure_ascii=False, indent=1)


def machine() -> dict[str, str]:
    """Returns what the figures depend on, without anything that names this machine."""
    return {"python": platform.python_version(), "system": sys.platform, "processor": platform.machine()}
