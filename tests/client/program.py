"""A program at the other end of the lines, for tests: it hears objects and says what it wants done."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import trio

from gouji_client import Client
from gouji_client.lines import Bridge
from gouji_client.signals import Bell
from tests.client.contract import AsyncioGround, Ground, TrioGround

Told = dict[str, Any]
_EVENTS: dict[type, Callable[[], Any]] = {TrioGround: trio.Event, AsyncioGround: asyncio.Event}


class Program:
    """Is at the other end of a bridge; ``reads`` False makes the bridge wait with what it writes."""

    def __init__(self, ground: Ground, client: Client) -> None:
        self._bell = Bell(_EVENTS[type(ground)])
        self._said: list[bytes] = []
        self._ended = False
        self._read = 0
        self.reads = True
        self.heard: list[Told] = []
        self.client = client
        self.bridge = Bridge(client, self._write)

    def say(self, line: bytes | None = None, /, **request: Any) -> None:
        self._said.append(json.dumps(request).encode() if line is None else line)
        self._bell.ring()

    def end(self) -> None:
        self._ended = True
        self._bell.ring()

    def read_on(self) -> None:
        self.reads = True
        self._bell.ring()

    async def hear(self, *types: str, **fields: Any) -> Told:
        """Waits for the next object of some types, with some fields."""
        while True:
            while self._read < len(self.heard):
                told = self.heard[self._read]
                self._read += 1
                if (not types or told["type"] in types) and fields.items() <= told.items():
                    return told
            await self._bell.wait()

    def of(self, kind: str) -> list[Told]:
        return [told for told in self.heard if told["type"] == kind]

    async def _write(self, line: bytes) -> None:
        while not self.reads:
            await self._bell.wait()
        assert line.endswith(b"\n")
        # However a language splits lines, this is one.
        assert len(line.decode().splitlines()) == 1
        self.heard.append(json.loads(line))
        self._bell.ring()

    async def lines(self) -> AsyncIterator[bytes]:
        while True:
            while self._said:
                yield self._said.pop(0)
            if self._ended:
                return
            await self._bell.wait()


async def run(ground: Ground, client: Client, script: Callable[[Program], Awaitable[None]]) -> Program:
    """Runs a program beside a bridge until the program is done."""
    program = Program(ground, client)

    async def answer() -> None:
        await program.bridge.answer(program.lines())

    async def act() -> None:
        await script(program)
        program.end()
        program.read_on()
        client.close()

    await ground.together(program.bridge.tell, answer, act)
    return program


async def start(program: Program, rules: str = "online+rounds=1", **options: Any) -> str:
    """Opens a table and has a game with bots started; returns the table's code.

    It does not wait for the start to be done, for what happens then may be told before that.
    """
    program.say(do="create", rules=rules, options=options, id="create")
    program.say(do="add_bots", level="novice")
    program.say(do="start")
    return (await program.hear("done", id="create"))["table"]


def first_play(legal: list[str]) -> str:
    return next((action for action in legal if action.startswith("play ")), legal[0])
