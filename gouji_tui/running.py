"""Running the app in a terminal: what comes before it, and what is left to do when its screen is gone."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from gouji_tui.app import GoujiApp
from gouji_tui.keyboard import forgive_bytes
from gouji_tui.look import Look
from gouji_tui.plan import Plan

if TYPE_CHECKING:
    from gouji_tui.replay.film import Film


def run_app(look: Look, plan: Plan | None, *, mouse: bool, film: Film | None = None) -> tuple[int, str]:
    """Runs the app; returns the exit code and what to say about it on stderr."""
    forgive_bytes()
    app = GoujiApp(look, plan, film)
    code = app.run(mouse=mouse)
    if app.alert is not None:
        # The screen is gone by now, however it ended; the window still has our title.
        app.alert.give_back(sys.stderr)
    return (app.return_code or 0 if code is None else code), app.failure
