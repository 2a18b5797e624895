"""How events change the public state, and how they move cards: the one place that knows.

``fold_public`` is shared by the state and by every view and reads no hidden field. Each event has one
small function in a table of ``steps``, ``tricks`` or ``ends``; a test holds the tables complete.
"""

from __future__ import annotations

from gouji_core.events import Event
from gouji_core.fold import ends, steps, tricks
from gouji_core.fold.hands import MOVES, moved
from gouji_core.fold.tricks import played_and_asked
from gouji_core.public import Public

FOLDS = steps.FOLDS | tricks.FOLDS | ends.FOLDS
"""What each event does to the public state."""


def fold_public(public: Public, event: Event) -> Public:
    """Returns the public state after an event."""
    return FOLDS[type(event)](public, event)


__all__ = ["FOLDS", "MOVES", "fold_public", "moved", "played_and_asked"]
