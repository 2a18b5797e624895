"""The journal stays small: what no restart needs is deleted meanwhile, and nothing else ever is."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import trio

from gouji_core.record import parse_record
from gouji_protocol.messages import Leave
from gouji_server.archive import Archive
from gouji_server.days import Calendar
from gouji_server.journal import FILE, Journal, open_journal
from gouji_server.rows import (
    HeldRow,
    IdentityRow,
    MuteRow,
    PlayerRow,
    ProbeRow,
    RecordRow,
    Sanction,
    SanctionRow,
    SeatRow,
    StatsRow,
    StepRow,
    TableClosed,
    TableRow,
    pack,
)
from gouji_server.sweep import SLACK, WINDOW, Keep, Sweep
from tests.server.house import hosting
from tests.server.player import Player
from tests.server.test_archive import game_over
from tests.server.test_journal import CHARTER, STEP
from tests.server.test_records import start, text_of, with_bots

PACKED = pack(STEP)
ROUND = 30
"""How many steps a round has here."""


async def play(journal: Journal, codes: list[str], rounds: int, first: int = 0) -> None:
    """Writes rounds of all tables, step by step in turn."""
    for n in range(first * ROUND, (first + rounds) * ROUND):
        await journal.write(*(StepRow(code, 1, n, PACKED, n % ROUND == 0) for code in codes))


def numbers(journal: Journal) -> dict[str, list[int]]:
    """The steps that a restart reads, by table."""
    found: dict[str, list[int]] = {}
    for row in journal.steps():
        found.setdefault(row.code, []).append(row.n)
    return found


@contextmanager
def base(data: Path) -> Generator[sqlite3.Connection]:
    with closing(sqlite3.connect(data / FILE, isolation_level=None, timeout=10)) as found:
        yield found


def count(data: Path, table: str) -> int:
    with base(data) as found:
        return found.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def pages(data: Path) -> int:
    with base(data) as found:
        return found.execute("PRAGMA page_count").fetchone()[0]


def swept(data: Path, keep: Keep | None = None, calendar: Calendar | None = None) -> None:
    """Does all there is to do, as after a restart or a day."""
    with base(data) as found:
        sweep = Sweep(keep or Keep(), calendar or Calendar())
        while sweep.go_on(found):
            pass
        assert found.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.parametrize("tables", [1, 20, 150])
async def test_steps_stay_few_however_many_rounds_are_played(tmp_path: Path, tables: int) -> None:
    codes = [f"T{number:03}" for number in range(tables)]
    journal = open_journal(tmp_path)
    journal.start()
    await journal.write(*(TableRow(code, CHARTER) for code in codes))
    await play(journal, codes, 8)
    size, most = pages(tmp_path), 0
    for number in range(8, 24):
        await play(journal, codes, 1, first=number)
        most = max(most, count(tmp_path, "steps"))
    # A round of each that is needed, as many again until the next look, and what is written during it.
    assert most < 2 * max(SLACK, len(codes) * ROUND) + SLACK
    assert numbers(journal) == {code: list(range(23 * ROUND, 24 * ROUND)) for code in codes}
    assert pages(tmp_path) < 1.5 * size, "the room is used again"
    journal.close()


async def test_what_is_to_be_written_waits_for_one_window_and_there_are_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = open_journal(tmp_path)
    windows, most, commits, total = 0, 0, 0, 0
    go_on = Sweep.go_on

    def counted(sweep: Sweep, found: sqlite3.Connection) -> bool:
        nonlocal windows, most, commits, total
        total += 1
        if journal._queue.empty() or journal.commits != commits:
            windows, commits = 0, journal.commits
        windows += not journal._queue.empty()
        most = max(most, windows)
        return go_on(sweep, found)

    monkeypatch.setattr(Sweep, "go_on", counted)
    journal.start()
    await journal.write(TableRow("ABCD", CHARTER))
    # Nothing here is old, so each look goes through all there is.
    for n in range(9 * SLACK):
        await journal.write(StepRow("ABCD", 1, n, PACKED))
    journal.close()
    assert most <= 1
    assert total < 2 * 9 * SLACK // WINDOW, "the next look is after as many rows again"


async def test_it_comes_to_its_end_though_somebody_writes_without_pause(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    await journal.write(TableRow("ABCD", CHARTER))
    await play(journal, ["ABCD"], 8 * SLACK // ROUND)
    assert count(tmp_path, "steps") < 3 * SLACK
    journal.close()


async def test_it_goes_on_by_itself_where_nobody_writes_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, through = open_journal(tmp_path), trio.Event()
    token = trio.lowlevel.current_trio_token()
    go_on = Sweep.go_on

    def watched(sweep: Sweep, found: sqlite3.Connection) -> bool:
        more = go_on(sweep, found)
        if not sweep.due:
            token.run_sync_soon(through.set)
        return more

    journal.start()
    codes = [f"T{number:03}" for number in range(40)]
    rows = [StepRow(code, 1, n, PACKED, n % ROUND == 0) for n in range(2 * ROUND) for code in codes]
    monkeypatch.setattr(Sweep, "go_on", watched)
    # In one go: what comes later would sweep a little of it by itself.
    await journal.write(*(TableRow(code, CHARTER) for code in codes), *rows)
    with trio.fail_after(10):
        await through.wait()
    assert count(tmp_path, "steps") == len(rows) // 2
    journal.close()


async def test_a_restart_reads_the_same_before_and_after(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    await journal.write(TableRow("ABCD", CHARTER), TableRow("EFGH", CHARTER), TableRow("JKLM", CHARTER))
    await play(journal, ["ABCD", "EFGH"], 3)
    await journal.write(*(StepRow("JKLM", 1, n, PACKED) for n in range(40)))
    await journal.write(*(StepRow("ABCD", 1, 90 + n, PACKED, n == 0) for n in range(5)))
    before = numbers(journal)
    journal.close()
    swept(tmp_path)
    journal = open_journal(tmp_path)
    assert numbers(journal) == before
    assert {code: len(steps) for code, steps in before.items()} == {"ABCD": 5, "EFGH": ROUND, "JKLM": 40}
    journal.close()
    assert count(tmp_path, "steps") == 5 + ROUND + 40


async def test_of_a_closed_table_only_its_records_stay(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    for code in ("PLAY", "GONE", "HELD", "OPEN"):
        await journal.write(TableRow(code, CHARTER), SeatRow(code, 0, b""))
        await play(journal, [code], 2)
    await journal.write(RecordRow("PLAY", 1, "gouji record 1\n"), PlayerRow("PLAY", 7), PlayerRow("GONE", 7))
    await journal.write(HeldRow(1, "HELD", 1, 60, 0, b""))
    for code in ("PLAY", "GONE", "HELD"):
        await journal.write(TableClosed(code))
    journal.close()
    swept(tmp_path)
    with base(tmp_path) as found:
        for query, left in {
            "SELECT code, open FROM tables": [("HELD", 0), ("OPEN", 1), ("PLAY", 0)],
            "SELECT code FROM seats": [("OPEN",)],
            "SELECT DISTINCT code FROM steps": [("OPEN",)],
            "SELECT code FROM records": [("PLAY",)],
            "SELECT code FROM players": [("PLAY",)],
        }.items():
            assert found.execute(query).fetchall() == left
    assert Archive(tmp_path / FILE).is_player("PLAY", 7)


async def test_records_stay_for_ever_or_as_long_as_was_chosen(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    for code in ("OPEN", "SHUT"):
        await journal.write(TableRow(code, CHARTER), PlayerRow(code, 7))
        for game in (1, 2, 3):
            await journal.write(RecordRow(code, game, "gouji record 1\n"), RecordRow(code, game, "more"))
    await journal.write(TableClosed("SHUT"))
    journal.close()
    with base(tmp_path) as found:
        found.execute("UPDATE records SET at = at - 31 * 86400 WHERE game < 3 OR code = 'SHUT'")
        found.execute("UPDATE records SET at = at + 2 * 86400 WHERE game = 2 AND part = 'more'")
        found.execute("UPDATE records SET at = 0 WHERE game = 3 AND code = 'OPEN'")
    swept(tmp_path)
    assert count(tmp_path, "records") == 12
    swept(tmp_path, Keep(records=30))
    with base(tmp_path) as found:
        kept = found.execute("SELECT code, game, count(*) FROM records GROUP BY code, game").fetchall()
        # The second games were going on 29 days ago; the newest of an open table may go on still.
        assert kept == [("OPEN", 2, 2), ("OPEN", 3, 2), ("SHUT", 2, 2)]
    swept(tmp_path, Keep(records=1))
    assert count(tmp_path, "records") == 2
    with base(tmp_path) as found:
        assert found.execute("SELECT code FROM tables").fetchall() == [("OPEN",)]
        assert found.execute("SELECT code FROM players").fetchall() == [("OPEN",)]


async def test_who_never_played_is_forgotten_in_the_end(tmp_path: Path) -> None:
    reasons = ("never here again", "played", "has a record", "banned", "mutes", "is muted", "local", "newest")
    journal = open_journal(tmp_path)
    journal.start()
    await journal.write(TableRow("ABCD", CHARTER))
    for number, name in enumerate(reasons, 1):
        secret, uid = (None, 1000) if name == "local" else (bytes([number]), None)
        await journal.write(IdentityRow(number, secret, uid, name, 0))
    await journal.write(PlayerRow("ABCD", 2), StatsRow(3), SanctionRow(4, Sanction.BAN), MuteRow(5, 6))
    journal.close()
    swept(tmp_path, Keep(strangers=0))
    assert count(tmp_path, "identities") == len(reasons)
    swept(tmp_path)
    with base(tmp_path) as found:
        assert found.execute("SELECT name FROM identities WHERE id = 1").fetchall() == []
    assert count(tmp_path, "identities") == len(reasons) - 1


async def test_who_comes_back_is_not_forgotten(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        token = (await Player.connect(server.tcp, "anna")).token
        await Player.connect(server.tcp, "bert")
        await Player.connect(server.tcp, "carl")
    with base(tmp_path / "data") as found:
        found.execute("UPDATE identities SET seen = seen - 91 * 86400")
    async with hosting(tmp_path / "data") as server:
        await Player.connect(server.tcp, "anna", token)
    swept(tmp_path / "data")
    with base(tmp_path / "data") as found:
        assert found.execute("SELECT name FROM identities ORDER BY id").fetchall() == [("anna",), ("carl",)]


async def test_after_many_games_a_table_goes_on_and_all_records_are_there(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with hosting(data, limit_play=None) as server:
        anna = await with_bots(server.tcp, "dagang+rounds=1")
        games = 0
        while games < 3 or server.journal.commits < 2 * SLACK:
            if games:
                await start(anna)
            await anna.play(game_over)
            games += 1
        await start(anna)
        await anna.play(lambda player: player.waited_for)
        view, token = anna.view, anna.token
        assert count(data, "steps") < 1.5 * SLACK
    swept(data)
    assert count(data, "steps") < 200
    async with hosting(data, limit_play=None) as server:
        back = await Player.connect(server.tcp, "anna", token)
        await back.join(anna.table)
        while back.view is None:
            await back.next()
        assert back.view == view
        await back.play(game_over)
        for game in range(1, games + 1):
            assert parse_record(await text_of(back, game)).entries
        await back.ask(Leave(back.number(), back.table))


WRITER = """
import sys, trio
from pathlib import Path
from tests.server.test_journal import CHARTER
from tests.server.test_journal_sweep import play
from gouji_server.journal import open_journal
from gouji_server.rows import TableRow

