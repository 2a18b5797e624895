"""Pages that fill the screen for a while: the help, the whole log and the place table."""

from __future__ import annotations

from dataclasses import replace

from textual.app import ComposeResult

from gouji_core.cards import Cards
from gouji_tui.cells import EMPTY, Ink, Line, Span, bar, pad, wrap
from gouji_tui.game import Game
from gouji_tui.keys import ACTIONS, Press
from gouji_tui.presenter.log import Entry
from gouji_tui.presenter.scene import Scene
from gouji_tui.presenter.scores import score_rows
from gouji_tui.presenter.sieve import Sieve
from gouji_tui.screens.base import Page
from gouji_tui.texts import Texts
from gouji_tui.widgets.rows import Rows


class ScrollPage(Page):
    """Shows more rows than fit, from a first one on; PgUp and PgDn scroll."""

    CSS = """
    ScrollPage { layout: vertical; }
    #body { height: 1fr; } #foot { height: 1; }
    """

    closes = frozenset({"back", "help", "log", "enter"})
    foot = "help.keys"

    def __init__(self, game: Game | None = None) -> None:
        super().__init__()
        self._game = game
        self._first: int | None = None

    @property
    def texts(self) -> Texts:
        """The catalogue of the language spoken now."""
        return self.gouji.texts

    def compose(self) -> ComposeResult:
        yield Rows(id="body")
        yield Rows(id="foot")

    def content(self, room: int) -> tuple[Line, ...]:
        """Returns all rows."""
        raise NotImplementedError

    def draw(self) -> None:
        if not self.ready:
            return
        body, foot = self.query_one("#body", Rows), self.query_one("#foot", Rows)
        rows = self.content(max(body.size.width - 1, 1))
        last = max(0, len(rows) - body.size.height)
        first = last if self._first is None and self.from_end else min(self._first or 0, last)
        self._first = first
        body.show(rows[first : first + body.size.height])
        foot.show((self.foot_line(self.texts(self.foot), foot.size.width),))

    from_end = False

    def press(self, key: Press) -> None:
        page = max(1, self.query_one("#body", Rows).size.height - 1)
        match key.name:
            case "log_up" | "more":
                self._first = max(0, (self._first or 0) - (page if key.name == "log_up" else 1))
            case "log_down" | "fewer":
                self._first = (self._first or 0) + (page if key.name == "log_down" else 1)
            case "language":
                self.gouji.switch_language()
            case "leave":
                self.dismiss()
                self.gouji.ask_to_leave()
                return
            case name if name in self.closes:
                self.dismiss()
                return
            case _:
                return
        self.draw()


class HelpPage(ScrollPage):
    """Shows every key and the game in short; the rule book is one key further."""

    def press(self, key: Press) -> None:
        if key.name == "rules":
            self.dismiss()
            self.gouji.open_rules()
            return
        super().press(key)

    def content(self, room: int) -> tuple[Line, ...]:
        game = self._game
        return help_rows(self.texts, room, memory=game is None or game.table.memory)


