"""Events of the tricks: combos, answers, burns, going out (R5, R7, R8, R13)."""

from __future__ import annotations

from gouji_core.actions import RefereeAct
from gouji_core.cards import Cards
from gouji_core.combos import Combo
from gouji_core.public import TopKind
from gouji_core.values import value


@value
class TrickBegun:
    """A player is to lead (R5.1)."""

    leader: int
    melee: bool


@value
class Played:
    """A player led or answered (R5.1, R5.2)."""

    seat: int
    combo: Combo


@value
class Burned:
    """A player burnt the top combo (R7.2)."""

    seat: int
    combo: Combo


@value
class Passed:
    """A player passed (R5.2), or closed the trick in the last word (R5.3)."""

    seat: int


@value
class Yielded:
    """The owner's opposite yielded (R5.4)."""

    seat: int


@value
class Claimed:
    """The player after the finisher claimed the wind (R8.2)."""

    seat: int


@value
class WindowOpened:
    """The burn window is open (R7.2)."""

    kind: TopKind
    asked: int
    """Hidden: the mask of those who may burn; a viewer gets its own bit."""


@value
class Asked:
    """Players are asked about the top combo, the first of ``queue`` now (R5.3, R5.5, R5.7)."""

    kind: TopKind
    queue: tuple[int, ...]
    last_word: bool = False


@value
class DutyBegun:
    """A burner must hang a joker on every combo from now on (R7.3)."""

    seat: int
    burnt: int


@value
class BurnUndone:
    """A burner's combo was beaten or burnt: no duty, no reward (R7.4)."""

    seat: int


@value
class BurnDone:
    """A burner's hand is empty: the burn succeeded (R7.5)."""

    seat: int
    burnt: int


@value
class BurnFailed:
    """A burner has no legal lead: the hand is laid down, the place is the lowest free one (R7.7)."""

    seat: int
    place: int
    cards: Cards


@value
class DutyLapsed:
    """The duty of a burner is over without reward (R7.6)."""

    seat: int


@value
class Choked:
    """Hidden: the combo that left a player only 3s was beaten (R10.3)."""

    by: int
    choked: int


@value
class ChokeShown:
    """A choke is told, since the player is out or the round has ended (R10.3)."""

    by: int
    choked: int


@value
class ChokedOut:
    """A choked player lays the 3s down and takes the lowest free place (R10.3)."""

    seat: int
    place: int
    cards: Cards


@value
class Refereed:
    """The table's host acted as referee; what came of it follows (R13.4)."""

    act: RefereeAct
    seat: int


@value
class MadeLast:
    """The referee made a player take the lowest free place; the hand is laid down (R13.4)."""

    seat: int
    place: int
    cards: Cards


@value
class WentOut:
    """A player's hand is empty (R8.1)."""

    seat: int
    place: int


@value
class Headless:
    """A player has no head any more (R8.4, R9.4)."""

    seat: int


@value
class FreeGouji:
    """A free gouji lies on the table, 够死级; ``left`` of R9.4's three, -1 for one by R8.3."""

    seat: int
    left: int


@value
class Opened:
    """A player opened, 开点 (R11.2)."""

    seat: int


@value
class FreeStood:
    """A free gouji of R9.4 stood before 二科 was out (R9.5)."""

    seat: int


@value
class OpeningForfeited:
    """A player gave up opening by playing a 4 (R10.4)."""

    seat: int


@value
class TrickClosed:
    """Nobody answers any more: ``winner`` owns the last combo, ``closer`` is the opposite (R5.1)."""

    winner: int
    closer: int


@value
class Wind:
    """A player leads by the wind, 接风 (R8.2, R8.3, R5.7)."""

    seat: int


@value
class MeleeBegun:
    """From this trick on the melee is on, 四人乱缠 (R5.7)."""


@value
class LaidDown:
    """A leader laid the hand down split into combos (R13.2)."""

    seat: int
    combos: tuple[Combo, ...]


@value
class Ordered:
    """A partner ordered the combos laid down (R13.2)."""

    by: int
    seat: int
    combos: tuple[Combo, ...]


@value
class PlanEnded:
    """What is left of a hand laid down goes back to the hand (R13.2)."""

    seat: int


@value
class Reported:
    """A seat told its number of cards; -1 is "not enough to report", 不够报 (R13.1)."""

    asker: int
    seat: int
    count: int
