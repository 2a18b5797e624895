"""``gouji bot``: bots of ours at somebody's table, each a person of its own over a connection of its own.

They play until the table is closed, until so many games are over, or until nobody but them is left. What
they do as hosts and in the lobby is here; how a seat is played is ``gouji_client.play`` and ``gouji_bots``.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass

from gouji_bots import make_bot
from gouji_client import Client, ClientError, Decision, RequestFailedError, play
from gouji_client.updates import (
    Connected,
    Disconnected,
    Kind,
    Output,
    Presence,
    RemoveCode,
    TableChanged,
    TableLost,
    TablePhase,
    TableState,
    ViewChanged,
)
from gouji_client.with_asyncio import connect
from gouji_core.actions import Action
from gouji_core.events import RoundOver
from gouji_tui.entry import Entry, option_of, signals, why_not
from gouji_tui.failures import Reason
from gouji_tui.texts import Texts

PARTING_SECONDS = 2.0

_HERE = frozenset({Presence.PRESENT, Presence.LOST, Presence.AUTO})
"""How somebody is who may still want to play."""


@dataclass(frozen=True, slots=True)
class Order:
    """Is what bots are wanted for: how many, how good, and at which table."""

    entry: Entry
    level: str
    seats: int
    table: str = ""
    """Empty to make one, with ``rules``."""
    rules: str = ""
    password: str = ""
    games: int = 0
    """After how many games they leave; 0 is never."""
    pace: float = 0.0
    """How long a bot takes for a decision."""
    rest: float = 0.0
    """How long a bot that is the host waits after a game before it starts the next."""
    seed: int | None = None


def run_bots(order: Order, texts: Texts, say: Callable[[str], None]) -> tuple[int, str]:
    """Plays with bots; returns the exit code and what to say on stderr."""
    return asyncio.run(_run(Crew(order, texts, say)))


async def _run(crew: Crew) -> tuple[int, str]:
    with signals() as stopped:
        working = asyncio.create_task(crew.work())
        stopping = asyncio.create_task(stopped.came.wait())
        await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
        crew.leave()
        stopping.cancel()
        # The goodbyes are on their way; who still waits for a server has nobody to say one to.
        await asyncio.wait({working}, timeout=PARTING_SECONDS)
        working.cancel()
        try:
            said = await working
        except asyncio.CancelledError:
            said = ""
        if stopped.number:
            return stopped.code, ""
        return (1, said) if said else (0, "")


class Crew:
    """Is the bots of one order."""

    def __init__(self, order: Order, texts: Texts, say: Callable[[str], None]) -> None:
        self.order = order
        self.texts = texts
        self._say = say
        self.robots: list[Robot] = []
        self._leaving = False
        self.code = order.table

    def tell(self, code: str, /, **data: object) -> None:
        """Says a line to whoever started the bots."""
        self._say(self.texts(code, **data))

    async def work(self) -> str:
        """Sits down and plays; returns what went wrong, empty if nothing did."""
        order = self.order
        try:
            async with AsyncExitStack() as stack:
                try:
                    for number in range(1, order.seats + 1):
                        if not self._leaving:
                            await self._sit_down(stack, number)
                    return await self._play()
                finally:
                    # Before the connections close: a seat that is only lost would be kept.
                    self.leave()
        except ClientError as error:
            return why_not(error, order.entry.address, self.texts, self.code)

    async def _play(self) -> str:
        """Plays with all; returns what went wrong first."""
        jobs = [asyncio.create_task(robot.work()) for robot in self.robots]
        try:
            return next(filter(None, await asyncio.gather(*jobs)), "")
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)

    def leave(self) -> None:
        """Says goodbye for all; their seats go to bots of the server's."""
        self._leaving = True
        for robot in self.robots:
            robot.client.close(leave=True)

    def others(self, state: TableState) -> bool:
        """Tells whether somebody who is none of ours has a seat and may want to play."""
        ours = {robot.seat for robot in self.robots}
        return any(
            info.kind is Kind.HUMAN and info.presence in _HERE and seat not in ours
            for seat, info in enumerate(state.seats)
        )

    async def _sit_down(self, stack: AsyncExitStack, number: int) -> None:
        order, entry = self.order, self.order.entry
        tls, keep = entry.door.context(), entry.keeper(number)
        client = await stack.enter_async_context(
            connect(entry.address, entry.profile(number), tls=tls, keep=keep)
        )
        robot = Robot(self, client, number)
        self.robots.append(robot)
        mine = [seated.table for seated in client.welcome.tables]
        if not self.code and mine and entry.kept_as:
            # Who comes back as the same person goes on where it was instead of opening another table.
            self.code = mine[0]
        if self.code:
            await client.join(self.code, password=order.password)
        else:
            self.code = await client.create(order.rules)
        if number == 1 and not order.table:
            where = option_of(entry.address) + (" --tls" if entry.door.tls else "")
            self.tell("robot.join", where=where, table=self.code)
        self.tell("robot.sits", name=robot.name, level=order.level, seat=robot.seat + 1, table=self.code)


