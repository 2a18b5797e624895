"""Talk at the table under keys: a line of chat, quick phrases, who is muted, and 托管 for oneself."""

from __future__ import annotations

from dataclasses import replace

from gouji_core.seats import NOBODY, SEATS
from gouji_tui.deeds import Deed, Do
from gouji_tui.desk import Desk, Note, Question, Sight, Step
from gouji_tui.judging import closed, picked
from gouji_tui.keys import Press
from gouji_tui.lobby import PHRASES
from gouji_tui.table import Person, Presence
from gouji_tui.talk import type_letter

KEYED = {"chat": Question.SAY, "phrase": Question.PHRASE, "mute": Question.MUTE}
"""The keys that ask something first."""


def others(sight: Sight) -> tuple[tuple[int, Person], ...]:
    """Returns whoever else sits at the table and can be muted, by seat."""
    return tuple(
        (seat, sight.people[seat]) for seat in SEATS if seat != sight.view.seat and sight.people[seat].id
    )


def begin(desk: Desk, name: str, sight: Sight) -> Desk:
    """Returns the desk with a question about talk on it, or a note that there is nobody to ask about."""
    question = KEYED[name]
    if question is Question.MUTE and not others(sight):
        return replace(desk, note=Note("note.nobody_here"))
    return replace(desk, question=question, pick=0, typed="", note=None)


def answer(desk: Desk, key: Press, sight: Sight) -> Step:
    """Returns what a key does to a question about talk."""
    if desk.question is Question.SAY:
        return Step(closed(desk)) if key.name in {"back", "leave"} else Step(desk)
    people = others(sight)
    count = len(PHRASES) if desk.question is Question.PHRASE else len(people)
    muting = desk.question is Question.MUTE
    desk, index = picked(desk, key, count)
    if index is None:
        return Step(desk)
    if not 0 <= index < count:
        return Step(closed(desk))
    if muting:
        person = people[index][1]
        return Step(closed(desk), deed=Deed(Do.HEAR if person.muted else Do.MUTE, text=person.id))
    return Step(closed(desk), deed=Deed(Do.SAY, text=PHRASES[index]))


def letter(desk: Desk, key: str, character: str | None) -> Step:
    """Returns what a letter does to the line of chat that is typed."""
    typed, done = type_letter(desk.typed, key, character)
    if done is None:
        return Step(replace(desk, typed=typed))
    return Step(replace(closed(desk), typed=""), deed=Deed(Do.CHAT, text=done) if done else None)


def switch(desk: Desk, sight: Sight) -> Step:
    """Lets a bot play one's own seat, or takes it back."""
    if sight.view.seat == NOBODY:
        return Step(replace(desk, note=Note("note.watching")))
    auto = sight.people[sight.view.seat].presence is Presence.AUTO
    return Step(replace(desk, note=None), deed=Deed(Do.MANUAL if auto else Do.AUTO))
