"""What the terminal can do and how Gouji draws on it, for ``gouji doctor`` and its page in the app."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from importlib.metadata import version

from gouji_tui.glyphs import LINES
from gouji_tui.launch import MIN_HEIGHT, MIN_WIDTH
from gouji_tui.look import Chosen, glyphs_for
from gouji_tui.terminal import Terminal
from gouji_tui.texts import Texts


def examine(terminal: Terminal, texts: Texts, chosen: Chosen, *, ascii_only: bool = False) -> Iterator[str]:
    """Gives what was found, a line each, and at the end what to do about it."""
    settings = chosen.settings

    def found(code: str, value: object) -> str:
        return f"{texts(f'doctor.{code}')}: {value}"

    def yes(value: bool | None) -> str:
        return texts("doctor.unknown" if value is None else "doctor.yes" if value else "doctor.no")

    python = platform.python_version()
    yield found("version", f"{version('gouji')}, textual {version('textual')}, Python {python}")
    yield found("term", terminal.term or "-")
    yield found("terminal", yes(terminal.interactive))
    yield found("size", f"{terminal.width}x{terminal.height}")
    yield found("colours", terminal.colours + (" (NO_COLOR)" if terminal.no_colour else ""))
    yield found("encoding", terminal.encoding or "-")
    yield found("ssh", yes(terminal.ssh))
    yield found("tmux", yes("TMUX" in os.environ or "STY" in os.environ))
    # Where the settings say what to draw, the answer of the terminal decides nothing.
    answer = "-" if terminal.narrow is None and settings.glyphs != "auto" else yes(terminal.narrow)
    yield found("lines", answer)
    lines = glyphs_for(terminal, settings, ascii_only=ascii_only) is LINES
    yield found("draws_lines", yes(lines))
    yield found("draws_colours", yes(settings.colours != "off" and not terminal.no_colour))
    yield found("language", texts.lang)
    if chosen.trouble is not None:
        yield found("settings", chosen.trouble.text(texts))
    else:
        yield found("settings", chosen.file or "-")
    if not terminal.interactive or terminal.dumb:
        yield texts("doctor.use_plain")
    elif terminal.width < MIN_WIDTH or terminal.height < MIN_HEIGHT:
        yield texts("doctor.enlarge", width=MIN_WIDTH, height=MIN_HEIGHT)
    elif "utf" not in terminal.encoding:
        yield texts("doctor.encoding_bad")
    else:
        yield texts("doctor.fine")
