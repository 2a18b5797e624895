"""What players and the table do: every action as a value and as one line of text.

A player's action is one of ``Action``; the table itself acts with ``Begin``, ``Deal`` and
``Proceed`` (``TableAction``). The texts are the acts of the rule cases: ``play KK``,
``call yu``, ``lay_down XX KK 5``. ``parse_action`` and ``format_action`` round-trip. A new action
is added here, to ``_READERS``, to the step that takes it under ``gouji_core.rules`` and to ``legal``.
"""

from __future__ import annotations

from collections.abc import Callable

from gouji_core.cards import Card, Cards, format_suited, parse_cards, parse_suited
from gouji_core.errors import NotationError
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


def read_cards(text: str) -> Cards | Unreadable:
    """Returns the cards a text means, or the text as ``Unreadable``; never raises."""
    try:
        return parse_cards(text)
    except NotationError:
        return Unreadable(text)


def _read_suited(text: str) -> tuple[Card, ...] | Unreadable:
    try:
        return parse_suited(text)
    except NotationError:
        return Unreadable(text)


def _yes(text: str) -> bool:
    if text not in {"yes", "no"}:
        raise NotationError(text, "yes_no")
    return text == "yes"


def parse_seat(text: str) -> int:
    """Reads a seat from 0 to 5.

    Raises:
        NotationError: if the text is none.
    """
    if text not in {"0", "1", "2", "3", "4", "5"}:
        raise NotationError(text, "seat")
    return int(text)


def _call(text: str) -> Call:
    if text not in {kind.value for kind in CallKind}:
        raise NotationError(text, "call")
    return Call(CallKind(text))


def _merge(text: str) -> Merge:
    if text not in {"", "3", "4", "34"}:
        raise NotationError(text, "merge")
    return Merge(text)


def _order(text: str) -> Order:
    parts = text.split()
    if not all(part.isascii() and part.isdigit() and len(part) < 3 for part in parts):
        raise NotationError(text, "order")
    return Order(tuple(map(int, parts)))


def _bare(action: Action) -> Callable[[str], Action]:
    def read(text: str) -> Action:
        if text:
            raise NotationError(text, "nothing")
        return action

    return read


_READERS: dict[Act, Callable[[str], Action]] = {
    Act.CALL: _call,
    Act.SHOW: lambda text: Show(_read_suited(text)),
    Act.TAKE: _bare(Take()),
    Act.REFUSE: _bare(Refuse()),
    Act.RETURN: lambda text: Return(read_cards(text)),
    Act.KEEP: _bare(Keep()),
    Act.OBJECT: lambda text: Object(read_cards(text)),
    Act.REVOLT: lambda text: Revolt(_yes(text)),
    Act.HEAD: lambda text: Head(_yes(text)),
    Act.MERGE: _merge,
    Act.PLAY: lambda text: Play(read_cards(text)),
    Act.PASS: _bare(Pass()),
    Act.YIELD: _bare(Yield()),
    Act.CLAIM: _bare(Claim()),
    Act.BURN: lambda text: Burn(read_cards(text)),
    Act.DECLINE: _bare(Decline()),
    Act.LAY_DOWN: lambda text: LayDown(tuple(read_cards(part) for part in text.split())),
    Act.ORDER: _order,
    Act.REPORT: lambda text: Report(parse_seat(text)),
    Act.SETTLE: lambda text: Settle(parse_seat(text)),
    Act.DISSOLVE: lambda text: Dissolve(_yes(text)),
}

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


def parse_action(text: str) -> Action:
    """Reads one action: ``"play KK"``, ``"pass"``, ``"order 1 0 2"``.

    Cards that are no notation are read as ``Unreadable`` and refused by the rules in their turn.

    Raises:
        NotationError: if the first word is no act, or what follows does not fit it.
    """
    word, _, rest = text.strip().partition(" ")
    try:
        act = Act(word)
    except ValueError:
        raise NotationError(text, "act", acts=", ".join(Act)) from None
    return _READERS[act](rest.strip())


def format_action(action: Action) -> str:
    """Writes an action as one line; ``parse_action`` reads it back."""
    word = _ACT_OF[type(action)]
    match action:
        case Call(call):
            rest = call.value
        case Show(cards):
            rest = cards.text if isinstance(cards, Unreadable) else format_suited(cards)
        case Return(cards) | Object(cards) | Play(cards) | Burn(cards):
            rest = str(cards)
        case Revolt(yes) | Head(yes) | Dissolve(yes):
            rest = "yes" if yes else "no"
        case Merge(ranks):
            rest = ranks
        case LayDown(combos):
            rest = " ".join(map(str, combos))
        case Order(order):
            rest = " ".join(map(str, order))
        case Report(seat) | Settle(seat):
            rest = str(seat)
        case _:
            rest = ""
    return f"{word} {rest}" if rest else word.value
