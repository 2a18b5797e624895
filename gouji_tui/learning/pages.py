"""The screens of practice: the list of positions, and the page with a task, its outcome and its solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult

from gouji_tui.cells import EMPTY, Ink, Line, Span, first_shown, fit, keys_bar
from gouji_tui.keys import Press
from gouji_tui.learning.goals import Outcome
from gouji_tui.learning.marks import own_marks
from gouji_tui.learning.puzzles import Puzzle, puzzles
from gouji_tui.learning.telling import list_line, outcome_lines, solution_lines, task_lines
from gouji_tui.screens.base import Page
from gouji_tui.screens.pages import ScrollPage
from gouji_tui.widgets.rows import Rows

if TYPE_CHECKING:
    from gouji_tui.app import GoujiApp
    from gouji_tui.game import Game
    from gouji_tui.learning.coach import Coach


_END = 1_000_000
"""A row behind the last of any page."""


class PracticeList(Page):
    """Lists the practice positions with what was solved; Enter opens one."""

    CSS = """
    #practice { height: 1fr; padding: 1 2; }
    #practicefoot { dock: bottom; height: 1; }
    """

    def __init__(self, at: int = 0) -> None:
        super().__init__()
        self._at = at
        self._done = own_marks().done

    def compose(self) -> ComposeResult:
        yield Rows(id="practice")
        yield Rows(id="practicefoot")

    def draw(self) -> None:
        if not self.ready:
            return
        texts, every = self.gouji.texts, puzzles()
        body, foot = self.query_one("#practice", Rows), self.query_one("#practicefoot", Rows)
        solved = sum(puzzle.id in self._done for puzzle in every)
        rows: list[Line] = [
            (Span(texts("practice.title", done=solved, count=len(every)), Ink.BOLD),),
            EMPTY,
        ]
        room = max(body.size.height - len(rows), 1)
        first = first_shown(self._at, len(every), room)
        for index, puzzle in list(enumerate(every))[first : first + room]:
            chosen = index == self._at
            line = list_line(puzzle, texts, done=puzzle.id in self._done)
            text = f"{'> ' if chosen else '  '}{line} "
            rows.append(fit((Span(text, Ink.CURSOR if chosen else Ink.PLAIN),), body.size.width))
        body.show(tuple(rows))
        foot.show((keys_bar(texts("practice.list_keys"), foot.size.width),))

    def press(self, key: Press) -> None:
        last = len(puzzles()) - 1
        page = max(1, self.query_one("#practice", Rows).size.height - 3)
        match key.name:
            case "more" | "previous_answer":
                self._at = max(self._at - 1, 0)
            case "fewer" | "next_answer":
                self._at = min(self._at + 1, last)
            case "log_up":
                self._at = max(self._at - page, 0)
            case "log_down":
                self._at = min(self._at + page, last)
            case "enter":
                self.gouji.practise(puzzles()[self._at].number)
                return
            case "language":
                self.gouji.switch_language()
            case "leave":
                self.dismiss()
                self.gouji.ask_to_leave()
                return
            case "back":
                self.dismiss()
                return
            case _:
                pass
        self.draw()


class PracticePage(ScrollPage):
    """Shows a task over its table; once it is decided the outcome, and the solution on a key."""

    def __init__(self, puzzle: Puzzle, outcome: Outcome = Outcome.OPEN) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._outcome = outcome
        self._solved = False
        self.foot = "practice.task_keys" if outcome is Outcome.OPEN else "practice.over_keys"

    def content(self, room: int) -> tuple[Line, ...]:
        rows: list[Line] = []
        if self._outcome is not Outcome.OPEN:
            rows += [*outcome_lines(self._puzzle, self._outcome, self.texts, room), EMPTY]
        rows += task_lines(self._puzzle, self.texts, room, rising=self.gouji.settings.rising)
        if self._solved:
            rows += [EMPTY, *solution_lines(self._puzzle, self.texts, room)]
        return tuple(rows)

    def press(self, key: Press) -> None:
        over = self._outcome is not Outcome.OPEN
        match key.name:
            case "hint":
                self._solved = not self._solved
                # Down to its end, where it says why.
                self._first = _END if self._solved else 0
                self.draw()
            case "rules":
                self.gouji.open_rules(self._puzzle.clauses[0])
            case "enter" if over:
                self.gouji.practise(self._puzzle.number)
            case "back" if over:
                self.dismiss()
                self.gouji.leave()
            case _:
                super().press(key)


def attend(app: GoujiApp, game: Game, coach: Coach) -> bool:
    """Shows the task first and the outcome once; returns whether nothing else is to be shown."""
    if coach.decided(game):
        _show(app, PracticePage(coach.puzzle, coach.outcome))
        return True
    if not coach.greeted:
        coach.greeted = True
        _show(app, PracticePage(coach.puzzle))
        return True
    # The places are no news once the goal is decided.
    return coach.told


def _show(app: GoujiApp, page: PracticePage) -> None:
    while len(app.screen_stack) > 2:
        app.pop_screen()
    app.push_screen(page)
