"""The load: tables of six sockets in one epoll loop, closed or paced, against ours or a peer's server.

A table fires one action and has its answer once all six have what came of it. Everything ends by time
and by count. The servers run on core 0, the load on core 1.
"""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from typing import Protocol

from bench.jobs import JobError

MOST = 200_000
"""Actions after which a measurement ends whatever its time."""

PATIENCE = 10.0
"""Seconds without any answer after which a server has failed."""


class Table(Protocol):
    """Is six connections to one table."""

    @property
    def sockets(self) -> Sequence[socket.socket]: ...

    def fire(self) -> None:
        """Sends the next action."""
        ...

    def hear(self, seat: int, data: bytes) -> bool:
        """Takes what a seat was sent; True once all six have what came of the action."""
        ...

    @property
    def idle(self) -> bool:
        """Whether no action is under way."""
        ...

    def close(self) -> None: ...


class Load:
    """Drives tables; ``latencies`` are those of the last measurement, in seconds."""

    def __init__(self, tables: Iterable[Table]) -> None:
        self.tables = list(tables)
        self.latencies: list[float] = []
        self.skipped = 0
        self._poll = select.epoll()
        self._where: dict[int, tuple[Table, int, socket.socket]] = {}
        self._sent: dict[int, float] = {}
        for table in self.tables:
            for seat, sock in enumerate(table.sockets):
                sock.setblocking(False)
                self._poll.register(sock.fileno(), select.EPOLLIN)
                self._where[sock.fileno()] = (table, seat, sock)

    def close(self) -> None:
        self._poll.close()

    def closed(self, seconds: float, most: int = MOST) -> float:
        """Keeps one action of each table under way; returns actions a second."""
        self.latencies = []
        began = time.perf_counter()
        end = began + seconds
        for table in self.tables:
            self._fire(table)
        while (now := time.perf_counter()) < end and len(self.latencies) < most:
            for table in self._hear(PATIENCE):
                self._fire(table)
        done = len(self.latencies)
        self._finish()
        return done / (now - began)

    def paced(self, rate: float, seconds: float) -> None:
        """Sends each table's actions at a rate, spread evenly over tables and time."""
        self.latencies = []
        self.skipped = 0
        tables, count = self.tables, 0
        gap = 1 / (rate * len(tables))
        began = time.perf_counter()
        while (now := time.perf_counter()) < began + seconds and count < MOST:
            while began + count * gap <= now:
                table = tables[count % len(tables)]
                count += 1
                if table.idle:
                    self._fire(table)
                else:
                    self.skipped += 1
            self._hear(max(0.0, began + count * gap - time.perf_counter()), silent=True)
        self._finish()

    def _fire(self, table: Table) -> None:
        self._sent[id(table)] = time.perf_counter()
        table.fire()

    def _hear(self, timeout: float, *, silent: bool = False) -> list[Table]:
        found = self._poll.poll(timeout)
        # An answer has taken until it came, and not until it was looked at.
        now = time.perf_counter()
        if not found and not silent:
            raise JobError("the server answers no more")
        done: list[Table] = []
        for descriptor, _ in found:
            table, seat, sock = self._where[descriptor]
            data = sock.recv(65536)
            if not data:
                raise JobError("the server closed a connection")
            if table.hear(seat, data):
                self.latencies.append(now - self._sent[id(table)])
                done.append(table)
        return done

    def _finish(self) -> None:
        while not all(table.idle for table in self.tables):
            self._hear(PATIENCE)


def load_of(stack: ExitStack, tables: Sequence[Table]) -> Load:
    """Returns the load of tables that are ready to play; both end with the stack."""
    load = Load(tables)
    stack.callback(load.close)
    for table in tables:
        stack.callback(table.close)
    return load


class PeerTable:
    """Is a table of the raw server: what is sent comes back to all six."""

    def __init__(self, port: int, number: int, frame: bytes) -> None:
        self.sockets = [connect(port) for _ in range(6)]
        self._frame = frame
        self._got = [0] * 6
        self._missing = 0
        self._turn = 0
        name = b"%06d" % number
        for sock in self.sockets:
            sock.sendall(len(name).to_bytes(4, "big") + name)

    def settle(self) -> None:
        """Waits until the server has seated all six, which it says with an empty frame."""
        for sock in self.sockets:
            if sock.recv(4, socket.MSG_WAITALL) != bytes(4):
                raise JobError("the raw server seats nobody")

    def fire(self) -> None:
        self._missing = 6
        self.sockets[self._turn].send(self._frame)
        self._turn = (self._turn + 1) % 6

    def hear(self, seat: int, data: bytes) -> bool:
        got, size = self._got[seat] + len(data), len(self._frame)
        self._missing -= got // size
        self._got[seat] = got % size
        return self._missing == 0

    @property
    def idle(self) -> bool:
        return self._missing == 0

    def close(self) -> None:
        for sock in self.sockets:
            sock.close()


def connect(port: int) -> socket.socket:
    """Returns a connection to this machine that sends at once."""
    sock = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock
