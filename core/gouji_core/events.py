"""What happened: everything that changes a game, as values in the order it happened.

``decide`` makes events, ``evolve`` applies them, ``project`` shows each viewer its part. A field whose
docstring says *hidden* is emptied for viewers it is not for (``gouji_core.views``), so folding an
event into the public state must not read it. A new event is added here, to ``gouji_core.fold`` and,
if it moves or hides cards, to ``gouji_core.views`` and ``gouji_core.state``.
"""

from __future__ import annotations

from dataclasses import dataclass

from gouji_core.actions import Action, CallKind
from gouji_core.cards import Card, Cards
from gouji_core.combos import Combo
from gouji_core.public import Ask, Debt, Phase, TopKind


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A round begins at its first step (R15)."""

    round: int


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Called:
    """A player called on the opposite, or called nothing (R11.4)."""

    seat: int
    call: CallKind


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards are dealt (R1.2) and somebody has drawn first (R6.5)."""

    counts: tuple[int, ...]
    drawer: int
    hands: tuple[tuple[Card, ...], ...]
    """Hidden: a viewer gets its own hand; the others are empty."""
    fallback: int
    """Hidden: the seat that leads if chance decides (R6.1); -1 for viewers."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A player answered in a secret step; nobody else is told (R7.2, R9.1, R6.1)."""

    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class StepClosed:
    """A secret step is over; what came of it follows."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A player showed cards of one suit for the first lead (R6.1)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LeaderChosen:
    """Somebody will lead the first trick (R6)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Bought:
    """A player bought a 3 or a 4 (R10.2, R10.4); ``payment`` is the rank paid, -1 for a gift."""

    buyer: int
    seller: int
    rank: int
    payment: int


@dataclass(frozen=True, slots=True)
class TributeOffered:
    """The giver's highest legal cards are on the table for a debt (R11.1)."""

    debt: Debt
    cards: Cards


@dataclass(frozen=True, slots=True)
class TributeSkipped:
    """The debt in turn is dropped: nothing to give, or a side sits out (R11.1, R10.2)."""

    debt: Debt


@dataclass(frozen=True, slots=True)
class TributeTaken:
    """The receiver took the tribute; ``returning`` cards must be returned (R11.5)."""

    debt: Debt
    cards: Cards
    returning: int


@dataclass(frozen=True, slots=True)
class TributeRefused:
    """The receiver refused the tribute (R11.6)."""

    debt: Debt


@dataclass(frozen=True, slots=True)
class ReturnProposed:
    """The receiver laid out cards, of which the giver may object to ``strange`` (R11.6)."""

    debt: Debt
    cards: Cards
    strange: Cards


@dataclass(frozen=True, slots=True)
class ReturnObjected:
    """The giver would not have some of the returned cards (R11.6)."""

    debt: Debt
    cards: Cards


@dataclass(frozen=True, slots=True)
class Returned:
    """Cards went back to the giver, 还贡 (R11.5); ``returning`` more are still to come."""

    debt: Debt
    cards: Cards
    returning: int


@dataclass(frozen=True, slots=True)
class TributeDone:
    """The debt in turn is settled."""

    debt: Debt


@dataclass(frozen=True, slots=True)
class Revolted:
    """A player declared revolution and sits out (R9.1), or had to (R10.2)."""

    seat: int
    cards: Cards
    """Hidden: the hand laid down; empty for everybody else until the round ends."""


@dataclass(frozen=True, slots=True)
class RoundVoid:
    """Two revolutions: the round starts again (R9.2)."""


@dataclass(frozen=True, slots=True)
class HeadChosen:
    """The revolutionary's opposite kept the head or did not (R9.4)."""

    seat: int
    keep: bool


