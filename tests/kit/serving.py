"""A ``gouji-server`` process on this machine for as long as a test needs it."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

QUICK = ("--window", "0", "--bot-pace", "0", "--round-pause", "0")
"""The options of a server that does not take its time."""


@dataclass(frozen=True)
class Server:
    """Is a ``gouji-server`` process of this test run."""

    port: int
    unix: str
    process: subprocess.Popen[str]

    @property
    def tcp(self) -> str:
        return f"127.0.0.1:{self.port}"


@contextmanager
def running(folder: Path, *options: str, port: int = 0) -> Generator[Server]:
    """Runs a quick server on the data in a folder; a second one goes on with the same games."""
    unix = str(folder / "s")
    process = subprocess.Popen(
        [
            *(Path(sys.executable).with_name("gouji-server"), *QUICK, *options),
            *("--listen", f"127.0.0.1:{port}", "--unix", unix),
            *("--data", str(folder / "data"), "--log", str(folder / "log")),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    with process:
        assert process.stdout is not None
        found = 0
        for line in process.stdout:
            if line.startswith("listening on tcp 127.0.0.1:"):
                found = int(line.rsplit(":", 1)[1])
            if line.strip() == "ready":
                break
        try:
            assert found, "the server did not say where it listens"
            yield Server(found, f"unix:{unix}", process)
        finally:
            ended = process.poll() is not None
            process.terminate()
        assert ended or process.wait(20) == 0
