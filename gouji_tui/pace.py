"""The key for the pace: in a game alone bots are quicker or slower at once, which the prompt tells."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gouji_tui.desk import Note

if TYPE_CHECKING:
    from gouji_tui.app import GoujiApp


def hurry(app: GoujiApp) -> None:
    """Goes on to the next pace of the bots, and tells it; at a server that is not ours to do."""
    visit = app.visit
    if visit is None or visit.game is None:
        return
    if visit.plan.solo is None:
        visit.game.tell(Note("note.pace_server"))
        return
    app.choose(replace(app.settings, pace=app.settings.next_pace))
    visit.game.tell(Note(f"note.pace_{app.settings.pace}"))
