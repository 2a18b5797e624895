"""A ``gouji`` of a test as a process with pipes, and how to wait for what a table does meanwhile."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from gouji_client import Client
from gouji_client.updates import TableOptions, TableState

SECONDS = 100
NO_CLOCK = TableOptions(turn_seconds=0)
GOUJI = (sys.executable, "-c", "from gouji_tui.cli import main; main(prog_name='gouji')")


class Process:
    """Is a ``gouji`` whose stdin and stdout are pipes."""

    def __init__(self, home: Path, *arguments: str, stdin: int = subprocess.PIPE) -> None:
        self.process = subprocess.Popen(
            [*GOUJI, *arguments],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home), "LANG": "C.UTF-8"},
        )
        assert self.process.stdout is not None
        self.out = self.process.stdout
        self.said: list[str] = []

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def say(self, **request: Any) -> None:
        self.type(json.dumps(request) + "\n")

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def until(self, fits: str | Callable[[str], object]) -> str:
        """Reads lines until one fits a pattern or a test; returns it."""
        test = fits if callable(fits) else re.compile(fits).search
        for line in self.out:
            self.said.append(line.rstrip("\n"))
            if test(self.said[-1]):
                return self.said[-1]
        raise AssertionError(f"never came: {fits!r}; {self.said[-3:]} {self.end()}")

    def hear(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Reads objects until one is of a type and has some fields."""
        return json.loads(
            self.until(lambda line: {"type": kind, **fields}.items() <= json.loads(line).items())
        )

    def end(self) -> tuple[int, str]:
        """Ends stdin and reads to the end; returns the exit code and what was said on stderr."""
        out, err = self.process.communicate(timeout=SECONDS)
        self.said += out.splitlines()
        return self.process.returncode, err


def go(scenario: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(SECONDS):
            await scenario()

    asyncio.run(main())


async def until(client: Client, fits: Callable[[TableState], object], code: str | None = None) -> TableState:
    """Waits until a table is as wanted."""
    while (state := client.table(code).state) is None or not fits(state):
        await client.changed()
    return state


async def thread(work: Callable[[], Any]) -> Any:
    return await asyncio.to_thread(work)
