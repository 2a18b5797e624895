"""A screen for when somebody looks over one's shoulder: a shell that waits. Any key goes back."""

from __future__ import annotations

import getpass
import socket
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult

from gouji_tui.cells import Ink, Span
from gouji_tui.keys import Press
from gouji_tui.screens.base import Page
from gouji_tui.widgets.rows import Rows

if TYPE_CHECKING:
    from gouji_tui.app import GoujiApp


def shell_prompt() -> str:
    """Returns the prompt of a shell of this account on this machine."""
    try:
        who = getpass.getuser()
    except (OSError, KeyError):
        who = "user"
    return f"{who}@{socket.gethostname().partition('.')[0]}:~$ "


def hide(app: GoujiApp) -> None:
    """Shows a shell that waits, and lets nothing else come up until a key."""
    app.hidden = True
    if app.alert is not None:
        app.alert.rest()
    app.push_screen(BossScreen())


class BossScreen(Page):
    """Shows nothing of a game; what happens meanwhile is shown after a key."""

    def compose(self) -> ComposeResult:
        yield Rows(id="shell")

    def draw(self) -> None:
        if self.ready:
            self.query_one("#shell", Rows).show(((Span(shell_prompt()), Span(" ", Ink.CURSOR)),))

    def on_key(self, event: events.Key) -> None:
        """Takes any key for the wish to go back."""
        event.stop()
        event.prevent_default()
        self._back()

    def press(self, key: Press) -> None:
        """Goes back by the keys too that the app has for itself."""
        self._back()

    def _back(self) -> None:
        app = self.gouji
        app.hidden = False
        self.dismiss()
        app.call_after_refresh(app.changed)
