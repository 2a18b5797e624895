"""What follows at once when somebody chooses other settings, wherever in the app that is done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gouji_tui.glyphs import ASCII, LINES
from gouji_tui.plan import Plan
from gouji_tui.settings import Settings, write_settings

if TYPE_CHECKING:
    from gouji_tui.app import GoujiApp


def adopt(app: GoujiApp, settings: Settings) -> None:
    """Takes other settings for the app and all its screens, and keeps them."""
    old, app.settings = app.settings, settings
    if settings.glyphs != old.glyphs:
        app.glyphs = {"ascii": ASCII, "lines": LINES}.get(settings.glyphs, app.look.glyphs)
        for screen in app.screen_stack:
            screen.set_class(app.glyphs is LINES, "-lines")
    if (settings.glyphs, settings.colours) != (old.glyphs, old.colours):
        # Rows that say the same as before are painted anew, also those that a page lies over.
        for screen in app.screen_stack:
            screen.query("*").refresh()
    if app.visit is not None and app.visit.game is not None:
        app.visit.game.heed(settings)
    if settings.pace != old.pace and app.visit is not None and app.visit.plan.solo is not None:
        app.visit.plan.solo.tempo.take(settings.seconds)
    if (settings.lang, settings.keymap) != (old.lang, old.keymap):
        app.speak(settings.language if settings.lang != old.lang else app.texts.lang)
    file = app.look.chosen.file
    app.trouble = write_settings(file, settings) if file is not None else None


def paced(plan: Plan, settings: Settings) -> Plan:
    """Returns a plan in which bots take as long as was chosen, where an option does not say how long."""
    if plan.solo is None or plan.solo.pace is not None:
        return plan
    return replace(plan, solo=replace(plan.solo, pace=settings.seconds))
