"""What everybody at the table may know: the state of a game without anything hidden.

``Public`` is shared by the full state (``gouji_core.state``) and by each viewer's view
(``gouji_core.views``): both hold one and fold the same events into it with ``gouji_core.fold``, so
they cannot drift apart. Nothing here may be computed from hidden cards.
"""

from __future__ import annotations

from gouji_core.actions import Act, CallKind
from gouji_core.cards import NO_CARDS, Cards
from gouji_core.combos import Combo
from gouji_core.options import Rules
from gouji_core.seats import ALL, NOBODY, opposite
from gouji_core.values import Word, value


class Phase(Word):
    """Names the steps of a round, in the order of R15."""

    NEW = "new"
    CALL_BEFORE = "call_before"
    DEAL = "deal"
    SHOW = "show"
    TRIBUTE = "tribute"
    CALL_AFTER = "call_after"
    REVOLUTION = "revolution"
    KEEP_HEAD = "keep_head"
    MERGE = "merge"
    TRICKS = "tricks"
    SETTLE = "settle"
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"


class Ask(Word):
    """Names the kinds of decision that somebody is waited for with."""

    BEGIN = "begin"
    """The table begins the next round."""
    DEAL = "deal"
    """The table deals."""
    CALL_BEFORE = "call_before"
    SHOW = "show"
    TRIBUTE = "tribute"
    """The receiver takes or refuses."""
    RETURN = "return"
    OBJECT = "object"
    """The giver keeps or objects to returned cards."""
    CALL_AFTER = "call_after"
    REVOLUTION = "revolution"
    HEAD = "head"
    MERGE = "merge"
    LEAD = "lead"
    ANSWER = "answer"
    LAST_WORD = "last_word"
    BURN = "burn"
    ORDER = "order"
    SETTLE = "settle"
    NOTHING = "nothing"
    """Nobody is waited for: between two events of one step, and when the game is over."""


SECRET_ASKS = frozenset({Ask.SHOW, Ask.REVOLUTION, Ask.BURN})
"""The decisions whose seats are secret, for being asked would tell a hand (R15)."""

TABLE_ASKS = frozenset({Ask.BEGIN, Ask.DEAL})
"""The decisions that the table itself answers."""


@value
class Pending:
    """Is the decision the game waits for.

    ``id`` grows with each new decision and never repeats in a game. ``seats`` are those waited for, as far
    as everybody may know: empty for a secret decision and for one that the table answers. ``choices`` lists
    what may be merged (R13.3).
    """

    id: int
    kind: Ask
    seats: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()

    @property
    def secret(self) -> bool:
        """Whether who is waited for is secret (R15)."""
        return self.kind in SECRET_ASKS


class TopKind(Word):
    """Names how the top combo of a trick is answered."""

    NONE = "none"
    ORDINARY = "ordinary"
    """By everybody in turn (R5.3), in the melee by R5.7."""
    GOUJI = "gouji"
    """By the opposite and the headless, after the burn window (R5.5, R8.3)."""
    FREE = "free"
    """By burning only, 够死级 (R8.3, R9.4)."""


@value
class Mark:
    """Is one thing a seat did in a trick: ``act`` is play, burn, pass, yield or claim."""

    seat: int
    act: Act
    combo: Combo | None = None


@value
class Trick:
    """Is one trick, 一轮 (R5).

    ``top`` was played by ``owner``; ``bottom`` tells that it emptied the owner's hand. ``queue`` are
    the seats still to be asked about it in order, the first being asked now. ``passed`` is a mask of
    seats whose pass binds them (R5.2), ``last_asked`` who was asked last about the top combo,
    ``claimed`` who claimed the wind about it (R8.2).
    """

    number: int
    leader: int
    melee: bool
    top: Combo | None = None
    owner: int = NOBODY
    kind: TopKind = TopKind.NONE
    bottom: bool = False
    queue: tuple[int, ...] = ()
    passed: int = 0
    last_asked: int = NOBODY
    claimed: int = NOBODY
    marks: tuple[Mark, ...] = ()


@value
class Burner:
    """Is the player under the duty of R7.3 and whom they burnt."""

    seat: int
    burnt: int


@value
class BurnWon:
    """Is a burn that succeeded (R7.5)."""

    by: int
    burnt: int


@value
class ChokeMade:
    """Is a choke, 闷: who beat the combo and who was choked (R10.3)."""

    by: int
    choked: int


@value
class Plan:
    """Is a hand laid down and what is still to be led of it, in order once a partner ordered it (R13.2)."""

    seat: int
    combos: tuple[Combo, ...]
    ordered: bool


