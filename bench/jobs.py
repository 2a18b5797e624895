"""Processes that are measured: helpers that answer lines of JSON, and what the system knows of a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).parents[1]
PEERS = Path(__file__).parent / "peers"
SCRATCH = ROOT / ".bench"
"""What a run needs and git does not: the environment of a peer."""

PATIENCE = 120.0
"""Seconds after which a helper that says nothing has failed."""


class JobError(Exception):
    """Says that a process that was to be measured did not do its part."""


class Job:
    """Is a helper process: each request is a line of JSON, so is each answer."""

    def __init__(self, command: Sequence[str], *, core: int | None = None) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        if core is not None:
            pin(core, self._process.pid)

    def ask(self, **request: Any) -> Any:
        """Sends a request and returns its answer."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise JobError("a helper without pipes")
        try:
            stdin.write(json.dumps(request) + "\n")
            stdin.flush()
        except BrokenPipeError:
            raise JobError("a helper ended before it was asked") from None
        answer = stdout.readline()
        if not answer:
            raise JobError(f"a helper ended with exit code {self._process.wait(PATIENCE)}")
        return json.loads(answer)

    def __enter__(self) -> Job:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.kill()
        self._process.wait(PATIENCE)


def answer(serve: Callable[[dict[str, Any]], Any]) -> None:
    """Answers requests until stdin ends; the other side of ``Job``."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(serve(json.loads(line))) + "\n")
        sys.stdout.flush()


def pin(core: int, process: int = 0) -> None:
    """Keeps a process, 0 for this one, on one core where there are several."""
    if (os.cpu_count() or 1) > core:
        os.sched_setaffinity(process, {core})


@contextmanager
def pinned(core: int) -> Generator[None]:
    """Keeps this process on one core for a while."""
    before = os.sched_getaffinity(0)
    pin(core)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def memory(process: int, *, peak: bool = False) -> float:
    """Returns the resident memory of a process in KiB, now or at its peak."""
    name = "VmHWM:" if peak else "VmRSS:"
    for line in Path(f"/proc/{process}/status").read_text("ascii").splitlines():
        if line.startswith(name):
            return float(line.split()[1])
    raise JobError(f"process {process} has no memory any more")


def processor_seconds(process: int) -> float:
    """Returns how much processor time a process has used, all its threads together."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
