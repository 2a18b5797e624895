"""S2 to S4: five hundred tables on one server: latency, memory, and coming back after a power cut."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from bench import servers
from bench.disk import synced
from bench.jobs import JobError, memory, pinned, processor_seconds
from bench.load import Load, load_of
from bench.measure import Line, Spread, alone, at_most, compared, in_turn, paired, percentile
from bench.script import script
from bench.seats import ScriptTable, seated, start
from bench.servers import Server
from bench.settings import Settings
from gouji_protocol.messages import Accepted

RATE = 1.0
"""Actions a second of each table."""

BEFORE = 40
"""Actions of each table before it is measured: the middle of a round, where nearly all of it is played."""

LEAST_TABLES = 20

TICK = 0.01


def tables_of(settings: Settings) -> int:
    return LEAST_TABLES if settings.short else 500


def s2(settings: Settings) -> list[Line]:
    """Tables at the pace of people: the slowest answers and the processor time."""
    count = tables_of(settings)
    seconds = 4 * settings.slice
    what = f"{count} tables, one action a second"
    with ExitStack() as stack:
        stack.enter_context(pinned(servers.LOAD_CORE))
        ours, data = stack.enter_context(servers.ours())
        tables = seated(ours.port, count, script(round(seconds * settings.rounds * RATE) + BEFORE + 60))
        start(tables)
        mine = load_of(stack, tables)
        peer = stack.enter_context(servers.raw("outbox", "codec"))
        theirs = load_of(stack, servers.raw_tables(peer, count))
        mine.closed(60.0, count * BEFORE)
        theirs.closed(60.0, count * 5)
        slow: dict[int, list[float]] = {ours.pid: [], peer.pid: []}

        def busy(server: Server, load: Load) -> float:
            before = processor_seconds(server.pid)
            load.paced(RATE, seconds)
            slow[server.pid].append(percentile(load.latencies, 0.99) * 1e3)
            # The system counts in ticks; less than one is none.
            return max(processor_seconds(server.pid) - before, TICK) / seconds * 100

        def disk() -> float:
            return percentile(synced(data.parent, round(100 * seconds)), 0.99) * 1e3

        runs = (lambda: busy(ours, mine), lambda: busy(peer, theirs), disk)
        *load, syncs = in_turn(settings.rounds, *runs)
        note = f"a sync of the disk alone, p99: {Spread.of(syncs).text('ms')}"
        note += f"; {mine.skipped} actions came before the last one was answered"
    waits = paired(slow[ours.pid], slow[peer.pid])
    return [
        compared("S2", f"{what}: p99", waits, "ms", must=at_most(2), hoped=at_most(1.3), note=note),
        compared("S2", f"{what}: processor", paired(*load), "%", must=at_most(2), hoped=at_most(1.3)),
    ]


def s3(settings: Settings) -> list[Line]:
    """Memory: of a server alone, and of each client that sits at a table where nothing happens."""
    count = tables_of(settings)
    clients = count * 6
    with ExitStack() as stack:
        ours, _ = stack.enter_context(servers.ours())
        empty = before = memory(ours.pid)
        tables = seated(ours.port, count, script(1))
        for table in tables:
            stack.callback(table.close)
        each = (memory(ours.pid) - before) / clients
        start(tables)
        playing = (memory(ours.pid) - before) / clients
    with ExitStack() as stack:
        peer = stack.enter_context(servers.raw("outbox"))
        before = memory(peer.pid)
        load = load_of(stack, servers.raw_tables(peer, count))
        load.closed(10.0, 1)
        raw_each = (memory(peer.pid) - before) / clients
    note = f"with a game dealt at every table {playing:.1f} KiB"
    what = f"memory of a client, {clients} seated"
    sitting = paired([each], [raw_each])
    alone_in_the_house = paired([empty / 1024], [_imported()])
    return [
        compared("S3", what, sitting, "KiB", must=at_most(1.5), note=note),
        compared("S3", "memory of an idle server", alone_in_the_house, "MiB", must=at_most(1.25)),
    ]


def _imported() -> float:
    """Returns the MiB of a process that has only the libraries."""
    code = "import trio, msgpack; print('here', flush=True); input()"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        if process.stdout is None or process.stdout.readline() != "here\n":
            raise JobError("trio and msgpack cannot be imported")
        found = memory(process.pid) / 1024
        process.kill()
    return found


def s4(settings: Settings) -> list[Line]:
    """Killed in the middle of every round: from the new start to one action, and to one at each table."""
    count = tables_of(settings)
    what = f"restart with {count} live tables"
    with ExitStack() as stack:
        stack.enter_context(pinned(servers.LOAD_CORE))
        server, data = stack.enter_context(servers.ours())
        tables = seated(server.port, count, script(BEFORE + 50))
        start(tables)
        load = load_of(stack, tables)
        load.closed(120.0, count * BEFORE)
        server.kill()
        played = sum(table.at for table in tables)
        # Each start finds the tables that no start before it has moved on.
        ones = 1 if settings.short else 3
        taken = [_back(data, tables[number : number + 1]) for number in range(ones)]
        every = _back(data, tables[ones:])
    note = f"to the first accepted action; killed after {played / count:.0f} actions at each; budget for 500"
    return [
        alone("S4", what, Spread.of(taken), "s", must=at_most(3, "s"), hoped=at_most(1, "s"), note=note),
        alone("S4", f"{what}, all", Spread.of([every]), "s", note="to an accepted action at every table"),
    ]


def _back(data: Path, tables: Sequence[ScriptTable]) -> float:
    """Starts a server on what another left behind; returns when each table has accepted an action."""
    server = servers.launch(data)
    with ExitStack() as stack:
        stack.callback(server.kill)
        people = [table.returned(server.port) for table in tables]
        for person in people:
            stack.callback(person.close)
        for person in people:
            person.expect(Accepted)
        return time.perf_counter() - server.began


ROWS = {"S2": s2, "S3": s3, "S4": s4}
