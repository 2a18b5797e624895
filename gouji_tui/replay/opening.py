"""Opening a replay in the app: of the game that is played, or of a record by its file or id."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gouji_client import DisconnectedError, RequestFailedError
from gouji_tui.desk import Note
from gouji_tui.replay.film import RecordError, film_from, film_of
from gouji_tui.replay.finding import find_record
from gouji_tui.screens.replay import ReplayScreen

if TYPE_CHECKING:
    from gouji_tui.app import GoujiApp


async def open_game(app: GoujiApp) -> None:
    """Shows the rounds of this game that are over, as the server recorded them, or tells why it cannot."""
    visit = app.visit
    if visit is None or visit.game is None:
        return
    try:
        text = await visit.record()
        film = await asyncio.to_thread(film_from, text, visit.code, app.texts)
    except (RequestFailedError, DisconnectedError) as error:
        visit.game.tell(Note("note.failed", (("code", error.code),)))
    except RecordError as error:
        visit.game.tell(Note("note.no_replay", (("reason", str(error)),)))
    else:
        if film.last:
            app.push_screen(ReplayScreen(film))
            return
        # What there is of a record before the first round is over tells only who plays.
        visit.game.tell(Note("note.failed", (("code", "no_record"),)))
    app.show_note()


async def open_record(app: GoujiApp, name: str, told: Callable[[str], None]) -> None:
    """Shows a record by its file or id; ``told`` gets why there is none."""
    try:
        record = await find_record(name, "", app.texts)
        film = await asyncio.to_thread(film_of, record, Path(name), app.texts)
    except RecordError as error:
        told(str(error))
    else:
        app.push_screen(ReplayScreen(film))
