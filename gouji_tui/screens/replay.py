"""The replay: a record step by step, all six hands open, the clause of each step one key away."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from gouji_tui.cells import Ink, Line, Span, bar, fit, width
from gouji_tui.keys import Press
from gouji_tui.presenter.centre import centre_rows, heading
from gouji_tui.replay.film import Film
from gouji_tui.replay.story import Story
from gouji_tui.screens.base import Page
from gouji_tui.screens.rules import RulesPage
from gouji_tui.texts import Texts
from gouji_tui.widgets.rows import Rows


class ReplayScreen(Page):
    """Shows one film and takes the keys that move through it."""

    VERTICAL_BREAKPOINTS = [(0, "-flat"), (20, "-low")]  # noqa: RUF012 - Textual declares it so
    CSS = """
    ReplayScreen { layout: vertical; }
    #rhead, #rwhere, #rstep, #rfoot { height: 1; }
    #rhands { height: 12; } #rcentre { height: 3; } #rlog { height: 1fr; }
    ReplayScreen.-flat #rhands { height: 1fr; }
    ReplayScreen.-flat #rcentre, ReplayScreen.-flat #rlog { display: none; }
    """

    def __init__(self, film: Film) -> None:
        super().__init__()
        self._film = film
        self._story: Story | None = None
        self._told: tuple[Texts, bool] | None = None
        self.at = 0
        self._typed: str | None = None
        self._note = ""

    def compose(self) -> ComposeResult:
        yield Rows(id="rhead")
        yield Rows(id="rhands")
        yield Rows(id="rcentre")
        yield Rows(id="rwhere")
        yield Rows(id="rlog")
        yield Rows(id="rstep")
        yield Rows(id="rfoot")

    @property
    def story(self) -> Story:
        """The film as it is told in the language spoken now, the hands as they lie."""
        texts, rising = self.gouji.texts, self.gouji.settings.rising
        if self._story is None or self._told != (texts, rising):
            self._story, self._told = Story(self._film, texts, rising=rising), (texts, rising)
        return self._story

    def draw(self) -> None:
        if not self.ready:
            return
        story, state = self.story, self._film.moments[self.at].state
        scene = story.scene(state)
        room = self.size.width
        self._rows("rhead").show((heading(scene, room),))
        self._rows("rhands").show(story.hand_rows(state, room))
        self._rows("rcentre").show(centre_rows(scene, room))
        rule = self.gouji.glyphs.rule
        where = f"{rule * 2} {story.where(self.at)} "
        self._rows("rwhere").show(((Span(where + rule * (room - width(where)), Ink.DIM),),))
        log = self._rows("rlog")
        before = max(self.at - 1, 0)
        log.show(story.log_rows(before, room - 1, log.size.height))
        self._rows("rstep").show((fit((Span("> ", Ink.KEY), *story.step_line(self.at)), room),))
        self._rows("rfoot").show((self._foot(room),))

    def _rows(self, name: str) -> Rows:
        return self.query_one(f"#{name}", Rows)

    def _foot(self, room: int) -> Line:
        texts = self.gouji.texts
        if self._typed is not None:
            return bar(texts("replay.go_to", typed=self._typed), room)
        if self._note:
            return bar(self._note, room, Ink.WARN)
        keys = texts("replay.keys")
        return bar(keys if width(keys) < room else texts("replay.keys_short"), room)

    def on_key(self, event: events.Key) -> None:
        """Takes the keys of a film that are no keys of the table, and digits while a trick is asked for."""
        typed = event.character or ""
        if self._typed is not None and typed.isascii() and typed.isdigit():
            self._typed = (self._typed + typed)[:4]
        elif self._typed is None and (event.key in _MOVES or typed in _MOVES):
            self._move(_MOVES.get(event.key) or _MOVES[typed])
        else:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        self.draw()

    def press(self, key: Press) -> None:
        if self._typed is not None and key.name not in {"leave", "language"}:
            self._asked(key)
        else:
            match key.name:
                case "back":
                    self.gouji.close_replay()
                    return
                case "leave":
                    self.gouji.close_replay()
                    self.gouji.ask_to_leave()
                    return
                case "rules":
                    clause = self.story.clause(self.at)
                    self.gouji.push_screen(RulesPage(None, self._film.record.rules, clause))
                    return
                case "language":
                    self.gouji.switch_language()
                case "right" | "fewer" | "enter" | "next_answer":
                    self._move("forward")
                case "left" | "more" | "previous_answer" | "undo":
                    self._move("back")
                case "log_down":
                    self._move("next_trick")
                case "log_up":
                    self._move("previous_trick")
                case _:
                    return
        self.draw()

    def _asked(self, key: Press) -> None:
        """Answers a key while the number of a trick is asked for."""
        typed = self._typed or ""
        match key.name:
            case "enter":
                self._typed = None
                there = self._film.trick(self.at, int(typed)) if typed else self.at
                if there is None:
                    self._note = self.gouji.texts("replay.no_trick", number=typed)
                else:
                    self.at = there
            case "back":
                self._typed = None
            case "undo":
                self._typed = typed[:-1]
            case _:
                pass

    def _move(self, way: str) -> None:
        film = self._film
        self._note = ""
        match way:
            case "forward":
                self.at = min(self.at + 1, film.last)
            case "back":
                self.at = max(self.at - 1, 0)
            case "next_trick":
                self.at = film.next_trick(self.at)
            case "previous_trick":
                self.at = film.previous_trick(self.at)
            case "next_round":
                self.at = film.next_round(self.at)
            case "previous_round":
                self.at = film.previous_round(self.at)
            case "start":
                self.at = 0
            case "end":
                self.at = film.last
            case _:
                self._typed = ""


_MOVES = {
    "[": "previous_round",
    "]": "next_round",
    "home": "start",
    "end": "end",
    "space": "forward",
    "g": "ask",
    "G": "ask",
}
"""The keys that a film has and the table has not, by name or by what they type."""
