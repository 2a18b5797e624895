"""Passing by itself, for who wishes so: only where nothing else could be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gouji_core.actions import Act, Action, Pass
from gouji_tui.game import Game
from gouji_tui.settings import Settings
from gouji_tui.table import LinkState


class AutoPass:
    """Passes once for each decision that leaves nothing else; ``send`` sends it to the table."""

    def __init__(self, send: Callable[[Action], object]) -> None:
        self._send = send
        self._game: Game | None = None
        self._passed = 0
        """The decision last passed in it: what the table objects to is left to the person."""

    def attend(self, game: Game, settings: Settings) -> bool:
        """Looks whether there is such a decision now; returns whether it was passed."""
        if game is not self._game:
            self._game, self._passed = game, 0
        pending, moves = game.view.public.pending.id, game.moves
        forced = moves.waited and moves.acts == (Act.PASS,)
        new = pending not in (self._passed, game.desk.sent)
        if settings.autopass != "on" or not (forced and new) or game.table.link is not LinkState.UP:
            return False
        # An act of one's own would take the seat back from the bot that plays it.
        if game.scene.auto:
            return False
        self._passed = pending
        game.desk = replace(game.desk, sent=pending, note=None)
        self._send(Pass())
        return True
