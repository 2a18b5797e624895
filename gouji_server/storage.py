"""What the server does while its disk takes nothing: all stand still at the last thing that was written.

Nobody loses time by it, nothing new begins, and the games go on by themselves as soon as there is room.
"""

from __future__ import annotations

import trio

from gouji_protocol.messages import Notice
from gouji_protocol.words import NoticeKind
from gouji_server.house import House
from gouji_server.lobby import Lobby
from gouji_server.logs import note, warn
from gouji_server.reception import Reception

RETRY = 1.0
"""Seconds from one try to write to the next."""


async def mind_storage(house: House, lobby: Lobby, reception: Reception) -> None:
    """Stops everything while the disk takes nothing, for ever."""
    while True:
        await house.journal.wait_failing()
        began = trio.current_time()
        warn("disk takes nothing")
        reception.tell_all(Notice(NoticeKind.STORAGE))
        house.standstill.begin(tuple(lobby.tables.values()))
        while True:
            if await house.journal.probe():
                break
            await trio.sleep(RETRY)
        lasted = trio.current_time() - began
        note("disk takes again", seconds=round(lasted, 1))
        reception.tell_all(Notice(NoticeKind.STORED))
        if house.still is None:
            house.standstill.end(tuple(lobby.tables.values()))
