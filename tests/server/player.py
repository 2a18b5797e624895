"""A scripted client for tests: speaks the bytes of the protocol, folds its own view, hides nothing."""

from __future__ import annotations

import random
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import trio

from gouji_bots.bot import make_bot
from gouji_core.action_texts import format_action
from gouji_core.actions import Action
from gouji_core.legal import legal_actions, waited_for
from gouji_core.plain import decode, decode_event
from gouji_core.public import Ask, Phase
from gouji_core.views import SeatView, fold_view
from gouji_protocol.codec import Unread
from gouji_protocol.connection import Connection, Party
from gouji_protocol.messages import (
    Accepted,
    Command,
    Create,
    Done,
    Events,
    Failed,
    Hello,
    Join,
    Message,
    Refused,
    Snapshot,
    Start,
    TableOptions,
    TableState,
    TooLate,
    Welcome,
)

M = TypeVar("M")

Where = tuple[str, int] | Path
"""A TCP address or a Unix socket."""

NO_CLOCK = TableOptions(turn_seconds=0)


class Ended(Exception):  # noqa: N818 - it is no error that things end
    """The server closed the connection."""


async def full_table(where: Where, rules: str = "online", options: TableOptions = NO_CLOCK) -> list[Player]:
    """Six people at a table whose game has begun, in the order of their seats."""
    people = [await Player.connect(where, f"p{seat}") for seat in range(6)]
    host = people[0]
    table = await host.create(rules, options)
    for person in people[1:]:
        await person.join(table)
    assert isinstance(await host.ask(Start(host.number(), table)), Done)
    for person in people:
        while person.view is None:
            await person.next()
    return people


