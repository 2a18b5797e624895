"""Peers of other ages: what older and newer clients say first, and whole games with either.

The raw frames are written out, for it is their bytes that must never change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import trio
from msgspec import msgpack, structs

from gouji_client import with_trio
from gouji_core.public import Phase
from gouji_protocol.frames import FrameDecoder, frame
from gouji_protocol.limits import MAX_REPLY
from gouji_protocol.messages import Accepted, ClientMessage, TableOptions
from gouji_protocol.words import ByeCode, FailCode
from tests.kit.eager import choose
from tests.kit.proxy import Proxy, Rewrite, Way
from tests.server.house import STARTED, Served, serving
from tests.server.player import Player, Where

HELLO, WELCOME, GOODBYE, FAILED, PING, PONG = 0, 1, 2, 41, 19, 43


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("ages")
    with serving(folder / "data", "--listen", "127.0.0.1:0", "--unix", str(folder / "s")) as server:
        # It is ended here, not with the first test.
        STARTED.remove(server)
        yield server


@pytest.fixture(params=["tcp", "unix"])
def where(request: pytest.FixtureRequest, server: Served) -> Where:
    if request.param == "tcp":
        return server.tcp
    line = next(line for line in server.lines if line.startswith("listening on unix"))
    return Path(line.split()[-1])


class Raw:
    """A connection that speaks in lists of fields."""

    def __init__(self, player: Player) -> None:
        self.stream = player.stream
        self.frames = FrameDecoder(MAX_REPLY)

    async def say(self, *fields: Any) -> None:
        await self.stream.send_all(frame(msgpack.encode(fields), MAX_REPLY))

    async def hear(self) -> list[Any]:
        while (body := self.frames.next_body()) is None:
            data = await self.stream.receive_some(65_536)
            assert data, "the server said nothing more"
            self.frames.feed(data)
        return msgpack.decode(body, type=list)

    async def hear_end(self) -> None:
        assert not await self.stream.receive_some(100)


async def say_first(where: Where, *fields: Any) -> tuple[Raw, list[Any]]:
    raw = Raw(await Player.dial(where))
    await raw.say(*fields)
    return raw, await raw.hear()


WELCOMED = {
    "the shortest there is": (1, 1),
    "from before there was a first version": (0, 1),
    "of all versions to come": (1, 2**63 - 1),
    "with a build": (1, 1, "gouji 0.1"),
    "with features never heard of": (1, 1, "gouji 9.0", ["telepathy", "x" * 32]),
    "with a language never heard of": (1, 1, "", [], "", "ann", "tlh"),
    "with all fields": (1, 1, "gouji", [], "", "ann", "en", ""),
    "with more fields than there are": (
        1,
        3,
        "gouji 9.0",
        [],
        "",
        "ann",
        "en",
        "",
        {"new": [1, [2]]},
        None,
        7,
    ),
    "with a name to be made harmless": (1, 1, "", [], "", "\x1b[31m\u202eann\n"),
}


@pytest.mark.parametrize("hello", WELCOMED.values(), ids=WELCOMED)
async def test_a_hello_of_any_age_is_welcomed(where: Where, hello: tuple[Any, ...]) -> None:
    raw, answer = await say_first(where, HELLO, *hello)
    tag, version, build, features, identity, token, server, tables, motd, *_ = answer
    assert (tag, version) == (WELCOME, 1)
    assert all(isinstance(text, str) for text in (build, identity, token, server, motd, *features))
    assert isinstance(tables, list)
    await raw.say(PING, 7)
    assert await raw.hear() == [PONG, 7]


STRANGE_VERSIONS = {"newer": (2, 9), "older": (0, 0), "none at all": (9, 2), "upside down": (1, 0)}


@pytest.mark.parametrize("versions", STRANGE_VERSIONS.values(), ids=STRANGE_VERSIONS)
async def test_who_speaks_no_version_of_ours_is_told_which_we_speak(
    where: Where, versions: tuple[int, int]
) -> None:
    raw, (tag, code, text, data, *_) = await say_first(where, HELLO, *versions, "gouji 99", ["new"])
    assert (tag, code) == (GOODBYE, ByeCode.VERSION)
    assert "1" in text
    assert dict(data) == {"min": "1", "max": "1"}
    await raw.hear_end()


NO_HELLO = {
    "no fields": (HELLO,),
    "one version": (HELLO, 1),
    "a version in words": (HELLO, "1", 1),
    "a version below zero": (HELLO, -1, 1),
    "a version that is none": (HELLO, 1.5, 2),
    "features that are no list": (HELLO, 1, 1, "", "guest"),
    "too many features": (HELLO, 1, 1, "", ["x"] * 65),
    "a build too long": (HELLO, 1, 1, "x" * 33),
    "a token that is no text": (HELLO, 1, 1, "", [], 7),
    "another message": (PING, 7),
    "a message never heard of": (99, 7, "news"),
}


@pytest.mark.parametrize("first", NO_HELLO.values(), ids=NO_HELLO)
async def test_what_is_no_hello_is_answered_with_goodbye(where: Where, first: tuple[Any, ...]) -> None:
    raw, (tag, code, text, *_) = await say_first(where, *first)
    assert (tag, code) == (GOODBYE, ByeCode.PROTOCOL)
    assert text
    await raw.hear_end()


async def test_a_second_hello_is_one_too_many(where: Where) -> None:
    raw, _ = await say_first(where, HELLO, 1, 1)
    await raw.say(HELLO, 1, 1)
    assert (await raw.hear())[:2] == [GOODBYE, ByeCode.PROTOCOL]


UNKNOWN = {
    "with an id": ((99, 7, "news"), 7),
    "with an id alone": ((99, 7), 7),
    "without an id": ((99, "news"), 0),
    "empty": ((99,), 0),
    "with an id that is none": ((99, -1), 0),
    "of a server": ((FAILED, 7, "rate"), 7),
}


@pytest.mark.parametrize(("message", "number"), UNKNOWN.values(), ids=UNKNOWN)
async def test_a_message_never_heard_of_is_answered_and_the_next_one_served(
    where: Where, message: tuple[Any, ...], number: int
) -> None:
    raw, _ = await say_first(where, HELLO, 1, 2)
    await raw.say(*message)
    assert (await raw.hear())[:3] == [FAILED, number, FailCode.UNKNOWN_REQUEST]
    await raw.say(PING, 8, "and a field more")
    assert await raw.hear() == [PONG, 8]


# Whole games, with each message on its way made into that of another age.

KINDS = {kind.__struct_config__.tag: kind for kind in get_args(ClientMessage)}


def older(fields: list[Any]) -> Iterator[list[Any]]:
    """What somebody says who knows no field that may be missing."""
    kind = KINDS[fields[0]]
    message = msgpack.decode(msgpack.encode(fields), type=kind)
    known = list(structs.fields(kind))
    while known and not known[-1].required and getattr(message, known[-1].name) == known[-1].default:
        known.pop()
    yield fields[: 1 + len(known)]


def newer(fields: list[Any]) -> Iterator[list[Any]]:
    """What somebody says who knows a field more, and has news that nobody asked for."""
    yield [*fields, "new", [1, 2], {"a": None}]
    if fields[0] not in (HELLO, WELCOME, GOODBYE):
        yield [120 + fields[0] % 7, "news", fields[0]]


Change = Callable[[list[Any]], Iterator[list[Any]]]


def by_frame(change: Change) -> Rewrite:
    frames = FrameDecoder(MAX_REPLY)

    def rewrite(data: bytes) -> bytes:
        frames.feed(data)
        out = b""
        while (body := frames.next_body()) is not None:
            for fields in change(msgpack.decode(body, type=list)):
                out += frame(msgpack.encode(fields), MAX_REPLY)
        return out

    return rewrite


def same(fields: list[Any]) -> Iterator[list[Any]]:
    yield fields


AGES: dict[str, tuple[Change, Change]] = {
    "an older client": (older, same),
    "a newer client": (newer, same),
    "a newer server": (same, newer),
    "an older client and a newer server": (older, newer),
    "both newer": (newer, newer),
}


@pytest.mark.parametrize(("up", "down"), AGES.values(), ids=AGES)
async def test_a_game_is_played_to_its_end_across_the_ages(server: Served, up: Change, down: Change) -> None:
    def rewrite(way: Way) -> Rewrite:
        return by_frame(up if way is Way.UP else down)

    with trio.fail_after(100), Proxy(server.tcp, rewrite=rewrite) as proxy:
        async with with_trio.connect(f"127.0.0.1:{proxy.port}") as client:
            code = await client.create("dazhong+rounds=1", TableOptions(turn_seconds=0, bots="novice"))
            await client.add_bots("novice")
            await client.start()
            while client.view() is None:
                await client.changed()
            while (decision := await client.my_decision()) is not None:
                assert isinstance(await client.act(choose(decision.view)), Accepted)
            await client.chat("够级")
            assert "begin" in await client.record()
            view = client.view(code)
            assert view is not None
            assert view.public.phase is Phase.GAME_OVER
            assert proxy.accepted == 1, "nobody had to come back"
