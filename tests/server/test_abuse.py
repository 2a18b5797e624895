"""What strangers send: their connection ends with one word why, and nobody else notices."""

from __future__ import annotations

import os
import ssl
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from gouji_protocol.connection import Connection, Party
from gouji_protocol.frames import frame
from gouji_protocol.messages import AddBots, Chat, Done, Events, Failed, Goodbye, Ping, Pong, Resync, Start
from gouji_protocol.words import ByeCode, FailCode
from tests.server.house import hosting, serving
from tests.server.player import Ended, Player, full_table

HELLO = Connection(Party.CLIENT)


def tls_hello() -> bytes:
    sent = ssl.MemoryBIO()
    context = ssl.create_default_context()
    with pytest.raises(ssl.SSLWantReadError):
        context.wrap_bio(ssl.MemoryBIO(), sent, server_hostname="localhost").do_handshake()
    return sent.read()


NOISE = {
    "huge length": b"\xff\xff\xff\xff" + b"x" * 100,
    "no length": b"\x00\x00\x00\x00",
    "no msgpack": frame(b"\xc1", 100),
    "no message": frame(b"\xa5hello", 100),
    "deep": frame(b"\x91" * 4000 + b"\xc0", 8000),
    "wide": frame(b"\xdd\xff\xff\xff\xff", 100),
    "a command first": frame(b"\x95\x15\x01\xa1T\x01\xa4pass", 100),
    "bad utf-8": frame(b"\x92\x00\xa2\xff\xfe", 100),
    "half of tls": b"\x16\x01\x00\x00",
}

STRANGERS = {
    "http": (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"HTTP/1.1 400 Bad Request\r\n"),
    "a form": (b"POST /login HTTP/1.1\r\n\r\nuser=root", b"HTTP/1.1 400 Bad Request\r\n"),
    "http 2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"HTTP/1.1 400 Bad Request\r\n"),
    "tls": (tls_hello(), b"\x15\x03\x03\x00\x02\x02\x28"),
    "ssh": (b"SSH-2.0-OpenSSH_9.2\r\n", b"This is a server of Gouji"),
    "somebody at telnet": (b"hello?\r\n", b"This is a server of Gouji"),
}
"""What programs of other protocols begin with, and how the answer begins that they understand."""


