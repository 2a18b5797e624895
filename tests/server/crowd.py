"""Tables with six clients each, as people's programs use them, and a server that is killed under them.

Some clients play, the others watch, and bots have the seats that are left. Every client plays by ``eager``
and notes what was acknowledged to it; when its connection is gone it comes back by itself.
"""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import trio

from gouji_client import Client, Profile, RequestFailedError, with_trio
from gouji_core.action_texts import format_action
from gouji_core.legal import waited_for
from gouji_core.public import Phase
from gouji_core.seats import SEATS
from gouji_core.views import SeatView
from gouji_protocol.messages import Accepted, TableOptions, TooLate
from gouji_protocol.words import Presence
from tests.kit.eager import choose
from tests.kit.ports import lasting_port
from tests.server import house

RULES = ("dazhong+rounds=1", "jining+rounds=1", "dagang+rounds=1", "online+rounds=1")
PEOPLE = (6, 5, 3, 6, 4, 6)
"""How many of the six clients of each table play; the others watch."""

BOTS = TableOptions(turn_seconds=0, bots="novice")


@dataclass
class Victim:
    """A server that is killed whenever so many commands more are acknowledged, and started again at once."""

    data: Path
    rng: random.Random
    spread: int
    """The most commands between two kills."""
    tables: list[Crowd] = field(default_factory=list["Crowd"])
    kills: int = 0
    _port: int = field(default_factory=lasting_port)
    _left: int = 0
    _dead: trio.Event = field(default_factory=trio.Event)

    @property
    def _unix(self) -> Path:
        return self.data.with_suffix(".s")

    @property
    def addresses(self) -> tuple[str, str]:
        """Where it is, whenever it is up."""
        return f"127.0.0.1:{self._port}", f"unix:{self._unix}"

    def acknowledged(self) -> None:
        """Counts a command; the last of them is the server's end."""
        self._left -= 1
        if self._left == 0:
            self.served.kill()
            self.kills += 1
            for table in self.tables:
                table.note_kill()
            self._dead.set()

    def start(self) -> None:
        """Starts it; the shuffles are the same each time."""
        where = ("--listen", self.addresses[0], "--unix", str(self._unix))
        # The clients play as fast as the server does, which is faster than people may.
        quick = ("--window", "0", "--bot-pace", "0", "--round-pause", "0", "--limit-play", "")
        self.served = house.start(self.data, *where, *quick, "--seed", "9")

    async def keep(self) -> None:
        """Starts it again whenever it is dead, for ever."""
        while True:
            self._left = self.rng.randint(1, self.spread)
            await self._dead.wait()
            self._dead = trio.Event()
            await trio.to_thread.run_sync(self.start)


@dataclass
class Crowd:
    """One table with its six clients, who play one game after the other."""

    number: int
    victim: Victim
    games: int
    code: str = ""
    game: int = 0
    clients: list[Client] = field(default_factory=list[Client])
    told: dict[int, list[list[str]]] = field(default_factory=dict[int, list[list[str]]])
    """For each game what was acknowledged to each seat, in order."""
    killed_in: set[int] = field(default_factory=set[int])
    """The games during which the server was killed."""
    _through: int = 0
    """How many clients have seen the end of the game."""

    @property
    def people(self) -> int:
        """How many clients play."""
        return PEOPLE[self.number % len(PEOPLE)]

    @property
    def lazy(self) -> int:
        """The seat whose owner lets a bot play from the beginning of each game, 托管; -1 for none."""
        return 5 if self.people == len(SEATS) else -1

    def note_kill(self) -> None:
        """Notes that the server was killed just now."""
        if self._playing(self.clients[0]):
            self.killed_in.add(self.game)

    @asynccontextmanager
    async def gathered(self) -> AsyncGenerator[None]:
        """Brings six clients to a new table, over TCP and over the Unix socket."""
        async with AsyncExitStack() as stack:
            for number in SEATS:
                # Everybody here is the same user, and shall be somebody else on the Unix socket all the same.
                profile = Profile(name=f"p{number}", features=("guest",))
                address = self.victim.addresses[number % 2]
                self.clients.append(await stack.enter_async_context(with_trio.connect(address, profile)))
            host = self.clients[0]
            self.code = await host.create(RULES[self.number % len(RULES)], BOTS)
            for number, client in enumerate(self.clients[1:], 1):
                if number < self.people:
                    await client.join(self.code, seat=number)
                else:
                    await client.watch(self.code)
            await host.add_bots("novice", self.code)
            yield

    async def play(self) -> None:
        """Plays all games."""
        for game in range(1, self.games + 1):
            self.game, self._through = game, 0
            self.told[game] = [[] for _ in SEATS]
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._begin)
                for number, client in enumerate(self.clients):
                    nursery.start_soon(self._attend, client, number)

    def _view(self, client: Client) -> SeatView | None:
        mirror = client.tables.get(self.code)
        return None if mirror is None else mirror.view

    def _playing(self, client: Client) -> bool:
        view = self._view(client)
        return view is not None and view.public.phase is not Phase.GAME_OVER

    async def _begin(self) -> None:
        """Starts a game, however often it takes."""
        host = self.clients[0]
        while not self._playing(host):
            try:
                await host.start(self.code)
            except RequestFailedError:
                # The server died under it; whether it was done before shows when we are back.
                await host.changed()

    async def _attend(self, client: Client, number: int) -> None:
        """Plays or watches one game to its end."""
        while not self._playing(client):
            await client.changed()
        if number == self.lazy:
            with suppress(RequestFailedError):
                await client.auto(True, self.code)
        while self._playing(client):
            await self._go_on(client)
        self._through += 1

    async def _go_on(self, client: Client) -> None:
        """Does what the client is asked to do, or waits until anything happens."""
        mirror, view = client.table(self.code), self._view(client)
        lost = mirror.lost or mirror.state is None
        if view is None or lost or not waited_for(view) or self._by_bot(client, view.seat):
            await client.changed()
            return
        action = choose(view, self.number)
        answer = await client.act(action, self.code, view.public.pending.id)
        if isinstance(answer, Accepted):
            self.told[self.game][view.seat].append(format_action(action))
            self.victim.acknowledged()
        else:
            assert isinstance(answer, TooLate), answer

    def _by_bot(self, client: Client, seat: int) -> bool:
        state = client.table(self.code).state
        return state is not None and state.seats[seat].presence is Presence.AUTO
