"""The examples play a round to its end, each as a process of its own against a real server."""

import asyncio
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gouji_client import Profile, play
from gouji_client.updates import TableOptions
from gouji_client.with_asyncio import connect
from tests.kit.serving import Server, running

EXAMPLES = Path(__file__).parents[2] / "examples"
GOUJI = Path(sys.executable).with_name("gouji")
BOTS = ("bot_in_30_lines.py", "bot_in_30_lines_asyncio.py")
SECONDS = 100


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def node() -> str:
    """make test installs node; without it its example is not shown to work, so the test fails."""
    found = shutil.which("node")
    assert found, "node is not installed: run scripts/bootstrap dev"
    return found


def example(name: str, *arguments: str) -> list[str]:
    return [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments]


def run(command: list[str]) -> list[str]:
    """Runs an example to its end; returns the lines it printed."""
    done = subprocess.run(
        command,
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        env={"PATH": "/usr/bin:/bin", "GOUJI": str(GOUJI), "HOME": "/nonexistent"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_of_30_lines_plays_with_bots_of_the_servers(server: Server, name: str) -> None:
    assert len((EXAMPLES / name).read_text("utf-8").splitlines()) <= 30
    assert run(example(name, server.tcp)) == ["games played: 1"]


def test_the_bots_of_both_libraries_and_of_another_language_play_together(server: Server, node: str) -> None:
    async def host() -> list[list[str]]:
        async with asyncio.timeout(SECONDS), connect(server.tcp, Profile(name="ann")) as client:
            code = await client.create("online+rounds=1", TableOptions(turn_seconds=0))
            commands = [example(name, server.tcp, code) for name in BOTS]
            commands += [[node, str(EXAMPLES / "json_bot.js"), server.tcp, code]]
            running = [asyncio.create_task(asyncio.to_thread(run, command)) for command in commands]
            while (state := client.table().state) is None or sum(seat.name != "" for seat in state.seats) < 4:
                await client.changed()
            assert {seat.name for seat in state.seats} >= {"ann", "thirty", "json"}
            await client.add_bots("novice")
            await client.start()
            await play(client, lambda decision: decision.actions()[0], games=1)
            view = client.view()
            assert view is not None
            places = view.public.standing.places
            # The game must be over for the others before its host leaves.
            said = [await done for done in running]
            assert said[2][0] == f"places by seat: {' '.join(map(str, places))}"
            return said

    said = asyncio.run(host())
    assert said[:2] == [["games played: 1"]] * 2
    assert re.fullmatch(r"total: -?\d -?\d", said[2][1])


def test_a_bot_in_another_language_makes_a_table_of_its_own(server: Server, node: str) -> None:
    places, total = run([node, str(EXAMPLES / "json_bot.js"), server.tcp])
    assert sorted(places.removeprefix("places by seat: ").split()) == ["1", "2", "3", "4", "5", "6"]
    assert sum(map(int, total.removeprefix("total: ").split())) == 0


def test_a_spectator_counts_the_cards_rightly(server: Server) -> None:
    async def host() -> list[str]:
        async with asyncio.timeout(SECONDS), connect(server.tcp, Profile(name="ann")) as client:
            code = await client.create("online+rounds=1", TableOptions(turn_seconds=0))
            await client.add_bots("novice")
            counting = asyncio.create_task(
                asyncio.to_thread(run, example("counting_spectator.py", server.tcp, code))
            )
            while (state := client.table().state) is None or not state.watching:
                await client.changed()
            await client.start()
            await play(client, lambda decision: decision.actions()[0], games=1)
            return await counting

    said = asyncio.run(host())
    assert said[0].startswith("watching ")
    assert "round 1: 216 cards are hidden" in said
    assert sum(line.startswith("seat ") for line in said) > 5
    assert re.fullmatch(
        r"round over: \d+ cards were left in the hands, the count was right",
        said[-1],
    )
