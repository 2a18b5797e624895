"""How what clients send is taken: commands where they are read, all else by each connection's task."""

from __future__ import annotations

import gc
import socket
import sqlite3
import weakref
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from gouji_protocol.connection import Connection as Wire
from gouji_protocol.connection import Party
from gouji_protocol.limits import PROTOCOL_VERSION
from gouji_protocol.messages import Chat, Command, Goodbye, Hello, Message, Ping, Welcome
from gouji_protocol.words import ByeCode
from gouji_server import ears
from gouji_server.connection import MOST_UNREAD, Connection, Heard
from gouji_server.ears import Ears
from gouji_server.journal import Journal, open_journal
from gouji_server.listeners import Listener
from gouji_server.origin import UNIX
from gouji_server.rows import MuteRow
from gouji_server.settings import Config
from gouji_server.tally import Tally

HELLO = Hello(PROTOCOL_VERSION, PROTOCOL_VERSION, "test", (), "", "test")


def command(number: int) -> Command:
    return Command(number, "HBZW", 1, "pass")


@dataclass
class Guest:
    """Somebody who is connected, and all that is done for them, in its order."""

    wire: Wire
    socket: socket.socket
    connection: Connection
    done: list[str]
    name: str
    at_act: Callable[[], None] = lambda: None
    go_on: trio.Event = field(default_factory=trio.Event)

    async def greet(self, hello: Hello) -> None:
        self.connection.welcome(Welcome(PROTOCOL_VERSION, "test", (), "1", "", "here"))

    async def serve(self, message: Heard) -> None:
        self.done.append(f"{self.name} {type(message).__name__}")
        if isinstance(message, Ping):
            await self.go_on.wait()

    def act(self, command: Command) -> None:
        self.done.append(f"{self.name} {command.command}")
        self.at_act()

    def send(self, *messages: Message) -> None:
        self.socket.sendall(b"".join(map(self.wire.send, messages)))

    def goodbye(self) -> str:
        """Why the connection was ended."""
        self.wire.feed(self.socket.recv(65536))
        found = None
        while (message := self.wire.next_message()) is not None:
            found = message
        assert isinstance(found, Goodbye)
        return found.code


@dataclass
class House:
    """Connections that one pair of ears listens to."""

    nursery: trio.Nursery
    journal: Journal
    ears: Ears
    done: list[str] = field(default_factory=list[str])
    sockets: list[socket.socket] = field(default_factory=list[socket.socket])

    async def guest(self, name: str) -> Guest:
        """Somebody new who has said hello."""
        near, far = socket.socketpair()
        near.setblocking(False)
        listener = Listener(near, name)
        config = Config(Path("unused"))
        connection = Connection(near, listener, UNIX, self.nursery, self.ears, config, Tally())
        guest = Guest(Wire(Party.CLIENT), far, connection, self.done, name)
        self.sockets += [near, far]
        self.nursery.start_soon(connection.run, guest)
        guest.send(HELLO)
        await wait_all_tasks_blocked()
        guest.wire.feed(far.recv(65536))
        assert isinstance(guest.wire.next_message(), Welcome)
        return guest


@asynccontextmanager
async def house() -> AsyncGenerator[House]:
    sockets: list[socket.socket] = []
    with TemporaryDirectory() as folder, closing(open_journal(Path(folder))) as journal:
        found = Ears(journal)
        journal.start(found.bell.ring)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(found.run)
                yield House(nursery, journal, found, sockets=sockets)
                nursery.cancel_scope.cancel()
        finally:
            for sock in sockets:
                sock.close()


async def test_everything_is_done_in_the_order_in_which_it_was_sent() -> None:
    async with house() as at:
        anna = await at.guest("anna")
        anna.send(command(1), command(2), Chat(3, "HBZW", text="好牌"), command(4), command(5))
        anna.send(command(6))
        await wait_all_tasks_blocked()
        anna.send(command(7))
        await wait_all_tasks_blocked()
        numbers = [f"anna {number}" for number in range(1, 8)]
        assert at.done == [*numbers[:2], "anna Chat", *numbers[3:]]


async def test_a_command_waits_while_something_else_is_being_done_for_its_sender_alone() -> None:
    async with house() as at:
        anna, bert = await at.guest("anna"), await at.guest("bert")
        anna.send(Ping(1))
        await wait_all_tasks_blocked()
        anna.send(command(2))
        bert.send(command(3))
        await wait_all_tasks_blocked()
        assert at.done == ["anna Ping", "bert 3"]
        anna.go_on.set()
        await wait_all_tasks_blocked()
        assert at.done == ["anna Ping", "bert 3", "anna 2"]


