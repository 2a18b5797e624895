"""A server that does not answer what it was asked: the client says so instead of asking for ever.

It is the real server behind a wire that changes its answers.
"""

import os
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gouji_client import Client, Profile, RequestFailedError
from gouji_protocol.messages import Pong, Record, Stats, TableOptions
from gouji_protocol.outputs import LinkCode
from gouji_tui.texts import texts_in
from tests.client.conftest import Server
from tests.client.contract import Ground
from tests.client.rounds import play_round
from tests.e2e.terminal import gouji
from tests.kit.proxy import Proxy, Way
from tests.server.test_ages import Change, by_frame, same

RECORD, STATS, PONG = (kind.__struct_config__.tag for kind in (Record, Stats, Pong))


def empty(fields: list[Any]) -> Iterator[list[Any]]:
    """Every part of something long has nothing in it, and more is to follow."""
    match fields:
        case [tag, request, table, game, *_] if tag == RECORD:
            yield [tag, request, table, game, "", 5]
        case [tag, request, own, *_] if tag == STATS:
            yield [tag, request, own, [], 5]
        case _:
            yield fields


def other(fields: list[Any]) -> Iterator[list[Any]]:
    """What is asked for comes as a word that it was done."""
    yield [PONG, fields[1]] if fields[0] in (RECORD, STATS) else fields


def through(server: Server, change: Change) -> Proxy:
    return Proxy(("127.0.0.1", server.port), rewrite=lambda way: by_frame(same if way is Way.UP else change))


ASKED: dict[str, Callable[[Client], Awaitable[object]]] = {
    "record": lambda client: client.record(),
    "stats": lambda client: client.stats(),
}


@pytest.mark.parametrize("change", [empty, other])
def test_whoever_asks_is_told(ground: Ground, server: Server, change: Change) -> None:
    async def scenario(ground: Ground) -> None:
        with through(server, change) as proxy:
            async with ground.connect(f"127.0.0.1:{proxy.port}", Profile(name="ann")) as client:
                await client.create("online+rounds=1", TableOptions(turn_seconds=0))
                await client.add_bots("novice")
                await client.start()
                await play_round(client, Random(5))
                for ask in ASKED.values():
                    with pytest.raises(RequestFailedError) as failed:
                        await ask(client)
                    assert failed.value.code == LinkCode.NO_ANSWER
                assert proxy.accepted == 1, "the connection is as it was"

    ground.run(scenario)


def test_the_command_says_so_in_one_line(server: Server, tmp_path: Path) -> None:
    with through(server, empty) as proxy:
        done = subprocess.run(
            gouji("stats", "--connect", f"127.0.0.1:{proxy.port}", "--lang", "en"),
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
            capture_output=True,
            encoding="utf-8",
            timeout=60,
        )
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert texts_in("en")("line.no_answer") in line
