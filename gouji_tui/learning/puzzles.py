"""The practice positions: rule cases with a goal, and what is said about them in both languages."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from gouji_core.actions import Action
from gouji_core.cases import parse_cases, read_action
from gouji_core.position import Position, parse_position
from gouji_tui.learning.goals import Goal, parse_goal

ME = 0
"""The seat that every position is to be played from."""
_FILES = ("tricks", "burning", "finishing", "rights")


@dataclass(frozen=True, slots=True)
class Words:
    """Is what is said about a position in one language: what to do, and why the solution works."""

    title: str
    task: str
    why: str


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Is one practice position.

    ``proof`` says how far the solution is more than a line of play: ``all`` if it works whatever the five
    others do, ``partners`` if partners have to play along, ``line`` if the line shown is all there is.
    ``only`` tells that every other first action fails, even with partners that help.
    """

    number: int
    case: dict[str, Any]
    goal: Goal
    proof: str
    only: bool

    @property
    def id(self) -> str:
        """Its name, under which its words and done marks are kept."""
        return str(self.case["id"])

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses it teaches, the first above all."""
        return tuple(self.case["clauses"])

    @property
    def position(self) -> Position:
        """Where it begins."""
        return parse_position(json.dumps(self.case), self.id)

    @property
    def solution(self) -> tuple[tuple[int, Action], ...]:
        """The line of play that solves it: seats and their actions."""
        return tuple(
            (one["seat"], read_action(one))
            for one in self.case["steps"]
            if "act" in one and "refused" not in one
        )

    def words(self, lang: str) -> Words:
        """Returns what is said about it in a language."""
        return _words(lang)[self.id]


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Returns all practice positions in order."""
    found: list[Puzzle] = []
    for name in _FILES:
        text = files("gouji_tui.learning").joinpath("puzzles", f"{name}.json").read_text("utf-8")
        for case in parse_cases(text, name):
            goal = parse_goal(str(case["goal"]), ME)
            only = bool(case.get("only", False))
            found.append(Puzzle(len(found) + 1, case, goal, str(case["proof"]), only))
    return tuple(found)


@cache
def _words(lang: str) -> dict[str, Words]:
    text = files("gouji_tui.learning").joinpath("puzzles", f"{lang}.toml").read_text("utf-8")
    return {name: Words(**entry) for name, entry in tomllib.loads(text).items()}
