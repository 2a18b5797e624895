"""Nothing that anybody sends is noticed by those who play: their game is that of a quiet server to the byte.

The same game is played twice from one seed, once in peace and once in trouble; what the players are told of
their table is laid side by side. The trouble comes in every phase of the table: before the game, at each
decision, between rounds and after the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from typing import Any, get_args

import pytest
import trio

from gouji_protocol.codec import encode_message
from gouji_protocol.messages import (
    Accepted,
    AddBots,
    Answer,
    Command,
    CommandAnswer,
    Create,
    Deadline,
    Done,
    Events,
    Failed,
    Goodbye,
    Message,
    Ping,
    Pong,
    Referee,
    Refused,
    Resync,
    SetSeat,
    Snapshot,
    Start,
    TableOptions,
    TooLate,
    Welcome,
)
from gouji_protocol.words import FailCode
from tests.server import hostile
from tests.server.house import serving
from tests.server.player import Ended, Player, Where
from tests.server.test_abuse import NOISE, STRANGERS

ANSWERS = (*get_args(Answer), *get_args(CommandAnswer))
UNLIMITED = [
    word for kind in ("play", "chat", "list", "resume", "create") for word in (f"--limit-{kind}", "")
]
"""The limits would spare the server most of the trouble."""

PART = 25
"""How many messages make up one part of the trouble."""

OPTIONS = TableOptions(private=True, password="六个人", turn_seconds=0)


@dataclass
class Scene:
    """Is a table of two people and four bots, on a server where somebody may make trouble."""

    where: Where
    table: str
    anna: Player
    bob: Player
    asked: bool = False
    """Whether one of the two is to decide; there are many of those moments, so trouble comes in parts."""
    asked_for: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Which of the messages heard, by seat, came while a view was asked for."""

    def told(self, person: Player) -> list[bytes]:
        """What a person was told of the table without asking; there is no clock at it."""
        told: list[bytes] = []
        last: dict[type, bytes] = {}
        for number, message in enumerate(person.heard):
            if isinstance(message, (*ANSWERS, Welcome, Snapshot, Deadline)):
                continue
            body = encode_message(message).replace(self.table.encode(), b"CODE")
            # With a view that is asked for comes what was told before, and how often one is asked for varies.
            again = number in self.asked_for[person.seat] and last.get(type(message)) == body
            if isinstance(message, Events) or not again:
                told.append(body)
            last[type(message)] = body
        assert Events in last
        return told


Trouble = Callable[[Scene], AsyncGenerator[None]]
"""Makes trouble up to each yield; goes on when it is called again."""


async def peace(scene: Scene) -> AsyncGenerator[None]:
    while True:
        yield


async def play(data: Path, trouble: Trouble) -> tuple[list[bytes], list[bytes]]:
    """Plays a game of two rounds with trouble in every phase; gives what the two people were told."""
    with serving(data, "--seed", "12", *UNLIMITED) as server:
        anna = await Player.connect(server.tcp, "anna")
        await anna.send(Create(anna.number(), "online+rounds=2", OPTIONS, 0))
        await anna.expect(Done)
        bob = await Player.connect(server.tcp, "bob")
        await bob.join(anna.table, password=OPTIONS.password, seat=3)
        scene = Scene(server.tcp, anna.table, anna, bob)
        async with aclosing(trouble(scene)) as more:
            await anext(more)
            await anna.ask(AddBots(anna.number(), scene.table, "novice"))
            await anext(more)
            for _ in range(2):
                await anna.ask(Start(anna.number(), scene.table))
                await play_round(scene, lambda: anext(more))
                await anext(more)
        await settle(scene)
        return scene.told(anna), scene.told(bob)


async def settle(scene: Scene) -> None:
    """Waits until both have heard all there is: the table answers after everything that is under way."""
    for person in (scene.anna, scene.bob):
        before = len(person.heard)
        assert isinstance(await person.ask(Resync(person.number(), scene.table)), Done)
        scene.asked_for[person.seat].update(range(before, len(person.heard)))


async def play_round(scene: Scene, before: Callable[[], Awaitable[None]]) -> None:
    while True:
        await settle(scene)
        if scene.anna.over:
            return
        actor = next((person for person in (scene.anna, scene.bob) if person.waited_for), None)
        if actor is not None:
            scene.asked = True
            await before()
            scene.asked = False
            assert isinstance(await actor.play_once(), Accepted)


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[bytes], list[bytes]]:
    return trio.run(play, tmp_path_factory.mktemp("quiet") / "data", peace)


async def strangers(scene: Scene) -> AsyncGenerator[None]:
    """Everything that is no hello, whole and in pieces, one after the other, with an end and without."""
    noises = [*NOISE.values(), *(first for first, _ in STRANGERS.values())]
    ends = cycle(("close", "leave", "byte by byte"))
    for noise in cycle(noises):
        stranger = (await Player.dial(scene.where)).stream
        end = next(ends)
        with suppress(trio.BrokenResourceError):
            for piece in [noise] if end != "byte by byte" else [bytes([byte]) for byte in noise[:64]]:
                await stranger.send_all(piece)
        if end == "close":
            await stranger.aclose()
        yield


