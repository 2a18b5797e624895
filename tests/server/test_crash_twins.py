"""The server is killed in each step of a round (R15); everybody sees what a twin sees without that."""

from __future__ import annotations

import random
from pathlib import Path

from gouji_core.public import Ask
from gouji_core.seats import NOBODY, SEATS
from tests.server.cast import Cast
from tests.server.house import LOCAL, QUICK, start
from tests.server.player import Where
from tests.server.test_twins import RULES, SEED, STEPS, assert_twins

OPTIONS = (*LOCAL, *QUICK, "--limit-resume", "", "--seed", str(SEED))


async def test_the_server_dies_in_each_step_and_the_story_goes_on(tmp_path: Path) -> None:
    """Before the action or right after it; who comes back asks for what was missed, or for a snapshot."""
    rng = random.Random(4)
    unix = tmp_path / "s"
    data = tmp_path / "data"
    server = start(data, *OPTIONS, "--unix", str(unix))
    died: set[Ask] = set()

    def where() -> list[Where]:
        return [server.tcp, unix] * 3 + [server.tcp]

    async def hook(cast: Cast, actor: int) -> bool:
        nonlocal server
        view = cast.people[0].view
        assert view is not None
        kind = view.public.pending.kind
        if kind in died:
            return False
        died.add(kind)
        acted = rng.random() < 0.5
        if acted:
            await cast.act(actor)
        server.kill()
        server = start(data, *OPTIONS, "--unix", str(unix))
        cast.where = where()
        for viewer in (*SEATS, NOBODY):
            await cast.drop(viewer)
            await cast.back(viewer, whole=rng.random() < 0.5)
        return acted

    cast = await Cast.meet(where(), RULES)
    await cast.play(hook)
    assert died == STEPS
    twin = await Cast.meet(where(), RULES)
    await twin.play()
    assert_twins(cast, twin)
