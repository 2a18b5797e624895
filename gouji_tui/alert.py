"""How one is called to one's turn: the bell of the terminal, and the title of its window.

The title the window had is put aside by the terminal itself and comes back at the end.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TextIO

from gouji_tui.game import Game
from gouji_tui.settings import Settings

BELL = "\a"
KEEP_TITLE, GIVE_BACK_TITLE = "\x1b[22;2t", "\x1b[23;2t"
NO_TITLE = frozenset({"", "linux", "dumb"})
"""The terminals that have none and might print it."""


class Alert:
    """Calls once for each decision; ``write`` sends to the terminal."""

    def __init__(self, write: Callable[[str], object], term: str | None = None) -> None:
        self._write = write
        self._titled = (os.environ.get("TERM", "") if term is None else term) not in NO_TITLE
        self._called = 0
        self._title = ""

    def attend(self, game: Game | None, settings: Settings, *, alone: bool) -> None:
        """Looks whether a decision is mine that was not before; away from all games there is none."""
        if game is None:
            self._called = 0
            self.rest()
            return
        pending = game.view.public.pending.id
        mine = game.moves.waited and game.desk.sent != pending
        if mine and pending != self._called:
            self._called = pending
            if settings.rings(alone=alone):
                self._write(BELL)
        if settings.title == "off" or not self._titled:
            self.rest()
            return
        # A mark and no words: it is sent with what the others did, and each byte of that counts.
        title = ("*" if mine else "") + game.texts("app.name")
        if title != self._title:
            self._write((KEEP_TITLE if not self._title else "") + f"\x1b]2;{title}\a")
            self._title = title

    def give_back(self, terminal: TextIO) -> None:
        """Gives the title back when the app cannot write any more."""
        self._write = terminal.write
        self.rest()
        terminal.flush()

    def rest(self) -> None:
        """Gives the window its own title back."""
        if self._title:
            self._title = ""
            self._write(GIVE_BACK_TITLE)
