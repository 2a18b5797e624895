"""A wire with faults: it carries bytes between clients and a server, and breaks as it is told.

What befalls a connection is a ``Course``: it strikes after a number of bytes, never after a time, so a course
drawn from a seed does the same in every run. The wire has a thread and a loop of its own, so clients of any
library, and of a virtual clock, can use it.
"""

from __future__ import annotations

import random
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import trio

PIECE = 65_536
"""How much is read at once, and carried on at once where nothing else is said."""

Rewrite = Callable[[bytes], bytes]
"""Makes of the bytes that arrive those that are carried on; one for each way of each connection."""


class Way(Enum):
    """Names the two ways of a connection."""

    UP = "up"
    """To the server."""
    DOWN = "down"
    """To the client."""

    @property
    def other(self) -> Way:
        """The way back."""
        return Way.DOWN if self is Way.UP else Way.UP


class Fault(Enum):
    """Names what happens to a connection."""

    NONE = "none"
    CUT = "cut"
    """It ends, and both ends are told."""
    RESET = "reset"
    """It is broken off with an RST to both ends."""
    LOSS = "loss"
    """Nothing that goes one way arrives any more, nor does its end; the other way goes on."""
    HALF_OPEN = "half_open"
    """The end that the bytes came from is told that it is over; the other hears nothing any more."""


SILENT = frozenset({Fault.LOSS, Fault.HALF_OPEN})
"""The faults of which an end may hear nothing."""


@dataclass(frozen=True, slots=True)
class Course:
    """Is what befalls one connection: ``fault`` once ``after`` bytes went ``way``.

    ``chunk`` is the most that is carried on at once, ``delay`` the seconds each piece takes.
    """

    fault: Fault = Fault.NONE
    way: Way = Way.DOWN
    after: int = 0
    chunk: int = PIECE
    delay: float = 0.0


PLAIN = Course()


def drawn(seed: object, fault: Fault, *, lasting: int = 6) -> Callable[[int], Course]:
    """Returns courses drawn from a seed: the fault strikes connections up to the ``lasting``-th.

    Much more goes down than up, so a fault on the way up strikes after fewer bytes.
    """

    def course(number: int) -> Course:
        rng = random.Random(f"{seed}/{number}")
        if number >= lasting:
            return PLAIN
        way = rng.choice((Way.UP, Way.DOWN))
        after = rng.randrange(250 if way is Way.UP else 2500)
        return Course(fault, way, after, rng.choice((1, 7, PIECE)))

    return course


