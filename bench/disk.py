"""What the disk alone takes for what each step of a game waits for: one page written and synced."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

PAGE = 4096

PAGES = 2000
"""How many the file has; they are written over in turn, as the journal's log is."""

PAUSE = 0.002
"""Seconds between two, as at five hundred tables with an action a second."""


def synced(folder: Path, count: int) -> list[float]:
    """Returns how many seconds each of some syncs took, on the disk that a folder is on."""
    found: list[float] = []
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        file.write(bytes(PAGE * PAGES))
        os.fsync(file.fileno())
        for number in range(count):
            time.sleep(PAUSE)  # noqa: TID251 - it is the pace, nothing is waited for
            began = time.perf_counter()
            os.pwrite(file.fileno(), b"\xff" * PAGE, number % PAGES * PAGE)
            os.fdatasync(file.fileno())
            found.append(time.perf_counter() - began)
    return found
