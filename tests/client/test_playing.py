"""``play``, the loop that makes every decision of a seat, on both libraries."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from gouji_client import ActionRefusedError, Client, Decision, DisconnectedError, Profile, play
from gouji_client.playing import wait_of
from gouji_client.updates import Accepted, CommandAnswered, Failed, TableOptions
from gouji_core.actions import Action, Play
from gouji_core.cards import parse_cards
from tests.client.conftest import Server
from tests.client.contract import Ground
from tests.kit.proxy import Proxy
from tests.kit.serving import running

NO_CLOCK = TableOptions(turn_seconds=0)


async def start(client: Client) -> str:
    code = await client.create("online+rounds=1", NO_CLOCK)
    await client.add_bots("novice")
    await client.start()
    return code


def first(decision: Decision) -> Action:
    return decision.actions()[0]


def test_it_plays_as_many_games_as_it_is_told(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:
            code = await start(client)
            assert await play(client, first, games=1) == 1
            await client.start()
            assert await play(client, first, code, games=1) == 1

    ground.run(scenario)


@pytest.mark.parametrize(
    ("told", "wait"),
    [
        ("4", 4.0),
        ("100", 100.0),
        ("", 1.0),
        ("soon", 1.0),
        ("nan", 1.0),
        ("-5", 1.0),
        ("\u0664", 1.0),
        ("9" * 30, 1.0),
    ],
)
def test_how_long_to_wait_is_read_whatever_a_server_says(told: str, wait: int):
    assert wait_of((("seconds", told),)) == wait
    assert wait_of(()) == 1.0


def test_it_goes_on_with_the_next_game_until_the_table_is_gone(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:
            code = await start(client)
            played: list[int] = []

            async def plays() -> None:
                played.append(await play(client, first))

            async def is_host() -> None:
                for _ in range(2):
                    while (view := client.view(code)) is None or view.public.phase != "game_over":
                        await client.changed()
                    if client.table(code).state is not None and not played:
                        await client.start(code)
                        while (view := client.view(code)) is None or view.public.phase == "game_over":
                            await client.changed()
                await client.leave(code)

            await ground.together(plays, is_host)
            assert played[0] >= 2

    ground.run(scenario)


def test_the_function_that_decides_may_wait(ground: Ground, server: Server):
    random = Random(3)

    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:

            async def choose(decision: Decision) -> Action:
                await client.pause(0.001)
                return random.choice(decision.actions())

            await start(client)
            assert await play(client, choose, games=1) == 1

    ground.run(scenario)


def test_what_the_rules_do_not_allow_is_raised(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:
            await start(client)
            with pytest.raises(ActionRefusedError, match=r"play XXXXX: \w+ \(R") as caught:
                await play(client, lambda _: Play(parse_cards("XXXXX")), games=1)
            assert caught.value.clause.startswith("R")
            assert caught.value.action == Play(parse_cards("XXXXX"))

    ground.run(scenario)


def test_it_goes_on_through_lost_connections(ground: Ground, proxy: Proxy):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(f"127.0.0.1:{proxy.port}", Profile(name="ann")) as client:
            decided: list[int] = []

            def choose(decision: Decision) -> Action:
                decided.append(decision.id)
                if len(decided) in (2, 4):
                    proxy.cut()
                return decision.actions()[0]

            await start(client)
            assert await play(client, choose, games=1) == 1
            assert len(decided) > 5

    ground.run(scenario)


def test_it_waits_where_it_was_too_quick(ground: Ground, tmp_path: Path):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:
            decided: list[int] = []

            def choose(decision: Decision) -> Action:
                decided.append(decision.id)
                if len(set(decided)) == 4:
                    client.close()
                return decision.actions()[0]

            await start(client)
            with pytest.raises(DisconnectedError, match="closed"):
                await play(client, choose)
            answers = [update.answer async for update in answered(client)]
            assert any(isinstance(answer, Failed) and answer.code == "rate" for answer in answers)
            assert sum(isinstance(answer, Accepted) for answer in answers) == 3

    # Two requests start the game; then there is room for one action and one more each second.
    with running(tmp_path, "--limit-play", "1/3") as server:
        ground.run(scenario)


async def answered(client: Client) -> AsyncIterator[CommandAnswered]:
    """Gives the answers that were told until the client was closed."""
    async for update in client.updates():
        if isinstance(update, CommandAnswered):
            yield update
