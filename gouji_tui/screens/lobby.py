"""The lobby: a table that waits for its people, with what each of them may do about it."""

from __future__ import annotations

from dataclasses import replace

from textual import events
from textual.app import ComposeResult

from gouji_tui.cells import EMPTY
from gouji_tui.deeds import Deed, Do
from gouji_tui.keys import Press
from gouji_tui.lobby import Asking, Lobby, LobbyStep, key_name, press
from gouji_tui.presenter.lobby import FOOT, key_rows, lobby_rows
from gouji_tui.screens.base import Page
from gouji_tui.screens.boss import hide
from gouji_tui.screens.pages import ScorePage
from gouji_tui.screens.terms import TermsPage
from gouji_tui.talk import type_letter
from gouji_tui.widgets.rows import Rows


class LobbyScreen(Page):
    """Shows a table while it waits and takes the keys that arrange it."""

    CSS = """
    LobbyScreen { layout: vertical; }
    #lobby { height: 1fr; } #lobbyfoot { height: 3; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._desk: Lobby = Lobby()

    def compose(self) -> ComposeResult:
        yield Rows(id="lobby")
        yield Rows(id="lobbyfoot")

    def draw(self) -> None:
        visit = self.gouji.visit
        state = visit.lobby if visit is not None else None
        if not self.ready or visit is None or state is None:
            return
        scored = visit.game is not None and visit.game.scored
        self._desk = replace(self._desk, scored=scored)
        if visit.note is not None:
            self._desk, visit.note = replace(self._desk, note=visit.note), None
        body, foot = self.query_one("#lobby", Rows), self.query_one("#lobbyfoot", Rows)
        texts = self.gouji.texts
        body.show(
            lobby_rows(
                texts,
                state,
                self._desk,
                tuple(visit.sitting.talk),
                visit.around.evening,
                where=visit.where,
                room=body.size.width,
                height=body.size.height,
            )
        )
        rows = key_rows(texts, state, self._desk, foot.size.width)
        foot.show((*rows, *(EMPTY,) * FOOT)[:FOOT])

    def on_key(self, event: events.Key) -> None:
        """Takes letters for the chat while it is typed, else keys of the lobby."""
        event.stop()
        event.prevent_default()
        visit = self.gouji.visit
        if visit is None or visit.lobby is None:
            return
        typing = self._desk.asking is Asking.CHAT
        # A key that is no letter hides the game also while a line is typed.
        if self.gouji.settings.keymap.read(event.key, None if typing else event.character).name == "boss":
            hide(self.gouji)
            return
        if typing:
            self._type(event.key, event.character)
        else:
            self._take(press(self._desk, visit.lobby, key_name(event.key, event.character)))
        self.draw()

    def press(self, key: Press) -> None:
        """Takes what the app has a key of its own for: to leave, or to drop what is asked."""
        visit = self.gouji.visit
        if key.name == "leave" and visit is not None and visit.lobby is not None:
            self._take(press(self._desk, visit.lobby, "ctrl+q"))
            self.draw()

    def on_paste(self, event: events.Paste) -> None:
        """Takes pasted text into the line of chat."""
        if self._desk.asking is Asking.CHAT:
            for letter in event.text:
                self._type("", letter)
            self.draw()

    def _type(self, key: str, character: str | None) -> None:
        desk = self._desk
        typed, done = type_letter(desk.typed, key, character)
        self._desk = replace(desk, typed=typed)
        if done is not None:
            self._desk = replace(desk, typed="", asking=Asking.NONE)
            if done and self.gouji.visit is not None:
                self.gouji.visit.do(Deed(Do.CHAT, text=done))

    def _take(self, step: LobbyStep) -> None:
        self._desk = step.desk
        visit = self.gouji.visit
        if visit is None:
            return
        if step.deed is not None:
            visit.do(step.deed)
        if step.start:
            visit.begin()
        match step.wish:
            case "rules":
                self.gouji.push_screen(TermsPage())
            case "language":
                self.gouji.switch_language()
            case "scores" if visit.game is not None:
                self.gouji.push_screen(ScorePage(visit.game))
            case "leave":
                self.gouji.leave()
            case _:
                pass
