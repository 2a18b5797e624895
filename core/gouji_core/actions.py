"""What players and the table do: every action as a value.

A player's action is one of ``Action``; the table itself acts with ``Begin``, ``Deal`` and
``Proceed`` (``TableAction``). A new action is added here, to ``gouji_core.action_texts``, to the step that
takes it under ``gouji_core.rules`` and to ``legal``.
"""

from __future__ import annotations

from gouji_core.cards import Card, Cards
from gouji_core.values import Word, value


class Act(Word):
    """Names the kinds of action, as cases and clients write them."""

    CALL = "call"
    SHOW = "show"
    TAKE = "take"
    REFUSE = "refuse"
    RETURN = "return"
    KEEP = "keep"
    OBJECT = "object"
    REVOLT = "revolt"
    HEAD = "head"
    MERGE = "merge"
    PLAY = "play"
    PASS = "pass"
    YIELD = "yield"
    CLAIM = "claim"
    BURN = "burn"
    DECLINE = "decline"
    LAY_DOWN = "lay_down"
    ORDER = "order"
    REPORT = "report"
    SETTLE = "settle"
    DISSOLVE = "dissolve"


class CallKind(Word):
    """Names what may be called on the opposite, 叫点 (R11.4)."""

    NO = "no"
    YU = "yu"
    MING = "ming"


@value
class Unreadable:
    """Stands for cards that are no notation; the rules refuse it in its turn among the reasons (R1.4)."""

    text: str

    def __str__(self) -> str:
        return self.text


@value
class Call:
    """Calls 预点 or 明点 on the opposite, or nothing (R11.4)."""

    call: CallKind


@value
class Show:
    """Shows cards of one suit for the first lead, or none (R6.1)."""

    cards: tuple[Card, ...] | Unreadable


@value
class Take:
    """Takes the tribute offered (R11.6)."""


@value
class Refuse:
    """Refuses the tribute offered (R11.6)."""


@value
class Return:
    """Returns cards for a fall tribute, 还贡 (R11.5)."""

    cards: Cards | Unreadable


@value
class Keep:
    """Keeps all returned cards (R11.6)."""


@value
class Object:
    """Refuses some of the returned cards (R11.6)."""

    cards: Cards | Unreadable


@value
class Revolt:
    """Declares revolution, 革命, or does not (R9.1)."""

    yes: bool


@value
class Head:
    """Keeps the head, 要头, or is headless at once (R9.4)."""

    keep: bool


@value
class Merge:
    """Has ranks taken out of play: ``"3"``, ``"4"``, ``"34"``, or ``""`` for none (R13.3)."""

    ranks: str


@value
class Play:
    """Leads or answers with cards (R5.1, R5.2)."""

    cards: Cards | Unreadable


@value
class Pass:
    """Passes, 过牌; in the last word closes the trick (R5.2, R5.3)."""


@value
class Yield:
    """Yields to the players after, 让牌 (R5.4)."""


@value
class Claim:
    """Claims the wind, 接风 (R8.2)."""


@value
class Burn:
    """Burns the top combo, 烧牌 (R7.1)."""

    cards: Cards | Unreadable


@value
class Decline:
    """Does not burn (R7.2)."""


@value
class LayDown:
    """Lays down the whole hand split into combos, 挑牌 (R13.2)."""

    combos: tuple[Cards | Unreadable, ...]


@value
class Order:
    """Orders a partner's combos: ``order`` numbers them from 0 (R13.2)."""

    order: tuple[int, ...]


@value
class Report:
    """Asks a seat how many cards it holds, 报户 (R13.1)."""

    of: int


@value
class Settle:
    """Says which of two partners left is last (R8.5)."""

    last: int


@value
class Dissolve:
    """Proposes or joins ending the game, or says no, 解散 (R12.3)."""

    yes: bool


Action = (
    Call
    | Show
    | Take
    | Refuse
    | Return
    | Keep
    | Object
    | Revolt
    | Head
    | Merge
    | Play
    | Pass
    | Yield
    | Claim
    | Burn
    | Decline
    | LayDown
    | Order
    | Report
    | Settle
    | Dissolve
)
"""What a player may do."""


@value
class Begin:
    """Begins the next round (R15)."""


@value
class Deal:
    """Deals the round: each seat's cards in the order drawn, who draws first, who leads if chance decides.

    ``drawer`` is the first drawer (R6.5), ``fallback`` the random seat of R6.1.
    """

    hands: tuple[tuple[Card, ...], ...]
    drawer: int
    fallback: int


@value
class Proceed:
    """Closes a secret step that waits for nobody any more (R15)."""


class RefereeAct(Word):
    """Names what the table's host may do as its referee, 处罚 (R13.4)."""

    WARN = "warn"
    CANCEL = "cancel"
    """Cancels the right to answer that a seat has now."""
    LAST = "last"
    """Makes a seat 大落 at once."""
    BAR = "bar"
    """Bars whoever sits there from the table; somebody else plays on."""


@value
class Referee:
    """Acts as the referee against a seat; only the table's host may (R13.4)."""

    act: RefereeAct
    seat: int


TableAction = Begin | Deal | Proceed | Referee
"""What the table itself does, and its host as referee."""


_ACT_OF: dict[type, Act] = {
    Call: Act.CALL,
    Show: Act.SHOW,
    Take: Act.TAKE,
    Refuse: Act.REFUSE,
    Return: Act.RETURN,
    Keep: Act.KEEP,
    Object: Act.OBJECT,
    Revolt: Act.REVOLT,
    Head: Act.HEAD,
    Merge: Act.MERGE,
    Play: Act.PLAY,
    Pass: Act.PASS,
    Yield: Act.YIELD,
    Claim: Act.CLAIM,
    Burn: Act.BURN,
    Decline: Act.DECLINE,
    LayDown: Act.LAY_DOWN,
    Order: Act.ORDER,
    Report: Act.REPORT,
    Settle: Act.SETTLE,
    Dissolve: Act.DISSOLVE,
}


def act_of(action: Action) -> Act:
    """Returns the kind of an action."""
    return _ACT_OF[type(action)]
