"""Buckets: how much of a limit is used up, as one number for each.

A bucket holds ``burst`` and fills up again at ``per_second``. It is kept as the time when it will be full, so
a bucket that is full needs no memory at all.
"""

from __future__ import annotations

from gouji_server.rates import Rate


class Buckets:
    """Is the buckets of one person or address, by the name of what they limit."""

    __slots__ = ("_full_at",)

    def __init__(self) -> None:
        self._full_at: dict[str, float] = {}

    def take(self, name: str, limit: Rate | None, now: float) -> float:
        """Takes one; returns 0 if there was one, else after how many seconds there will be."""
        if limit is None:
            return 0.0
        full_at = max(self._full_at.get(name, now), now)
        missing = full_at - now + (1 - limit.burst) / limit.per_second
        # The sum of many small fractions may be off by as much.
        if missing > 1e-6:
            return missing
        self._full_at[name] = full_at + 1 / limit.per_second
        return 0.0

    def give_back(self, name: str, limit: Rate | None) -> None:
        """Gives back one that was taken in vain."""
        if limit is not None and name in self._full_at:
            self._full_at[name] -= 1 / limit.per_second

    def full(self, now: float) -> bool:
        """Tells whether all are full."""
        return all(full_at <= now for full_at in self._full_at.values())
