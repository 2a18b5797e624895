"""Starting a practice position: the plan of the visit to it, and the coach that goes along."""

from __future__ import annotations

from gouji_tui.learning.coach import Coach
from gouji_tui.learning.marks import own_marks
from gouji_tui.learning.puzzles import ME, puzzles
from gouji_tui.plan import Plan, SoloOptions


def practice_plan(number: int) -> Plan:
    """Returns how to get to a practice position: alone, at its seat, from its start."""
    position = puzzles()[number - 1].position
    return Plan(solo=SoloOptions(position=position.text), rules=position.rules, seat=ME, practice=number)


def coach_of(number: int) -> Coach:
    """Returns the coach for a practice position, who marks it when it is solved."""
    return Coach(puzzles()[number - 1], own_marks())
