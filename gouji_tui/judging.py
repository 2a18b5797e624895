"""The host as the table's referee, 处罚 (R13.4): the questions that lead to a verdict.

First whom, then what; what cannot be undone is asked once more. What the rules would refuse is told at once.
"""

from __future__ import annotations

from dataclasses import replace

from gouji_core.actions import Referee, RefereeAct
from gouji_core.rules.refereeing import refusal
from gouji_core.seats import SEATS
from gouji_tui.desk import CHOICES_SHOWN, Desk, Note, Question, Sight, Step, first_choice
from gouji_tui.keys import Press

ACTS = tuple(RefereeAct)
"""What the referee may do, as it is numbered."""

_SURE = {RefereeAct.LAST: Question.LAST, RefereeAct.BAR: Question.BAR}
"""The acts that cannot be undone, and the question before each."""


def begin(desk: Desk, sight: Sight) -> Desk:
    """Returns the desk with the referee's first question on it, or a note for whoever is not the host."""
    if not sight.is_host:
        return replace(desk, note=Note("note.not_referee", (("seat", str(sight.host)),)))
    return replace(desk, question=Question.REFEREE, pick=0, note=None)


def answer(desk: Desk, key: Press, sight: Sight) -> Step:
    """Returns what a key does to a question of the referee."""
    match desk.question:
        case Question.REFEREE:
            desk, index = picked(desk, key, len(SEATS))
            if index is None:
                return Step(desk)
            if index in SEATS:
                return Step(replace(desk, question=Question.VERDICT, judged=index, pick=0))
            return Step(closed(desk))
        case Question.VERDICT:
            desk, index = picked(desk, key, len(ACTS))
            if index is None:
                return Step(desk)
            if 0 <= index < len(ACTS):
                return _decide(desk, Referee(ACTS[index], desk.judged), sight)
            return Step(replace(desk, question=Question.REFEREE, pick=desk.judged))
        case _:
            act = next(act for act, question in _SURE.items() if question is desk.question)
            return Step(closed(desk), verdict=Referee(act, desk.judged) if key.name == "yield" else None)


def _decide(desk: Desk, verdict: Referee, sight: Sight) -> Step:
    no = refusal(sight.view.public, verdict)
    if no is not None:
        return Step(replace(closed(desk), note=Note("note.refused", refusal=no)))
    if verdict.act is RefereeAct.BAR and verdict.seat == sight.view.seat:
        return Step(replace(closed(desk), note=Note("note.referee_self")))
    sure = _SURE.get(verdict.act)
    if sure is not None:
        return Step(replace(desk, question=sure))
    return Step(closed(desk), verdict=verdict)


def closed(desk: Desk) -> Desk:
    """Returns the desk without a question."""
    return replace(desk, question=Question.NONE, note=None)


def picked(desk: Desk, key: Press, count: int) -> tuple[Desk, int | None]:
    """Moves the cursor of a question; returns what was picked, None if nothing yet, -1 for going back."""
    match key.name:
        case "next_answer" | "fewer" | "right":
            return replace(desk, pick=min(desk.pick + 1, count - 1)), None
        case "previous_answer" | "more" | "left":
            return replace(desk, pick=max(desk.pick - 1, 0)), None
        case "enter":
            return desk, min(desk.pick, count - 1)
        case _:
            index = first_choice(desk.pick, count) + key.digit - 1
            return desk, index if 0 < key.digit <= CHOICES_SHOWN and index < count else -1
