"""The client: one person at one server, as awaitable calls and a stream of updates.

It stands on a ``Session`` and is the same for trio and asyncio; the drivers ``with_trio`` and
``with_asyncio`` make it and move its bytes. Losing the connection is no end: the session comes back by
itself, actions wait for it, requests fail with ``RequestFailedError``. ``DisconnectedError`` is raised
only once the session has given up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import TypeVar

from gouji_client.decision import Decision
from gouji_client.errors import DisconnectedError, RequestFailedError
from gouji_client.parts import part
from gouji_client.signals import Bell, Event
from gouji_client.stream import Updates
from gouji_core.actions import Action, RefereeAct
from gouji_core.legal import legal_actions, waited_for
from gouji_core.public import Phase
from gouji_core.views import SeatView
from gouji_protocol.errors import LocalProtocolError
from gouji_protocol.link import LinkState
from gouji_protocol.messages import (
    Accepted,
    Done,
    Failed,
    Pong,
    Record,
    Refused,
    Stats,
    TableInfo,
    TableOptions,
    Tables,
    TooLate,
    Welcome,
)
from gouji_protocol.mirror import Mirror, Sent
from gouji_protocol.outputs import CommandAnswered, Disconnected, LinkCode, Output, RequestAnswered
from gouji_protocol.session import Session
from gouji_protocol.words import ANY_SEAT, WATCH, Arrangement, ByeCode, Phrase

UPDATES_KEPT = 4096
"""How many updates wait for a program that does not read them; then the oldest are dropped."""

_A = TypeVar("_A", RequestAnswered, CommandAnswered)
_T = TypeVar("_T", Done, Tables, Pong, Record, Stats)

Answer = Accepted | Refused | TooLate | Failed
"""What became of an action."""


class Client:
    """Is a person at a server; made by ``with_trio.connect`` or ``with_asyncio.connect``."""

    def __init__(
        self,
        session: Session,
        make: Callable[[], Event],
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[object]],
        kick: Callable[[], None],
    ) -> None:
        self._session = session
        self._now = now
        self._sleep = sleep
        self._kick = kick
        self._news = Bell(make)
        self._updates: deque[Output] = deque(maxlen=UPDATES_KEPT)
        self._dropped = 0
        self._requests: dict[int, RequestAnswered | None] = {}
        self._commands: dict[int, CommandAnswered | None] = {}
        """What somebody waits for, and its answer once it is here."""
        self._ended: Disconnected | None = None
        self._gone: Disconnected | None = None

    # What is known now.

    @property
    def online(self) -> bool:
        """Whether there is a connection and the server has welcomed us."""
        return self._session.link is LinkState.ONLINE

    @property
    def welcome(self) -> Welcome:
        """What the server said on welcoming us: our identity, its name, its version."""
        welcome = self._session.welcome
        if welcome is None:
            raise LocalProtocolError("the server has not welcomed us yet")
        return welcome

    @property
    def token(self) -> str:
        """The secret by which the server knows us; keep it to come back to the same seats."""
        return self._session.profile.token

    @property
    def tables(self) -> Mapping[str, Mirror]:
        """The tables we are at, by code: state, view, clock."""
        return self._session.tables

    @property
    def unanswered(self) -> tuple[Sent, ...]:
        """The actions that were sent and not answered yet."""
        return self._session.unanswered

    @property
    def disconnected(self) -> Disconnected | None:
        """Why there is no connection now, None if there is one or none was tried."""
        return self._gone

    @property
    def dropped(self) -> int:
        """How many updates were dropped because nobody read them."""
        return self._dropped

    def table(self, code: str | None = None) -> Mirror:
        """Returns a table we are at; without a code the only one.

        Raises:
            LocalProtocolError: if we are not at it, or it is not clear which one is meant.
        """
        tables = self._session.tables
        if code is None and len(tables) == 1:
            return next(iter(tables.values()))
        if code is None or code not in tables:
            raise LocalProtocolError(
                f"not at table {code!r}" if code else f"at {len(tables)} tables, name one"
            )
        return tables[code]

    def view(self, table: str | None = None) -> SeatView | None:
        """Returns what we see of the game at a table, None if there is no game yet."""
        return self.table(table).view

    def legal_actions(self, table: str | None = None) -> list[Action]:
        """Returns every action open to us now."""
        view = self.view(table)
        return [] if view is None else legal_actions(view)

    def now(self) -> float:
        """Returns the time in which deadlines (``Mirror.clock``) are told."""
        return self._now()

    # Asking.

    async def create(
        self, rules: str = "online", options: TableOptions | None = None, seat: int = ANY_SEAT
    ) -> str:
        """Makes a table, takes a seat at it and returns its code."""
        return (await self._arrive(self._session.create(rules, options, seat))).table

    async def list_tables(self) -> tuple[TableInfo, ...]:
        """Returns the tables that are not private."""
        return (await self._answer(self._session.list_tables(), Tables)).tables

    async def join(self, table: str, seat: int = ANY_SEAT, password: str = "") -> int:
        """Takes a seat, or comes back to one; returns its number."""
        return (await self._arrive(self._session.join(table, seat, password))).seat

    async def watch(self, table: str, password: str = "") -> None:
        """Watches a table."""
        await self._arrive(self._session.join(table, WATCH, password))

    async def leave(self, table: str | None = None) -> None:
        """Gives the seat up, or stops watching."""
        await self._done(self._session.leave(self.table(table).table))

    async def start(self, table: str | None = None) -> None:
        """Starts the game; for the host."""
        await self._done(self._session.start(self.table(table).table))

    async def add_bots(self, level: str = "regular", table: str | None = None) -> None:
        """Fills the empty seats with bots; for the host."""
        await self._done(self._session.add_bots(self.table(table).table, level))

    async def set_seat(self, seat: int, level: str, table: str | None = None) -> None:
        """Puts a bot on a seat, or with an empty level takes it away; for the host."""
        await self._done(self._session.set_seat(self.table(table).table, seat, level))

    async def auto(self, on: bool, table: str | None = None) -> None:
        """Lets a bot play my seat, 托管, or takes it back."""
        await self._done(self._session.auto(self.table(table).table, on))

    async def chat(self, text: str, table: str | None = None) -> None:
        """Says something to the table."""
        await self._done(self._session.chat(self.table(table).table, text))

    async def say(self, phrase: Phrase, table: str | None = None) -> None:
        """Says a quick phrase to the table; everybody reads it in their own language."""
        await self._done(self._session.say(self.table(table).table, phrase))

    async def mute(self, person: str, on: bool = True) -> None:
        """Keeps what a person says from me, at every table and for ever, or ends that.

        ``person`` is as in ``SeatInfo.person`` and ``ChatLine.person``.
        """
        await self._done(self._session.mute(person, on))

    async def ready(self, on: bool = True, table: str | None = None) -> None:
        """Says that I am ready for the next game or round, or not yet."""
        await self._done(self._session.ready(self.table(table).table, on))

    async def arrange(
        self, how: Arrangement, seat: int = -1, other: int = -1, table: str | None = None
    ) -> None:
        """Changes who sits where while no game goes on: my own seat, or as the host anybody's (S2.5)."""
        await self._done(self._session.arrange(self.table(table).table, how, seat, other))

    async def kick(self, seat: int, table: str | None = None) -> None:
        """Sends somebody away before a game or between rounds; for the host."""
        await self._done(self._session.kick(self.table(table).table, seat))

    async def hand_over(self, seat: int, table: str | None = None) -> None:
        """Makes somebody else the host; for the host."""
        await self._done(self._session.hand_over(self.table(table).table, seat))

    async def stats(self, start: int = 0) -> Stats:
        """Returns my own record and the table of players, from a place in it on."""
        return part(await self._answer(self._session.stats(start), Stats))

    async def record(self, table: str | None = None, game: int = -1) -> str:
        """Returns the record of a game as far as its rounds are over (``gouji_core.record``).

        We need not be at the table any more, nor need it be open: it is enough to have had a seat in a game
        there. ``game`` counts the table's games from 1; -1 is the newest.
        """
        code = self.table().table if table is None else table
        text, left = "", True
        while left:
            answer = part(await self._answer(self._session.record(code, game, len(text)), Record))
            # The newest game may be another one by now.
            game, text, left = answer.game, text + answer.text, answer.left > 0
        return text

    async def referee(self, act: RefereeAct, seat: int, table: str | None = None) -> None:
        """Acts as the referee against a seat (R13.4); for the host.

        What the rules refuse fails with ``RequestFailedError`` and the code ``refused``.
        """
        await self._done(self._session.referee(self.table(table).table, act, seat))

    async def ping(self) -> None:
        """Waits for the server to answer."""
        await self._answer(self._session.ping(), Pong)

    # Playing.

    async def my_decision(self, table: str | None = None) -> Decision | None:
        """Waits until a decision is mine to make; None when the game is over or the table gone.

        While an action of mine is under way, the decision it answers does not count.
        """
        code = self.table(table).table
        while (mirror := self._session.tables.get(code)) is not None:
            if mirror.view is not None and mirror.view.public.phase is Phase.GAME_OVER:
                return None
            if (decision := self.decision(code)) is not None:
                return decision
            await self._next()
        return None

    def decision(self, table: str | None = None) -> Decision | None:
        """Returns the decision that is mine to make now, None if there is none or an action is under way."""
        mirror = self.table(table)
        view, code = mirror.view, mirror.table
        if view is None or mirror.lost or not waited_for(view):
            return None
        if any(sent.table == code for sent in self._session.unanswered):
            return None
        return Decision(code, view.public.pending.id, view)

    async def act(self, action: Action, table: str | None = None, decision: int | None = None) -> Answer:
        """Acts and waits for what becomes of it; when accepted, the view shows it already."""
        command = self.act_nowait(action, table, decision)
        return (await self._wait(self._commands, command)).answer

    def act_nowait(self, action: Action, table: str | None = None, decision: int | None = None) -> int:
        """Acts without waiting; the answer comes as a ``CommandAnswered`` with the number returned."""
        command = self._session.act(self.table(table).table, action, decision)
        self._kick()
        return command

    # What happens.

    def updates(self) -> AsyncIterator[Output]:
        """Gives everything that happens, also what happened before and was not read; ends with the session.

        Read it in one place only: each update is given once.
        """
        return Updates(self._next_update)

    async def _next_update(self) -> Output | None:
        while not self._updates:
            if self._ended is not None:
                return None
            await self._news.wait()
        return self._updates.popleft()

    async def changed(self) -> None:
        """Waits until anything happens.

        Raises:
            DisconnectedError: if nothing will happen any more.
        """
        await self._next()

    async def pause(self, seconds: float) -> None:
        """Waits for so long, whatever happens meanwhile."""
        await self._sleep(seconds)

    def retry_now(self) -> None:
        """Tries to reconnect at once instead of at the end of the pause."""
        self._session.retry_now()
        self._stir()

    def close(self, *, leave: bool = False) -> None:
        """Ends the session; ``leave`` gives our seats to bots at once."""
        self._session.close(leave=leave)
        self._stir()

    # For the drivers.

    def deliver(self) -> None:
        """Takes what the session told and wakes those who wait for it."""
        outputs = self._session.outputs()
        if not outputs:
            return
        for output in outputs:
            match output:
                case RequestAnswered() if output.request in self._requests:
                    self._requests[output.request] = output
                case CommandAnswered() if output.command in self._commands:
                    self._commands[output.command] = output
                case _:
                    pass
            if isinstance(output, Disconnected):
                self._gone = output
                if output.retry_in is None:
                    self._ended = output
            elif self.online:
                self._gone = None
            self._dropped += len(self._updates) == UPDATES_KEPT
            self._updates.append(output)
        self._news.ring()

    async def wait_online(self, *, patient: bool) -> None:
        """Waits for the first welcome; with patience through any number of failures that may pass."""
        while self._session.welcome is None:
            # Whose token is not known any more comes back by itself, as somebody new.
            if self._gone is not None and not (patient or self._gone.code == ByeCode.TOKEN):
                raise DisconnectedError(self._gone)
            await self._next()

    # Waiting.

    def _stir(self) -> None:
        self.deliver()
        self._kick()

    async def _next(self) -> None:
        if self._ended is not None:
            raise DisconnectedError(self._ended)
        await self._news.wait()

    async def _wait(self, slots: dict[int, _A | None], number: int) -> _A:
        slots[number] = None
        self._stir()
        try:
            while (answered := slots[number]) is None:
                await self._next()
        finally:
            del slots[number]
        return answered

    async def _answer(self, request: int, kind: type[_T]) -> _T:
        answer = (await self._wait(self._requests, request)).answer
        if isinstance(answer, kind):
            return answer
        failed = answer if isinstance(answer, Failed) else Failed(request, LinkCode.NO_ANSWER)
        raise RequestFailedError(failed)

    async def _arrive(self, request: int) -> Done:
        done = await self._done(request)
        # What the table tells of itself follows; with it here, the caller may look around at once.
        while (mirror := self._session.tables.get(done.table)) is not None and not mirror.complete:
            await self._next()
        return done

    async def _done(self, request: int) -> Done:
        return await self._answer(request, Done)


__all__ = ["Answer", "Client", "Decision"]
