"""A client between lines and a server: three jobs that whoever runs it starts side by side.

``tell`` writes what happens, ``answer`` does what lines ask, one after the other, and ``stay`` waits for the
games to end. What is not read in time is dropped by the client, never kept without end; then the
reader is told so and gets everything anew. For trio and asyncio alike.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from gouji_client.client import Client
from gouji_client.errors import RequestFailedError
from gouji_client.lines import objects
from gouji_client.lines.game import Json
from gouji_client.lines.reading import BYE, LOOK, REQUESTS, LineError, Wish, arguments_of, read_line
from gouji_client.playing import wait_of
from gouji_core.views import SeatView
from gouji_protocol.errors import LocalProtocolError
from gouji_protocol.messages import Failed
from gouji_protocol.outputs import Output, ViewChanged, ViewReset
from gouji_protocol.words import FailCode, TablePhase

_BREAKS = {code: f"\\u{code:04x}" for code in (0x85, 0x2028, 0x2029)}
"""What some readers of lines take for the end of one, though JSON does not."""


class Bridge:
    """Plays for whoever is at the other end of the lines.

    ``write`` is given whole lines as bytes; it is called by two jobs at once and must not mix their lines.
    """

    def __init__(self, client: Client, write: Callable[[bytes], Awaitable[None]]) -> None:
        self._client = client
        self._write = write
        self._shown: dict[str, SeatView] = {}
        """The views that were told last, by table."""
        self._asked: dict[str, int] = {}
        """The decisions that were told last, by table."""
        self._handed_over: set[str] = set()
        self._dropped = 0

    async def tell(self) -> None:
        """Writes everything that happens until the session ends."""
        client = self._client
        async for update in client.updates():
            if client.dropped > self._dropped:
                await self._say(objects.of_missed(client.dropped - self._dropped))
                self._dropped = client.dropped
                await self._look()
            for told in objects.of_update(update, client.now()):
                await self._say(told)
            self._note(update)
            await self._ask()

    async def answer(self, lines: AsyncIterator[bytes]) -> bool:
        """Does what lines ask, one after the other, until they end; returns whether they said ``bye``."""
        async for line in lines:
            if not line.strip():
                continue
            try:
                wish = read_line(line)
            except LineError as error:
                await self._say(objects.of_error(error))
                continue
            if wish.do == BYE:
                return True
            if wish.do == LOOK:
                await self._say(objects.of_result(wish, None))
                await self._look()
            else:
                await self._say(await self._do(wish))
        return False

    async def stay(self) -> None:
        """Waits until no game goes on or may begin; a bot of the server's plays for us meanwhile."""
        client = self._client
        while any(self._goes_on(code) for code in client.tables):
            for code in tuple(client.tables):
                await self._hand_over(code)
            if any(self._goes_on(code) for code in client.tables):
                await client.changed()

    async def bye(self) -> None:
        """Writes the last word."""
        await self._say(objects.of_bye())

    async def _do(self, wish: Wish) -> Json:
        """Does a request; returns its answer. Who asks too much waits, and so do the lines after it."""
        while True:
            try:
                result = await REQUESTS[wish.do](self._client, **wish.arguments)
            except RequestFailedError as error:
                if error.code != FailCode.RATE:
                    return objects.of_failure(wish, error)
                result = Failed(0, error.code, error.data)
            except LocalProtocolError:
                return objects.of_failure(wish, RequestFailedError(Failed(0, self._why_not(wish))))
            if isinstance(result, Failed) and result.code == FailCode.RATE:
                await self._client.pause(wait_of(result.data))
            elif wish.do == "act":
                return objects.of_answer(wish, result)
            else:
                return objects.of_result(wish, result)

    def _why_not(self, wish: Wish) -> FailCode:
        """Returns why a request could not even be sent."""
        tables = self._client.tables
        if any(argument.name == "table" and not argument.needed for argument in arguments_of(wish.do)):
            code = wish.arguments.get("table")
            if code not in tables if code is not None else len(tables) != 1:
                return FailCode.NO_TABLE
        return FailCode.NOT_NOW if wish.do == "act" else FailCode.INVALID

    def _goes_on(self, code: str) -> bool:
        """Tells whether a game at a table goes on or may begin."""
        state = self._client.tables[code].state
        return state is not None and state.phase in (TablePhase.LOBBY, TablePhase.PLAYING)

    async def _hand_over(self, code: str) -> None:
        """Lets a bot of the server's play my seat, 托管, for nobody will decide any more."""
        state = self._client.tables[code].state
        if state is None or state.seat < 0 or state.phase is not TablePhase.PLAYING:
            return
        if code not in self._handed_over:
            self._handed_over.add(code)
            with suppress(RequestFailedError):
                await self._client.auto(True, code)

    async def _look(self) -> None:
        """Tells everything of every table."""
        client = self._client
        for code, mirror in tuple(client.tables.items()):
            if mirror.state is not None:
                await self._say(objects.of_table(mirror.state))
            if mirror.view is not None:
                self._shown[code] = mirror.view
                self._asked.pop(code, None)
                await self._say(objects.of_view(code, mirror.view))
            if mirror.clock is not None:
                await self._say(objects.of_clock(code, mirror.clock, client.now()))
        await self._ask()

    def _note(self, update: Output) -> None:
        """Remembers what has been told."""
        match update:
            case ViewChanged(table, _, view):
                self._shown[table] = view
            case ViewReset(table, view):
                self._shown[table] = view
                # What was asked before may have been forgotten with the rest.
                self._asked.pop(table, None)
            case _:
                pass

    async def _ask(self) -> None:
        """Tells decisions that are new, once what led to them has been told."""
        for code in tuple(self._client.tables):
            decision = self._client.decision(code)
            if (
                decision is not None
                and self._shown.get(code) is decision.view
                and self._asked.get(code) != decision.id
            ):
                self._asked[code] = decision.id
                await self._say(objects.of_decision(decision))

    async def _say(self, told: Json) -> None:
        line = json.dumps(told, ensure_ascii=False, separators=(",", ":")).translate(_BREAKS)
        await self._write(line.encode() + b"\n")
