"""The text format of Prometheus, version 0.0.4, as far as this server needs it.

The library for it keeps its numbers in a registry of the whole process and serves them from threads; here
the numbers are read off the tables when somebody asks, in the one thread there is, so forty lines are enough.
The tests read what comes out with that library.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})


class Sheet:
    """Is a page of metrics under way."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def gauge(self, name: str, about: str, value: float) -> None:
        """Adds a number that goes up and down."""
        self._head(name, about, "gauge")
        self._lines.append(f"{name} {_number(value)}")

    def gauges(self, name: str, about: str, label: str, values: Mapping[str, float]) -> None:
        """Adds such numbers by a label."""
        self._head(name, about, "gauge")
        self._lines += [f"{name}{_labels([(label, key)])} {_number(value)}" for key, value in values.items()]

    def counter(self, name: str, about: str, value: float) -> None:
        """Adds a number that only grows."""
        self._head(name, about, "counter")
        self._lines.append(f"{name} {_number(value)}")

    def counters(
        self, name: str, about: str, labels: Sequence[str], values: Mapping[tuple[str, ...], float]
    ) -> None:
        """Adds such numbers by labels."""
        self._head(name, about, "counter")
        for key, value in values.items():
            pairs = zip(labels, key, strict=True)
            self._lines.append(f"{name}{_labels(pairs)} {_number(value)}")

    def histogram(
        self, name: str, about: str, bounds: Sequence[float], counts: Sequence[int], total: float
    ) -> None:
        """Adds how often a value was up to each bound; the last count is of those beyond all."""
        self._head(name, about, "histogram")
        below = 0
        for bound, count in zip((*map(_number, bounds), "+Inf"), counts, strict=True):
            below += count
            self._lines.append(f"{name}_bucket{_labels([('le', bound)])} {below}")
        self._lines += [f"{name}_sum {_number(total)}", f"{name}_count {below}"]

    def text(self) -> str:
        """Returns the page."""
        return "\n".join([*self._lines, ""])

    def _head(self, name: str, about: str, kind: str) -> None:
        self._lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]


def _labels(pairs: Iterable[tuple[str, str]]) -> str:
    return "{" + ",".join(f'{name}="{value.translate(_ESCAPES)}"' for name, value in pairs) + "}"


def _number(value: float) -> str:
    return repr(float(value)) if isinstance(value, float) else str(value)