class Robot:
    """Is one bot at the table."""

    def __init__(self, crew: Crew, client: Client, number: int) -> None:
        self.client = client
        self._crew = crew
        self._number = number
        self._bot = make_bot(crew.order.level)
        seed = crew.order.seed
        self._random = random.Random(None if seed is None else f"{seed} {number}")
        self._gone = ""
        self._done = False
        self._starting: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """What the bot is called at the table."""
        return self._crew.order.entry.called(self._number)

    @property
    def seat(self) -> int:
        """The seat it has, -1 for none."""
        state = self._state
        return -1 if state is None else state.seat

    @property
    def _state(self) -> TableState | None:
        """How the table is now; news that waited to be read may be older."""
        mirror = self.client.tables.get(self._crew.code)
        return None if mirror is None else mirror.state

    async def work(self) -> str:
        """Plays until there is no more to play; returns what went wrong, empty if nothing did."""
        crew = self._crew
        watching = asyncio.create_task(self._watch())
        playing = asyncio.create_task(play(self.client, self._choose, crew.code, games=crew.order.games))
        try:
            await asyncio.wait({watching, playing}, return_when=asyncio.FIRST_COMPLETED)
            # Where the table is lost already, what is watched says why.
            if playing.done() and not self._done and crew.code in self.client.tables:
                playing.result()
                # The last news are told before the end.
                self.client.close(leave=True)
            await watching
        except ClientError as error:
            return why_not(error, crew.order.entry.address, crew.texts, crew.code)
        finally:
            watching.cancel()
            playing.cancel()
            if self._starting is not None:
                self._starting.cancel()
            await asyncio.gather(watching, playing, return_exceptions=True)
        return self._gone

    async def _choose(self, decision: Decision) -> Action:
        await asyncio.sleep(self._crew.order.pace)
        return self._bot.choose(decision.view, self._random)

    async def _watch(self) -> None:
        """Follows the table until it, or the bot's time at it, is over."""
        async for update in self.client.updates():
            self._tell(update)
            match update:
                case TableChanged(table) if table == self._crew.code:
                    state = self._state
                    if state is None or self._done:
                        continue
                    if self._is_done(state):
                        # What has been told already is read to its end.
                        self._done = True
                        self.client.close(leave=True)
                    else:
                        await self._serve(state)
                case TableLost(table) if table == self._crew.code:
                    return
                case _:
                    pass

    def _is_done(self, state: TableState) -> bool:
        """Tells whether no game will begin any more that is not only ours."""
        order = self._crew.order
        if self._crew.others(state) or len(self._crew.robots) < order.seats:
            return False
        # At a table of our own, people may still come.
        return state.phase is TablePhase.OVER or (state.phase is TablePhase.LOBBY and order.table != "")

    async def _serve(self, state: TableState) -> None:
        """Does what a player does between games: to be ready, and as the host to start."""
        if state.seat >= 0 and state.options.all_ready and not state.seats[state.seat].ready:
            # What is not possible now may be after the next news.
            with suppress(RequestFailedError):
                await self.client.ready(table=state.table)
        if _may_start(state) and (self._starting is None or self._starting.done()):
            rest = self._crew.order.rest if state.phase is TablePhase.OVER else 0.0
            self._starting = asyncio.create_task(self._start(rest))

    async def _start(self, rest: float) -> None:
        await asyncio.sleep(rest)
        if (state := self._state) is not None and _may_start(state):
            with suppress(RequestFailedError):
                await self.client.start(state.table)

    def _tell(self, update: Output) -> None:
        """Says what happened in a line; of what all see, the first bot tells."""
        crew = self._crew
        match update:
            case Disconnected(code, text, _, retry_in):
                reason = Reason(code, ("bye", "line"), text).text(crew.texts)
                if retry_in is not None:
                    crew.tell("robot.lost", name=self.name, reason=reason)
            case Connected(_, False):
                crew.tell("robot.back", name=self.name)
            case TableLost(table, code) if table == crew.code:
                reason = Reason(code, ("removed", "fail", "bye", "line")).text(crew.texts)
                if code == RemoveCode.CLOSED:
                    crew.tell("robot.gone", name=self.name, reason=reason)
                else:
                    self._gone = crew.texts("robot.gone", name=self.name, reason=reason)
            case ViewChanged(_, _, view, events) if self._number == 1:
                for event in events:
                    if isinstance(event, RoundOver):
                        places = " ".join(map(str, view.public.standing.places))
                        even, odd = event.totals
                        number = view.public.setup.round
                        crew.tell("robot.round", round=number, places=places, even=even, odd=odd)
            case _:
                pass


def _may_start(state: TableState) -> bool:
    """Tells whether a game could begin and it is mine to start it."""
    return (
        0 <= state.seat == state.host
        and state.phase in (TablePhase.LOBBY, TablePhase.OVER)
        and all(info.kind is not Kind.EMPTY for info in state.seats)
    )
