"""The coach as lines: the task at the start, what became of it, and the solution when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gouji_tui.cells import Line, text_of
from gouji_tui.game import Game
from gouji_tui.learning.start import coach_of
from gouji_tui.learning.telling import outcome_lines, solution_lines, task_lines
from gouji_tui.texts import Texts

_ROOM = 76
_SOLUTION = frozenset({"s", "solution", "解答"})


class PlainCoach:
    """Tells a practice position beside its game; without a number it has nothing to say."""

    def __init__(self, number: int, texts: Texts, say: Callable[[str], None]) -> None:
        self._coach = coach_of(number) if number else None
        self.texts = texts
        self._say = say

    @property
    def over(self) -> bool:
        """Whether the position is decided, so that only the solution is left to ask for."""
        return self._coach is not None and self._coach.told

    def begun(self, *, rising: bool) -> None:
        """Tells the task, once."""
        if self._coach is not None and not self._coach.greeted:
            self._coach.greeted = True
            self._tell(task_lines(self._coach.puzzle, self.texts, _ROOM, rising=rising))

    def changed(self, game: Game) -> None:
        """Tells what became of the goal, once it is decided."""
        if self._coach is not None and self._coach.decided(game):
            self._tell(outcome_lines(self._coach.puzzle, self._coach.outcome, self.texts, _ROOM))
            self._say(self.texts("practice.plain_over"))

    def line(self, word: str) -> bool:
        """Takes a line that was typed; returns whether it was for the coach."""
        if self._coach is None or not (self.over or word in _SOLUTION):
            return False
        if word in _SOLUTION:
            self._tell(solution_lines(self._coach.puzzle, self.texts, _ROOM))
        return True

    def _tell(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self._say(text_of(line).rstrip())