async def outsider(scene: Scene) -> AsyncGenerator[None]:
    """Somebody without a seat who asks for everything, in every phase; each request has one answer."""
    eve = await Player.connect(scene.where, "eve")
    for first in count(1_000_000, 1000):
        for number, request in enumerate(hostile.requests(scene.table, first)):
            answer = await one_answer(eve, request)
            assert isinstance(answer, expected_of(request)), (request, answer)
            if scene.asked and number % PART == 0:
                yield
        yield


def expected_of(request: Any) -> tuple[type, ...]:
    """What somebody without a seat may be answered: what asks about this table fails."""
    if "table" in type(request).__struct_fields__:
        return (Failed,)
    return ANSWERS


async def one_answer(player: Player, request: Any) -> Message:
    number = getattr(request, type(request).__struct_fields__[0])
    await player.send(request)
    while True:
        with trio.fail_after(20):
            message = await player.next()
        if isinstance(message, ANSWERS) and getattr(message, type(message).__struct_fields__[0]) == number:
            return message


async def malformer(scene: Scene) -> AsyncGenerator[None]:
    """Somebody whose messages are wrong in one field each; none ends the connection, each is answered."""
    eve = await Player.connect(scene.where, "eve")
    for first in count(1_000_000, 1000):
        frames = list(hostile.malformed(scene.table, first))
        for start in range(0, len(frames), PART):
            some = frames[start : start + PART]
            await eve.stream.send_all(b"".join(some))
            answers = 0
            while answers < len(some):
                answers += isinstance(await eve.next(), ANSWERS)
            if scene.asked:
                yield
        eve.heard.clear()
        await eve.send(Ping(1))
        await eve.expect(Pong)
        yield


async def rival(scene: Scene) -> AsyncGenerator[None]:
    """Somebody at the table who repeats, reorders and invents, and asks for what only the host may."""
    bob, table = scene.bob, scene.table
    used: list[tuple[Command, Message]] = []
    numbers = count(5_000_000)
    while True:
        for request in (
            Start(next(numbers), table),
            AddBots(next(numbers), table, "expert"),
            SetSeat(next(numbers), table, 1, ""),
            SetSeat(next(numbers), table, 0, "novice"),
            Referee(next(numbers), table, "warn", 0),
        ):
            answer = await one_answer(bob, request)
            assert isinstance(answer, Failed)
            assert answer.code == FailCode.NOT_HOST
        if bob.view is not None:
            pending = bob.view.public.pending.id
            for command, answer in used[-8:]:
                assert await one_answer(bob, command) == answer, "the same again has the same answer"
                changed = Command(command.command, table, pending, "pass")
                assert await one_answer(bob, changed) == answer, "an id is used once"
            for decision in (pending - 1, pending + 1, 0, 2**62):
                for action in ("pass", "play 3", "decline"):
                    command = Command(next(numbers), table, decision, action)
                    answer = await one_answer(bob, command)
                    assert isinstance(answer, TooLate | Refused)
                    used.append((command, answer))
            for action in (
                "",
                "play",
                "play Z",
                "play 3 3 3 3 3 3 3",
                "deal",
                "\x00",
                "pass pass",
                "够级" * 60,
            ):
                answer = await one_answer(bob, Command(next(numbers), table, pending, action))
                assert isinstance(answer, Refused | Failed)
        yield


async def crowd(scene: Scene) -> AsyncGenerator[None]:
    """People who come, say hello, and go again or break off in the middle of a message."""
    for number in count():
        guest = await Player.connect(scene.where, f"guest {number}")
        whole = guest.wire.send(Ping(1))
        match number % 4:
            case 0:
                await guest.stream.send_all(whole[:3])
                await guest.close()
            case 1:
                await guest.send(Goodbye("bye"))
                with suppress(Ended):
                    await guest.expect(Pong)
            case 2:
                await guest.stream.send_all(whole + b"\xff\xff\xff\xff")
                with suppress(Ended):
                    await guest.expect(Done)
            case _:
                await guest.stream.send_all(whole * 20)
                await guest.close()
        yield


def read_log(data: Path) -> str:
    return Path(f"{data}.log").read_text("utf-8")


@pytest.mark.parametrize("trouble", [strangers, outsider, malformer, rival, crowd])
async def test_nobody_at_the_table_notices(
    tmp_path: Path, quiet: tuple[list[bytes], list[bytes]], trouble: Trouble
) -> None:
    told = await play(tmp_path / "data", trouble)
    assert '"level": "error"' not in read_log(tmp_path / "data")
    for mine, calm in zip(told, quiet, strict=True):
        assert mine == calm
