"""What one client does to the server, the others do not notice: their game is that of a twin without it.

What is compared is what happened, never how long it took.
"""

from __future__ import annotations

import json
import socket
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from gouji_core.public import Phase
from gouji_core.seats import NOBODY
from gouji_protocol.connection import Connection, Party
from gouji_protocol.messages import AddBots, Auto, Chat, Done, Failed, Goodbye, Leave, Start
from gouji_protocol.words import WATCH, ByeCode, FailCode, Presence
from tests.kit.eager import choose
from tests.server.cast import Cast, Witness
from tests.server.house import Served, serving
from tests.server.player import NO_CLOCK, Player, Where

RULES = "dazhong+rounds=1"
SLEEPER = 5
CHAT = 1000
NEVER_LIMITED = ("--limit-play", "")


@asynccontextmanager
async def table(data: Path, *options: str) -> AsyncGenerator[tuple[Served, Cast]]:
    """Everybody at a table; the sleeper comes by the Unix socket and lets a bot play."""
    unix = data.with_suffix(".s")
    with serving(
        data, "--unix", str(unix), "--listen", "127.0.0.1:0", "--seed", "8", *NEVER_LIMITED, *options
    ) as server:
        # Buffers of the kernel are smaller there than those of TCP.
        where: list[Where] = [server.tcp] * 5
        cast = await Cast.meet([*where, unix, server.tcp], RULES)
        cast.bots.add(SLEEPER)
        sleeper = cast.people[SLEEPER]
        assert isinstance(await sleeper.ask(Auto(sleeper.number(), sleeper.table, on=True)), Done)
        yield server, cast


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Cast:
    """The game as it goes when everybody behaves."""

    async def main() -> Cast:
        async with table(tmp_path_factory.mktemp("twin") / "data") as (_, cast):
            await cast.play()
            return cast

    return trio.run(main)


async def test_a_stopped_reader_costs_the_other_five_nothing(tmp_path: Path, twin: Cast) -> None:
    """It reads nothing from the first card on, until it is cut and after that; the five play on."""
    async with table(tmp_path / "data", "--limit-chat", "", "--send-bytes", "4096") as (_, cast):
        cast.asleep.add(SLEEPER)
        speaker = cast.people[0]

        async def hook(cast: Cast, _: int) -> bool:
            # What everybody is told is too much for who reads nothing.
            assert isinstance(await speaker.ask(Chat(speaker.number(), speaker.table, "够级" * 40)), Done)
            return False

        await cast.play(hook)
        assert cast.kinds == twin.kinds
        awake = [viewer for viewer in range(7) if viewer != SLEEPER]
        for viewer in awake:
            cast.stories[viewer].assert_told_as(twin.stories[viewer])
        assert speaker.state is not None
        assert speaker.state.seats[SLEEPER].presence is Presence.BOT, "it is cut"
        sleeper = cast.people[SLEEPER]
        assert (await sleeper.expect(Goodbye)).code == ByeCode.SLOW
        await cast.back(SLEEPER)
        cast.stories[SLEEPER].assert_told_as(twin.stories[SLEEPER])


@pytest.mark.parametrize("viewer", [0, NOBODY], ids=["a player", "a spectator"])
async def test_a_flood_of_chat_changes_nothing_in_the_game(tmp_path: Path, twin: Cast, viewer: int) -> None:
    """Each line is answered, with a refusal if there are too many; everything played is acknowledged."""
    async with table(tmp_path / "data", "--patience", "1000000") as (_, cast):
        talker = cast.people[viewer]
        asked: list[int] = []

        async def hook(cast: Cast, _: int) -> bool:
            burst = [talker.number() for _ in range(50 if len(asked) < CHAT else 0)]
            asked.extend(burst)
            lines = [Chat(number, talker.table, f"{number} 够级") for number in burst]
            await talker.stream.send_all(b"".join(map(talker.wire.send, lines)))
            return False

        await cast.play(hook)
        assert len(asked) == CHAT
        done = await answers(talker, asked)
        assert cast.kinds == twin.kinds
        for story, other in zip(cast.stories, twin.stories, strict=True):
            story.assert_told_as(other)
        refused = [answer for answer in done.values() if isinstance(answer, Failed)]
        assert {answer.code for answer in refused} <= {FailCode.RATE, FailCode.BUSY}
        said = CHAT - len(refused)
        assert said > 0
        await listen(cast.people[1], said)
        assert len(cast.stories[1].chat) == said


