"""The table: six seats round the trick, the log, the own hand and the prompt."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.timer import Timer

from gouji_tui.cells import EMPTY, Ink, Line, Span, fit, width, wrap
from gouji_tui.desk import Note, Question, Step, Wish
from gouji_tui.game import Game
from gouji_tui.keys import Press
from gouji_tui.learning.tutor import tutor_of
from gouji_tui.presenter.centre import centre_rows, clock_text, heading
from gouji_tui.presenter.hand import PARTS, chosen_line, column_width, hand_part, hand_text
from gouji_tui.presenter.memory import ladder_rows, memory_rows
from gouji_tui.presenter.prompt import prompt_rows
from gouji_tui.presenter.scene import Relation, Scene
from gouji_tui.presenter.seats import own_row, seat_rows
from gouji_tui.screens.base import Page
from gouji_tui.screens.pages import ScorePage
from gouji_tui.table import LinkState, Presence
from gouji_tui.widgets.kept import Kept
from gouji_tui.widgets.rows import Rows

MIN_WIDTH, MIN_HEIGHT = 60, 20
LOG_CELLS = 62
"""The widest row of the log: all rows are painted again when it scrolls, and short rows read better."""

_RING = {
    "upper-left": Relation.PARTNER_PREVIOUS,
    "across": Relation.OPPOSITE,
    "upper-right": Relation.PARTNER_NEXT,
    "lower-left": Relation.PREVIOUS,
    "lower-right": Relation.NEXT,
}
"""Where each relation sits: turn order runs counter-clockwise from the bottom (R1.1)."""


class Beside(Horizontal, Kept):
    """Puts widgets beside each other."""


class TableScreen(Page):
    """Shows one game and takes the keys that play it."""

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - Textual declares it so
        (0, "-small"),
        (MIN_WIDTH, "-compact"),
        (80, "-normal"),
        (120, "-roomy"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-flat"),
        (MIN_HEIGHT, "-low"),
        (24, "-mid"),
        (36, "-tall"),
    ]
    CSS = """
    TableScreen { layout: vertical; }
    #top { height: 1; } #clock { width: 6; }
    .ring { height: 3; }
    #rule { height: 1; }
    #log { height: 1fr; }
    #mine { height: 1; } #chosen { width: 36; }
    #hand { height: 3; }
    #prompt { height: 3; }
    #small { display: none; }
    TableScreen.-compact #chosen { width: 29; }
    TableScreen.-tall .ring { height: 5; }
    TableScreen.-tall #mine, TableScreen.-tall #hand { margin-bottom: 1; }
    TableScreen.-tall #hand { height: 4; }
    TableScreen.-watching #hand, TableScreen.-watching #chosen { display: none; }
    TableScreen.-small > *, TableScreen.-flat > * { display: none; }
    TableScreen.-small #small, TableScreen.-flat #small { display: block; }
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self._back = 0
        self._beside = Wish.LOG
        """What stands in the place of the log: it, the trick step by step, or what has been played."""
        self._ticking: Timer | None = None

    def compose(self) -> ComposeResult:
        with Beside(id="top"):
            yield Rows(id="head")
            yield Rows(id="clock")
        with Beside(classes="ring"):
            yield Rows(id="upper-left")
            yield Rows(id="across")
            yield Rows(id="upper-right")
        with Beside(classes="ring"):
            yield Rows(id="lower-left")
            yield Rows(id="centre")
            yield Rows(id="lower-right")
        yield Rows(id="rule")
        yield Rows(id="log")
        with Beside(id="mine"):
            yield Rows(id="me")
            yield Rows(id="chosen")
        with Beside(id="hand"):
            for part in range(PARTS):
                yield Rows(id=f"hand-{part}")
        yield Rows(id="prompt")
        yield Rows(id="small")

    def on_mount(self) -> None:
        super().on_mount()
        self.set_class(self._game.scene.watching, "-watching")
        # A cut of the fifteen columns must not move with the width of a piece.
        self._ticking = self.set_interval(1.0, self._tick, pause=True)

    def _rows(self, name: str) -> Rows:
        return self.query_one(f"#{name}", Rows)

    @property
    def too_small(self) -> bool:
        """Whether only the prompt and the hand have room."""
        return self.size.width < MIN_WIDTH or self.size.height < MIN_HEIGHT

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        # The page of a round's end has waited for the one that lay here to close.
        self.call_after_refresh(self.gouji.changed)

    def draw(self) -> None:
        """Shows everything; rows that did not change cost nothing."""
        if not self.ready:
            return
        scene = self._scene
        if self.too_small:
            self._draw_small(scene)
            return
        self._rows("head").show((heading(scene, self._rows("head").size.width),))
        for name, relation in _RING.items():
            rows = self._rows(name)
            rows.show(seat_rows(scene, scene.seat_at(relation), rows.size.width))
        centre = self._rows("centre")
        centre.show(centre_rows(scene, centre.size.width))
        self._draw_rule()
        self._draw_log()
        me = self._rows("me")
        me.show((own_row(scene, me.size.width),))
        self._draw_own(scene)
        self._draw_clock()

    @property
    def _scene(self) -> Scene:
        return replace(self._game.scene, now=self.gouji.now())

    def _draw_rule(self) -> None:
        rows = self._rows("rule")
        rule = self.gouji.glyphs.rule
        back = f" -{self._back}" if self._back else ""
        codes = {Wish.TRICK: "memory.trick", Wish.MEMORY: "memory.title"}
        title = f"{rule * 2} {self._game.texts(codes.get(self._beside, 'logpage.title'))}{back} "
        rows.show(((Span(title + rule * (rows.size.width - width(title)), Ink.DIM),),))

    def _draw_log(self) -> None:
        rows = self._rows("log")
        room, height = rows.size
        if room and height:
            log, wide = self._game.log, min(room - 1, LOG_CELLS)
            if self._beside is not Wish.LOG:
                shown = memory_rows if self._beside is Wish.MEMORY else ladder_rows
                rows.show(shown(self._scene, wide)[-height:])
                return
            if self._back:
                rows.show(log.rows(wide, height, self._back))
                return
            newest = partial(log.latest, wide)
            rows.show(tutor_of(self.gouji).below(newest, self._scene, height))

    def _draw_own(self, scene: Scene) -> None:
        """Shows what a key of one's own changes: the hand, the selection and the prompt."""
        game = self._game
        chosen = self._rows("chosen")
        chosen.show((chosen_line(scene, game.desk, chosen.size.width),))
        column = column_width(self.size.width)
        for part in range(PARTS):
            rows = self._rows(f"hand-{part}")
            if rows.styles.width is None or rows.styles.width.value != column * 3:
                rows.styles.width = column * 3
            rows.show(hand_part(scene, game.desk, part, column))
        prompt = self._rows("prompt")
        room = prompt.size.width
        prompt.show(prompt_rows(scene, game.desk, room, 3))

    def _draw_small(self, scene: Scene) -> None:
        """Shows the prompt and the hand alone: too small to see the table, not too small to decide."""
        texts, rows = self._game.texts, self._rows("small")
        room, height = self.size
        desk, size = self._game.desk, Span(" " + texts("small.size", width=room, height=height))
        asked, *keys = prompt_rows(scene, desk, 200, 3)
        lines: list[Line] = [(Span(texts("small.title"), Ink.WARN), size), asked]
        if not scene.watching:
            # Before the keys, which may be known by heart: the cards of a decision are not.
            lines.append((Span(hand_text(self._game.view.hand, rising=scene.rising)),))
            lines.append(chosen_line(scene, desk, 60))
        lines += [*keys, *tutor_of(self.gouji).lines(scene)]
        parts = [part for line in lines for part in wrap(line, max(room, 1))]
        lines = [part for part in parts if any(span.text.strip() for span in part)]
        rows.show(tuple(fit(line, room) for line in lines[:height]) or (EMPTY,))

    def _draw_clock(self) -> None:
        deadline = self._game.table.deadline
        left = None if deadline is None else deadline - self.gouji.now()
        clock = self._rows("clock")
        clock.show(((Span(clock_text(left, self._game.table.reserve), Ink.TITLE),),))
        if self._ticking is not None:
            if deadline is None and not self._counting:
                self._ticking.pause()
            else:
                self._ticking.resume()

    @property
    def _counting(self) -> bool:
        """Whether the time of somebody lost runs down."""
        return any(one.presence is Presence.LOST and one.until is not None for one in self._game.table.people)

    def _tick(self) -> None:
        if self.too_small:
            return
        self._draw_clock()
        if self._counting and self.ready:
            scene = self._scene
            for name, relation in _RING.items():
                rows = self._rows(name)
                rows.show(seat_rows(scene, scene.seat_at(relation), rows.size.width))

    def press(self, key: Press) -> None:
        """Plays: the desk answers the key, the app sends the action."""
        game = self._game
        if key.name == "report" and game.table.link is not LinkState.UP:
            self.gouji.retry()
            return
        self._follow(game.key(key))

    def on_key(self, event: events.Key) -> None:
        """Takes letters for the line of chat while it is typed, else keys of the table."""
        # A key that is no letter hides the game also while a line is typed.
        named = self.gouji.settings.keymap.read(event.key, None).name
        if self._game.desk.question is not Question.SAY or named in {"leave", "boss"}:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        self._follow(self._game.letter(event.key, event.character))

    def on_paste(self, event: events.Paste) -> None:
        """Takes pasted text into the line of chat."""
        for letter in event.text if self._game.desk.question is Question.SAY else "":
            self._game.letter("", letter)
        self.draw()

    def _follow(self, step: Step) -> None:
        """Does what a key led to, and shows what it changed."""
        game = self._game
        if step.action is not None:
            self.gouji.send(step.action)
        if step.deed is not None:
            self.gouji.do(step.deed)
        if step.verdict is not None:
            self.gouji.judge(step.verdict)
        match step.wish:
            case Wish.HINT:
                game.hint()
            case Wish.TRICK | Wish.MEMORY:
                self._beside = Wish.LOG if self._beside is step.wish else step.wish
                self._back = 0
                self._draw_rule()
                self._draw_log()
            case Wish.SCORES:
                self.gouji.push_screen(ScorePage(game))
            case Wish.SORT:
                settings = self.gouji.settings
                self.gouji.choose(replace(settings, order="high" if settings.rising else "low"))
            case Wish.LOG_UP | Wish.LOG_DOWN:
                self._beside = Wish.LOG
                self._scroll(1 if step.wish is Wish.LOG_UP else -1)
            case Wish.NONE:
                pass
            case _:
                self.gouji.wish(step.wish)
        self._draw_own(self._scene) if not self.too_small else self.draw()

    def _scroll(self, way: int) -> None:
        rows = self._rows("log")
        page = max(1, rows.size.height - 1)
        most = max(0, self._game.log.total() - rows.size.height)
        self._back = max(0, min(self._back + way * page, most))
        self._draw_rule()
        self._draw_log()

    def unknown_wide(self) -> None:
        self._game.tell(Note("note.wide"))
        self._draw_own(self._scene)
