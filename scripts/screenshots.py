"""Plays a real round against five bots and saves what the screen shows, in both languages, as SVG."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

from textual.pilot import Pilot

from gouji_tui.app import GoujiApp
from gouji_tui.game import Game
from gouji_tui.glyphs import LINES
from gouji_tui.look import Look
from gouji_tui.plan import Plan, SoloOptions
from gouji_tui.screens.pages import ScorePage

DOCS = Path(__file__).parents[1] / "docs"
NAMES = {"en": "player", "zh": "玩家"}
WAIT = 0.05
TURNS, MARKS = 8, 4
"""The table is taken at the first answer after so many decisions, when so much was done in the trick."""
WEB_FONT = re.compile(r',\s*url\("[^"]*"\) format\("[^"]*"\)')
"""Where Textual has a picture fetch its font; a document fetches nothing, it takes the font that is there."""


def good_moment(game: Game, turns: int) -> bool:
    """Tells whether enough lies on the table to be worth a picture."""
    trick = game.view.public.trick
    return turns >= TURNS and trick is not None and len(trick.marks) >= MARKS and bool(game.moves.combos)


async def picture(lang: str) -> None:
    """Plays a round by the hints and saves the table and the places."""
    os.environ["LOGNAME"] = NAMES[lang]
    plan = Plan(solo=SoloOptions(seed=20, pace=0, window=0), rules="online+rounds=1")
    app = GoujiApp(Look(lang, LINES), plan)
    async with app.run_test(size=(80, 24)) as pilot:
        turns, taken = 0, False
        while not isinstance(app.screen, ScorePage):
            game = app.visit.game if app.visit is not None else None
            if game is None or not game.moves.waited or game.desk.sent == game.view.public.pending.id:
                await pilot.pause(WAIT)
                continue
            await pilot.press("h")
            turns += 1
            if not taken and good_moment(game, turns):
                taken = True
                save(app, f"table-{lang}.svg")
            await pilot.press("enter")
        await end(app, pilot, lang)


async def end(app: GoujiApp, pilot: Pilot[int], lang: str) -> None:
    """Saves the place table and leaves."""
    await pilot.pause(WAIT)
    save(app, f"places-{lang}.svg")
    app.leave()
    await app.workers.wait_for_complete()


def save(app: GoujiApp, name: str) -> None:
    """Saves what the screen shows now."""
    drawn = WEB_FONT.sub("", app.export_screenshot(title="gouji play --solo"))
    (DOCS / name).write_text(drawn, encoding="utf-8")
    sys.stderr.write(f"screenshots: docs/{name}\n")


if __name__ == "__main__":
    for language in NAMES:
        asyncio.run(picture(language))
