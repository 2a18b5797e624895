"""Server processes: ours with its journal in a directory of its own, and the raw peers."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec.msgpack

from bench.jobs import PEERS, ROOT, JobError, pin
from bench.load import PeerTable
from bench.script import SEED

SERVER_CORE, LOAD_CORE = 0, 1

UNLIMITED = (
    "--no-announce",
    *(part for name in ("play", "list", "resume", "create", "newcomers") for part in (f"--limit-{name}", "")),
)
"""Options for a server whose clients do at once what people do in an evening."""

EVENT = {
    "t": "play",
    "seq": 1234,
    "table": "K7QX",
    "seat": 3,
    "cards": [11, 63, 64, 117, 170, 214],
    "rank": 12,
    "size": 6,
    "wild": 2,
    "left": 17,
    "next": 4,
    "trick": 9,
    "ts": 1_764_471_228_123,
}
"""What the peers' tables send: a play as an object with names."""


@dataclass(slots=True)
class Server:
    """Is a running server process and where it listens."""

    process: subprocess.Popen[str]
    port: int
    began: float
    """When its process was started, by ``time.perf_counter``."""

    @property
    def pid(self) -> int:
        return self.process.pid

    def kill(self) -> None:
        """Ends it as a power cut would."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


def _launch(command: Sequence[str]) -> tuple[subprocess.Popen[str], float]:
    began = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT
    )
    pin(SERVER_CORE, process.pid)
    return process, began


def launch(data: Path, *options: str) -> Server:
    """Starts our server on a free port and returns once it lets clients in."""
    command = [sys.executable, "-m", "gouji_server", "--listen", "127.0.0.1:0", "--parent-watch"]
    command += ["--data", str(data), "--log", str(data.with_suffix(".log")), "--seed", str(SEED)]
    command += ["--window", "0", "--bot-pace", "0", "--round-pause", "0", *UNLIMITED, *options]
    process, began = _launch(command)
    port = 0
    for line in process.stdout or ():
        if line.startswith("listening on tcp"):
            port = int(line.rpartition(":")[2])
        if line == "ready\n":
            return Server(process, port, began)
    raise JobError(f"gouji-server did not start; exit code {process.wait(10)}")


@contextmanager
def ours() -> Generator[tuple[Server, Path]]:
    """Runs our server; gives it and its directory, which goes with it."""
    with tempfile.TemporaryDirectory(prefix="gouji-bench-") as folder:
        data = Path(folder) / "data"
        server = launch(data)
        try:
            yield server, data
        finally:
            server.kill()


@contextmanager
def raw(mode: str, *options: str) -> Generator[Server]:
    """Runs a raw server."""
    process, began = _launch([sys.executable, str(PEERS / "trio_server.py"), mode, *options])
    said = process.stdout.readline() if process.stdout is not None else ""
    if not said:
        raise JobError(f"the raw server did not start; exit code {process.wait(10)}")
    server = Server(process, int(said), began)
    try:
        yield server
    finally:
        server.kill()


def raw_tables(server: Server, count: int) -> list[PeerTable]:
    """Returns tables of six connections to a raw server."""
    body = msgspec.msgpack.encode(EVENT)
    frame = len(body).to_bytes(4, "big") + body
    tables = [PeerTable(server.port, number, frame) for number in range(count)]
    for table in tables:
        table.settle()
    return tables
