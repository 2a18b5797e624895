"""A real terminal for tests: a program in a pty, its screen modelled by pyte, its bytes counted.

Nothing here sleeps: it waits for bytes, and gives up after a deadline that only a fault reaches.
"""

import fcntl
import os
import pty
import re
import select
import signal
import socket
import struct
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte

from gouji_tui.cells import width

DEADLINE = 60.0
QUIET = 0.3


class Terminal:
    """Runs a command on a pty of the given size."""

    def __init__(
        self,
        command: list[str],
        *,
        columns: int = 80,
        rows: int = 24,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.answers = True
        """Whether it tells where the cursor is when it is asked."""
        self.received = 0
        self.raw = bytearray()
        self.status: int | None = None
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.environ.pop("NO_COLOR", None)
            os.environ.pop("COLORTERM", None)
            os.environ.update({"TERM": "xterm-256color", "LANG": "C.UTF-8", "TEXTUAL_FPS": "60"})
            os.environ.update(environment or {})
            # Not execvp: a library of the test runner may have set variables that Python knows nothing of.
            os.execvpe(command[0], command, os.environ)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._fd)

    @property
    def descriptor(self) -> int:
        """The end of the terminal that is ours; its modes are those the program sets."""
        return self._fd

    @property
    def text(self) -> str:
        """The screen as lines without blanks at the end; wide letters count once."""
        return "\n".join(self._row(y).rstrip() for y in range(self.screen.lines))

    @property
    def whole(self) -> bool:
        """Whether no half of a wide letter stands alone, as it may while a row is painted anew."""
        rows = [
            [self.screen.buffer[y][x].data for x in range(self.screen.columns)]
            for y in range(self.screen.lines)
        ]
        return all(
            (right == "") == (left != "" and width(left[0]) == 2)
            for row in rows
            for left, right in zip(["", *row], [*row, " "], strict=True)
        )

    def _row(self, y: int) -> str:
        """Returns a row; while it is painted anew it may hold the right half of a letter that is gone."""
        out, stub = "", False
        for x in range(self.screen.columns):
            letter = "" if stub else self.screen.buffer[y][x].data
            out += letter
            stub = bool(letter) and width(letter[0]) == 2
        return out

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys: str | bytes) -> None:
        os.write(self._fd, keys if isinstance(keys, bytes) else keys.encode())

    def until(self, wanted: str | Callable[[str], bool], seconds: float = DEADLINE) -> str:
        """Reads until the screen shows a text or fits a test; returns the screen."""
        if not self.seen(wanted, seconds):
            raise AssertionError(f"never came: {wanted!r}; the screen:\n{self.text}")
        return self.text

    def seen(self, wanted: str | Callable[[str], bool], seconds: float) -> bool:
        """Reads until the screen shows a text or fits a test, or the time is up; returns whether it did."""
        fits = (lambda text: wanted in text) if isinstance(wanted, str) else wanted
        end = time.monotonic() + seconds
        while not fits(self.text):
            if not self._read(end - time.monotonic()):
                return False
        return True

    def settle(self, quiet: float = QUIET) -> int:
        """Reads until nothing comes for a while; returns how many bytes came."""
        before = self.received
        while self._read(quiet):
            pass
        return self.received - before

    def wait(self, seconds: float = DEADLINE) -> int:
        """Reads until the program has ended; returns its exit code, negative for a signal."""
        end = time.monotonic() + seconds
        while self._read(end - time.monotonic()):
            pass
        _, status = os.waitpid(self.pid, 0)
        self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def _read(self, seconds: float) -> bool:
        if not select.select([self._fd], [], [], max(seconds, 0))[0]:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            return False
        if not data:
            return False
        self.received += len(data)
        self.raw += data
        # pyte knows no kitty keyboard protocol and would print the end of its sequences.
        self._stream.feed(re.sub(rb"\x1b\[[<>=][0-9;]*u", b"", data))
        if self.answers and b"\x1b[6n" in data:
            cursor = self.screen.cursor
            self.press(f"\x1b[{cursor.y + 1};{cursor.x + 1}R")
        return True


def gouji(*arguments: str) -> list[str]:
    """Returns the command line of ``gouji`` in the interpreter that runs the tests."""
    return [sys.executable, "-c", "from gouji_tui.cli import main; main(prog_name='gouji')", *arguments]


def solo_homes(pid: int) -> list[Path]:
    """Returns what a process left of private servers."""
    import tempfile

    return list(Path(tempfile.gettempdir()).glob(f"gouji-solo-{pid}-*"))


def kill_server(pid: int) -> None:
    """Kills the private server of a process."""
    (home,) = solo_homes(pid)
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(home / "s"))
        (server,) = struct.unpack_from("i", line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    os.kill(server, signal.SIGKILL)