async def answers(player: Player, requests: list[int]) -> dict[int, Done | Failed]:
    """The answers to requests, those that were read already too; each comes once."""
    found: dict[int, Done | Failed] = {}
    read = 0
    while True:
        for message in player.heard[read:]:
            if isinstance(message, Done | Failed) and message.request in requests:
                assert message.request not in found, "answered twice"
                found[message.request] = message
        read = len(player.heard)
        if len(found) == len(requests):
            return found
        await player.next()


async def listen(person: Witness, lines: int) -> None:
    while len(person.story.chat) < lines:
        await person.next()


def resources(server: Served) -> tuple[int, int]:
    """How many files the server has open, and how many kilobytes of memory it has."""
    process = Path(f"/proc/{server.process.pid}")
    status = (process / "status").read_text()
    return len(list((process / "fd").iterdir())), int(status.split("VmRSS:")[1].split()[0])


@pytest.mark.parametrize("many", [1000, pytest.param(10_000, marks=pytest.mark.slow)])
async def test_connections_that_say_nothing_take_nothing_from_anybody(
    tmp_path: Path, twin: Cast, many: int
) -> None:
    """The oldest of them make room for the newest; a game goes on, and people can still come."""
    room = 200
    async with table(tmp_path / "data", "--strangers", str(room)) as (server, cast):
        files, memory = resources(server)
        mute: deque[socket.socket] = deque()
        came = 0

        async def hook(cast: Cast, _: int) -> bool:
            nonlocal came
            for _ in range(min(many // 100, many - came)):
                mute.append(socket.create_connection(server.tcp, 20))
                came += 1
            while len(mute) > 2 * room:
                assert ends(mute.popleft())
            return False

        await cast.play(hook)
        for story, other in zip(cast.stories, twin.stories, strict=True):
            story.assert_told_as(other)
        assert came == many
        newcomer = await Player.connect(server.tcp, "newcomer")
        await newcomer.join(cast.people[0].table, seat=WATCH)
        while len(mute) > room:
            assert ends(mute.popleft())
        now, grown = resources(server)
        assert now <= files + 2 * room
        assert grown <= memory + 30_000
        for sock in mute:
            sock.close()


def ends(sock: socket.socket) -> bool:
    """Tells whether a connection is told goodbye and ended."""
    with sock:
        wire = Connection(Party.CLIENT)
        while data := sock.recv(4096):
            wire.feed(data)
        return isinstance(wire.next_message(), Goodbye)


POSITION = {
    "rules": "online+rounds=1",
    "start": {"hands": ["KK4", "AA5", "665", "TT7", "877", "QQ9"], "leader": 0},
}


@pytest.mark.parametrize("games", [150, pytest.param(1000, marks=pytest.mark.slow)])
async def test_memory_stays_flat_over_finished_games(tmp_path: Path, games: int) -> None:
    """Games at one table and at new tables, each with a reader who comes back in it."""
    position = tmp_path / "position.json"
    position.write_text(json.dumps(POSITION), "utf-8")
    options = (*NEVER_LIMITED, "--limit-create", "", "--limit-resume", "", "--position", str(position))
    with serving(tmp_path / "data", *options) as server:
        person = await Player.connect(server.tcp, "anna")
        memory = 0
        for game in range(games):
            if game % 5 == 0:
                if game:
                    assert isinstance(await person.ask(Leave(person.number(), person.table)), Done)
                await person.create("online", NO_CLOCK)
                assert isinstance(await person.ask(AddBots(person.number(), person.table, "novice")), Done)
            person.view, person.state = None, None
            person.heard.clear()
            assert isinstance(await person.ask(Start(person.number(), person.table)), Done)
            await play_by_eager(person)
            if game == games // 3:
                memory = resources(server)[1]
        grown, measured = resources(server)[1] - memory, games - games // 3
        # A megabyte of play, and one kilobyte for each game: what a game really takes is many times that.
        assert grown < 1000 + measured, f"{grown} kB more after {measured} games"


async def play_by_eager(person: Player) -> None:
    while person.view is None or person.view.public.phase is not Phase.GAME_OVER:
        if person.waited_for and person.view is not None:
            await person.command(choose(person.view))
        else:
            await person.next()