@value
class Standing:
    """Is how the players stand in this round.

    ``places`` is 0 for a seat in play, else 1 (头科) to 6 (大落); the revolutionary's is 0 until the
    round ends. ``in_play``, ``opened`` and ``forfeited`` (gave up opening, R10.4) are masks.
    ``free_left`` is how many free gouji the revolutionary's opposite has left (R9.4), ``free_stood`` how
    many of them stood before 二科 was out (R9.5). ``reported`` is each seat's last reported number of
    cards, -1 for none (R13.1). ``last_out`` is who left play last (R8.5).
    """

    places: tuple[int, ...] = (0,) * 6
    in_play: int = ALL
    opened: int = 0
    forfeited: int = 0
    calls: tuple[CallKind, ...] = (CallKind.NO,) * 6
    revolted: int = NOBODY
    free_left: int = 0
    free_stood: int = 0
    burner: Burner | None = None
    burns: tuple[BurnWon, ...] = ()
    chokes: tuple[ChokeMade, ...] = ()
    reported: tuple[int, ...] = (-1,) * 6
    last_out: int = NOBODY
    swept: bool = False
    plan: Plan | None = None

    def headed(self, seat: int) -> bool:
        """Tells whether a player in play has a head, 有头 (R4.2)."""
        other = opposite(seat)
        return bool(self.in_play >> other & 1) or (self.revolted == other and self.free_left > 0)

    @property
    def headless(self) -> int:
        """The mask of the seats in play without a head, 无头 (R4.2)."""
        bits = self.in_play
        out = bits & ~(bits << 3 | bits >> 3)
        if self.free_left and self.revolted != NOBODY:
            out &= ~(1 << opposite(self.revolted))
        return out


class DebtKind(Word):
    """Names the tributes (R11.1, R11.7)."""

    CHOKE = "choke"
    BURN = "burn"
    POINT = "point"
    FALL = "fall"
    SWEEP = "sweep"


@value
class Debt:
    """Is one tribute owed: ``count`` cards from ``giver`` to ``taker`` (R11)."""

    kind: DebtKind
    giver: int
    taker: int
    count: int


@value
class Paid:
    """Is one tribute as it was given; returned and refused cards are not in it."""

    kind: DebtKind
    giver: int
    taker: int
    cards: Cards


@value
class Offer:
    """Is the tribute on the table now (R11.5, R11.6).

    ``cards`` are the giver's. Once taken, ``returning`` is how many cards the taker must return,
    ``returned`` what is laid out for the giver to keep or object to, ``strange`` the part of it the giver may
    object to; ``refused`` holds one card of each rank the giver will not have back.
    """

    debt: Debt
    cards: Cards
    returning: int = 0
    returned: Cards = NO_CARDS
    strange: Cards = NO_CARDS
    refused: Cards = NO_CARDS


@value
class Setup:
    """Is the round among the rounds of the game, and what is settled before its first trick.

    ``round`` counts from 1. ``drawer`` drew first, until the deal in the round before; ``leader`` leads
    first; ``recut`` tells that this round's lead is drawn for as in the first (R6.2), ``again`` that it
    started again after two revolutions (R9.2). ``debts`` are paid in this round, from ``debt`` on still to
    come. ``received`` are cards got in this round's tribute phase, ``locked`` payment cards (R10.2), a bag
    each seat. ``last`` is who was 大落 in the round before, ``votes`` the mask of who would dissolve (R12.3).
    ``hands`` are those that were laid open when the round was scored (R8.5), none before that.
    """

    round: int = 0
    drawer: int = NOBODY
    leader: int = NOBODY
    recut: bool = True
    again: bool = False
    totals: tuple[int, int] = (0, 0)
    score: tuple[int, int] | None = None
    debts: tuple[Debt, ...] = ()
    debt: int = 0
    offer: Offer | None = None
    tributes: tuple[Paid, ...] = ()
    received: tuple[Cards, ...] = (NO_CARDS,) * 6
    locked: tuple[Cards, ...] = (NO_CARDS,) * 6
    last: int = NOBODY
    votes: int = 0
    hands: tuple[Cards, ...] = ()


@value
class Public:
    """Is all that everybody may know of a game.

    ``counts`` is how many cards each seat holds: everybody can count them from open play, though a
    table shows them only by R13.1. ``played`` are the cards of this round that lie open on the table.
    """

    rules: Rules
    phase: Phase
    setup: Setup
    standing: Standing
    trick: Trick | None
    counts: tuple[int, ...]
    pending: Pending
    played: Cards = NO_CARDS


def new_public(rules: Rules) -> Public:
    """Returns the public state of a game that has not begun."""
    return Public(rules, Phase.NEW, Setup(), Standing(), None, (0,) * 6, Pending(1, Ask.BEGIN))
