"""What the terminal can do: its size, its colours, how wide it draws doubtful signs.

Asked before the screen starts, for the answers decide how it starts. ``prepare`` sets what Textual
reads when it is imported, so it runs before that.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, replace

_PROBE_SECONDS = 0.25
_SSH_PROBE_SECONDS = 1.5
"""An answer that comes too late is taken for keys, and it may come from the other side of the world."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """Is what is known of a terminal; ``narrow`` None means that it did not say."""

    term: str
    width: int
    height: int
    interactive: bool
    colours: str
    ssh: bool
    no_colour: bool
    encoding: str
    narrow: bool | None = None

    @property
    def dumb(self) -> bool:
        """Whether it cannot place a cursor."""
        return self.term in {"", "dumb", "unknown"}


def look(environment: Mapping[str, str] = os.environ, *, ask: bool = False) -> Terminal:
    """Returns what the terminal is; with ``ask`` it is asked for the width of doubtful signs."""
    interactive = sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()
    try:
        size = os.get_terminal_size(sys.stdout.fileno()) if interactive else os.terminal_size((0, 0))
    except (OSError, ValueError):
        size = os.terminal_size((0, 0))
    terminal = Terminal(
        term=environment.get("TERM", ""),
        width=size.columns,
        height=size.lines,
        interactive=interactive,
        colours=_colours(environment),
        ssh="SSH_CONNECTION" in environment or "SSH_TTY" in environment,
        no_colour="NO_COLOR" in environment,
        encoding=(sys.stdout.encoding or "").lower(),
    )
    if not ask or not interactive or terminal.dumb:
        return terminal
    return replace(terminal, narrow=probe(_SSH_PROBE_SECONDS if terminal.ssh else _PROBE_SECONDS))


def _colours(environment: Mapping[str, str]) -> str:
    term = environment.get("TERM", "")
    if environment.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return "16M"
    if "256" in term:
        return "256"
    return "0" if term in {"", "dumb", "unknown"} else "16"


def prepare(
    terminal: Terminal, environment: MutableMapping[str, str] = os.environ, *, plain_keys: bool = False
) -> None:
    """Sets what Textual reads: no animation, few frames, no kitty keys over SSH or unwished, no old size."""
    if terminal.width and terminal.height:
        # Where a shell or a library has exported a size, Textual believes it and does not ask the terminal.
        for name in ("COLUMNS", "LINES"):
            environment.pop(name, None)
    environment.setdefault("TEXTUAL_ANIMATIONS", "none")
    environment.setdefault("TEXTUAL_SMOOTH_SCROLL", "0")
    environment.setdefault("TEXTUAL_FPS", "20" if terminal.ssh else "60")
    if terminal.ssh:
        # A key is an Esc and more bytes, which a slow line may bring apart.
        environment.setdefault("ESCDELAY", "250")
    if terminal.ssh or plain_keys:
        environment.setdefault("TEXTUAL_DISABLE_KITTY_KEY", "1")


def probe(patience: float = _PROBE_SECONDS) -> bool | None:
    """Asks the terminal whether it draws a line sign one cell wide; None if it does not answer in time."""
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    try:
        before = termios.tcgetattr(descriptor)
    except termios.error:
        return None
    try:
        tty.setcbreak(descriptor)
        # The column after one sign on an emptied line is its width plus one.
        sys.stderr.write("\r\N{BOX DRAWINGS LIGHT HORIZONTAL}\x1b[6n")
        sys.stderr.flush()
        column = _column(descriptor, patience)
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
    finally:
        termios.tcsetattr(descriptor, termios.TCSAFLUSH, before)
    return None if column is None else column == 2


def _column(descriptor: int, patience: float) -> int | None:
    answer = b""
    while select.select([descriptor], [], [], patience)[0]:
        answer += os.read(descriptor, 64)
        start = answer.find(b"\x1b[")
        end = answer.find(b"R", start)
        if start >= 0 and end > start:
            column = answer[start + 2 : end].partition(b";")[2]
            return int(column) if column.isdigit() else None
        if len(answer) > 256:
            return None
    return None
