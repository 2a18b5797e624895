"""What each key does to the desk: it chooses cards, answers questions, and leads to an action to send.

``press`` is pure: it takes the desk, a key and what the key is judged on, and returns the new desk with the
action to send, if any, or a wish for something only the app can do. The game itself never changes here.
"""

from __future__ import annotations

from dataclasses import replace

from gouji_core.actions import Act, Action, Burn
from gouji_core.cards import BIG, NO_CARDS, Cards
from gouji_core.public import Phase
from gouji_core.seats import NOBODY
from gouji_core.views import SeatView
from gouji_tui import judging, laying, talking
from gouji_tui.desk import CHOICES_SHOWN, TALK, Desk, Note, Question, Sight, Step, Wish, first_choice, past
from gouji_tui.finality import finality
from gouji_tui.keys import Press
from gouji_tui.moves import Moves, card_action, keyed_action, side_questions, why_not

_WISHES = {
    "hint": Wish.HINT,
    "help": Wish.HELP,
    "rules": Wish.RULES,
    "log": Wish.LOG,
    "trick": Wish.TRICK,
    "memory": Wish.MEMORY,
    "sort": Wish.SORT,
    "log_up": Wish.LOG_UP,
    "log_down": Wish.LOG_DOWN,
    "language": Wish.LANGUAGE,
    "replay": Wish.REPLAY,
    "pace": Wish.PACE,
    "settings": Wish.SETTINGS,
}
_KEYED = {"pass": Act.PASS, "yield": Act.YIELD, "claim": Act.CLAIM, "decline": Act.DECLINE}
_CHOOSING = (
    *("enter", "next_answer", "previous_answer", "undo"),
    *("left", "right", "more", "whole", "fewer", "sort"),
)
_PLAYING = frozenset({*_KEYED, *_CHOOSING, "burn", "hint", "lay_down", "report"})
"""The keys that need a seat."""


def press(desk: Desk, key: Press, sight: Sight) -> Step:
    """Returns what a key does."""
    if key.name == "rules" and desk.question not in {Question.LEAVE, *TALK}:
        return Step(desk, wish=Wish.RULES)
    match desk.question:
        case Question.LEAVE:
            return _leaving(desk, key)
        case Question.REPORT:
            return _reporting(desk, key, sight)
        case Question.NONE:
            return _unasked(desk, key, sight)
        case Question.SAY | Question.PHRASE | Question.MUTE:
            return talking.answer(desk, key, sight)
        case _:
            return judging.answer(desk, key, sight)


def _unasked(desk: Desk, key: Press, sight: Sight) -> Step:
    wish = _WISHES.get(key.name, Wish.NONE)
    if key.name == "enter" and sight.view.public.phase is Phase.ROUND_OVER:
        return Step(desk, wish=Wish.SCORES)
    if sight.view.seat == NOBODY and (key.rank >= 0 or key.name in _PLAYING):
        return Step(replace(desk, note=Note("note.watching")))
    if wish is Wish.MEMORY and not sight.memory:
        return Step(replace(desk, note=Note("note.no_memory")))
    if wish:
        return Step(desk, wish=wish)
    if desk.asks_if_sure and key.name == "back":
        return Step(replace(desk, note=None))
    match key.name:
        case "leave":
            return Step(replace(desk, question=Question.LEAVE, note=None))
        case "report":
            return _ask_report(desk, sight)
        case "referee":
            return Step(judging.begin(desk, sight))
        case "chat" | "phrase" | "mute":
            return Step(talking.begin(desk, key.name, sight))
        case "auto":
            return talking.switch(desk, sight)
        case _:
            pass
    if sight.moves.parts:
        desk, order = laying.ordering(desk, key, sight.moves.parts)
        sent = Step(desk) if order is None else _send(desk, order, sight)
        # An order the rules refuse is begun anew.
        return sent if order is None or sent.action else replace(sent, desk=replace(sent.desk, ordered=()))
    if sight.moves.choices:
        return _choosing(desk, key, sight)
    if key.rank >= 0:
        return Step(_add(desk, key.rank, sight.view, whole=key.whole))
    return _acting(desk, key, sight)


def _leaving(desk: Desk, key: Press) -> Step:
    if key.name in {"leave", "enter", "yield"}:
        return Step(desk, wish=Wish.LEAVE)
    return Step(replace(desk, question=Question.NONE))


def _reporting(desk: Desk, key: Press, sight: Sight) -> Step:
    asked = side_questions(sight.view)
    desk, index = judging.picked(desk, key, len(asked))
    if index is None:
        return Step(desk)
    closed = replace(desk, question=Question.NONE)
    return Step(closed, asked[index]) if 0 <= index < len(asked) else Step(closed)


def _choosing(desk: Desk, key: Press, sight: Sight) -> Step:
    choices = sight.moves.choices
    last = max(0, len(choices) - 1)
    match key.name:
        case "enter":
            return _choose(desk, min(desk.option, last), sight)
        case "next_answer" | "fewer" | "right":
            return Step(replace(desk, option=min(desk.option + 1, last), note=None, hinted=None))
        case "previous_answer" | "more" | "left":
            return Step(replace(desk, option=max(desk.option - 1, 0), note=None, hinted=None))
        case "back":
            return Step(replace(desk, note=None, hinted=None))
        case _:
            first = first_choice(desk.option, len(choices))
            index = first + key.digit - 1
            if 0 < key.digit <= CHOICES_SHOWN and index < len(choices):
                return _choose(desk, index, sight)
            return Step(replace(desk, note=Note("note.choose")))