class LogPage(ScrollPage):
    """Shows the whole log, a line for each event with its clause; the rule book opens at the line marked."""

    foot = "logpage.keys"
    closes = frozenset({"back", "log"})

    def __init__(self, game: Game | None) -> None:
        super().__init__(game)
        self._back = 0
        """How far the line marked is from the newest."""
        self._sieve = Sieve.ALL

    @property
    def _entries(self) -> tuple[Entry, ...]:
        """What was told and is wanted, the newest first."""
        told = self._game.told() if self._game is not None else ()
        return tuple(filter(self._sieve.lets, told))

    def draw(self) -> None:
        if not self.ready:
            return
        body = self.query_one("#body", Rows)
        entries = self._entries
        self._back = max(0, min(self._back, len(entries) - 1))
        room, height = max(body.size.width - 3, 1), body.size.height
        rows: list[Line] = []
        first = last = 0
        for back, entry in reversed(tuple(enumerate(entries))):
            clause = (Span(f" {entry.clause}", Ink.DIM),) if entry.clause else ()
            mark = Span("> ", Ink.KEY) if back == self._back else Span("  ")
            first = len(rows) if back == self._back else first
            lines = wrap((*entry.line, *clause), room)
            rows += [(mark if number == 0 else Span("  "), *line) for number, line in enumerate(lines)]
            last = len(rows) if back == self._back else last
        if not entries:
            rows.append((Span(self.texts("logpage.none"), Ink.DIM),))
        # The line marked stays on the screen, and the screen stays where it is as long as that is so.
        start = len(rows) if self._first is None else self._first
        start = max(0, min(max(start, last - height), first, len(rows) - height))
        self._first = None if self._back == 0 else start
        body.show(tuple(rows[start : start + height]))
        foot = self.query_one("#foot", Rows)
        keys = self.texts(self.foot, shown=self.texts(f"logpage.{self._sieve}"))
        foot.show((self.foot_line(keys, foot.size.width),))

    def press(self, key: Press) -> None:
        page = max(1, self.query_one("#body", Rows).size.height - 1)
        match key.name:
            case "next_answer" | "previous_answer":
                self._sieve = self._sieve.beside(1 if key.name == "next_answer" else -1)
                self._back, self._first = 0, None
            case "more" | "log_up":
                self._back += 1 if key.name == "more" else page
            case "fewer" | "log_down":
                self._back -= 1 if key.name == "fewer" else page
            case "rules":
                entries = self._entries
                self.gouji.open_rules(entries[self._back].clause if self._back < len(entries) else "")
                return
            case _:
                super().press(key)
                return
        self.draw()


class ScorePage(ScrollPage):
    """Shows the place table; a key goes on to the next round, or ends the game."""

    CSS = """
    ScorePage { layout: vertical; }
    #body { height: 1fr; margin: 1 2; } #foot { height: 1; }
    """
    foot = "score.continue"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._ended = game
        self._end: tuple[Scene, tuple[Cards, ...]] | None = None
        """The round that is over and the hands that were left, also once the next one has begun."""

    def content(self, room: int) -> tuple[Line, ...]:
        game = self._ended
        if game.scored or self._end is None:
            self._end = game.scene, game.hands
        scene, hands = self._end
        return score_rows(replace(scene, texts=self.texts), hands, room)

    @property
    def _keys(self) -> str:
        """What the keys do: who still reads may be waited for at the table by now."""
        game, key = self._ended, self.texts.key("enter")
        if game.scored:
            return self.texts("score.continue", key=key, replay=self.texts.key("replay"))
        return self.texts("score.asked" if game.moves.waited else "score.begun", key=key)

    def draw(self) -> None:
        super().draw()
        if self.ready:
            foot = self.query_one("#foot", Rows)
            text = self._keys
            body = self.query_one("#body", Rows)
            if (self._first or 0) + body.size.height < len(self.content(max(body.size.width - 1, 1))):
                text = f"{text} {self.texts('score.more', key=self.texts.key('log_down'))}"
            foot.show((bar(text, foot.size.width),))

    def press(self, key: Press) -> None:
        if key.name in {"enter", "more", "back"}:
            self.dismiss()
            self.gouji.scores_read()
            return
        if key.name == "replay":
            self.gouji.replay_game()
            return
        if key.name in {"log_up", "log_down", "language", "leave", "fewer"}:
            super().press(key)


def help_rows(texts: Texts, room: int, *, memory: bool = True) -> tuple[Line, ...]:
    """Returns the rows of the help: keys first, without that of ``memory`` where it is off, then the game."""
    rows: list[Line] = [(Span(texts("help.title"), Ink.TITLE),), EMPTY]

    def row(keys: str, text: str) -> None:
        label = Span(pad("  " + keys, 26), Ink.KEY)
        lines = wrap((Span(text),), max(room - 26, 10))
        rows.append((label, *lines[0]))
        rows.extend((Span(" " * 26), *line) for line in lines[1:])

    row(texts("help.ranks"), texts("help.ranks_text"))
    row(texts("help.jokers"), texts("help.jokers_text"))
    for action in ACTIONS:
        if memory or action.name != "memory":
            row(texts.key(action.name), texts(f"help.{action.name}"))
    rows += [EMPTY, (Span(texts("help.game"), Ink.TITLE),)]
    for number in range(1, 6):
        rows += wrap((Span(texts(f"help.game_{number}")),), room)
    return tuple(rows)
