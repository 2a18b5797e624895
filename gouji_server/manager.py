"""The service manager that started this process, where one did: what it waits to hear, and its own log.

systemd names the socket it listens at in ``NOTIFY_SOCKET``, and the stream its journal reads in
``JOURNAL_STREAM``; without them nothing here does anything.
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from enum import Enum
from typing import Final

STDERR: Final = 2

PATIENCE: Final = 1.0
"""Seconds that a manager which reads nothing may hold the server up."""


class State(Enum):
    """Is what a service tells of itself, in systemd's words."""

    READY = b"READY=1"
    STOPPING = b"STOPPING=1"


def tell(state: State) -> None:
    """Tells the manager that the service has come so far."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if not path:
        return
    # Whatever becomes of it, the game goes on; a manager that heard nothing says so itself.
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.settimeout(PATIENCE)
        # A name with @ is no file but one of Linux's own.
        line.sendto(state.value, f"\0{path[1:]}" if path.startswith("@") else path)


def is_stderr_journal() -> bool:
    """Tells whether what goes to stderr goes to systemd's journal, not to somebody who moved it elsewhere."""
    try:
        found = os.fstat(STDERR)
    except OSError:
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"
