"""A visit to a table: getting to the server, sitting down, following the game, leaving.

``run`` does all of it and calls ``changed`` whenever there is something new to show; screens and the plain
mode read the rest here. A lost connection is a state of the table, not an end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack
from typing import Any

from gouji_client import (
    Address,
    Client,
    DisconnectedError,
    PathTooLongError,
    RequestFailedError,
    UnixAddress,
)
from gouji_client.updates import (
    Connected,
    Disconnected,
    FailCode,
    Failed,
    Kind,
    LinkCode,
    NoticeTold,
    Output,
    TableChanged,
    TableLost,
    TableOptions,
    TableState,
)
from gouji_core.actions import Action, Referee
from gouji_core.errors import NotationError
from gouji_tui import game as g
from gouji_tui.deeds import Deed, carry_out
from gouji_tui.desk import Note
from gouji_tui.door import Knock, enter
from gouji_tui.failures import Failure, SoloError, objection, why_failed
from gouji_tui.first import first_of
from gouji_tui.game import Game
from gouji_tui.hall import Hall, find_table
from gouji_tui.identity import address_of, profile_of
from gouji_tui.notices import motd_of, note_of
from gouji_tui.plan import LISTED, Plan
from gouji_tui.sitting import Sitting
from gouji_tui.solo import PrivateServer, private_server
from gouji_tui.stage import Stage
from gouji_tui.table import TableState as Around
from gouji_tui.texts import Texts
from gouji_tui.tokens import keeper, own_tokens


class Visit:
    """Is one person's visit to one server, and there to one table after the other."""

    def __init__(self, plan: Plan, texts: Texts) -> None:
        self.plan = plan
        self.stage = Stage.SERVER if plan.solo is not None else Stage.CONNECT
        self.sitting = Sitting(texts, "" if plan.table == LISTED else plan.table)
        self.failure: Failure | None = None
        self.where = plan.address
        self.knock = Knock()
        self.hall = Hall()
        self.note: Note | None = None
        """What is to be told in the hall or in the lobby."""
        self._texts = texts
        self._client: Client | None = None
        self._leaving = asyncio.Event()
        self._rising = asyncio.Event()
        self._dropped = False
        self._ended: int | None = None
        self._motd = ""
        self._changed: Callable[[], None] = lambda: None
        self._tasks: set[asyncio.Task[None]] = set()

    # What the screens read.

    @property
    def code(self) -> str:
        """The code of the table; empty as long as it is not known."""
        return self.sitting.code

    @property
    def game(self) -> Game | None:
        """The game at the table, None before there is one."""
        return self.sitting.game

    @property
    def lobby(self) -> TableState | None:
        """The table as it tells itself: seats, readiness, rules, host; None before it does."""
        mirror = self._client.tables.get(self.code) if self._client is not None else None
        return mirror.state if mirror is not None else None

    @property
    def around(self) -> Around:
        """The table around the game as the client keeps it."""
        return self.game.table if self.game is not None else self.sitting.around

    @property
    def leads_back(self) -> bool:
        """Whether who leaves now is in the hall again, and not out: who says so twice is out."""
        at_table = self.stage in (Stage.WAIT, Stage.PLAY) and not self._rising.is_set()
        return self.plan.table == LISTED and at_table

    @property
    def host(self) -> bool:
        """Whether this person is the table's host and may start."""
        return self.lobby is not None and self.lobby.host == self.lobby.seat

    @property
    def taken(self) -> int:
        """How many seats of the table are taken."""
        return sum(seat.kind is not Kind.EMPTY for seat in self.lobby.seats) if self.lobby is not None else 0

    def reason(self, texts: Texts) -> str:
        """Returns why the visit could not be, in words."""
        return self.failure.text(texts) if self.failure is not None else ""

    # What the screens do.

    def speak(self, texts: Texts) -> None:
        """Changes the language of the game."""
        self._texts = texts
        self.sitting.speak(texts)

    def send(self, action: Action) -> None:
        """Sends an action for the decision that is pending."""
        if self._client is not None and self.game is not None:
            self._client.act_nowait(action, self.code, self.game.view.public.pending.id)

    def do(self, deed: Deed) -> None:
        """Asks something of the table; what the server objects to is told in the prompt."""
        if self._client is not None:
            self._spawn(self._ask(carry_out(self._client, self.code, deed)))

    def to_lobby(self) -> None:
        """Waits at the table for another game, after one is over."""
        self._to(Stage.WAIT)

    def judge(self, verdict: Referee) -> None:
        """Does as the referee what the host decided; what the server objects to is told in the prompt."""
        if self._client is not None:
            self._spawn(self._ask(self._client.referee(verdict.act, verdict.seat, self.code)))

    async def record(self) -> str:
        """Returns the record of the table's newest game, as far as its rounds are over.

        Raises:
            RequestFailedError: if no round is over, or the server cannot be asked.
        """
        if self._client is None:
            raise RequestFailedError(Failed(0, "no_record"))
        return await self._client.record(self.code)

    def ask_record(self, told: Callable[[str], None]) -> None:
        """Asks for that record and gives it to ``told``; what the server objects to is told in the prompt."""

        async def tell() -> None:
            told(await self.record())

        self._spawn(self._ask(tell()))

    def begin(self) -> None:
        """Fills the free seats with bots and starts the game."""
        self._spawn(self._begin())

    def next_round(self) -> None:
        """Starts the next round at once, if that is ours to do."""
        if self.host and self._client is not None:
            self._spawn(self._ask(self._next_round(self._client)))

    async def _next_round(self, client: Client) -> None:
        try:
            await client.start(self.code)
        except RequestFailedError as error:
            # That it has begun meanwhile is no fault worth a word.
            if error.code != FailCode.NOT_NOW:
                raise

    def retry(self) -> None:
        """Tries a lost server again at once."""
        if self._client is not None:
            self._client.retry_now()

    def leave(self) -> None:
        """Leaves for good; the seat goes to a bot."""
        self._leaving.set()

    def rise(self) -> None:
        """Leaves the table, for the hall if one came to it from there, else for good."""
        (self._rising if self.leads_back else self._leaving).set()

    def drop(self) -> None:
        """Goes away without a goodbye; the seat is kept for a while."""
        self._dropped = True
        self._leaving.set()

    # The visit itself.

    async def run(self, changed: Callable[[], None]) -> None:
        """Goes there, plays and comes back; how it ended is in ``stage``."""
        self._changed = changed
        try:
            async with AsyncExitStack() as stack:
                staying = asyncio.create_task(self._stay(stack))
                leaving = asyncio.create_task(self._leaving.wait())
                try:
                    await asyncio.wait({staying, leaving}, return_when=asyncio.FIRST_COMPLETED)
                    stays = staying.done()
                finally:
                    # First of all nobody listens any more: that the connection ends is no news to who leaves.
                    for task in (staying, leaving, *self._tasks):
                        task.cancel()
                    await asyncio.gather(staying, leaving, *self._tasks, return_exceptions=True)
                if stays:
                    staying.result()
                elif self._client is not None and self._ended is None:
                    self._client.close(leave=not self._dropped)
            if self._ended is None:
                self._to(Stage.ENDED)
            else:
                self._fail("error.solo_ended", code=str(self._ended))
        except (SoloError, PathTooLongError, NotationError, DisconnectedError, RequestFailedError) as error:
            seated = self.stage in (Stage.WAIT, Stage.PLAY)
            self.failure = why_failed(error, self.where, self.code, seated=seated, by_ssh=self.plan.by_ssh)
            self._to(Stage.FAILED)

    async def _stay(self, stack: AsyncExitStack) -> None:
        plan = self.plan
        if plan.solo is not None:
            server = await stack.enter_async_context(private_server(plan.solo))
            self._tasks.add(asyncio.create_task(self._watch(server)))
            address: Address = UnixAddress(str(server.socket))
            self._to(Stage.CONNECT)
        else:
            address = address_of(plan.address)
        self.where = str(address)
        self.sitting = self._sitting(self.code)
        self._changed()
        token, keep = "", None
        if plan.solo is None:
            token, keep = own_tokens().load(address, plan.person), keeper(address, plan.person)
        profile = profile_of(plan.person, token, self._texts.lang)
        self._client = client = await enter(stack, address, profile, plan.door, self._ask_password, keep)
        mine = tuple(seated.table for seated in client.welcome.tables)
        self._to(Stage.TABLE)
        while True:
            await self._sit_down(client, mine)
            await first_of(self._follow(client), self._rising.wait())
            # Only who came to the table from the hall is still here.
            self._rising.clear()
            self.hall.left.add(self.code)
            for task in self._tasks:
                task.cancel()
            self.sitting, mine = self._sitting(), ()

    async def _ask_password(self, wrong: bool) -> str:
        self.knock.wrong = wrong
        password = await self.knock.ask(lambda: self._to(Stage.PASSWORD))
        self._to(Stage.CONNECT)
        return password

    async def _watch(self, server: PrivateServer) -> None:
        """Ends the visit when a private server ends by itself: nobody would start it again."""
        self._ended = await server.process.wait()
        self._leaving.set()

    async def _sit_down(self, client: Client, mine: tuple[str, ...]) -> None:
        plan = self.plan
        if plan.table == LISTED and not mine:
            self._to(Stage.HALL)
            code = await find_table(client, self.hall, lambda: self._overhear(client), self._changed)
            self.sitting = self._sitting(code)
            self.sitting.begin(client)
        elif self.code or mine:
            self.sitting.code = self.code or mine[0]
            await client.join(self.code)
        else:
            options = TableOptions(turn_seconds=0) if plan.solo is not None else TableOptions()
            self.sitting.code = await client.create(plan.rules, options, plan.seat)
        if plan.solo is not None:
            await self._begin()
        elif self.game is None:
            self._to(Stage.WAIT)

    def _sitting(self, code: str = "") -> Sitting:
        return Sitting(self._texts, code, self.where, alone=self.plan.solo is not None)

    async def _begin(self) -> None:
        client = self._client
        if client is None:
            return
        if self.taken < 6:
            await client.add_bots(table=self.code)
        await client.start(self.code)

    async def _ask(self, work: Awaitable[None]) -> None:
        """Waits for what was asked of the server; what it objects to is told."""
        try:
            await work
        except RequestFailedError as error:
            if self.game is not None and self.stage is not Stage.WAIT:
                self.game.take(g.Denied(*objection(error)))
            else:
                self.note = Note("note.failed", (("code", error.code),))
            self._changed()

    def _tell(self, note: Note) -> None:
        """Tells a note where it is read: at the game, else in the lobby."""
        if self.game is not None and self.stage is not Stage.WAIT:
            self.game.tell(note)
        else:
            self.note = note

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        async def watched() -> None:
            try:
                await work
            except (RequestFailedError, DisconnectedError) as error:
                if self.stage is Stage.WAIT:
                    self.note = Note("note.failed", (("code", error.code),))
                    self._changed()

        task = asyncio.create_task(watched())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, client: Client) -> None:
        """Takes in what is told at the table, until there is a hall to go back to and a reason to."""
        async for output in client.updates():
            match output:
                # That a table was left is the end of an earlier time there.
                case TableLost(table, code) if table == self.code and code != LinkCode.LEFT:
                    if self.plan.table != LISTED:
                        raise RequestFailedError(Failed(0, code))
                    self.note = Note("note.removed", (("table", table), ("code", code)))
                    return
                case _:
                    self._take(output, client)
                    self._changed()
        self._ended_by(client)

    async def _overhear(self, client: Client) -> None:
        """Takes in what is told in the hall, until there is a reason to look at the tables again."""
        async for output in client.updates():
            self._news(output)
            match output:
                case TableChanged(table) if table in self.hall.left:
                    pass
                case TableChanged() | Connected(fresh=False) | Disconnected(retry_in=float()):
                    return
                case _:
                    self._changed()
        self._ended_by(client)

    def _ended_by(self, client: Client) -> None:
        if client.disconnected is not None and client.disconnected.code != LinkCode.CLOSED:
            raise DisconnectedError(client.disconnected)

    def _take(self, output: Output, client: Client) -> None:
        first = self.game is None
        self._news(output)
        if self.sitting.take(output, client):
            self._enter_game()
        if first and self.game is not None and self.note is not None and self.game.view.public.setup.round:
            # Who comes into a game that goes on has not read in the lobby what there was to be told.
            self.game.tell(self.note)
            self.note = None

    def _news(self, output: Output) -> None:
        """Takes in what the server tells of itself."""
        match output:
            case NoticeTold(notice) if notice.table in ("", self.code):
                self._tell(note_of(notice))
            case Connected(welcome) if welcome.motd != self._motd:
                self._motd, note = welcome.motd, motd_of(welcome)
                if note is not None:
                    self._tell(note)
            case _:
                pass

    def _enter_game(self) -> None:
        """Goes to the table when a game is played there; to look at one that is over nobody needs to."""
        if self.game is not None and (self.plan.solo is not None or not self.game.over):
            self.stage = Stage.PLAY
        elif self.stage is not Stage.PLAY:
            self.stage = Stage.WAIT

    def _to(self, stage: Stage) -> None:
        self.stage = stage
        self._changed()

    def _fail(self, code: str, /, **data: str) -> None:
        self.failure = Failure(code, tuple(data.items()))
        self._to(Stage.FAILED)
