"""Who started a private server and holds its stdin: its end ends the server, a line sets the pace.

A line is ``pace SECONDS``: so long do bots take for a decision from now on, also for the one they are at.
"""

from __future__ import annotations

import os
import sys

import trio

from gouji_server.house import House
from gouji_server.lobby import Lobby
from gouji_server.logs import note, warn

LONGEST_PACE = 60.0
"""The longest pace of bots that may be set."""


async def heed_parent(house: House, lobby: Lobby, stop: trio.Event) -> None:
    """Does what comes by stdin; sets ``stop`` at its end, when the parent has closed it or died."""
    stdin, rest = sys.stdin.fileno(), b""
    while came := await trio.to_thread.run_sync(os.read, stdin, 4096, abandon_on_cancel=True):
        *lines, rest = (rest + came).split(b"\n")
        rest = rest[-4096:]
        for line in lines:
            seconds = pace_in(line)
            if seconds is None:
                warn("the parent said something unknown", line=repr(line[:40]))
                continue
            house.office.bot_pace = seconds
            for table in lobby.tables.values():
                table.wake()
    note("parent gone")
    stop.set()


def pace_in(line: bytes) -> float | None:
    """Returns the seconds that a line sets, None where it says nothing that is known."""
    word, _, number = line.strip().partition(b" ")
    try:
        seconds = float(number)
    except ValueError:
        return None
    return seconds if word == b"pace" and 0 <= seconds <= LONGEST_PACE else None
