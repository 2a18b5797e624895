"""S1: how many actions the whole server takes, beside raw servers that only pass bytes on."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial

from bench import servers
from bench.jobs import pinned
from bench.load import load_of
from bench.measure import Line, at_least, compared, in_turn, paired
from bench.script import Script, script
from bench.seats import seated, start
from bench.settings import Settings

SIZES = (10, 100)


def s1(settings: Settings) -> list[Line]:
    """Closed loop: one action of each table is under way, journal on."""
    game = script(round(4000 * settings.slice * settings.rounds) + 2000)
    return [line for size in SIZES for line in _closed(settings, size, game)]


def _closed(settings: Settings, size: int, game: Script) -> list[Line]:
    what = f"server, {size} tables"
    with ExitStack() as stack:
        stack.enter_context(pinned(servers.LOAD_CORE))
        ours, _ = stack.enter_context(servers.ours())
        tables = seated(ours.port, size, game)
        start(tables)
        mine = load_of(stack, tables)
        direct, fast = (
            load_of(stack, servers.raw_tables(stack.enter_context(servers.raw(mode)), size))
            for mode in ("direct", "fast")
        )
        for load in (mine, direct, fast):
            load.closed(settings.slice / 4)
        runs = [partial(load.closed, settings.slice) for load in (mine, direct, fast)]
        found, awaiting, writing = in_turn(settings.rounds, *runs)
        frames = sum(tables[0].script.turns[tables[0].at].seen) / tables[0].at
    note = f"closed loop, journal on; {frames:.1f} events to the six for each action"
    waits = compared(
        "S1",
        f"{what}, against await six sends",
        paired(found, awaiting),
        "/s",
        must=at_least(1 / 1.5),
        note=note,
    )
    writes = compared(
        "S1", f"{what}, against non-blocking sends", paired(found, writing), "/s", hoped=at_least(1 / 2)
    )
    return [waits, writes]


ROWS = {"S1": s1}
