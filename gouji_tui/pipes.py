"""Lines of bytes through stdin and stdout without blocking the loop, and with pressure back both ways.

A thread reads no further than the program has come, another writes; both use the descriptors themselves,
for a pipe that is made non-blocking is so for everybody who holds it, and a file cannot be waited for.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections import deque
from contextlib import suppress
from queue import SimpleQueue

_BLOCK = 64 * 1024
_AHEAD = 2
"""How many blocks are read before the first of them is used up: enough to see the end behind a last line."""


def hold(*descriptors: int) -> None:
    """Opens descriptors that are closed on nothing, lest a connection get their numbers and their lines."""
    for descriptor in descriptors:
        try:
            os.fstat(descriptor)
        except OSError:
            nothing = os.open(os.devnull, os.O_RDWR)
            if nothing != descriptor:
                os.dup2(nothing, descriptor)
                os.close(nothing)


class InputLines:
    """Reads lines; ``async for`` gives them one by one, without their ends."""

    def __init__(self, descriptor: int, longest: int) -> None:
        self._descriptor = descriptor
        self._longest = longest
        self._loop = asyncio.get_running_loop()
        self._blocks: deque[deque[bytes]] = deque()
        self._more = asyncio.Event()
        self._room = threading.Semaphore(_AHEAD)
        self.ended = asyncio.Event()
        """Set when the end has been seen, perhaps before the last lines have been given."""
        threading.Thread(target=self._read, name="lines in", daemon=True).start()

    def __aiter__(self) -> InputLines:
        return self

    async def __anext__(self) -> bytes:
        while True:
            if self._blocks and self._blocks[0]:
                return self._blocks[0].popleft()
            if self._blocks:
                self._blocks.popleft()
                self._room.release()
            elif self.ended.is_set():
                raise StopAsyncIteration
            else:
                self._more.clear()
                await self._more.wait()

    def _read(self) -> None:
        rest, cut = b"", False
        while True:
            self._room.acquire()
            try:
                data = os.read(self._descriptor, _BLOCK)
            except OSError:
                data = b""
            *lines, rest = (rest + data).split(b"\n")
            if cut and lines:
                # What is left of a line that was cut is no line of its own.
                del lines[0]
                cut = False
            if cut:
                rest = b""
            elif (not data and rest) or len(rest) > self._longest:
                lines.append(rest)
                rest, cut = b"", True
            # One byte too many is left, so that who reads the line sees that it is too long.
            block = deque(line[: self._longest + 1] for line in lines)
            with suppress(RuntimeError):  # the loop has closed: nobody reads any more
                self._loop.call_soon_threadsafe(self._take, block, not data)
            if not data:
                return

    def _take(self, block: deque[bytes], ended: bool) -> None:
        self._blocks.append(block)
        if ended:
            self.ended.set()
        self._more.set()


class OutputLines:
    """Writes lines, each whole and at once; ``write`` comes back when the system has taken it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._work: SimpleQueue[tuple[bytes, asyncio.Future[None]]] = SimpleQueue()
        self._turn = asyncio.Lock()
        threading.Thread(target=self._run, name="lines out", daemon=True).start()

    async def write(self, line: bytes) -> None:
        """Writes a line.

        Raises:
            OSError: if nobody reads any more.
        """
        async with self._turn:
            written = self._loop.create_future()
            self._work.put((line, written))
            await written

    def _run(self) -> None:
        while True:
            line, written = self._work.get()
            failed: OSError | None = None
            try:
                _write_all(self._descriptor, memoryview(line))
            except OSError as error:
                failed = error
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(_settle, written, failed)


def _write_all(descriptor: int, data: memoryview) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _settle(written: asyncio.Future[None], failed: OSError | None) -> None:
    if written.done():
        return
    if failed is None:
        written.set_result(None)
    else:
        written.set_exception(failed)
