"""How long a run takes: shared by all rows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Is how much is measured: ``rounds`` turns of each side, ``slice`` seconds for one of them."""

    rounds: int = 5
    slice: float = 1.0
    games: int = 10
    """Pairs of games for a match of bots."""

    @property
    def short(self) -> bool:
        """Whether this is a quick look."""
        return self.rounds < 3


QUICK = Settings(rounds=2, slice=0.2, games=2)
