"""Starting to play: which of screen or lines it will be, and where the game is.

Everything that can be wrong before a game is found here and said in one line.
"""

from __future__ import annotations

import logging
from pathlib import Path

from gouji_tui.solo import SoloOptions
from gouji_tui.terminal import Terminal, look, prepare
from gouji_tui.texts import Texts, own_language, texts_in
from gouji_tui.visit import Plan

MIN_WIDTH, MIN_HEIGHT = 60, 20


def start_menu(lang: str | None, *, ascii_only: bool, plain: bool) -> tuple[int, str]:
    """Opens the menu; as lines there is none, so a game with five bots begins."""
    if plain:
        return _play(lang, Plan(solo=SoloOptions()), ascii_only=ascii_only, plain=True)
    return _play(lang, None, ascii_only=ascii_only, plain=False)


def start_play(
    lang: str | None,
    *,
    ascii_only: bool,
    plain: bool,
    solo: bool,
    connect: str | None,
    unix: Path | None,
    table: str,
    rules: str,
    seed: int | None,
    pace: float | None,
    window: float | None,
) -> tuple[int, str]:
    """Plays at a table; returns the exit code and what to say about it."""
    options = SoloOptions(seed, pace, window) if solo else None
    address = str(unix.absolute()) if unix is not None else connect or ""
    plan = Plan(solo=options, address=address, table=table, rules=rules)
    return _play(lang, plan, ascii_only=ascii_only, plain=plain)


def _play(lang: str | None, plan: Plan | None, *, ascii_only: bool, plain: bool) -> tuple[int, str]:
    texts = texts_in(lang or own_language())
    log_to_file()
    if plain and plan is not None:
        from gouji_tui.plain import play_plain

        return play_plain(plan, texts)
    terminal = look(ask=not ascii_only)
    objection = _unfit(terminal, texts)
    if objection:
        return 1, objection
    prepare(terminal)
    from gouji_tui.app import Look, run_app
    from gouji_tui.glyphs import ASCII, LINES

    glyphs = LINES if terminal.narrow and not ascii_only else ASCII
    return run_app(Look(texts.lang, glyphs), plan, mouse=False)


def _unfit(terminal: Terminal, texts: Texts) -> str:
    """Returns why no screen can be drawn here, empty if one can."""
    if not terminal.interactive:
        return texts("error.no_terminal")
    if terminal.dumb:
        return texts("error.dumb", term=terminal.term or "-")
    if 0 < terminal.width < MIN_WIDTH or 0 < terminal.height < MIN_HEIGHT:
        return texts("error.small", width=terminal.width, height=terminal.height)
    return ""


def log_to_file() -> Path | None:
    """Sends logging to a file, because the screen is drawn on stderr; returns the file."""
    from platformdirs import user_log_path

    root = logging.getLogger()
    if root.handlers:
        return None
    try:
        folder = user_log_path("gouji", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "gouji.log"
        handler: logging.Handler = logging.FileHandler(file, encoding="utf-8", delay=True)
    except OSError:
        # No place for a log is no reason not to play.
        root.addHandler(logging.NullHandler())
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    return file
