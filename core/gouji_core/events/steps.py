"""Events before the tricks of a round: calls, deal, tribute, revolution (R6, R9-R11, R15)."""

from __future__ import annotations

from gouji_core.actions import Action, CallKind
from gouji_core.cards import Card, Cards
from gouji_core.public import Ask, Debt, Phase
from gouji_core.values import value


@value
class RoundBegun:
    """A round begins at its first step (R15)."""

    round: int


@value
class Waiting:
    """A step before or after the tricks waits for players, or for the table."""

    phase: Phase
    kind: Ask
    seats: tuple[int, ...] = ()
    """Those waited for; empty where that is secret."""
    asked: int = 0
    """Hidden: the mask of those waited for in a secret step; a viewer gets its own bit."""
    choices: tuple[str, ...] = ()
    """What may be chosen, where hidden cards decide that (R13.3)."""


@value
class Called:
    """A player called on the opposite, or called nothing (R11.4)."""

    seat: int
    call: CallKind


@value
class Dealt:
    """The cards are dealt (R1.2) and somebody has drawn first (R6.5)."""

    counts: tuple[int, ...]
    drawer: int
    hands: tuple[tuple[Card, ...], ...]
    """Hidden: a viewer gets its own hand; the others are empty."""
    fallback: int
    """Hidden: the seat that leads if chance decides (R6.1); -1 for viewers."""


@value
class Declared:
    """A player answered in a secret step; nobody else is told (R7.2, R9.1, R6.1)."""

    seat: int
    action: Action


@value
class StepClosed:
    """A secret step is over; what came of it follows."""


@value
class Shown:
    """A player showed cards of one suit for the first lead (R6.1)."""

    seat: int
    cards: tuple[Card, ...]


@value
class LeaderChosen:
    """Somebody will lead the first trick (R6)."""

    seat: int


@value
class Bought:
    """A player bought a 3 or a 4 (R10.2, R10.4); ``payment`` is the rank paid, -1 for a gift."""

    buyer: int
    seller: int
    rank: int
    payment: int


@value
class TributeOffered:
    """The giver's highest legal cards are on the table for a debt (R11.1)."""

    debt: Debt
    cards: Cards


@value
class TributeSkipped:
    """The debt in turn is dropped: nothing to give, or a side sits out (R11.1, R10.2)."""

    debt: Debt


@value
class TributeTaken:
    """The receiver took the tribute; ``returning`` cards must be returned (R11.5)."""

    debt: Debt
    cards: Cards
    returning: int


@value
class TributeRefused:
    """The receiver refused the tribute (R11.6)."""

    debt: Debt


@value
class ReturnProposed:
    """The receiver laid out cards, of which the giver may object to ``strange`` (R11.6)."""

    debt: Debt
    cards: Cards
    strange: Cards


@value
class ReturnObjected:
    """The giver would not have some of the returned cards (R11.6)."""

    debt: Debt
    cards: Cards


@value
class Returned:
    """Cards went back to the giver, 还贡 (R11.5); ``returning`` more are still to come."""

    debt: Debt
    cards: Cards
    returning: int


@value
class TributeDone:
    """The debt in turn is settled."""

    debt: Debt


@value
class Revolted:
    """A player declared revolution and sits out (R9.1), or had to (R10.2)."""

    seat: int
    cards: Cards
    """Hidden: the hand laid down; empty for everybody else until the round ends."""


@value
class RoundVoid:
    """Two revolutions: the round starts again (R9.2)."""


@value
class HeadChosen:
    """The revolutionary's opposite kept the head or did not (R9.4)."""

    seat: int
    keep: bool


@value
class Merged:
    """Ranks were taken out of play (R13.3): what each seat gave up; all empty when nothing was."""

    seat: int
    ranks: str
    cards: tuple[Cards, ...]