async def test_a_command_that_comes_in_single_bytes_is_done_once_it_is_whole() -> None:
    async with house() as at:
        anna = await at.guest("anna")
        for byte in anna.wire.send(command(1)):
            assert at.done == []
            heard = anna.connection.heard
            anna.socket.sendall(bytes((byte,)))
            await wait_all_tasks_blocked()
            assert anna.connection.heard > heard
        assert at.done == ["anna 1"]


async def test_whoever_sends_a_thousand_commands_at_once_takes_turns_with_everybody() -> None:
    async with house() as at:
        anna, bert = await at.guest("anna"), await at.guest("bert")

        def bert_comes() -> None:
            if len(at.done) == 100:
                bert.send(command(2000))

        anna.at_act = bert_comes
        anna.send(*map(command, range(1, 1001)))
        await wait_all_tasks_blocked()
        assert len(at.done) == 1001
        assert at.done.index("bert 2000") < 110


async def test_nothing_more_is_done_for_whom_the_command_of_another_has_ended() -> None:
    async with house() as at:
        guests = [await at.guest(name) for name in ("anna", "bert")]

        def end_the_other() -> None:
            for guest in guests:
                if not at.done[0].startswith(guest.name):
                    guest.connection.outbox.close(Goodbye(ByeCode.REPLACED))

        for guest in guests:
            guest.at_act = end_the_other
            # In one round: both are heard before any task goes on.
            guest.send(command(1), command(2))
        await wait_all_tasks_blocked()
        (ended,) = (guest for guest in guests if not at.done[0].startswith(guest.name))
        assert not any(done.startswith(ended.name) for done in at.done)
        assert ended.goodbye() == ByeCode.REPLACED


@pytest.mark.parametrize("second", [command(2), Chat(2, "HBZW", text="好牌")])
async def test_what_was_left_to_the_task_of_whom_another_has_ended_is_not_done(
    second: Command | Chat,
) -> None:
    async with house() as at:
        anna, bert = await at.guest("anna"), await at.guest("bert")
        bert.at_act = lambda: anna.connection.outbox.close(Goodbye(ByeCode.BANNED))
        # In one round: the second of them is left to the task before bert is heard, which goes on after that.
        anna.send(command(1), second)
        bert.send(command(3))
        await wait_all_tasks_blocked()
        assert at.done == ["anna 1", "bert 3"]
        assert anna.goodbye() == ByeCode.BANNED


async def test_a_connection_that_has_ended_needs_no_collector_to_go() -> None:
    gc.collect()
    gc.disable()
    try:
        async with house() as at:
            anna = await at.guest("anna")
            left = weakref.ref(anna)
            anna.socket.close()
            del anna
            await wait_all_tasks_blocked()
            assert left() is None
    finally:
        gc.enable()


async def test_a_command_whose_effect_ends_its_own_connection_is_the_last() -> None:
    async with house() as at:
        anna = await at.guest("anna")
        anna.at_act = lambda: anna.connection.outbox.close(Goodbye(ByeCode.RATE))
        anna.send(command(1), command(2), Chat(3, "HBZW", text="好牌"))
        await wait_all_tasks_blocked()
        assert at.done == ["anna 1"]
        assert anna.goodbye() == ByeCode.RATE


async def test_a_mistake_in_one_command_ends_that_connection_and_no_other() -> None:
    async with house() as at:
        anna, bert = await at.guest("anna"), await at.guest("bert")

        def fail() -> None:
            raise ZeroDivisionError

        anna.at_act = fail
        anna.send(command(1))
        await wait_all_tasks_blocked()
        assert anna.goodbye() == ByeCode.ERROR
        bert.send(command(2))
        await wait_all_tasks_blocked()
        assert at.done == ["anna 1", "bert 2"]


async def test_what_is_no_message_ends_that_connection_also_behind_a_command() -> None:
    async with house() as at:
        anna = await at.guest("anna")
        anna.socket.sendall(anna.wire.send(command(1)) + b"GET / HTTP/1.1\r\n")
        await wait_all_tasks_blocked()
        assert at.done == ["anna 1"]
        assert anna.goodbye() == ByeCode.PROTOCOL


