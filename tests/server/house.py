"""Servers for tests: as a process of its own, or in this process where time must be virtual."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from gouji_server.admin import SOCKET
from gouji_server.app import serve
from gouji_server.config import Address, Config
from gouji_server.dealer import Dealer
from gouji_server.journal import Journal, open_journal
from gouji_server.listeners import open_listeners
from gouji_server.service import open_service

COMMAND = (sys.executable, "-c", "from gouji_server.cli import main; main()")

STARTED: list[Served] = []
"""Every server of the test, to be ended after it."""

QUICK = ("--window", "0", "--bot-pace", "0", "--round-pause", "3600")
"""Options that take the waiting out of a round, and end a test with it."""

SEED = 8
"""Makes the deals where a test names no others: by chance, a revolution would sometimes come in between."""


@dataclass
class Served:
    """A running server process: what it said and how it ends."""

    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)

    @property
    def tcp(self) -> tuple[str, int]:
        """Where it listens on TCP."""
        line = next(line for line in self.lines if line.startswith("listening on tcp"))
        host, _, port = line.split()[-1].rpartition(":")
        return host.strip("[]"), int(port)

    def kill(self) -> None:
        """Ends it as a power cut would."""
        self.process.kill()
        self.process.wait(10)
        self.hang_up()

    def hang_up(self) -> None:
        """Closes the pipes to it."""
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def stop(self) -> int:
        """Tells it to stop; gives its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(10)


def start(data: Path, *options: str) -> Served:
    """Starts a server and returns once it lets clients in."""
    return start_with("--data", str(data), "--log", f"{data}.log", *options)


def start_with(*options: str) -> Served:
    """Starts a server with these options and no others; returns once it lets clients in."""
    process = subprocess.Popen(
        [*COMMAND, *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    served = Served(process)
    STARTED.append(served)
    assert process.stdout is not None
    for line in process.stdout:
        served.lines.append(line.rstrip("\n"))
        if served.lines[-1] == "ready":
            return served
    assert process.stderr is not None
    raise AssertionError(f"the server did not start: {process.stderr.read()}")


@contextmanager
def serving(data: Path, *options: str) -> Generator[Served]:
    """Runs a quick server; on a free TCP port and with the deals of every day unless told otherwise."""
    place = () if "--no-tcp" in options or "--listen" in options else LOCAL
    deals = () if "--seed" in options else ("--seed", str(SEED))
    served = start(data, *place, *deals, *QUICK, *options)
    try:
        yield served
    finally:
        served.kill()


LOCAL = ("--listen", "127.0.0.1:0")

HOSTED: list[Journal] = []
"""The journals of the servers in this process; their threads are the one thing there that Trio cannot see."""


async def quiet() -> None:
    """Returns when the servers in this process have done everything that they can do at this time."""
    still = 0
    while still < 2:
        await wait_all_tasks_blocked()
        still += 1
        for journal in HOSTED:
            before, waiting = journal.commits, journal.waiting
            # Nothing at all, behind what is to be written: a table that waited has gone on once this is done.
            await journal.write()
            if waiting or journal.commits != before + 1:
                still = 0


@dataclass(frozen=True)
class Hosted:
    """A server in this process."""

    tcp: tuple[str, int]
    journal: Journal
    admin: Path
    """The owner's socket."""
    metrics: tuple[str, int] | None


@asynccontextmanager
async def hosting(
    data: Path, clock: MockClock | None = None, dealer: Dealer | None = None, **options: Any
) -> AsyncGenerator[Hosted]:
    """Runs a server in this process; with a clock the time is the test's."""
    config = Config(
        data,
        listen=(Address("127.0.0.1", 0),),
        log=Path(f"{data}.log"),
        window=0.0,
        bot_pace=0.0,
        round_pause=3600.0,
        # Players of tests say nothing while they wait, and a busy machine may make that long.
        silence=1e9,
    )
    if clock is not None:
        # Where time stands still, a limit that is used up would never be given back.
        config = config.but(limit_list=None, limit_play=None)
    config = config.but(**options)
    journal = open_journal(data)
    listeners = open_listeners(config)
    service = open_service(config)
    stop, ready = trio.Event(), trio.Event()
    deals = dealer or Dealer(SEED)
    HOSTED.append(journal)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, config, journal, listeners, stop, ready.set, deals, service)
            await ready.wait()
            try:
                web = service.metrics[0].socket.getsockname() if service.metrics else None
                yield Hosted(listeners[0].socket.getsockname(), journal, data / SOCKET, web)
            finally:
                # What is left to wait for are lingering connections of clients that the test has dropped.
                if clock is not None:
                    clock.rate = 1000
                stop.set()
    finally:
        HOSTED.remove(journal)
        for listener in listeners:
            listener.close()
        service.close()
        journal.close()
