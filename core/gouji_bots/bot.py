"""What a bot is, and the levels there are.

A bot gets one seat's view and a source of randomness, and answers with an action; it may keep notes
of its own, but needs none. People's own bots have the same shape. A level that searches fits in as it
is: it samples the hands that fit ``view`` with the generator it is given (``gouji_bots.odds`` knows
what is unseen), plays them out with ``gouji_core.engine`` from states it made itself, and lets
``Regular`` choose for everybody on the way; it is added to ``_MAKERS`` and nowhere else.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from gouji_bots.novice import Novice
from gouji_bots.regular import Regular
from gouji_core.actions import Action
from gouji_core.views import SeatView


class Bot(Protocol):
    """Plays for one seat."""

    @property
    def level(self) -> str:
        """The name of the level, or of the bot."""
        ...

    def choose(self, view: SeatView, rng: random.Random) -> Action:
        """Returns a legal action for ``view.seat``, which is waited for."""
        ...


_MAKERS: dict[str, Callable[[], Bot]] = {"novice": Novice, "regular": Regular}

LEVELS = tuple(_MAKERS)
"""The levels, weakest first."""


def make_bot(level: str) -> Bot:
    """Returns a new bot of a level.

    Raises:
        ValueError: if there is no such level.
    """
    maker = _MAKERS.get(level)
    if maker is None:
        raise ValueError(f"no bot level {level!r}; the levels are {', '.join(LEVELS)}")
    return maker()