async def test_whoever_hangs_up_is_listened_to_no_more() -> None:
    async with house() as at:
        anna = await at.guest("anna")
        anna.send(command(1))
        anna.socket.shutdown(socket.SHUT_WR)
        await wait_all_tasks_blocked()
        assert at.done == ["anna 1"]
        assert not anna.connection.outbox.open


async def test_what_is_sent_without_end_after_the_goodbye_is_not_read_without_end() -> None:
    async with house() as at:
        anna = await at.guest("anna")
        anna.connection.outbox.close(Goodbye(ByeCode.RATE))
        anna.socket.setblocking(False)
        sent = 0
        async with trio.open_nursery() as nursery:
            nursery.start_soon(anna.connection.end)
            with suppress(OSError):
                while sent < 8 * MOST_UNREAD:
                    await trio.lowlevel.wait_writable(anna.socket)
                    sent += anna.socket.send(bytes(65536))
        assert MOST_UNREAD <= sent < 2 * MOST_UNREAD


class Rounds(trio.abc.Instrument):
    """Counts how often Trio has waited."""

    def __init__(self) -> None:
        self.count = 0

    def before_io_wait(self, timeout: float) -> None:
        self.count += 1


async def test_what_is_written_at_once_is_told_before_trio_goes_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # However slow the machine is.
    monkeypatch.setattr(ears, "STAY", 10.0)
    async with house() as at:
        anna, rounds = await at.guest("anna"), Rounds()
        began, told = list[int](), list[int]()

        def written() -> None:
            at.journal.waiting -= 1
            told.append(rounds.count)

        def write() -> None:
            # As a disk that takes no time at all.
            at.journal.waiting += 1
            began.append(rounds.count)
            at.ears.bell.ring(written)

        anna.at_act = write
        trio.lowlevel.add_instrument(rounds)
        anna.send(command(1))
        await wait_all_tasks_blocked()
        trio.lowlevel.remove_instrument(rounds)
        assert told == began != []


async def test_who_writes_without_end_leaves_turns_to_all_tasks() -> None:
    async with house() as at:
        anna = await at.guest("anna")
        written, turns = 0, 0

        def write(_: object = None) -> None:
            nonlocal written
            written += 1
            if turns < 20:
                at.journal.put((MuteRow(1, written),), write)

        anna.at_act = write
        anna.send(command(1))
        # As all tasks of a server: it is heard of only if Trio goes round.
        while turns < 20:
            before = written
            await trio.lowlevel.checkpoint()
            turns += written > before
        await at.journal.write()
        assert at.journal.waiting == 0


async def test_while_the_disk_stands_still_all_else_goes_on() -> None:
    async with house() as at:
        anna, bert = await at.guest("anna"), await at.guest("bert")
        safe = trio.Event()
        anna.at_act = lambda: at.journal.put((MuteRow(1, 2),), lambda _: safe.set())
        with closing(sqlite3.connect(at.journal.path, isolation_level=None)) as other:
            # The thread waits for this as for a disk.
            other.execute("BEGIN IMMEDIATE")
            anna.send(command(1))
            await wait_all_tasks_blocked()
            bert.send(Chat(1, "HBZW", text="好牌"))
            await wait_all_tasks_blocked()
            bert.send(command(2))
            await wait_all_tasks_blocked()
            assert at.done == ["anna 1", "bert Chat", "bert 2"]
            assert not safe.is_set()
            other.execute("ROLLBACK")
        await safe.wait()


@pytest.mark.parametrize("meanwhile", [True, False], ids=["ended meanwhile", "ended before"])
async def test_what_is_written_is_told_also_when_nobody_is_listened_to_any_more(meanwhile: bool) -> None:
    async with house() as at, trio.open_nursery() as nursery:
        if not meanwhile:
            at.nursery.cancel_scope.cancel()
            with trio.CancelScope(shield=True):
                await wait_all_tasks_blocked()
        with trio.CancelScope(shield=True), closing(sqlite3.connect(at.journal.path)) as other:
            other.isolation_level = None
            other.execute("BEGIN IMMEDIATE")
            nursery.start_soon(at.journal.write, MuteRow(1, 2))
            await wait_all_tasks_blocked()
            at.nursery.cancel_scope.cancel()
            await wait_all_tasks_blocked()
            assert at.journal.waiting == 1
            other.execute("ROLLBACK")
