"""Lines from stdin without blocking the loop, whether it is a terminal, a pipe or a file."""

from __future__ import annotations

import asyncio
import os
import termios
import threading
from contextlib import suppress
from types import TracebackType

_BLOCK = 65536
_LONGEST = 4096


class LineReader:
    """Reads lines in a thread; ``next_line`` gives them one by one, ``""`` at the end.

    The thread reads the descriptor itself: a thread that waits inside ``sys.stdin`` would hold its lock
    when the program ends.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._lines: list[str] = []
        self._more = asyncio.Event()
        self._ended = False
        self._echo = True
        self._thread = threading.Thread(target=self._read, name="stdin", daemon=True)

    @property
    def interactive(self) -> bool:
        """Whether somebody types, so that lines come when they come."""
        return os.isatty(self._descriptor)

    def echo(self, on: bool) -> None:
        """Shows what is typed, or hides it."""
        if on is self._echo or not self.interactive:
            return
        self._echo = on
        with suppress(termios.error):
            modes = termios.tcgetattr(self._descriptor)
            modes[3] = modes[3] | termios.ECHO if on else modes[3] & ~termios.ECHO
            termios.tcsetattr(self._descriptor, termios.TCSANOW, modes)

    def __enter__(self) -> LineReader:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended = True
        self.echo(True)

    async def next_line(self) -> str:
        """Waits for the next line and returns it with its end; ``""`` when there are no more."""
        while not self._lines:
            if self._ended:
                return ""
            self._more.clear()
            await self._more.wait()
        return self._lines.pop(0)

    def _read(self) -> None:
        rest, skip = b"", False
        while True:
            try:
                data = os.read(self._descriptor, _BLOCK)
            except OSError:
                data = b""
            *whole, rest = (rest + data).split(b"\n")
            if skip and whole:
                # What is left of a line that was cut is no line of its own: it might be a play.
                del whole[0]
                skip = False
            lines = [_decode(line[:_LONGEST]) + "\n" for line in whole]
            if skip:
                rest = b""
            elif (not data and rest) or len(rest) > _LONGEST:
                lines.append(_decode(rest[:_LONGEST]) + "\n")
                rest, skip = b"", True
            try:
                self._loop.call_soon_threadsafe(self._take, lines, not data)
            except RuntimeError:
                return  # the loop has closed: nobody reads any more
            if not data:
                return

    def _take(self, lines: list[str], ended: bool) -> None:
        self._lines += lines
        self._ended = self._ended or ended
        self._more.set()


def _decode(line: bytes) -> str:
    """Returns bytes as text: UTF-8, else GBK as Chinese terminals of old send it."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("gbk", errors="replace")
