"""Starting to play or to watch: which of screen or lines it will be, and where the game is.

Everything that can be wrong before is found here and said in one line. What a screen needs is imported
only when there will be one.
"""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from gouji_tui.adopting import paced
from gouji_tui.door import OPEN, Door
from gouji_tui.look import UNCHOSEN, Chosen, Look, glyphs_for, own_choice, speak
from gouji_tui.plan import Plan, SoloOptions
from gouji_tui.printing import printed
from gouji_tui.terminal import Terminal, look, prepare
from gouji_tui.texts import Texts, own_language, texts_in

if TYPE_CHECKING:
    from gouji_tui.replay.film import Film

MIN_WIDTH, MIN_HEIGHT = 60, 20
PLAY_PLAIN = "gouji --plain play --solo"
PLAIN_BY_SSH = "ssh -T"


def start_menu(lang: str | None, *, ascii_only: bool, plain: bool) -> tuple[int, str]:
    """Opens the menu; as lines there is none, so a game with five bots begins."""
    return start_play(lang, Plan(solo=SoloOptions()) if plain else None, ascii_only=ascii_only, plain=plain)


def start_play(lang: str | None, plan: Plan | None, *, ascii_only: bool, plain: bool) -> tuple[int, str]:
    """Plays at a table, without a plan by the menu; returns the exit code and what to say about it."""
    # An account that people share by SSH is nobody's, so nobody has chosen anything for it.
    chosen = UNCHOSEN if plan is not None and plan.by_ssh else own_choice()
    texts = speak(lang, chosen)
    log_to_file()
    if plain and plan is not None:
        from gouji_tui.teletype import play_plain

        return play_plain(paced(plan, chosen.settings), texts, chosen)
    command = PLAIN_BY_SSH if plan is not None and plan.by_ssh else PLAY_PLAIN
    return _on_screen(texts, plan, ascii_only=ascii_only, command=command, chosen=chosen)


def start_call(unix: Path, person: str, players: Path | None, lang: str | None) -> tuple[int, str]:
    """Plays with somebody who came by SSH, in ``lang`` unless they ask for another language.

    Returns the exit code and what to say about it.
    """
    from gouji_tui.caller import Asked, CallerError, asked_for, player_of

    asked = Asked()
    try:
        asked = asked_for(os.environ)
        if players is not None:
            person = player_of(os.environ, players)
    except CallerError as error:
        return 1, texts_in(asked.lang or lang or own_language())(error.code, what=error.what)
    plan = Plan(address=str(unix.absolute()), table=asked.table, person=person, by_ssh=True)
    terminal = look()
    plain = asked.plain or terminal.dumb or not terminal.interactive
    return start_play(asked.lang or lang, plan, ascii_only=asked.ascii_only, plain=plain)


def start_replay(
    name: str,
    lang: str | None,
    *,
    ascii_only: bool,
    plain: bool,
    verify: bool,
    server: str = "",
    door: Door = OPEN,
) -> tuple[int, str]:
    """Replays or checks a record, a file or a game by its id; returns the exit code and what to say."""
    import asyncio

    from gouji_tui.replay.film import STDIN, RecordError, film_of, named
    from gouji_tui.replay.finding import find_record

    chosen = own_choice()
    texts = speak(lang, chosen)
    log_to_file()
    file = Path(name)
    try:
        record = asyncio.run(find_record(name, server, texts, door))
        if verify:
            from gouji_tui.replay.lines import verify as checked

            lines, wrong = checked(record, file, texts)
            printed(lines)
            return (1, texts("replay.broken", file=named(file), count=wrong)) if wrong else (0, "")
        film = film_of(record, file, texts)
    except RecordError as error:
        return 1, str(error)
    if plain:
        from gouji_tui.replay.lines import tell

        return (0 if printed(tell(film, texts, rising=chosen.settings.rising)) else 1), ""
    if file == STDIN:
        _keys_from_terminal()
    place = f" {'--unix' if '/' in server else '--connect'} {server}" if server else ""
    command = f"gouji replay --plain{place} {name}"
    return _on_screen(texts, None, ascii_only=ascii_only, command=command, chosen=chosen, film=film)


def _keys_from_terminal() -> None:
    """Reads keys from the terminal, after standard input brought the record."""
    with suppress(OSError):
        terminal = os.open("/dev/tty", os.O_RDONLY)
        os.dup2(terminal, sys.stdin.fileno())
        os.close(terminal)


def _on_screen(
    texts: Texts,
    plan: Plan | None,
    *,
    ascii_only: bool,
    command: str,
    chosen: Chosen,
    film: Film | None = None,
) -> tuple[int, str]:
    terminal = look(ask=not ascii_only and chosen.settings.glyphs == "auto")
    objection = _unfit(terminal, texts, command)
    if objection:
        return 1, objection
    prepare(terminal, plain_keys=chosen.settings.keyboard == "plain")
    from gouji_tui.running import run_app

    glyphs = glyphs_for(terminal, chosen.settings, ascii_only=ascii_only)
    how = Look(texts.lang, glyphs, chosen, terminal)
    return run_app(how, plan, mouse=False, film=film)


def _unfit(terminal: Terminal, texts: Texts, command: str) -> str:
    """Returns why no screen can be drawn here and what to use instead, empty if one can."""
    if not terminal.interactive:
        return texts("error.no_terminal", command=command)
    if terminal.dumb:
        return texts("error.dumb", term=terminal.term or "-", command=command)
    if 0 < terminal.width < MIN_WIDTH or 0 < terminal.height < MIN_HEIGHT:
        return texts("error.small", width=terminal.width, height=terminal.height, command=command)
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


def log_file() -> str:
    """Returns the file that the log goes to, a dash without one."""
    files = (getattr(handler, "baseFilename", "") for handler in logging.getLogger().handlers)
    return next((file for file in files if file), "-")
