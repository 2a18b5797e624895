"""Actions as one line of text each, as the rule cases and records write them.

``play KK``, ``call yu``, ``lay_down XX KK 5``: ``parse_action`` and ``format_action`` round-trip.
"""

from __future__ import annotations

from collections.abc import Callable

from gouji_core.actions import (
    Act,
    Action,
    Burn,
    Call,
    CallKind,
    Claim,
    Decline,
    Dissolve,
    Head,
    Keep,
    LayDown,
    Merge,
    Object,
    Order,
    Pass,
    Play,
    Refuse,
    Report,
    Return,
    Revolt,
    Settle,
    Show,
    Take,
    Unreadable,
    Yield,
    act_of,
)
from gouji_core.cards import Card, Cards, format_suited, parse_cards, parse_suited
from gouji_core.errors import NotationError


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


_READERS: dict[str, Callable[[str], Action]] = {
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


def parse_action(text: str) -> Action:
    """Reads one action: ``"play KK"``, ``"pass"``, ``"order 1 0 2"``.

    Cards that are no notation are read as ``Unreadable`` and refused by the rules in their turn.

    Raises:
        NotationError: if the first word is no act, or what follows does not fit it.
    """
    word, _, rest = text.strip().partition(" ")
    # An act is its word, so no act need be made of it first.
    read = _READERS.get(word)
    if read is None:
        raise NotationError(text, "act", acts=", ".join(Act))
    return read(rest.strip())


def format_action(action: Action) -> str:
    """Writes an action as one line; ``parse_action`` reads it back."""
    word = act_of(action)
    match action:
        # What is done most comes first: each case is looked at in turn.
        case Pass():
            return str(word)
        case Play(cards) | Burn(cards) | Return(cards) | Object(cards):
            rest = str(cards)
        case Call(call):
            rest = call.value
        case Show(cards):
            rest = cards.text if isinstance(cards, Unreadable) else format_suited(cards)
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
    return f"{word} {rest}" if rest else str(word)
