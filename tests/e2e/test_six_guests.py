"""Six people go from the hall to one table at once, come and go, and the host leaves at the worst moments."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from gouji_client.updates import Kind, TableOptions, TablePhase
from gouji_core.public import Ask, Phase
from gouji_tui.deeds import Deed, Do
from gouji_tui.hall import Come, Open
from gouji_tui.stage import Stage
from gouji_tui.visit import Visit
from tests.e2e.guest import Guest, guest
from tests.e2e.process import go, thread
from tests.kit.serving import Server, running
from tests.server.test_cli import run

NAMES = ("ann", "bob", "cy", "dora", "eve", "fritz")
DEEDS = (Do.READY, Do.NOT_READY, Do.SIT, Do.OPPOSITE)
UNLIMITED = [part for kind in ("play", "chat", "list", "resume") for part in (f"--limit-{kind}", "")]
SLOW = ("--round-pause", "3600")
"""The next round waits, so that nobody is in it who has not seen the end of the last."""
OPEN = Open("online+rounds=2", TableOptions(turn_seconds=0))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


def people(visit: Visit) -> list[str]:
    """Returns who sits at the table, by their names."""
    assert visit.lobby is not None
    return sorted(seat.name for seat in visit.lobby.seats if seat.kind is Kind.HUMAN)


@asynccontextmanager
async def six(server: Server) -> AsyncGenerator[list[Guest]]:
    """Six people in the hall."""
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(guest(server.tcp, name)) for name in NAMES]
        for one in guests:
            await one.in_hall()
        yield guests


async def all_sit(guests: list[Guest]) -> None:
    """Opens a table, to which all come at once, and waits until all know of all."""
    assert await guests[0].go(OPEN)
    come = Come(guests[0].visit.code)
    assert all(await asyncio.gather(*(one.go(come) for one in guests[1:])))
    for one in guests:
        await one.until(lambda visit: people(visit) == sorted(NAMES))
    assert sorted(one.visit.lobby.seat for one in guests if one.visit.lobby is not None) == [*range(6)]


async def start(guests: list[Guest]) -> None:
    """Lets the host begin, once everybody has said to be ready."""
    for one in guests[1:]:
        one.visit.do(Deed(Do.READY))
    host = guests[0]
    await host.until(lambda visit: sum(seat.ready for seat in visit.lobby.seats) == 5)  # type: ignore[union-attr]
    host.visit.begin()
    for one in guests:
        await one.until(lambda visit: visit.stage is Stage.PLAY)


def round_over(visit: Visit) -> bool:
    return visit.game is not None and visit.game.scored


def in_second_round(visit: Visit) -> bool:
    return visit.game is not None and visit.game.view.public.setup.round == 2


async def finish(guests: list[Guest]) -> None:
    """Plays the round to its end."""
    await asyncio.gather(*(one.play(round_over) for one in guests))


def test_all_come_at_once_and_play_a_round(tmp_path: Path) -> None:
    async def test() -> None:
        async with six(server) as guests, guest(server.tcp, "gus") as seventh:
            await all_sit(guests)
            await seventh.in_hall()
            assert not await seventh.go(Come(guests[0].visit.code))
            assert seventh.visit.hall.refused is not None
            assert seventh.visit.hall.refused.code == "table_full"
            await start(guests)
            await finish(guests)
            places = {one.visit.game.view.public.standing.places for one in guests if one.visit.game}
            assert len(places) == 1

    with running(tmp_path, *SLOW, *UNLIMITED) as server:
        go(test)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_all_come_and_go_and_get_ready_at_random(tmp_path: Path, seed: int) -> None:
    async def wander(one: Guest, code: str, rng: random.Random) -> None:
        for _ in range(8):
            if not one.seated:
                await one.go(Come(code))
            for _ in range(rng.randrange(3)):
                one.visit.do(Deed(rng.choice(DEEDS), rng.randrange(6)))
            await asyncio.sleep(0)
            if one.seated and rng.random() < 0.7:
                await one.back()
        if not one.seated:
            await one.in_hall()
            assert await one.go(Come(code))

    async def test() -> None:
        async with six(server) as guests:
            assert await guests[0].go(OPEN)
            code = guests[0].visit.code
            await asyncio.gather(
                *(wander(one, code, random.Random(f"{seed}/{at}")) for at, one in enumerate(guests[1:]))
            )
            for one in guests:
                await one.until(lambda visit: people(visit) == sorted(NAMES))
            await start(guests)
            await finish(guests)

    with running(tmp_path, *SLOW, *UNLIMITED) as server:
        go(test)


@pytest.mark.parametrize(
    "when",
    [
        Ask.BURN,
        *(pytest.param(one, marks=pytest.mark.slow) for one in ("paused", "between", Ask.CALL_BEFORE)),
    ],
)
def test_the_host_leaves_and_the_others_play_on(tmp_path: Path, when: str) -> None:
    def reached(visit: Visit) -> bool:
        game = visit.game
        if when == "paused":
            return game is not None and game.view.public.phase is Phase.TRICKS
        if when == "between":
            return round_over(visit)
        return game is not None and game.view.public.pending.kind == when

    async def test() -> None:
        async with six(server) as guests:
            await all_sit(guests)
            await start(guests)
            host, others = guests[0], guests[1:]
            code = host.visit.code
            playing = [asyncio.create_task(one.play(round_over)) for one in others]
            await host.play(reached)
            if when == "paused":
                assert (await thread(lambda: run(*admin, "pause"))).returncode == 0
            await host.back()
            await host.until(lambda visit: any(table.table == code for table in visit.hall.tables))
            for one in others:
                await one.until(lambda visit: people(visit) == sorted(NAMES[1:]) or visit.lobby.host != 0)  # type: ignore[union-attr]
            if when == "paused":
                assert (await thread(lambda: run(*admin, "resume"))).returncode == 0
            await asyncio.gather(*playing)
            # Somebody else is the host now, and may begin what comes next.
            (heir,) = [one for one in others if one.visit.host]
            heir.visit.next_round()
            await asyncio.gather(
                *(
                    one.play(lambda visit: visit.game and visit.game.view.public.setup.round == 2)
                    for one in others
                )
            )
            # Whoever left has been elsewhere meanwhile, and finds the seat again.
            assert await host.go(Come(code))
            await host.until(lambda visit: visit.stage is Stage.PLAY)
            await finish(guests)
            assert all(one.visit.lobby.phase is TablePhase.OVER for one in guests)  # type: ignore[union-attr]

    admin = ("admin", "--data", str(tmp_path / "data"))
    with running(tmp_path, "--window", "0.2", "--seed", "1", *SLOW, *UNLIMITED) as server:
        go(test)
