"""``gouji doctor``: what the terminal can do, and how Gouji would draw on it."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from importlib.metadata import version

from gouji_tui.launch import MIN_HEIGHT, MIN_WIDTH
from gouji_tui.terminal import look
from gouji_tui.texts import own_language, texts_in


def examine(lang: str | None) -> Iterator[str]:
    """Gives what was found, a line each, and at the end what to do about it."""
    texts = texts_in(lang or own_language())
    terminal = look(ask=True)

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
    yield found("lines", yes(terminal.narrow))
    yield found("language", texts.lang)
    if not terminal.interactive or terminal.dumb:
        yield texts("doctor.use_plain")
    elif terminal.width < MIN_WIDTH or terminal.height < MIN_HEIGHT:
        yield texts("doctor.enlarge", width=MIN_WIDTH, height=MIN_HEIGHT)
    elif "utf" not in terminal.encoding:
        yield texts("doctor.encoding_bad")
    else:
        yield texts("doctor.fine")