@dataclass
class Player:
    """One connection, its messages in order of arrival and what they add up to."""

    stream: trio.SocketStream
    wire: Connection = field(default_factory=lambda: Connection(Party.CLIENT))
    heard: list[Message] = field(default_factory=list)
    raw: bytearray = field(default_factory=bytearray)
    welcome: Welcome | None = None
    table: str = ""
    seat: int = -1
    seq: int = 0
    view: SeatView | None = None
    state: TableState | None = None
    _read: int = 0
    _next: int = 100

    @classmethod
    async def dial(cls, where: Where) -> Player:
        unix = isinstance(where, Path)
        v6 = not unix and ":" in where[0]
        sock = socket.socket(socket.AF_UNIX if unix else socket.AF_INET6 if v6 else socket.AF_INET)
        DIALED.append(sock)
        sock.setblocking(False)
        dialed = trio.socket.from_stdlib_socket(sock)
        await dialed.connect(str(where) if unix else where)
        return cls(trio.SocketStream(dialed))

    @classmethod
    async def connect(
        cls, where: Where, name: str = "", token: str = "", features: tuple[str, ...] = (), password: str = ""
    ) -> Player:
        player = await cls.dial(where)
        if isinstance(where, Path) and not token:
            # Everybody here is the same user; each shall be somebody else all the same.
            features = (*features, "guest")
        await player.hello(name, token, features, password)
        player.welcome = await player.expect(Welcome)
        return player

    async def hello(
        self, name: str = "", token: str = "", features: tuple[str, ...] = (), password: str = ""
    ) -> None:
        await self.send(Hello(1, 1, "test", features, token, name, password=password))

    @property
    def token(self) -> str:
        assert self.welcome is not None
        return self.welcome.token

    async def send(self, message: Message) -> None:
        await self.stream.send_all(self.wire.send(message))

    async def close(self) -> None:
        await self.stream.aclose()

    def number(self) -> int:
        self._next += 1
        return self._next

    async def next(self) -> Message:
        """The next message; it has been taken account of."""
        while (message := self.wire.next_message()) is None:
            data = await self.stream.receive_some(65536)
            if not data:
                raise Ended
            self.raw += data
            self.wire.feed(data)
        assert not isinstance(message, Unread)
        self.heard.append(message)
        self._note(message)
        return message

    async def expect(self, kind: type[M], such: Callable[[M], bool] = lambda _: True) -> M:
        """The next message of a kind; those before it are taken account of as well."""
        while True:
            message = await self.next()
            if isinstance(message, kind) and such(message):
                return message

    def _note(self, message: Message) -> None:
        match message:
            case Snapshot(table, seq, view):
                assert table == self.table
                self.seq, self.view = seq, decode(SeatView, view)
            case Events(table, first, events):
                assert table == self.table
                assert first == self.seq + 1, f"a gap: {first} after {self.seq}"
                assert self.view is not None
                for plain in events:
                    self.view = fold_view(self.view, decode_event(plain))
                    self.seq += 1
            case TableState():
                self.state = message
            case Done(_, table, seat) if table:
                self.table = table
                self.seat = seat if seat != -1 else self.seat
            case _:
                pass

    async def create(self, rules: str = "online", options: TableOptions = NO_CLOCK, **more: Any) -> str:
        await self.send(Create(self.number(), rules, options, **more))
        await self.expect(TableState)
        return self.table

    async def join(self, table: str, **more: Any) -> None:
        self.table = table
        await self.send(Join(self.number(), table, **more))
        await self.expect(Done)
        await self.expect(TableState)

    async def ask(self, request: Message) -> Done | Failed:
        """The answer to a request."""
        await self.send(request)
        number = request.request  # type: ignore[union-attr]
        while True:
            message = await self.next()
            if isinstance(message, Done | Failed) and message.request == number:
                return message

    async def command(
        self, action: Action | str, decision: int | None = None, number: int | None = None
    ) -> Accepted | Refused | TooLate | Failed:
        """The answer to a command."""
        assert self.view is not None
        number = self.number() if number is None else number
        decision = self.view.public.pending.id if decision is None else decision
        text = action if isinstance(action, str) else format_action(action)
        await self.send(Command(number, self.table, decision, text))
        return await self.answer(number)

    async def answer(self, number: int) -> Accepted | Refused | TooLate | Failed:
        while True:
            message = await self.next()
            match message:
                case Accepted(command) | Refused(command) | TooLate(command) if command == number:
                    return message
                case Failed(request) if request == number:
                    return message
                case _:
                    pass

    @property
    def texts(self) -> list[str]:
        """What this player may do now."""
        assert self.view is not None
        return [format_action(action) for action in legal_actions(self.view)]

    @property
    def waited_for(self) -> bool:
        return self.view is not None and waited_for(self.view)

    @property
    def over(self) -> bool:
        """The round, or the game, is over."""
        return self.view is not None and (
            self.view.public.phase is Phase.GAME_OVER
            or (self.view.public.pending.kind is Ask.BEGIN and self.view.public.setup.round > 0)
        )

    async def play_once(self, level: str = "novice") -> Accepted | Refused | TooLate | Failed:
        """Does what a bot would do now."""
        assert self.view is not None
        rng = random.Random(f"{self.seat}/{self.view.public.pending.id}")
        return await self.command(make_bot(level).choose(self.view, rng))

    async def play(
        self,
        until: Callable[[Player], bool] = lambda player: player.over,
        level: str = "novice",
        each: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Plays like a bot until something is true; does something else at each turn."""
        while not until(self):
            if each is not None and self.waited_for:
                await each()
            if self.waited_for:
                answer = await self.play_once(level)
                assert isinstance(answer, Accepted | TooLate), answer
            else:
                await self.next()


async def failed(player: Player, request: Message) -> Failed:
    """The answer to a request that must fail."""
    answer = await player.ask(request)
    assert isinstance(answer, Failed), answer
    return answer


async def failure(player: Player, request: Message) -> str:
    """Why a request failed that must."""
    return (await failed(player, request)).code


DIALED: list[socket.socket] = []
"""Every connection of the test, to be closed after it."""