def _choose(desk: Desk, index: int, sight: Sight) -> Step:
    return _send(replace(desk, option=index), sight.moves.choices[index], sight)


def _acting(desk: Desk, key: Press, sight: Sight) -> Step:
    view, moves = sight.view, sight.moves
    match key.name:
        case "enter" | "burn":
            return _enter(desk, sight, key.name)
        case "pass" | "yield" | "claim" | "decline":
            return _send(desk, keyed_action(_KEYED[key.name]), sight)
        case "left" | "right":
            return Step(_move(desk, view, 1 if (key.name == "left") is not sight.rising else -1))
        case "more" | "whole":
            return Step(_add(desk, desk.cursor, view, whole=key.name == "whole"))
        case "fewer":
            return Step(_take_back(desk, desk.cursor))
        case "undo":
            return Step(_undo(desk))
        case "next_answer" | "previous_answer":
            return Step(_walk(desk, sight, 1 if key.name == "next_answer" else -1))
        case "back":
            return Step(replace(desk, chosen=NO_CARDS, past=(), answer=-1, note=None, hinted=None, laid=()))
        case "lay_down":
            return Step(laying.lay(desk, view, moves))
        case _:
            return Step(desk)


def _enter(desk: Desk, sight: Sight, name: str) -> Step:
    moves = sight.moves
    if desk.laid and name == "enter" and (desk.chosen or desk.hinted is None):
        return Step(laying.lay(desk, sight.view, moves))
    if desk.chosen == NO_CARDS:
        if desk.hinted is not None and name == "enter":
            return _send(desk, desk.hinted, sight)
        code = "note.no_cards_burn" if moves.burning else "note.no_cards" if moves.waited else "note.not_you"
        return Step(replace(desk, note=Note(code)))
    action = Burn(desk.chosen) if name == "burn" else card_action(moves, desk.chosen)
    return _send(desk, action, sight)


def _send(desk: Desk, action: Action, sight: Sight) -> Step:
    """Sends an action, unless the rules object or this decision was answered already.

    What cannot be undone is asked once more before, where that is wanted.
    """
    if desk.sent == sight.view.public.pending.id:
        return Step(replace(desk, note=Note("note.sent")))
    no = why_not(sight.view, action)
    if no is not None:
        return Step(replace(desk, note=Note("note.refused", refusal=no), hinted=None))
    final = finality(sight.view, action) if sight.confirm else None
    if final is not None and not (desk.asks_if_sure and desk.sure == action):
        return Step(replace(desk, sure=action, note=Note(final)))
    return Step(replace(desk, sent=sight.view.public.pending.id, note=None, hinted=None), action)


def _ask_report(desk: Desk, sight: Sight) -> Step:
    if side_questions(sight.view):
        return Step(replace(desk, question=Question.REPORT, pick=0, note=None))
    return Step(replace(desk, note=Note("note.no_side")))


def _add(desk: Desk, rank: int, view: SeatView, *, whole: bool = False) -> Desk:
    """Adds a card of a rank to those chosen, or all that are left of it."""
    held = desk.free(view.hand).count(rank)
    if not held:
        return replace(desk, note=Note("note.no_rank"))
    if desk.chosen.count(rank) >= held:
        return replace(desk, cursor=rank, note=Note("note.no_more"))
    chosen = desk.chosen + Cards.of((rank,) * (held - desk.chosen.count(rank) if whole else 1))
    return _chosen(replace(desk, cursor=rank), chosen)


def _take_back(desk: Desk, rank: int) -> Desk:
    if not desk.chosen.count(rank):
        return replace(desk, note=None)
    return _chosen(desk, desk.chosen - Cards.of((rank,)))


def _chosen(desk: Desk, chosen: Cards) -> Desk:
    return replace(desk, chosen=chosen, past=past(desk), answer=-1, note=None, hinted=None)


def _undo(desk: Desk) -> Desk:
    bare = replace(desk, note=None, hinted=None)
    if desk.past:
        return replace(bare, chosen=desk.past[-1], past=desk.past[:-1])
    if desk.laid:
        return replace(bare, chosen=desk.laid[-1], laid=desk.laid[:-1])
    return bare


def _move(desk: Desk, view: SeatView, step: int) -> Desk:
    held = [rank for rank in range(BIG + 1) if view.hand.count(rank)]
    if not held:
        return desk
    higher = [rank for rank in held if rank > desk.cursor]
    lower = [rank for rank in held if rank < desk.cursor]
    there = (higher[0] if higher else held[0]) if step > 0 else (lower[-1] if lower else held[-1])
    return replace(desk, cursor=there, note=None)


def _walk(desk: Desk, sight: Sight, step: int) -> Desk:
    """Walks through the legal answers in the order of the listing: cheap cards first."""
    moves: Moves = sight.moves
    free = desk.free(sight.view.hand)
    answers = [cards for cards in moves.answers if free.holds(cards)]
    if not answers:
        return replace(desk, note=Note("note.no_answer" if moves.waited else "note.not_you"))
    index = (desk.answer + step) % len(answers) if desk.answer >= 0 else 0 if step > 0 else len(answers) - 1
    cards = answers[index]
    put = replace(desk, answer=index, chosen=cards, past=past(desk), cursor=cards.ranks()[0])
    return replace(put, note=None, hinted=None)
