"""The tutor for a first game: each kind of decision in two lines, when it first comes up in a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gouji_core.actions import Act
from gouji_core.public import Ask, TopKind
from gouji_core.rules.burning import under_duty
from gouji_core.seats import opposite
from gouji_tui.cells import EMPTY, Ink, Line, Span
from gouji_tui.presenter.scene import Scene

if TYPE_CHECKING:
    from gouji_tui.app import GoujiApp


@dataclass(frozen=True, slots=True)
class Lesson:
    """Is what the tutor says about a kind of decision: two messages, and the clause behind them."""

    first: str
    second: str
    clause: str


LEAD = Lesson("tutor.lead", "tutor.lead_more", "R5.1")
DUTY = Lesson("tutor.duty", "tutor.duty_more", "R7.3")
ANSWER = Lesson("tutor.answer", "tutor.answer_more", "R5.2")
YIELD = Lesson("tutor.yield", "tutor.yield_more", "R5.4")
WIND = Lesson("tutor.wind", "tutor.wind_more", "R8.2")
GOUJI = Lesson("tutor.gouji", "tutor.gouji_more", "R5.5")
HEADLESS = Lesson("tutor.headless", "tutor.headless_more", "R4.2")
MELEE = Lesson("tutor.melee", "tutor.melee_more", "R5.7")

BY_ASK = {
    Ask.CALL_BEFORE: Lesson("tutor.call_before", "tutor.call_before_more", "R11.4"),
    Ask.SHOW: Lesson("tutor.show", "tutor.show_more", "R6.1"),
    Ask.TRIBUTE: Lesson("tutor.tribute", "tutor.tribute_more", "R11.6"),
    Ask.RETURN: Lesson("tutor.return", "tutor.return_more", "R11.5"),
    Ask.OBJECT: Lesson("tutor.object", "tutor.object_more", "R11.6"),
    Ask.CALL_AFTER: Lesson("tutor.call_after", "tutor.call_after_more", "R11.4"),
    Ask.REVOLUTION: Lesson("tutor.revolution", "tutor.revolution_more", "R9.1"),
    Ask.HEAD: Lesson("tutor.head", "tutor.head_more", "R9.4"),
    Ask.MERGE: Lesson("tutor.merge", "tutor.merge_more", "R13.3"),
    Ask.LEAD: LEAD,
    Ask.ANSWER: ANSWER,
    Ask.LAST_WORD: Lesson("tutor.last_word", "tutor.last_word_more", "R5.3"),
    Ask.BURN: Lesson("tutor.burn", "tutor.burn_more", "R7.1"),
    Ask.ORDER: Lesson("tutor.order", "tutor.order_more", "R13.2"),
    Ask.SETTLE: Lesson("tutor.settle", "tutor.settle_more", "R8.5"),
}
"""The lesson for each decision that a seat is asked for; leads and answers have more than one."""


def lesson_of(scene: Scene) -> Lesson | None:
    """Returns the lesson for what this seat is asked now, None when it is not."""
    view, moves = scene.view, scene.moves
    public = view.public
    trick, kind = public.trick, public.pending.kind
    if not moves.waited:
        return None
    if kind is Ask.LEAD and under_duty(public, view.seat):
        return DUTY
    if kind is not Ask.ANSWER or trick is None:
        return BY_ASK.get(kind)
    if trick.melee:
        return MELEE
    if Act.CLAIM in moves.acts:
        return WIND
    if trick.kind is TopKind.GOUJI:
        return GOUJI if trick.owner == opposite(view.seat) else HEADLESS
    return YIELD if Act.YIELD in moves.acts else ANSWER


class Tutor:
    """Explains; what it has explained it does not say again as long as the program runs."""

    def __init__(self, *, on: bool = False) -> None:
        self.on = on
        self._said: set[Lesson] = set()
        self._decision = 0
        self._now: Lesson | None = None

    def lines(self, scene: Scene) -> tuple[Line, ...]:
        """Returns the two lines for the decision pending, none where its kind is known by now."""
        decision = scene.view.public.pending.id
        if decision != self._decision:
            self._now = None
        lesson = lesson_of(scene) if self.on else None
        if lesson is not None and decision != self._decision:
            self._decision = decision
            if lesson not in self._said:
                self._said.add(lesson)
                self._now = lesson
        if lesson is None or self._now is None:
            return ()
        texts = scene.texts
        return (
            (Span(texts(self._now.first), Ink.BOLD),),
            (Span(texts(self._now.second), Ink.BOLD), Span(f" {self._now.clause}", Ink.DIM)),
        )

    def below(self, rows: Callable[[int], tuple[Line, ...]], scene: Scene, height: int) -> tuple[Line, ...]:
        """Returns the rows that ``rows`` gives for a height, with the lesson below them if there is one.

        The prompt keeps all of its own: it names the keys, which somebody new needs most.
        """
        said = self.lines(scene)
        if not said or height <= len(said):
            return rows(height)
        above = rows(height - len(said))
        return (*above, *(EMPTY,) * (height - len(said) - len(above)), *said)


def tutor_of(app: GoujiApp) -> Tutor:
    """Returns the tutor of a run of the program, who is on or off as the app says."""
    if app.tutor is None:
        app.tutor = Tutor()
    app.tutor.on = app.tutoring
    return app.tutor
