"""A terminal of 80 by 24 with a program in it: what it sends, and when, counted byte by byte."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pyte

from bench.jobs import ROOT, JobError

WIDTH, HEIGHT = 80, 24
PATIENCE = 20.0
SETTLED = 0.4
"""Seconds of quiet after which a screen has said all it has to say."""
ANSWER = 1.0
"""Seconds that the first byte of an answer to a key may take."""
WHERE = b"\x1b[6n"
"""Asks where the cursor is; a terminal that answers nothing would be waited for."""


@dataclass(frozen=True, slots=True)
class Said:
    """Is what a program sent until it was quiet, and when by ``time.perf_counter``, 0 for nothing."""

    data: bytes
    first: float
    last: float


class Terminal:
    """Is a program in a terminal; ``running`` starts one."""

    def __init__(self, process: int, descriptor: int, began: float) -> None:
        self.pid = process
        self.began = began
        self._descriptor = descriptor
        self._screen = pyte.Screen(WIDTH, HEIGHT)
        self._stream = pyte.ByteStream(self._screen)

    def press(self, keys: bytes, quiet: float = 0.05) -> Said:
        """Presses keys and returns what comes of it."""
        self.write(keys)
        return self.listen(quiet, begin=ANSWER)

    def write(self, keys: bytes) -> None:
        os.write(self._descriptor, keys)

    def listen(self, quiet: float, limit: float = PATIENCE, *, begin: float | None = None) -> Said:
        """Reads until nothing comes for ``quiet`` seconds; ``begin`` is how long the first may take."""
        data, first, last = bytearray(), 0.0, 0.0
        end = time.perf_counter() + limit
        while (now := time.perf_counter()) < end:
            wait = quiet if first or begin is None else begin
            if not select.select([self._descriptor], [], [], min(wait, end - now))[0]:
                break
            chunk = self._read()
            if not chunk:
                break
            last = time.perf_counter()
            first = first or last
            data += chunk
        self._stream.feed(bytes(data))
        return Said(bytes(data), first, last)

    def _read(self) -> bytes:
        try:
            chunk = os.read(self._descriptor, 65536)
        except OSError:
            return b""
        if WHERE in chunk:
            # After the one narrow sign that was written before it was asked.
            os.write(self._descriptor, b"\x1b[1;2R")
        return chunk

    @property
    def text(self) -> str:
        """The screen as text."""
        return "\n".join(self._screen.display)

    def wait_for(self, text: str, limit: float = PATIENCE) -> None:
        """Reads until a text is on the screen and nothing more comes; a start paints twice."""
        end = time.perf_counter() + limit
        while text not in self.text:
            if not self.listen(0.05, 1.0, begin=1.0).data and time.perf_counter() > end:
                raise JobError(f"no {text!r} on the screen:\n{self.text}")
        self.listen(SETTLED)

    def close(self) -> None:
        """Ends the program."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(self.pid, number)
            except ProcessLookupError:
                break
            self.listen(0.2, 1.0)
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                break
        else:
            os.waitpid(self.pid, 0)
        os.close(self._descriptor)


@contextmanager
def running(command: Sequence[str]) -> Generator[Terminal]:
    """Runs a program in a terminal, at home in a directory that goes with it."""
    with tempfile.TemporaryDirectory(prefix="gouji-bench-") as home:
        terminal = _start(command, _environment(Path(home)))
        try:
            yield terminal
        finally:
            terminal.close()


def _environment(home: Path) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "TMPDIR": str(home),
        **{f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")},
    }


def _start(command: Sequence[str], environment: dict[str, str]) -> Terminal:
    size = struct.pack("HHHH", HEIGHT, WIDTH, 0, 0)
    began = time.perf_counter()
    process, descriptor = pty.fork()
    if process == 0:
        try:
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.chdir(ROOT)
            os.execve(command[0], list(command), environment)
        finally:
            os._exit(127)
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, size)
    return Terminal(process, descriptor, began)


def gouji(*arguments: str) -> list[str]:
    """Returns the command line of the real program."""
    program = Path(sys.executable).parent / "gouji"
    if not program.exists():
        raise JobError("gouji is not there yet")
    return [str(program), *arguments]
