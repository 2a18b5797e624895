"""Limits of people and addresses on a real server: who goes beyond them hears of it, and nobody else."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
import trio

from gouji_protocol.messages import (
    Chat,
    ChatLine,
    Create,
    Done,
    Failed,
    Goodbye,
    Hello,
    ListTables,
    Message,
    Ping,
    Pong,
    Tables,
)
from gouji_protocol.words import ByeCode, FailCode
from tests.server.house import serving
from tests.server.player import DIALED, Ended, Player, full_table


async def answers(player: Player, count: int) -> list[Message]:
    found = []
    while len(found) < count:
        message = await player.next()
        if isinstance(message, Done | Failed | Tables):
            found.append(message)
    return found


async def test_a_thousand_lines_of_chat_at_once_cost_their_sender_the_connection_and_nobody_a_move(
    tmp_path: Path,
) -> None:
    # So slow a limit that a busy machine does not give back while it takes the flood.
    with serving(tmp_path / "data", "--seed", "8", "--limit-chat", "0.01/10") as server:
        people = await full_table(server.tcp)
        loud = await Player.connect(server.tcp, "loud")
        await loud.join(people[0].table, seat=-2)
        assert isinstance(await loud.ask(Chat(999, loud.table, "你好")), Done)
        flood = b"".join(loud.wire.send(Chat(number, loud.table, "够级!")) for number in range(1000, 2000))
        refused: list[Failed] = []

        async def shout() -> None:
            await loud.stream.send_all(flood)

        async def listen() -> None:
            try:
                while True:
                    message = await loud.next()
                    if isinstance(message, Failed):
                        refused.append(message)
                    if isinstance(message, Goodbye):
                        assert message.code == ByeCode.RATE
            except Ended:
                # Coming back is no way to get more.
                back = await Player.connect(server.tcp, token=loud.token)
                again = await back.ask(Chat(1, loud.table, "again"))
                assert isinstance(again, Failed)
                refused.append(again)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(shout)
            nursery.start_soon(listen)
            for person in people:
                nursery.start_soon(person.play)
        codes = [failed.code for failed in refused]
        # The first ones may come faster than the table takes them.
        assert set(codes) <= {FailCode.RATE, FailCode.BUSY}
        assert codes.count(FailCode.RATE) > 50
        for person in people:
            lines = [message for message in person.heard if isinstance(message, ChatLine)]
            # How many of the flood are said depends on how soon the connection ends.
            assert 1 <= len(lines) <= 10
            assert not [message for message in person.heard if isinstance(message, Failed)]


async def test_a_limited_request_is_answered_with_how_long_to_wait(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--limit-list", "0.01/3", "--limit-create", "0.01/1") as server:
        anna = await Player.connect(server.tcp, "anna")
        for number in range(5):
            await anna.send(ListTables(number))
        told = await answers(anna, 5)
        assert [type(answer) for answer in told] == [Tables, Tables, Tables, Failed, Failed]
        last = told[-1]
        assert isinstance(last, Failed)
        assert (last.request, last.code) == (4, FailCode.RATE)
        assert 90 <= int(dict(last.data)["seconds"]) <= 100
        assert isinstance(await anna.ask(Create(10)), Done)
        again = await anna.ask(Create(11))
        assert isinstance(again, Failed)
        assert again.code == FailCode.RATE


async def test_messages_nobody_knows_have_a_limit_too(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--limit-play", "1/5", "--patience", "5") as server:
        anna = await Player.connect(server.tcp, "anna")
        await anna.stream.send_all(b"\x00\x00\x00\x03\x92\x1e\x2a" * 50)
        codes = []
        while True:
            message = await anna.next()
            assert isinstance(message, Failed | Goodbye)
            codes.append(message.code)
            if isinstance(message, Goodbye):
                break
        with pytest.raises(Ended):
            await anna.next()
        assert codes[:5] == [FailCode.UNKNOWN_REQUEST] * 5
        assert set(codes[5:-1]) == {FailCode.RATE}
        assert codes[-1] == ByeCode.RATE


async def dial_from(source: str, where: tuple[str, int]) -> Player:
    sock = socket.socket(socket.AF_INET)
    DIALED.append(sock)
    sock.setblocking(False)
    sock.bind((source, 0))
    dialed = trio.socket.from_stdlib_socket(sock)
    await dialed.connect(where)
    return Player(trio.SocketStream(dialed))


@pytest.mark.parametrize(
    ("limited", "count"),
    [(False, 2000), (True, 2000), pytest.param(False, 10_000, marks=pytest.mark.slow)],
    ids=["this machine", "an address", "ten thousand"],
)
async def test_thousands_of_connections_without_hello_keep_nobody_out(
    tmp_path: Path, limited: bool, count: int
) -> None:
    """So many come and say nothing, from the very address of six people who play meanwhile."""
    options = ("--limit-local", "--limit-newcomers", "1/6") if limited else ()
    with serving(tmp_path / "data", "--seed", "9", *options) as server:
        people = await full_table(server.tcp)
        opened = 0

        async def crowd() -> None:
            nonlocal opened
            held: list[socket.socket] = []
            for _ in range(count):
                sock = socket.socket(socket.AF_INET)
                sock.setblocking(False)
                await trio.socket.from_stdlib_socket(sock).connect(server.tcp)
                opened += 1
                held.append(sock)
                if len(held) > 300:
                    held.pop(0).close()
            for sock in held:
                sock.close()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(crowd)
            for person in people:
                nursery.start_soon(person.play)
        assert opened == count
        for person in people:
            back = await Player.connect(server.tcp, token=person.token)
            await back.join(people[0].table)


async def test_the_oldest_silent_connection_makes_room(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--limit-local", "--strangers-each", "6") as server:
        silent = [await Player.dial(server.tcp) for _ in range(6)]
        other = await dial_from("127.0.0.2", server.tcp)
        newest = await Player.dial(server.tcp)
        bye = await silent[0].expect(Goodbye)
        assert bye.code == ByeCode.HELLO
        for player in (*silent[1:], newest, other):
            await player.send(Hello(1, 1))
            await player.next()
            await player.send(Ping(1))
            await player.expect(Pong)


async def test_an_address_has_only_so_much_room_and_leaves_the_others_theirs(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--limit-local", "--connections-each", "6") as server:
        people = [await Player.connect(server.tcp, f"p{n}") for n in range(6)]
        seventh = await Player.dial(server.tcp)
        await seventh.hello()
        assert (await seventh.expect(Goodbye)).code == ByeCode.FULL
        other = await dial_from("127.0.0.2", server.tcp)
        await other.hello()
        await other.next()
        await people[0].send(Goodbye(ByeCode.BYE))
        with pytest.raises(Ended):
            await people[0].expect(Hello)
        await Player.connect(server.tcp, "seventh")


async def test_new_people_are_counted_and_known_ones_are_not(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--limit-local", "--limit-newcomers", "0.01/3") as server:
        known = [await Player.connect(server.tcp, f"p{n}") for n in range(3)]
        fourth = await Player.dial(server.tcp)
        await fourth.hello()
        bye = await fourth.expect(Goodbye)
        assert (bye.code, 90 <= int(dict(bye.data)["seconds"]) <= 100) == (ByeCode.RATE, True)
        await Player.connect(server.tcp, token=known[0].token)
        other = await dial_from("127.0.0.2", server.tcp)
        await other.hello()
        await other.next()
