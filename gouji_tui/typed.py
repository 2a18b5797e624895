"""What a line typed in the plain mode means: a number, a word or cards, in both languages."""

from __future__ import annotations

from gouji_core.action_texts import read_cards
from gouji_core.actions import Act, Action, LayDown, Order
from gouji_core.cards import NO_CARDS, parse_cards
from gouji_core.errors import NotationError
from gouji_tui.game import Game
from gouji_tui.keys import Press
from gouji_tui.moves import card_action, keyed_action, side_questions

_ACT_WORDS: dict[str, Act] = {
    "p": Act.PASS,
    "pass": Act.PASS,
    "过": Act.PASS,
    "过牌": Act.PASS,
    "扣牌": Act.PASS,
    "y": Act.YIELD,
    "yield": Act.YIELD,
    "让": Act.YIELD,
    "让牌": Act.YIELD,
    "c": Act.CLAIM,
    "claim": Act.CLAIM,
    "接风": Act.CLAIM,
    "d": Act.DECLINE,
    "decline": Act.DECLINE,
    "不烧": Act.DECLINE,
}
_YES = frozenset({"y", "yes", "是"})


def read_action(game: Game, text: str) -> Action | None:
    """Returns the action that a line means, None if it means none."""
    moves = game.moves
    words = text.split()
    if moves.parts:
        return _read_order(words, len(moves.parts))
    if moves.choices:
        if text.isascii() and text.isdigit() and 0 < int(text[:4]) <= len(moves.choices):
            return moves.choices[int(text[:4]) - 1]
    elif text.startswith("#") and _is_number(text[1:]):
        number = int(text[1:6])
        if 0 < number <= len(moves.answers):
            return card_action(moves, moves.answers[number - 1])
    if words[0].lower() in {"v", "lay", "挑", "挑牌"} and len(words) > 1:
        return LayDown(tuple(map(read_cards, words[1:])))
    act = _ACT_WORDS.get(text.lower())
    if act is not None:
        return keyed_action(act)
    if text[0] in "rR" and _is_number(text[1:]):
        asked = side_questions(game.view)
        return asked[int(text[1:4]) - 1] if 0 < int(text[1:4]) <= len(asked) else None
    try:
        cards = parse_cards(text)
    except NotationError:
        return None
    return card_action(moves, cards) if cards != NO_CARDS else None


def read_answer(word: str) -> Press:
    """Returns the key that a line means as an answer to a question besides the game's own."""
    if word in _YES:
        return Press("yield")
    return Press(digit=int(word)) if _is_number(word) and len(word) == 1 else Press("back")


def _read_order(words: list[str], count: int) -> Order | None:
    """Reads numbers from 1 as an order; the last may be left out."""
    if not all(_is_number(word) and 0 < int(word[:4]) <= count for word in words):
        return None
    order = tuple(int(word[:4]) - 1 for word in words)
    rest = tuple(number for number in range(count) if number not in order)
    return Order((*order, *rest) if len(rest) == 1 else order)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
