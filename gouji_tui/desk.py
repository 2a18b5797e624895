"""What lies on one's own desk, and what each key does to it: cards chosen, cursor, open questions.

``press`` is pure: it takes the desk, a key and the view, and returns the new desk with the action to
send, if any, or a wish for something only the app can do. The game itself never changes here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from gouji_core.actions import Act, Action, Burn, Play, Return
from gouji_core.cards import BIG, NO_CARDS, Cards
from gouji_core.combos import Combo
from gouji_core.errors import Refusal
from gouji_core.public import Ask
from gouji_core.views import SeatView
from gouji_tui.keys import Press
from gouji_tui.moves import Moves, card_action, keyed_action, side_questions, why_not

CHOICES_SHOWN = 9
"""How many choices are numbered at once."""
UNDOS = 72
"""How many selections undo can go back: a dealt hand of 36 cards, chosen and taken back."""


class Question(StrEnum):
    """Names what the prompt asks besides the game's own decision."""

    NONE = "none"
    LEAVE = "leave"
    REPORT = "report"


class Wish(StrEnum):
    """Names what a key wants from the app."""

    NONE = ""
    HINT = "hint"
    HELP = "help"
    RULES = "rules"
    LOG = "log"
    LOG_UP = "log_up"
    LOG_DOWN = "log_down"
    LANGUAGE = "language"
    LEAVE = "leave"
    RETRY = "retry"


