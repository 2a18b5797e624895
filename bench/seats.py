"""Six people at a table of the real server: they sit down by the protocol, then play a script.

Once seated they only look at the numbers of the events they are sent, which is cheaper than the server's work
and so does not set the pace.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TypeVar

from msgspec import Raw, Struct
from msgspec.msgpack import Decoder

from bench.jobs import JobError
from bench.load import connect
from bench.script import RULES, Script, Turn
from gouji_protocol.codec import decode_server_message, encode_message
from gouji_protocol.frames import FrameDecoder, frame
from gouji_protocol.limits import MAX_REPLY, MAX_REQUEST
from gouji_protocol.messages import (
    Command,
    Create,
    Done,
    Events,
    Failed,
    Goodbye,
    Hello,
    Join,
    Message,
    Refused,
    Snapshot,
    Start,
    TableOptions,
    TooLate,
    Welcome,
)

NO_CLOCK = TableOptions(turn_seconds=0)
EVENTS = 61
"""The tag of ``Events``."""
REFUSALS = frozenset(kind.__struct_config__.tag for kind in (Failed, Refused, TooLate, Goodbye))
NUMBER = 1_000_000
"""The first id of a command, above those of the requests of sitting down."""

M = TypeVar("M")


class _Some(Struct, array_like=True):
    tag: int
    table: str
    first: int
    events: tuple[Raw, ...]


_SOME = Decoder(_Some)


class Person:
    """Is one connection: blocking while it sits down, later read by the load."""

    def __init__(self, port: int) -> None:
        self.sock = connect(port)
        self.token = ""
        self.frames = FrameDecoder(MAX_REPLY)

    def send(self, message: Message) -> None:
        self.sock.sendall(frame(encode_message(message), MAX_REQUEST))

    def hello(self) -> None:
        """Introduces itself, as somebody new or with the token of before."""
        self.send(Hello(1, 1, "bench", (), self.token, "bench"))

    def expect(self, kind: type[M]) -> M:
        """Returns the next message of a kind; others are passed by, but for a failure."""
        while True:
            body = self.frames.next_body()
            if body is None:
                data = self.sock.recv(65536)
                if not data:
                    raise JobError(f"the server closed a connection that waits for {kind.__name__}")
                self.frames.feed(data)
                continue
            message = decode_server_message(body)
            if isinstance(message, kind):
                return message
            if isinstance(message, Failed | Goodbye | Refused | TooLate):
                raise JobError(f"the server answers {message}, not {kind.__name__}")

    def close(self) -> None:
        self.sock.close()


class ScriptTable:
    """Is six seated people who play a script from its start."""

    def __init__(self, code: str, people: Sequence[Person], script: Script) -> None:
        self.code = code
        self.people = people
        self.sockets: list[socket.socket] = [person.sock for person in people]
        self.script = script
        self.at = 0
        """How many turns of the script were played."""
        self._seen = list(script.opening)
        self._missing = 0

    @property
    def turn(self) -> Turn:
        """What is done next."""
        if self.at >= len(self.script.turns):
            raise JobError("the script is too short for this server")
        return self.script.turns[self.at]

    @property
    def command(self) -> Command:
        """The next action as it is sent."""
        return Command(NUMBER + self.at, self.code, self.turn.decision, self.turn.action)

    def fire(self) -> None:
        turn = self.turn
        self._missing = sum(seen < target for seen, target in zip(self._seen, turn.seen, strict=True))
        self.people[turn.seat].send(self.command)

    def hear(self, seat: int, data: bytes) -> bool:
        frames = self.people[seat].frames
        frames.feed(data)
        before = self._seen[seat]
        while (body := frames.next_body()) is not None:
            # The second byte of a message is its tag.
            if body[1] == EVENTS:
                some = _SOME.decode(body)
                self._seen[seat] = some.first + len(some.events) - 1
            elif body[1] in REFUSALS:
                raise JobError(f"the server answers {decode_server_message(body)} to {self.command}")
        if not self._missing or not before < self.turn.seen[seat] <= self._seen[seat]:
            return False
        self._missing -= 1
        if self._missing:
            return False
        self.at += 1
        return True

    @property
    def idle(self) -> bool:
        return self._missing == 0

    def start(self) -> None:
        """Starts the game; ``opened`` waits for it."""
        self.people[0].send(Start(2, self.code))

    def opened(self) -> None:
        """Waits until everybody has seen the beginning."""
        for person, target in zip(self.people, self.script.opening, strict=True):
            person.expect(Snapshot)
            seen = 0
            while seen < target:
                events = person.expect(Events)
                seen = events.first + len(events.events) - 1

    def returned(self, port: int) -> Person:
        """Brings who is to act next back to the table of a server that was restarted, and lets them act."""
        person = Person(port)
        person.token = self.people[self.turn.seat].token
        person.hello()
        person.send(Join(3, self.code))
        person.send(self.command)
        return person

    def close(self) -> None:
        for person in self.people:
            person.close()


def seated(port: int, count: int, script: Script, *, rules: str = RULES) -> list[ScriptTable]:
    """Returns tables of six people, seated in order; each step is done by all before the next."""
    with ExitStack() as undo:
        rows: list[list[Person]] = []
        for _ in range(count):
            rows.append([])
            for _ in range(6):
                person = Person(port)
                undo.callback(person.close)
                person.hello()
                rows[-1].append(person)
        for row in rows:
            for person in row:
                person.token = person.expect(Welcome).token
            row[0].send(Create(1, rules, NO_CLOCK))
        tables: list[ScriptTable] = []
        for row in rows:
            code = row[0].expect(Done).table
            for seat, person in enumerate(row[1:], 1):
                person.send(Join(1, code, seat))
            for person in row[1:]:
                person.expect(Done)
            tables.append(ScriptTable(code, row, script))
        undo.pop_all()
        return tables


def start(tables: Sequence[ScriptTable]) -> None:
    """Starts all games and waits until they have begun."""
    for table in tables:
        table.start()
    for table in tables:
        table.opened()