class Proxy:
    """Listens on a port of its own and passes everything on; ``cut`` breaks all connections.

    ``course`` gives the course of each connection by its number from 0. ``struck`` is called in the wire's
    thread with the number of a connection whose fault has just happened.
    """

    def __init__(
        self,
        server: tuple[str, int] | Path,
        *,
        chunk: int = PIECE,
        port: int = 0,
        course: Callable[[int], Course] | None = None,
        struck: Callable[[int], object] = lambda _: None,
        rewrite: Callable[[Way], Rewrite] | None = None,
    ) -> None:
        self.server = server
        """Where new connections lead."""
        plain = Course(chunk=chunk)
        self._course = course or (lambda _: plain)
        self._struck = struck
        self._rewrite = rewrite
        self._lines: set[_Line] = set()
        self.accepted = 0
        self.strikes = 0
        """How many faults happened."""
        self._listener = socket.create_server(("127.0.0.1", port))
        self._listener.setblocking(False)
        self.port = int(self._listener.getsockname()[1])
        self._ready = threading.Event()
        self._thread = threading.Thread(target=trio.run, args=(self._run,), daemon=True)
        self._thread.start()
        self._ready.wait()

    @property
    def tcp(self) -> tuple[str, int]:
        """Where it listens."""
        return "127.0.0.1", self.port

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(trio.RunFinishedError):
            self._token.run_sync_soon(self._scope.cancel)
        self._thread.join()
        self._listener.close()

    def cut(self) -> None:
        """Breaks every connection there is now."""
        done = threading.Event()
        self._token.run_sync_soon(self._cut, done)
        done.wait()

    def _cut(self, done: threading.Event) -> None:
        for line in tuple(self._lines):
            line.part()
        done.set()

    async def _run(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        with trio.CancelScope() as self._scope:
            async with trio.open_nursery() as nursery:
                listener = trio.SocketListener(trio.socket.from_stdlib_socket(self._listener.dup()))
                self._ready.set()
                async with listener:
                    while True:
                        nursery.start_soon(self._keep, await listener.accept())

    async def _keep(self, client: trio.SocketStream) -> None:
        number = self.accepted
        self.accepted += 1
        async with client:
            try:
                server = await _open(self.server)
            except OSError:
                return
            async with server:
                line = _Line({Way.UP: client, Way.DOWN: server}, self._course(number))
                self._lines.add(line)
                try:
                    await line.run(self._rewrite, lambda: self._note_strike(number))
                finally:
                    self._lines.discard(line)

    def _note_strike(self, number: int) -> None:
        self.strikes += 1
        self._struck(number)


async def _open(server: tuple[str, int] | Path) -> trio.SocketStream:
    if isinstance(server, Path):
        return await trio.open_unix_socket(str(server))
    return await trio.open_tcp_stream(*server)


@dataclass(eq=False, slots=True)
class _Line:
    """Is one connection, with its two ends by the way that leaves them."""

    ends: dict[Way, trio.SocketStream]
    course: Course
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    hushed: set[Way] = field(default_factory=set[Way])
    """The ways on which nothing arrives any more."""

    def part(self) -> None:
        """Ends both ends."""
        for end in self.ends.values():
            with suppress(OSError):
                end.socket.shutdown(socket.SHUT_RDWR)
        self.scope.cancel()

    async def run(self, rewrite: Callable[[Way], Rewrite] | None, struck: Callable[[], None]) -> None:
        with self.scope:
            async with trio.open_nursery() as nursery:
                for way in Way:
                    change = rewrite(way) if rewrite is not None else None
                    nursery.start_soon(self._carry, way, change, struck)

    async def _carry(self, way: Way, change: Rewrite | None, struck: Callable[[], None]) -> None:
        source, sink = self.ends[way], self.ends[way.other]
        strikes = self.course.fault is not Fault.NONE and way is self.course.way
        room = self.course.after
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while data := bytes(await source.receive_some(PIECE)):
                if way in self.hushed:
                    continue
                data = change(data) if change is not None else data
                struck_now = strikes and len(data) > room
                await self._push(sink, data[:room] if struck_now else data)
                room -= len(data)
                if struck_now:
                    strikes = False
                    self._strike(way)
                    struck()
                    if self.course.fault is Fault.HALF_OPEN:
                        # The line lasts for as long as the other end keeps it.
                        await trio.sleep_forever()
        if self.course.fault is Fault.LOSS and way in self.hushed:
            # Nor does the end arrive.
            await trio.sleep_forever()
        self.part()

    async def _push(self, sink: trio.SocketStream, data: bytes) -> None:
        for at in range(0, len(data), self.course.chunk):
            if self.course.delay:
                await trio.sleep(self.course.delay)
            await sink.send_all(data[at : at + self.course.chunk])

    def _strike(self, way: Way) -> None:
        match self.course.fault:
            case Fault.CUT:
                self.part()
            case Fault.RESET:
                for end in self.ends.values():
                    _break_off(end)
                self.scope.cancel()
            case Fault.LOSS:
                self.hushed.add(way)
            case Fault.HALF_OPEN:
                self.hushed.update(Way)
                _break_off(self.ends[way])
                self.ends[way].socket.close()
            case Fault.NONE:
                raise AssertionError("no fault strikes nobody")


def _break_off(end: trio.SocketStream) -> None:
    """Makes the close of a socket an RST."""
    with suppress(OSError):
        end.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


__all__ = ["PLAIN", "SILENT", "Course", "Fault", "Proxy", "Rewrite", "Way", "drawn"]