async def main():
    journal = open_journal(Path(sys.argv[1]))
    journal.start()
    await journal.write(TableRow("ABCD", CHARTER), TableRow("EFGH", CHARTER))
    for number in range(100_000):
        await play(journal, ["ABCD", "EFGH"], 1, first=number)
        print(number, flush=True)

trio.run(main)
"""


def test_kill_9_in_the_middle_of_it_loses_nothing(tmp_path: Path) -> None:
    rounds = 3 * SLACK // (2 * ROUND)
    for trial in range(4):
        data = tmp_path / str(trial)
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(data)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if int(line) >= rounds + trial and count(data, "steps") < SLACK:
                    break
            process.kill()
            lines = process.stdout.read().split("\n")
        last = max([rounds + trial, *(int(line) for line in lines[:-1] if line)])
        journal = open_journal(data)
        found = numbers(journal)
        assert set(found) == {"ABCD", "EFGH"}
        for steps in found.values():
            assert steps[0] % ROUND == 0
            assert steps == list(range(steps[0], steps[-1] + 1))
            assert steps[-1] >= (last + 1) * ROUND - 1
        journal.close()


async def test_a_sweep_that_fails_harms_nobody(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    await journal.write(TableRow("ABCD", CHARTER))
    with base(tmp_path) as found:
        found.execute("CREATE TRIGGER kept BEFORE DELETE ON steps BEGIN SELECT RAISE(ABORT, 'no'); END")
        await play(journal, ["ABCD"], SLACK // ROUND + 2)
        await journal.write(ProbeRow())
        with trio.fail_after(10):
            await play(journal, ["ABCD"], 1, first=SLACK // ROUND + 2)
        found.execute("DROP TRIGGER kept")
    assert count(tmp_path, "steps") > SLACK
    journal.close()
    swept(tmp_path)
    assert count(tmp_path, "steps") == ROUND


class Torn(Calendar):
    """Has no date to tell, once it is torn."""

    torn = False

    def now(self) -> int:
        if self.torn:
            raise RuntimeError("the calendar is torn")
        return super().now()


async def test_what_cannot_be_swept_holds_up_nobody_who_writes(tmp_path: Path) -> None:
    calendar = Torn()
    journal = open_journal(tmp_path, calendar=calendar)
    journal.start()
    calendar.torn = True
    with trio.fail_after(5):
        await journal.write(TableRow("ABCD", CHARTER))
        for n in range(3):
            await journal.write(StepRow("ABCD", 1, n, PACKED))
    calendar.torn = False
    assert numbers(journal) == {"ABCD": [0, 1, 2]}
    journal.close()
