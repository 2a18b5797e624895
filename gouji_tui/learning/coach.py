"""The coach of a practice position: it follows the game and says when the goal is reached or missed."""

from __future__ import annotations

from gouji_tui.game import Game
from gouji_tui.learning.goals import Outcome
from gouji_tui.learning.marks import Marks
from gouji_tui.learning.puzzles import Puzzle
from gouji_tui.talk import Remark


class Coach:
    """Is with one person at one practice position."""

    def __init__(self, puzzle: Puzzle, marks: Marks) -> None:
        self.puzzle = puzzle
        self.outcome = Outcome.OPEN
        self.greeted = False
        """Whether the task was told."""
        self.told = False
        """Whether it was told what became of it."""
        self._marks = marks

    def decided(self, game: Game) -> bool:
        """Looks at the game; returns whether it was just decided, which is so once."""
        if self.outcome is Outcome.OPEN:
            happened = (event for event in game.events if not isinstance(event, Remark))
            self.outcome = self.puzzle.goal.outcome(happened)
            if self.outcome is Outcome.REACHED:
                self._marks.add(self.puzzle.id)
        if self.outcome is Outcome.OPEN or self.told:
            return False
        self.told = True
        return True
