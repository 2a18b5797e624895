"""The hall of a server: its tables, what somebody who has come in wants of them, and the way to one.

Screens and the plain mode read ``Hall`` and say by ``want`` what is wanted; ``find_table`` asks the server
for it and, as long as that is refused, goes on showing the tables.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from gouji_client import Client, RequestFailedError
from gouji_client.updates import FailCode, Kind, Spectators, TableInfo, TableOptions, TablePhase
from gouji_tui.door import LONGEST_PASSWORD
from gouji_tui.failures import Reason
from gouji_tui.first import first_of

LOOK_EVERY = 4.0
"""Seconds from one look at the server's tables to the next."""
LONGEST_CODE = 16


@dataclass(frozen=True, slots=True)
class Come:
    """Wants to a table that is there: to a seat, or only to watch."""

    table: str
    watch: bool = False
    password: str = ""


@dataclass(frozen=True, slots=True)
class Open:
    """Wants a table of one's own."""

    rules: str = "online"
    options: TableOptions = field(default=TableOptions())


@dataclass(frozen=True, slots=True)
class LookAgain:
    """Wants to see the tables as they are now."""


Want = Come | Open | LookAgain


class Hall:
    """Is what is seen in the hall, and the wait for what is wanted there."""

    def __init__(self) -> None:
        self.tables: tuple[TableInfo, ...] = ()
        self.looked = False
        """Whether the server has told of its tables yet."""
        self.refused: Reason | None = None
        """Why what was wanted last could not be."""
        self.away: Reason | None = None
        """Why the server did not tell of its tables just now."""
        self.locked: Come | None = None
        """What was wanted of a table that asks for another password."""
        self.left: set[str] = set()
        """The tables that were left for the hall: those that the server still counts us at are left again."""
        self._wanted: asyncio.Queue[Want] = asyncio.Queue()

    def want(self, want: Want) -> None:
        """Says what is wanted."""
        if isinstance(want, Come):
            # Longer ones there are not, and a server would not even read them.
            password = unicodedata.normalize("NFC", want.password)[:LONGEST_PASSWORD]
            want = replace(want, table=want.table[:LONGEST_CODE], password=password)
        self.refused = self.locked = None
        # What is typed while the server is asked waits; to look again is due after that anyway.
        if self._wanted.empty() or not isinstance(want, LookAgain):
            self._wanted.put_nowait(want)

    def named(self, code: str) -> TableInfo | None:
        """Returns the table of a code, None if it is not in the list: it may be a private one."""
        return next((table for table in self.tables if table.table == code), None)

    async def wanted(self) -> Want | None:
        """Waits for what is wanted next, None if it is time to look again before that."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_EVERY):
                return await self._wanted.get()
        return None

    def told(self, tables: tuple[TableInfo, ...]) -> None:
        """Takes what the server tells of its tables."""
        self.tables, self.looked = tables, True
        if self.away is not None:
            # What could not be without a connection may be again.
            self.away = self.refused = None

    def refuse(self, want: Come | Open, code: str) -> None:
        """Takes that something could not be."""
        self.refused = Reason(code)
        if code == FailCode.PASSWORD and isinstance(want, Come):
            self.locked = replace(want, password="")


async def find_table(
    client: Client,
    hall: Hall,
    overhear: Callable[[], Coroutine[Any, Any, None]],
    changed: Callable[[], None],
) -> str:
    """Shows the tables until one of them has let us in or a new one is open; returns its code.

    ``overhear`` takes in what is told meanwhile, and ends when there is a reason to look again. A table that
    the server has us at without our knowing is the one: what was wanted was done, and the answer was lost.

    Raises:
        DisconnectedError: if the server is gone for good.
    """
    while True:
        try:
            await _leave(client, hall)
            hall.told(await client.list_tables())
        except RequestFailedError as error:
            # To look too often is no matter: what was seen stays until the next time.
            if error.code != FailCode.RATE:
                hall.away = Reason(error.code)
        if (code := _own(client, hall)) is not None and client.tables[code].state is not None:
            hall.refused = None
            return code
        changed()
        match await first_of(hall.wanted(), overhear()):
            case None:
                continue
            case LookAgain():
                client.retry_now()
            case want if _own(client, hall) is None:
                try:
                    return await _go(client, hall, want)
                except RequestFailedError as error:
                    hall.refuse(want, error.code)
            case _:
                # Once it is told how that other table is, there is no need to want any.
                continue


def _own(client: Client, hall: Hall) -> str | None:
    """Returns a table that the server has us at, of those that were not left."""
    return next((code for code in client.tables if code not in hall.left), None)


async def _leave(client: Client, hall: Hall) -> None:
    """Leaves what was left where the server does not know of it yet."""
    for code in hall.left & client.tables.keys():
        try:
            await client.leave(code)
        except RequestFailedError as error:
            if error.code not in (FailCode.NO_SEAT, FailCode.NO_TABLE):
                raise


async def _go(client: Client, hall: Hall, want: Come | Open) -> str:
    if isinstance(want, Come):
        hall.left.discard(want.table.upper())
    match want:
        case Open(rules, options):
            return await client.create(rules, options)
        case Come(table, True, password):
            await client.watch(table, password)
            return table
        case Come(table, _, password):
            await client.join(table, password=password)
            return table


def seated(table: TableInfo) -> int:
    """Returns how many people sit at a table, bots left out."""
    return sum(seat.kind is Kind.HUMAN for seat in table.seats)


def has_room(table: TableInfo) -> bool:
    """Tells whether somebody may sit down: on a free seat, or on a bot's while no round is played."""
    if any(seat.kind is Kind.EMPTY for seat in table.seats):
        return True
    return table.phase is not TablePhase.PLAYING and any(seat.kind is Kind.BOT for seat in table.seats)


def may_watch(table: TableInfo) -> bool:
    """Tells whether a table lets people watch."""
    return table.spectators is not Spectators.NONE
