"""A client written from docs/protocol.md alone: a socket, a msgpack library and nothing of this project."""

import socket
import struct
from collections.abc import Iterator
from typing import Any

import msgpack

from tests.client.conftest import Server

ANSWERS = {
    "call_before": "call no",
    "call_after": "call no",
    "show": "show",
    "revolution": "revolt no",
    "head": "head no",
    "merge": "merge",
    "answer": "pass",
    "last_word": "pass",
    "burn": "decline",
}


class Wire:
    def __init__(self, end: socket.socket) -> None:
        self.end = end
        self.stream = end.makefile("rb")

    def say(self, *fields: Any) -> None:
        body = msgpack.packb(fields)
        assert isinstance(body, bytes)
        self.end.sendall(struct.pack(">I", len(body)) + body)

    def hear(self) -> list[Any]:
        (length,) = struct.unpack(">I", self.stream.read(4))
        return msgpack.unpackb(self.stream.read(length))

    def hear_until(self, tag: int) -> list[Any]:
        for _ in range(100):
            message = self.hear()
            if message[0] == tag:
                return message
        raise AssertionError(f"no message {tag} came")


def snapshots(wire: Wire, code: str) -> Iterator[list[Any]]:
    """Gives the view after everything that happens, as section 4 says a simple client may."""
    request = 100
    while True:
        message = wire.hear()
        if message[0] == 62:
            yield message[3]
        elif message[0] == 61:
            request += 1
            wire.say(20, request, code)
            yield wire.hear_until(62)[3]


def test_a_stranger_plays_a_round(server: Server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as end:
        wire = Wire(end)
        wire.say(0, 1, 1, "stranger", [], "", "stranger")
        welcome = wire.hear()
        assert welcome[:2] == [1, 1]
        wire.say(10, 1, "online+rounds=1", [False, "", "novice", 0])
        code = wire.hear_until(40)[2]
        wire.say(15, 2, code, "novice")
        wire.say(14, 3, code)
        answered = accepted = 0
        public: list[Any] = []
        for view in snapshots(wire, code):
            public, me, hand, _, asked = view[:5]
            phase, pending = public[1], public[6]
            if phase == "game_over":
                break
            number, kind, seats = pending[:3]
            if (me in seats or asked) and number > answered:
                answered = number
                action = f"play {hand[-1]}" if kind == "lead" else ANSWERS[kind]
                wire.say(21, 2**40 + number, code, number, action)
                accepted += 1
        assert accepted > 5
        assert sorted(public[3][0]) == [1, 2, 3, 4, 5, 6]
        wire.say(2, "bye")
        wire.stream.close()