@dataclass(frozen=True, slots=True)
class Note:
    """Is something to be told in the prompt: a message, or the rules' objection."""

    code: str
    data: tuple[tuple[str, str], ...] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Is the state of one's own hand on the screen.

    ``past`` are the earlier selections for undo, ``answer`` counts through the legal answers,
    ``option`` is the first choice numbered, ``hinted`` what Enter does when no card is chosen, ``sent`` the
    decision already answered.
    """

    chosen: Cards = NO_CARDS
    cursor: int = BIG
    past: tuple[Cards, ...] = ()
    answer: int = -1
    option: int = 0
    note: Note | None = None
    question: Question = Question.NONE
    hinted: Action | None = None
    sent: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """Is what a key led to."""

    desk: Desk
    action: Action | None = None
    wish: Wish = Wish.NONE


@dataclass(frozen=True, slots=True)
class Sight:
    """Is what keys are judged on: the view and what may be done in it."""

    view: SeatView
    moves: Moves = field(default=Moves())


_WISHES = {
    "hint": Wish.HINT,
    "help": Wish.HELP,
    "rules": Wish.RULES,
    "log": Wish.LOG,
    "log_up": Wish.LOG_UP,
    "log_down": Wish.LOG_DOWN,
    "language": Wish.LANGUAGE,
}
_KEYED = {"pass": Act.PASS, "yield": Act.YIELD, "claim": Act.CLAIM, "decline": Act.DECLINE}


def press(desk: Desk, key: Press, sight: Sight) -> Step:
    """Returns what a key does."""
    if desk.question is Question.LEAVE:
        return _leaving(desk, key)
    if desk.question is Question.REPORT:
        return _reporting(desk, key, sight)
    wish = _WISHES.get(key.name, Wish.NONE)
    if wish:
        return Step(desk, wish=wish)
    if key.name == "leave":
        return Step(replace(desk, question=Question.LEAVE, note=None))
    if sight.moves.choices:
        return _choosing(desk, key, sight)
    if key.rank >= 0:
        return Step(_add(desk, key.rank, sight.view))
    return _acting(desk, key, sight)


def _leaving(desk: Desk, key: Press) -> Step:
    if key.name in {"leave", "enter", "yield"}:
        return Step(desk, wish=Wish.LEAVE)
    return Step(replace(desk, question=Question.NONE))


def _reporting(desk: Desk, key: Press, sight: Sight) -> Step:
    asked = side_questions(sight.view)
    closed = replace(desk, question=Question.NONE)
    if 0 < key.digit <= len(asked):
        return Step(closed, asked[key.digit - 1])
    return Step(closed)


def _choosing(desk: Desk, key: Press, sight: Sight) -> Step:
    choices = sight.moves.choices
    last = max(0, len(choices) - 1)
    match key.name:
        case "enter":
            return _send(desk, choices[min(desk.option, last)], sight)
        case "next_answer" | "fewer" | "right":
            return Step(replace(desk, option=min(desk.option + 1, last), note=None))
        case "previous_answer" | "more" | "left":
            return Step(replace(desk, option=max(desk.option - 1, 0), note=None))
        case "back":
            return Step(replace(desk, note=None))
        case _:
            first = first_choice(desk.option, len(choices))
            index = first + key.digit - 1
            if 0 < key.digit <= CHOICES_SHOWN and index < len(choices):
                return _send(desk, choices[index], sight)
            return Step(replace(desk, note=Note("note.choose")))


def first_choice(option: int, count: int) -> int:
    """Returns the first choice shown, so that the one at the cursor is among them."""
    if count <= CHOICES_SHOWN:
        return 0
    return min(option // CHOICES_SHOWN * CHOICES_SHOWN, count - 1)


def _acting(desk: Desk, key: Press, sight: Sight) -> Step:
    view, moves = sight.view, sight.moves
    match key.name:
        case "enter" | "burn":
            return _enter(desk, sight, key.name)
        case "pass" | "yield" | "claim" | "decline":
            return _send(desk, keyed_action(_KEYED[key.name]), sight)
        case "left" | "right":
            return Step(_move(desk, view, 1 if key.name == "left" else -1))
        case "more":
            return Step(_add(desk, desk.cursor, view))
        case "fewer":
            return Step(_take_back(desk, desk.cursor))
        case "undo":
            if not desk.past:
                return Step(replace(desk, note=None, hinted=None))
            return Step(replace(desk, chosen=desk.past[-1], past=desk.past[:-1], note=None, hinted=None))
        case "next_answer" | "previous_answer":
            return Step(_walk(desk, moves, 1 if key.name == "next_answer" else -1))
        case "report":
            return _ask_report(desk, sight)
        case "back":
            return Step(replace(desk, chosen=NO_CARDS, past=(), answer=-1, note=None, hinted=None))
        case "lay_down":
            return _lay_down(desk, moves)
        case _:
            return Step(desk)


def _enter(desk: Desk, sight: Sight, name: str) -> Step:
    moves = sight.moves
    if desk.chosen == NO_CARDS:
        if desk.hinted is not None and name == "enter":
            return _send(desk, desk.hinted, sight)
        code = "note.no_cards_burn" if moves.burning else "note.no_cards" if moves.waited else "note.not_you"
        return Step(replace(desk, note=Note(code)))
    action = Burn(desk.chosen) if name == "burn" else card_action(moves, desk.chosen)
    return _send(desk, action, sight)


def _send(desk: Desk, action: Action, sight: Sight) -> Step:
    """Sends an action, unless the rules object or this decision was answered already."""
    if desk.sent == sight.view.public.pending.id:
        return Step(replace(desk, note=Note("note.sent")))
    no = why_not(sight.view, action)
    if no is not None:
        return Step(replace(desk, note=Note("note.refused", refusal=no), hinted=None))
    return Step(replace(desk, sent=sight.view.public.pending.id, note=None, hinted=None), action)


def _ask_report(desk: Desk, sight: Sight) -> Step:
    if side_questions(sight.view):
        return Step(replace(desk, question=Question.REPORT, note=None))
    return Step(replace(desk, note=Note("note.no_side")))


def _lay_down(desk: Desk, moves: Moves) -> Step:
    if moves.plan is None:
        return Step(replace(desk, note=Note("note.no_plan")))
    return Step(replace(desk, chosen=NO_CARDS, past=(), hinted=moves.plan, note=Note("note.plan")))


def _add(desk: Desk, rank: int, view: SeatView) -> Desk:
    held = view.hand.count(rank)
    if not held:
        return replace(desk, note=Note("note.no_rank"))
    if desk.chosen.count(rank) >= held:
        return replace(desk, cursor=rank, note=Note("note.no_more"))
    chosen = desk.chosen + Cards.of((rank,))
    return _chosen(replace(desk, cursor=rank), chosen)


def _take_back(desk: Desk, rank: int) -> Desk:
    if not desk.chosen.count(rank):
        return replace(desk, note=None)
    return _chosen(desk, desk.chosen - Cards.of((rank,)))


def _chosen(desk: Desk, chosen: Cards) -> Desk:
    return replace(desk, chosen=chosen, past=_past(desk), answer=-1, note=None, hinted=None)


def _move(desk: Desk, view: SeatView, step: int) -> Desk:
    held = [rank for rank in range(BIG + 1) if view.hand.count(rank)]
    if not held:
        return desk
    higher = [rank for rank in held if rank > desk.cursor]
    lower = [rank for rank in held if rank < desk.cursor]
    there = (higher[0] if higher else held[0]) if step > 0 else (lower[-1] if lower else held[-1])
    return replace(desk, cursor=there, note=None)


def _walk(desk: Desk, moves: Moves, step: int) -> Desk:
    """Walks through the legal answers in the order of the listing: cheap cards first."""
    combos = moves.combos
    if not combos:
        return replace(desk, note=Note("note.no_answer" if moves.waited else "note.not_you"))
    index = (desk.answer + step) % len(combos) if desk.answer >= 0 else 0 if step > 0 else len(combos) - 1
    return _put(replace(desk, answer=index), combos[index])


def _put(desk: Desk, combo: Combo) -> Desk:
    cards = combo.cards
    return replace(desk, chosen=cards, past=_past(desk), cursor=cards.ranks()[0], note=None, hinted=None)


def _past(desk: Desk) -> tuple[Cards, ...]:
    """Returns the selections to undo once this one is left."""
    return (*desk.past, desk.chosen)[-UNDOS:]


def with_hint(desk: Desk, action: Action | None, reason: str = "") -> Desk:
    """Returns the desk with advice on it: the cards chosen, or an act that Enter then does."""
    data = (("hint", reason),)
    match action:
        case None:
            return replace(desk, note=Note("note.no_hint"))
        case Play(Cards() as cards) | Burn(Cards() as cards) | Return(Cards() as cards):
            note = Note("note.hint_cards", data)
            return replace(desk, chosen=cards, past=_past(desk), note=note, hinted=None)
        case _:
            note = Note("note.hint_act", data)
            return replace(desk, chosen=NO_CARDS, past=(), note=note, hinted=action)


def refused(desk: Desk, refusal: Refusal | None, code: str = "note.refused") -> Desk:
    """Returns the desk after the server said no."""
    return replace(desk, sent=0, note=Note(code, refusal=refusal))


def after_change(desk: Desk, old: SeatView, new: SeatView) -> Desk:
    """Returns the desk after the game moved on: cards still held stay chosen, advice is dropped."""
    changes: dict[str, Any] = {}
    if new.hand != old.hand and desk.chosen:
        gone = old.hand.less(new.hand)
        changes |= {"chosen": _held(desk.chosen.less(gone), new.hand), "past": ()}
    if new.public.pending.id != old.public.pending.id:
        changes |= {"answer": -1, "option": 0, "hinted": None, "sent": 0, "note": None}
        if desk.note is not None and desk.note.code in {"note.no_rank", "note.no_more"}:
            changes["note"] = desk.note
    if not new.hand.count(desk.cursor) and new.hand:
        changes["cursor"] = new.hand.ranks()[0]
    if desk.question is Question.REPORT and new.public.pending.kind is Ask.BEGIN:
        changes["question"] = Question.NONE
    return replace(desk, **changes) if changes else desk


def _held(cards: Cards, hand: Cards) -> Cards:
    return Cards.of(rank for rank in range(BIG + 1) for _ in range(min(cards.count(rank), hand.count(rank))))
