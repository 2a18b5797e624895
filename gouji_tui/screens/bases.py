"""Which screen lies at the bottom for each stage of a visit."""

from __future__ import annotations

from textual.screen import Screen

from gouji_tui.screens.base import Page
from gouji_tui.screens.hall import HallScreen
from gouji_tui.screens.lobby import LobbyScreen
from gouji_tui.screens.table import TableScreen
from gouji_tui.stage import Stage
from gouji_tui.visit import Visit


def base_of(visit: Visit, there: Screen[object]) -> Page | None:
    """Returns the screen to be shown in place of the one that is there, None if that is the right one."""
    match visit.stage:
        case Stage.HALL if not isinstance(there, HallScreen):
            return HallScreen()
        case Stage.WAIT if visit.lobby is not None and not isinstance(there, LobbyScreen):
            return LobbyScreen()
        case Stage.PLAY if visit.game is not None and not isinstance(there, TableScreen):
            return TableScreen(visit.game)
        case _:
            return None