@dataclass(frozen=True, slots=True)
class Merged:
    """Ranks were taken out of play (R13.3): what each seat gave up; all empty when nothing was."""

    seat: int
    ranks: str
    cards: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class TrickBegun:
    """A player is to lead (R5.1)."""

    leader: int
    melee: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A player led or answered (R5.1, R5.2)."""

    seat: int
    combo: Combo


@dataclass(frozen=True, slots=True)
class Burned:
    """A player burnt the top combo (R7.2)."""

    seat: int
    combo: Combo


@dataclass(frozen=True, slots=True)
class Passed:
    """A player passed (R5.2), or closed the trick in the last word (R5.3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Yielded:
    """The owner's opposite yielded (R5.4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """The player after the finisher claimed the wind (R8.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class WindowOpened:
    """The burn window is open (R7.2)."""

    kind: TopKind
    asked: int
    """Hidden: the mask of those who may burn; a viewer gets its own bit."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Players are asked about the top combo, the first of ``queue`` now (R5.3, R5.5, R5.7)."""

    kind: TopKind
    queue: tuple[int, ...]
    last_word: bool = False


@dataclass(frozen=True, slots=True)
class DutyBegun:
    """A burner must hang a joker on every combo from now on (R7.3)."""

    seat: int
    burnt: int


@dataclass(frozen=True, slots=True)
class BurnUndone:
    """A burner's combo was beaten or burnt: no duty, no reward (R7.4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class BurnDone:
    """A burner's hand is empty: the burn succeeded (R7.5)."""

    seat: int
    burnt: int


@dataclass(frozen=True, slots=True)
class BurnFailed:
    """A burner has no legal lead: the hand is laid down, the place is the lowest free one (R7.7)."""

    seat: int
    place: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class DutyLapsed:
    """The duty of a burner is over without reward (R7.6)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Choked:
    """Hidden: the combo that left a player only 3s was beaten (R10.3)."""

    by: int
    choked: int


@dataclass(frozen=True, slots=True)
class ChokeShown:
    """A choke is told, since the player is out or the round has ended (R10.3)."""

    by: int
    choked: int


@dataclass(frozen=True, slots=True)
class ChokedOut:
    """A choked player lays the 3s down and takes the lowest free place (R10.3)."""

    seat: int
    place: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class WentOut:
    """A player's hand is empty (R8.1)."""

    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class Headless:
    """A player has no head any more (R8.4, R9.4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class FreeGouji:
    """A free gouji lies on the table, 够死级; ``left`` of R9.4's three, -1 for one by R8.3."""

    seat: int
    left: int


@dataclass(frozen=True, slots=True)
class Opened:
    """A player opened, 开点 (R11.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class FreeStood:
    """A free gouji of R9.4 stood before 二科 was out (R9.5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class OpeningForfeited:
    """A player gave up opening by playing a 4 (R10.4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TrickClosed:
    """Nobody answers any more: ``winner`` owns the last combo, ``closer`` is the opposite (R5.1)."""

    winner: int
    closer: int


@dataclass(frozen=True, slots=True)
class Wind:
    """A player leads by the wind, 接风 (R8.2, R8.3, R5.7)."""

    seat: int


@dataclass(frozen=True, slots=True)
class MeleeBegun:
    """From this trick on the melee is on, 四人乱缠 (R5.7)."""


@dataclass(frozen=True, slots=True)
class LaidDown:
    """A leader laid the hand down split into combos (R13.2)."""

    seat: int
    combos: tuple[Combo, ...]


@dataclass(frozen=True, slots=True)
class Ordered:
    """A partner ordered the combos laid down (R13.2)."""

    by: int
    seat: int
    combos: tuple[Combo, ...]


@dataclass(frozen=True, slots=True)
class PlanEnded:
    """What is left of a hand laid down goes back to the hand (R13.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reported:
    """A seat told its number of cards; -1 is "not enough to report", 不够报 (R13.1)."""

    asker: int
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class RoundScored:
    """The round has ended: all places, the score of even and odd, the hands laid open (R8.5, R12)."""

    places: tuple[int, ...]
    score: tuple[int, int]
    swept: bool
    hands: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """Two partners said who of them is last (R8.5)."""

    seat: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundOver:
    """Scores are booked and the next round's debts known; ``final`` tells that the game is over (R11, R12)."""

    totals: tuple[int, int]
    debts: tuple[Debt, ...]
    final: bool


@dataclass(frozen=True, slots=True)
class DissolveVoted:
    """A player proposed or joined ending the game, or said no (R12.3)."""

    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Dissolved:
    """All six agreed: the game is over, the round in progress is not scored (R12.3)."""


Event = (
    RoundBegun
    | Waiting
    | Called
    | Dealt
    | Declared
    | StepClosed
    | Shown
    | LeaderChosen
    | Bought
    | TributeOffered
    | TributeSkipped
    | TributeTaken
    | TributeRefused
    | ReturnProposed
    | ReturnObjected
    | Returned
    | TributeDone
    | Revolted
    | RoundVoid
    | HeadChosen
    | Merged
    | TrickBegun
    | Played
    | Burned
    | Passed
    | Yielded
    | Claimed
    | WindowOpened
    | Asked
    | DutyBegun
    | BurnUndone
    | BurnDone
    | BurnFailed
    | DutyLapsed
    | Choked
    | ChokeShown
    | ChokedOut
    | WentOut
    | Headless
    | FreeGouji
    | Opened
    | FreeStood
    | OpeningForfeited
    | TrickClosed
    | Wind
    | MeleeBegun
    | LaidDown
    | Ordered
    | PlanEnded
    | Reported
    | RoundScored
    | Settled
    | RoundOver
    | DissolveVoted
    | Dissolved
)
"""Everything that can happen in a game."""