@pytest.mark.parametrize("noise", NOISE.values(), ids=NOISE)
async def test_noise_before_hello_ends_only_its_connection(tmp_path: Path, noise: bytes) -> None:
    with serving(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        stranger = await Player.dial(server.tcp)
        await stranger.stream.send_all(noise)
        bye = await stranger.expect(Goodbye)
        assert bye.code == ByeCode.PROTOCOL
        assert bye.text
        with pytest.raises(Ended):
            await stranger.next()
        await anna.send(Ping(1))
        assert await anna.expect(Pong) == Pong(1)


@pytest.mark.parametrize(("first", "answer"), STRANGERS.values(), ids=STRANGERS)
@pytest.mark.parametrize("chunk", [1, 10_000])
async def test_a_stranger_is_answered_in_their_own_protocol(
    tmp_path: Path, first: bytes, answer: bytes, chunk: int
) -> None:
    with serving(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        stranger = (await Player.dial(server.tcp)).stream
        for start in range(0, len(first), chunk):
            await stranger.send_all(first[start : start + chunk])
        said = b"".join([part async for part in stranger])
        assert said.startswith(answer)
        if answer.startswith(b"HTTP"):
            head, _, body = said.partition(b"\r\n\r\n")
            assert f"Content-Length: {len(body)}".encode() in head
            assert b"gouji play --connect" in body
        await anna.send(Ping(1))
        assert await anna.expect(Pong) == Pong(1)


async def test_noise_after_hello_costs_the_seat_only_its_connection(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "4") as server:
        people = await full_table(server.tcp)
        await people[0].stream.send_all(os.urandom(5000))
        with pytest.raises(Ended):
            await people[0].expect(Goodbye, lambda bye: bye.code == "never")
        people[0] = await Player.connect(server.tcp, token=people[0].token)
        await people[0].join(people[1].table)
        await people[0].next()
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.play)


async def test_a_message_of_a_newer_client_is_answered(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        await anna.stream.send_all(frame(b"\x93\x1e\x2a\xa3new", 100))  # tag 30, id 42
        assert await anna.expect(Failed) == Failed(42, FailCode.UNKNOWN_REQUEST)
        await anna.stream.send_all(frame(b"\x95\x15\x07\xa1T\xff\xa4pass", 100))  # decision -1
        assert await anna.expect(Failed) == Failed(7, FailCode.INVALID)


async def test_bytes_one_at_a_time_are_understood(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        for byte in anna.wire.send(Ping(5)):
            await anna.stream.send_all(bytes([byte]))
        assert await anna.expect(Pong) == Pong(5)


async def test_who_says_no_hello_is_cut(tmp_path: Path, mock_clock: MockClock) -> None:
    async with hosting(tmp_path / "data", mock_clock, hello_time=10.0) as server:
        mute = await Player.dial(server.tcp)
        await trio.testing.wait_all_tasks_blocked(0.01)
        mock_clock.jump(9.9)
        await trio.testing.wait_all_tasks_blocked(0.01)
        talker = await Player.connect(server.tcp)
        mock_clock.jump(0.2)
        assert (await mute.expect(Goodbye)).code == ByeCode.HELLO
        await talker.send(Ping(1))
        await talker.expect(Pong)


async def test_who_falls_silent_is_cut(tmp_path: Path, mock_clock: MockClock) -> None:
    async with hosting(tmp_path / "data", mock_clock, silence=45.0) as server:
        quiet = await Player.connect(server.tcp)
        loud = await Player.connect(server.tcp)
        for _ in range(10):
            mock_clock.jump(5.0)
            await trio.testing.wait_all_tasks_blocked(0.01)
            await loud.send(Ping(1))
            await loud.expect(Pong)
        assert (await quiet.expect(Goodbye)).code == ByeCode.SILENT


async def test_a_slow_reader_is_cut_while_the_others_go_on(tmp_path: Path) -> None:
    """One of six stops reading; chat fills what may wait for it, and only it is cut and told why."""
    path = tmp_path / "s"
    with serving(tmp_path / "data", "--unix", str(path), "--limit-chat", "") as server:
        # A Unix socket, for its buffers in the kernel are smaller than those of TCP.
        people = await full_table(path)
        slow, others = people[5], people[:5]
        async with trio.open_nursery() as nursery:
            for person in others[1:]:
                nursery.start_soon(read_until_lost, person, 5)
            talker = others[0]
            while not is_lost(talker, 5):
                done = await talker.ask(Chat(talker.number(), talker.table, "够级" * 40))
                assert isinstance(done, Done)
        goodbye = await slow.expect(Goodbye)
        assert goodbye.code == ByeCode.SLOW
        with pytest.raises(Ended):
            await slow.next()
        slow = await Player.connect(server.tcp, token=slow.token)
        await slow.join(talker.table)
        await slow.next()
        people[5] = slow
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.play)


def is_lost(player: Player, seat: int) -> bool:
    return player.state is not None and player.state.seats[seat].presence == "lost"


async def read_until_lost(player: Player, seat: int) -> None:
    while not is_lost(player, seat):
        await player.next()


async def test_a_flood_of_requests_is_answered_one_by_one_or_busy(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--limit-play", "") as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create()
        numbers = range(1000, 3000)
        async with trio.open_nursery() as nursery:

            async def flood() -> None:
                for number in numbers:
                    await anna.send(AddBots(number, table, "novice"))

            nursery.start_soon(flood)
            answers = {}
            while len(answers) < len(numbers):
                message = await anna.next()
                if isinstance(message, Done | Failed):
                    answers[message.request] = message
        assert set(answers) == set(numbers)
        assert all(isinstance(a, Done) or a.code == FailCode.BUSY for a in answers.values())
        assert isinstance(await anna.ask(Start(1, table)), Done)
        await anna.play()
        assert any(isinstance(message, Events) for message in anna.heard)


async def test_a_flood_by_one_does_not_keep_the_table_from_the_others(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "6", "--limit-play", "") as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create()
        await anna.ask(AddBots(1, table, "novice"))
        await anna.ask(Start(2, table))
        will = await Player.connect(server.tcp, "will")
        await will.join(table, seat=-2)
        async with trio.open_nursery() as nursery:

            async def flood() -> None:
                number = 10_000
                while True:
                    number += 1
                    await will.send(Resync(number, table))

            async def drain() -> None:
                while True:
                    await will.next()
                    will.heard.clear()

            nursery.start_soon(flood)
            nursery.start_soon(drain)
            await anna.play()
            nursery.cancel_scope.cancel()
        assert not [m for m in anna.heard if isinstance(m, Failed)]


async def test_many_connections_that_say_nothing_leave_room_for_the_others(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        mute = [await Player.dial(server.tcp) for _ in range(200)]
        anna = await Player.connect(server.tcp, "anna")
        await anna.create()
        assert len(mute) == 200
