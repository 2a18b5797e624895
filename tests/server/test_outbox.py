"""The sending side of a connection, over a real socket pair and virtual time."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
import trio
import trio.lowlevel
from trio.testing import MockClock, wait_all_tasks_blocked

from gouji_protocol.codec import Unread
from gouji_protocol.connection import Connection, Party, State
from gouji_protocol.messages import ChatLine, Goodbye, Message
from gouji_protocol.words import ByeCode
from gouji_server.outbox import FAREWELL, Outbox, encoded

LINE = encoded(ChatLine("T", 1, 0, "anna", "够级" * 50))


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    near, far = socket.socketpair()
    near.setblocking(False)
    far.setblocking(False)
    with near, far:
        yield near, far


class Ended:
    count = 0

    def __call__(self) -> None:
        self.count += 1


def read_all(far: socket.socket) -> bytes:
    out = bytearray()
    try:
        while data := far.recv(65536):
            out += data
    except BlockingIOError:
        pass
    return bytes(out)


def messages(data: bytes) -> list[Message]:
    wire = Connection(Party.CLIENT)
    wire.state = State.OPEN
    wire.feed(data)
    found: list[Message] = []
    while (message := wire.next_message()) is not None:
        assert not isinstance(message, Unread)
        found.append(message)
    return found


def fill(outbox: Outbox) -> int:
    """Sends until the socket takes no more; gives how many lines that was."""
    count = 0
    while not outbox.waiting:
        outbox.send(LINE)
        count += 1
    return count


async def test_what_the_socket_takes_is_sent_at_once(pair: tuple[socket.socket, socket.socket]) -> None:
    near, far = pair
    async with trio.open_nursery() as nursery:
        outbox = Outbox(near, nursery, limit=100_000, patience=10, ended=Ended())
        outbox.send(LINE)
        assert far.recv(65536) == LINE
        assert not nursery.child_tasks, "no writer task for a socket that takes everything"


async def test_what_waited_arrives_whole_and_in_order(pair: tuple[socket.socket, socket.socket]) -> None:
    near, far = pair
    async with trio.open_nursery() as nursery:
        outbox = Outbox(near, nursery, limit=100_000, patience=10, ended=Ended())
        count = fill(outbox)
        for _ in range(20):
            outbox.send(LINE)
        got = bytearray()
        while len(got) < (count + 20) * len(LINE):
            got += read_all(far)
            await trio.lowlevel.checkpoint()
        assert got == LINE * (count + 20)
        assert outbox.open
        assert outbox.waiting == 0


async def test_too_much_left_unread_cuts_and_tells_why(pair: tuple[socket.socket, socket.socket]) -> None:
    near, far = pair
    ended = Ended()
    async with trio.open_nursery() as nursery:
        outbox = Outbox(near, nursery, limit=5 * len(LINE), patience=10, ended=ended)
        count = fill(outbox)
        while outbox.open:
            outbox.send(LINE)
        assert ended.count == 1
        got = bytearray()
        while not outbox.gone.is_set():
            got += read_all(far)
            await trio.lowlevel.checkpoint()
        got += read_all(far)
        told = messages(bytes(got))
        assert isinstance(told[-1], Goodbye)
        assert told[-1].code == ByeCode.SLOW
        assert len(told) == count + 1, "the frame under way is finished, what waited behind it is dropped"


async def test_too_long_left_unread_cuts(
    pair: tuple[socket.socket, socket.socket], mock_clock: MockClock
) -> None:
    near, _ = pair
    ended = Ended()
    async with trio.open_nursery() as nursery:
        outbox = Outbox(near, nursery, limit=10**9, patience=10, ended=ended)
        fill(outbox)
        await wait_all_tasks_blocked()
        mock_clock.jump(9.9)
        await wait_all_tasks_blocked()
        assert outbox.open
        mock_clock.jump(0.2)
        await wait_all_tasks_blocked()
        assert not outbox.open
        assert not outbox.gone.is_set()
        mock_clock.jump(FAREWELL)
        await outbox.gone.wait()
        assert ended.count == 1


async def test_who_reads_slowly_but_steadily_stays(
    pair: tuple[socket.socket, socket.socket], mock_clock: MockClock
) -> None:
    near, far = pair
    async with trio.open_nursery() as nursery:
        outbox = Outbox(near, nursery, limit=10**9, patience=10, ended=Ended())
        fill(outbox)
        for _ in range(5):
            for _ in range(200):
                outbox.send(LINE)
            mock_clock.jump(9)
            read_all(far)
            await wait_all_tasks_blocked()
        assert outbox.open
        outbox.drop()


async def test_a_peer_that_is_gone_ends_it_once(pair: tuple[socket.socket, socket.socket]) -> None:
    near, far = pair
    ended = Ended()
    async with trio.open_nursery() as nursery:
        outbox = Outbox(near, nursery, limit=100_000, patience=10, ended=ended)
        far.close()
        for _ in range(3):
            outbox.send(LINE)
        outbox.close(Goodbye(ByeCode.BYE))
        assert ended.count == 1
        assert outbox.gone.is_set()
