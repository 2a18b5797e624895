"""What all screens share: they take keys as the registry reads them and hold no focus."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual import events
from textual.screen import Screen

from gouji_tui.cells import Ink, Line, Span, keys_bar, width
from gouji_tui.glyphs import LINES
from gouji_tui.keys import Press, is_wide

if TYPE_CHECKING:
    from gouji_tui.app import GoujiApp


class Page(Screen[None]):
    """Is a screen that answers keys by ``press`` and draws itself anew by ``draw``."""

    AUTO_FOCUS = ""
    _mounted = False

    @property
    def ready(self) -> bool:
        """Whether the widgets are there to draw on, and are what is shown."""
        return self._mounted and self.is_current

    @property
    def gouji(self) -> GoujiApp:
        """The app as what it is."""
        return cast("GoujiApp", self.app)

    def on_mount(self) -> None:
        self.set_class(self.gouji.glyphs is LINES, "-lines")
        self._mounted = True
        self.call_after_refresh(self.draw)

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self.draw)

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.draw)

    async def on_event(self, event: events.Event) -> None:
        """Passes a key on to the screen that is shown, where this one has closed since it was typed."""
        screens = self.gouji.screen_stack
        if isinstance(event, events.Key) and screens and screens[-1] is not self:
            screens[-1].post_message(events.Key(event.key, event.character))
        else:
            await super().on_event(event)

    def on_key(self, event: events.Key) -> None:
        """Reads a key by the registry; nothing of Textual's own bindings is used."""
        event.stop()
        event.prevent_default()
        key = self.gouji.settings.keymap.read(event.key, event.character)
        if key == Press() and is_wide(event.character):
            self.unknown_wide()
            return
        if key.name == "boss":
            from gouji_tui.screens.boss import hide

            hide(self.gouji)
            return
        self.press(key)

    def hides(self, event: events.Key) -> bool:
        """Tells whether a key hides the game also where letters are typed, since it is none."""
        return self.gouji.settings.keymap.read(event.key, None).name == "boss"

    def press(self, key: Press) -> None:
        """Does what a key does on this screen."""

    def foot_line(self, text: str, room: int) -> Line:
        """Returns the last row of a page: its keys, behind the word that there is something to do below."""
        visit = self.gouji.visit
        game = visit.game if visit is not None else None
        if game is None or not (game.waits_for_me or game.ends_unread):
            return keys_bar(text, room)
        word = "turn.you" if game.waits_for_me else "turn.scored"
        turn = Span(self.gouji.texts(word), Ink.TURN)
        return turn, *keys_bar(text, max(room - width(turn.text), 0))

    def unknown_wide(self) -> None:
        """Takes a letter that only an input method makes and that is no key."""

    def draw(self) -> None:
        """Shows everything as it now is."""
