"""Where shuffles come from: the system's generator, or for tests and practice a number.

The seed of a shuffle is drawn when the round begins, its hash told before the deal and the seed itself
when the round is over, so that everybody can check the deal. What makes the deal is imported by the first
round: an idle server on a small box does without it.
"""

from __future__ import annotations

import hashlib
import os
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gouji_core.actions import Deal
    from gouji_core.public import Public

SEED_BYTES = 32


class Dealer:
    """Draws seeds and deals from them; with a ``fixed`` number everything is the same each time."""

    def __init__(self, fixed: int | None = None) -> None:
        self._fixed = fixed

    def draw(self, game: int, number: int) -> bytes:
        """Returns the seed of a table's next shuffle, the ``number``-th of its ``game``-th game."""
        if self._fixed is None:
            return os.urandom(SEED_BYTES)
        return hashlib.sha256(f"{self._fixed}/{game}/{number}".encode()).digest()

    def commitment(self, seed: bytes) -> str:
        """Returns what is told before the deal."""
        from gouji_core.dealing import commitment

        return commitment(seed)

    def deal(self, public: Public, seed: bytes) -> Deal:
        """Returns the deal that a seed makes."""
        from gouji_core.dealing import deal, shuffled

        return deal(public, shuffled(seed, public.rules))

    def generator(self, seat: int, decision: int) -> Random:
        """Returns a bot's generator for one decision."""
        if self._fixed is None:
            return Random(os.urandom(16))
        return Random(f"{self._fixed}/{seat}/{decision}")
