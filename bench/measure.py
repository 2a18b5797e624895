"""Figures: medians with their spread, two programs measured in turn, and the lines of the table.

No figure here fails anything. A line only says whether its budget is kept on this machine today.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Spread:
    """Is a figure measured several times."""

    median: float
    low: float
    high: float
    runs: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(statistics.median(values), min(values), max(values), len(values))

    def text(self, unit: str = "") -> str:
        """The median, the range in brackets, and the unit: ``12.1 (11.8..12.6) ms``."""
        shown = short(self.median)
        if self.runs > 1 and self.low != self.high:
            shown += f" ({short(self.low)}..{short(self.high)})"
        return f"{shown} {unit}".rstrip()


def short(number: float) -> str:
    """Returns a number with about three digits; large ones with a k."""
    size = abs(number)
    if size >= 10_000:
        return f"{number / 1000:.1f}k"
    if size >= 100 or number == int(number):
        return f"{number:.0f}"
    return f"{number:.1f}" if size >= 10 else f"{number:.2f}" if size >= 0.1 else f"{number:.3f}"


def percentile(values: Sequence[float], share: float) -> float:
    """Returns the value below which a share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@dataclass(frozen=True, slots=True)
class Pair:
    """Is ours and another's figure of one run, and the ratio ours / other of each round."""

    ours: Spread
    other: Spread
    ratio: Spread


def alternate(rounds: int, ours: Callable[[], float], other: Callable[[], float]) -> Pair:
    """Measures two things in turn, each first every second time, so that drift of the machine cancels."""
    mine, theirs = in_turn(rounds, ours, other)
    return paired(mine, theirs)


def in_turn(rounds: int, *runs: Callable[[], float]) -> list[list[float]]:
    """Measures several things in turn, every second round in the other order; the figures of each."""
    found: list[list[float]] = [[] for _ in runs]
    order = list(zip(found, runs, strict=True))
    for _ in range(rounds):
        for figures, run in order:
            figures.append(run())
        order.reverse()
    return found


def paired(ours: Sequence[float], other: Sequence[float]) -> Pair:
    """Returns a pair of what was measured in the same rounds."""
    ratios = [a / b for a, b in zip(ours, other, strict=True)]
    return Pair(Spread.of(ours), Spread.of(other), Spread.of(ratios))


@dataclass(frozen=True, slots=True)
class Bound:
    """Is a limit of a budget, from below or from above."""

    limit: float
    unit: str = "x"
    least: bool = False

    def holds(self, value: float) -> bool:
        return value >= self.limit if self.least else value <= self.limit

    def __str__(self) -> str:
        return f"{'>=' if self.least else '<='} {short(self.limit)} {self.unit}".rstrip()


def at_least(limit: float, unit: str = "x") -> Bound:
    return Bound(limit, unit, least=True)


def at_most(limit: float, unit: str = "x") -> Bound:
    return Bound(limit, unit)


class Verdict(Enum):
    """Is how a figure stands to its budget."""

    HOPED = "ok, hoped"
    OK = "ok"
    BELOW = "below hope"
    SHORT = "short"
    NONE = "-"


@dataclass(frozen=True, slots=True)
class Line:
    """Is one line of the table. ``value`` is what the budget is about: a ratio, or a figure of its own."""

    row: str
    what: str
    ours: str = "-"
    other: str = "-"
    value: float | None = None
    ratio: str = "-"
    must: Bound | None = None
    hoped: Bound | None = None
    note: str = ""

    @property
    def verdict(self) -> Verdict:
        if self.value is None or (self.must is None and self.hoped is None):
            return Verdict.NONE
        if self.must is not None and not self.must.holds(self.value):
            return Verdict.SHORT
        if self.hoped is not None and self.hoped.holds(self.value):
            return Verdict.HOPED
        return Verdict.OK if self.must is not None else Verdict.BELOW


def compared(
    row: str,
    what: str,
    pair: Pair,
    unit: str,
    *,
    must: Bound | None = None,
    hoped: Bound | None = None,
    note: str = "",
) -> Line:
    """Returns the line of a comparison, whose budget is about the median ratio."""
    value = pair.ratio.median
    ratio = pair.ratio.text("x")
    return Line(row, what, pair.ours.text(unit), pair.other.text(unit), value, ratio, must, hoped, note)


def alone(
    row: str,
    what: str,
    spread: Spread,
    unit: str,
    *,
    must: Bound | None = None,
    hoped: Bound | None = None,
    note: str = "",
) -> Line:
    """Returns the line of a figure that is compared with nothing."""
    return Line(row, what, spread.text(unit), value=spread.median, must=must, hoped=hoped, note=note)


def missing(row: str, what: str, why: str) -> Line:
    """Returns the line of a figure that cannot be had: the program is not there yet, or the peer is not."""
    return Line(row, what, note=why)
