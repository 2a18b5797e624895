"""Events that end a round or a game (R8.5, R12)."""

from __future__ import annotations

from gouji_core.cards import Cards
from gouji_core.public import Debt
from gouji_core.values import value


@value
class RoundScored:
    """The round has ended: all places, the score of even and odd, the hands laid open (R8.5, R12)."""

    places: tuple[int, ...]
    score: tuple[int, int]
    swept: bool
    hands: tuple[Cards, ...]


@value
class Settled:
    """Two partners said who of them is last (R8.5)."""

    seat: int
    places: tuple[int, ...]


@value
class RoundOver:
    """Scores are booked, the next round's debts known; ``final`` tells that the game is over (R11, R12)."""

    totals: tuple[int, int]
    debts: tuple[Debt, ...]
    final: bool


@value
class DissolveVoted:
    """A player proposed or joined ending the game, or said no (R12.3)."""

    seat: int
    yes: bool


@value
class Dissolved:
    """All six agreed: the game is over, the round in progress is not scored (R12.3)."""
