"""The next game at a table, for those who were not there when it began."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from gouji_core.public import Phase
from gouji_protocol.messages import Deadline, Done, Start
from tests.kit.eager import choose
from tests.server.house import LOCAL, QUICK, start
from tests.server.player import Player, full_table

RULES = "online+rounds=1"


async def play_by(player: Player, phase: Phase) -> None:
    """Plays until the game is in a phase."""
    while player.view is None or player.view.public.phase is not phase:
        if player.waited_for:
            assert player.view is not None
            await player.command(choose(player.view))
        else:
            await player.next()


async def to(people: list[Player], phase: Phase) -> None:
    async with trio.open_nursery() as nursery:
        for person in people:
            nursery.start_soon(play_by, person, phase)


@pytest.mark.parametrize("killed", [False, True], ids=["dropped", "server killed"])
async def test_who_was_away_when_the_next_game_began_sees_the_next_game(tmp_path: Path, killed: bool) -> None:
    """What they know is the end of the game before; nothing of the next may be folded into that."""
    data = tmp_path / "data"
    server = start(data, *LOCAL, *QUICK, "--seed", "5")
    people = await full_table(server.tcp, RULES)
    await to(people, Phase.GAME_OVER)
    away, host = people[5], people[0]
    await away.close()
    host.view = None
    assert isinstance(await host.ask(Start(host.number(), host.table)), Done)
    while host.view is None:
        await host.next()
    if killed:
        server.kill()
        server = start(data, *LOCAL, *QUICK, "--seed", "5", "--round-pause", "0")
    back = await Player.connect(server.tcp, token=away.token)
    back.view, back.seq = away.view, away.seq
    await back.join(away.table, since=away.seq)
    await back.expect(Deadline)
    watcher = await Player.connect(server.tcp)
    await watcher.join(away.table, seat=-2)
    await watcher.expect(Deadline)
    for person in (back, watcher):
        while person.view is None or person.view.public.phase is not Phase.SHOW:
            await person.next()
    assert back.view is not None
    assert watcher.view is not None
    assert back.view.public == watcher.view.public
    assert back.view.public.setup.totals == (0, 0)
