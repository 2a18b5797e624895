"""The journal: what it was given is there after anything, and what cannot be written did not happen."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import trio

from gouji_core.events import Passed
from gouji_core.seats import SEATS
from gouji_protocol.messages import AddBots, Done, Failed, Start, TableOptions
from gouji_protocol.words import FailCode
from gouji_server.archive import Archive
from gouji_server.journal import AT_ONCE, Journal, JournalError, open_journal
from gouji_server.packing import pack_event, unpack_event
from gouji_server.rows import (
    Charter,
    IdentityRow,
    MuteRow,
    PlayerRow,
    RecordRow,
    Sanction,
    SanctionEnded,
    SanctionRow,
    StatsRow,
    Step,
    StepRow,
    TableClosed,
    TableRow,
    pack,
    unpack_step,
)
from tests.server.house import hosting
from tests.server.player import Player

CHARTER = pack(Charter("online", TableOptions(), 1))
PLAYED = Passed(3)
STEP = Step(3, "play KK", 7, 101, (pack_event(PLAYED),), b"")


def steps(journal: Journal, code: str = "ABCD", game: int = 1) -> list[Step]:
    return [unpack_step(row.step) for row in journal.steps() if (row.code, row.game) == (code, game)]


async def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    await journal.write(IdentityRow(1, b"hash", None, "anna"), TableRow("ABCD", CHARTER))
    await journal.write(StepRow("ABCD", 1, 0, pack(STEP)))
    await journal.write(TableRow("GONE", CHARTER))
    await journal.write(TableClosed("GONE"))
    journal.close()
    journal = open_journal(tmp_path)
    history = journal.load()
    assert history.identities == [IdentityRow(1, b"hash", None, "anna")]
    assert history.tables == [TableRow("ABCD", CHARTER)]
    assert history.codes == {"ABCD", "GONE"}
    (step,) = steps(journal)
    assert (step.seat, step.action, step.by, step.command, step.seed) == (3, "play KK", 7, 101, b"")
    assert [unpack_event(event) for event in step.events] == [PLAYED]
    assert steps(journal, game=2) == []
    journal.close()


async def test_what_is_to_be_written_at_once_shares_one_commit(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    await journal.write(TableRow("ABCD", CHARTER))
    before = journal.commits
    async with trio.open_nursery() as nursery:
        for n in range(200):
            nursery.start_soon(journal.write, StepRow("ABCD", 1, n, pack(STEP)))
    assert len(steps(journal)) == 200
    assert journal.commits - before == 1
    journal.close()


def policy_of(thread: int) -> int | None:
    """How the system lets a thread take turns, None where it does not say."""
    try:
        return os.sched_getscheduler(thread)
    except (AttributeError, OSError):
        return None


def choose(policy: str) -> bool:
    """Changes how this thread takes turns; returns whether it may."""
    try:
        os.sched_setscheduler(0, getattr(os, policy), os.sched_param(0))
    except (AttributeError, OSError):
        return False
    return True


async def policies(directory: Path) -> tuple[int | None, int | None]:
    """How this thread takes turns, and the one that writes the journal."""
    before = set(threading.enumerate())
    journal = open_journal(directory)
    journal.start()
    await journal.write(TableRow("ABCD", CHARTER))
    (writer,) = [thread.native_id for thread in threading.enumerate() if thread not in before]
    assert writer is not None
    found = policy_of(0), policy_of(writer)
    journal.close()
    return found


async def test_the_writer_does_not_interrupt_the_games_where_it_may_choose(tmp_path: Path) -> None:
    usual = getattr(os, "SCHED_OTHER", None)
    with ThreadPoolExecutor(1) as another:
        may = another.submit(choose, "SCHED_BATCH").result()
    mine, writers = await policies(tmp_path)
    assert writers == (os.SCHED_BATCH if may and mine == usual else mine)


async def test_where_nobody_may_choose_the_writer_writes_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", refuse, raising=False)
    mine, writers = await policies(tmp_path)
    assert writers == mine


def test_the_writer_runs_as_the_server_where_that_was_chosen(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as server:
        server.submit(choose, "SCHED_IDLE").result()
        mine, writers = server.submit(trio.run, policies, tmp_path).result()
    assert writers == mine


async def test_one_bad_write_fails_alone(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    await journal.write(TableRow("ABCD", CHARTER), StepRow("ABCD", 1, 0, pack(STEP)))
    failed = []

    async def write(n: int) -> None:
        try:
            await journal.write(StepRow("ABCD" if n else "NONE", 1, n, pack(STEP)))
        except JournalError:
            failed.append(n)

    async with trio.open_nursery() as nursery:
        for n in (1, 2, 0, 3):
            nursery.start_soon(write, n)
    assert failed == [0]
    assert len(steps(journal)) == 4
    journal.close()


async def test_a_write_is_all_or_nothing(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    with pytest.raises(JournalError):
        await journal.write(TableRow("ABCD", CHARTER), StepRow("NONE", 1, 0, b""))
    assert journal.load().tables == []
    await journal.write(TableRow("ABCD", CHARTER))
    many = [StepRow("ABCD", 1, n, pack(STEP)) for n in range(AT_ONCE)]
    with pytest.raises(JournalError):
        await journal.write(*many, StepRow("NONE", 1, 0, b""))
    assert steps(journal) == []
    journal.close()


async def test_a_cancelled_write_is_still_written(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    with trio.CancelScope() as scope:
        scope.cancel()
        await journal.write(TableRow("ABCD", CHARTER))
        assert [row.code for row in journal.load().tables] == ["ABCD"]
    journal.close()


class Closing(trio.abc.Instrument):
    """Closes a journal after the step that had something to write, before that is handed over."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.closed = False

    def after_task_step(self, task: trio.lowlevel.Task) -> None:
        if self._journal.waiting and not self.closed:
            self.closed = True
            self._journal.close()


async def test_what_waits_to_be_handed_over_is_written_before_the_journal_closes(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    closing = Closing(journal)
    trio.lowlevel.add_instrument(closing)
    await journal.write(TableRow("ABCD", CHARTER))
    assert closing.closed
    again = open_journal(tmp_path)
    assert [row.code for row in again.load().tables] == ["ABCD"]
    again.close()


async def test_two_journals_in_one_loop_are_each_written_to(tmp_path: Path) -> None:
    journals = [open_journal(tmp_path / name) for name in ("one", "other")]
    async with trio.open_nursery() as nursery:
        for journal in journals:
            journal.start()
            nursery.start_soon(journal.write, TableRow("ABCD", CHARTER))
    for journal in journals:
        assert [row.code for row in journal.load().tables] == ["ABCD"]
        journal.close()
    again = open_journal(tmp_path / "one")
    again.start()
    await again.write(TableRow("EFGH", CHARTER))
    assert {row.code for row in again.load().tables} == {"ABCD", "EFGH"}
    again.close()


WRITER = """
import sys, trio
from pathlib import Path
from tests.server.test_journal import CHARTER, STEP
from gouji_server.journal import open_journal
from gouji_server.rows import StepRow, TableRow, pack

async def main():
    journal = open_journal(Path(sys.argv[1]))
    journal.start()
    await journal.write(TableRow("ABCD", CHARTER))
    for n in range(1_000_000):
        await journal.write(StepRow("ABCD", 1, n, pack(STEP)))
        print(n, flush=True)

trio.run(main)
"""


def test_kill_9_keeps_every_write_that_returned(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= 50:
                break
        process.kill()
        lines = process.stdout.read().split("\n")
    last = max([50, *(int(line) for line in lines[:-1] if line)])
    journal = open_journal(tmp_path)
    assert len(steps(journal)) >= last + 1
    journal.close()


async def test_people_and_what_was_done_to_them_are_read_back(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    await journal.write(TableRow("ABCD", CHARTER))
    await journal.write(RecordRow("ABCD", 1, "1 pass\n"), PlayerRow("ABCD", 7))
    await journal.write(StatsRow(7, rounds=1), StatsRow(7, rounds=1, points=-4), MuteRow(7, 8))
    assert journal.load().mutes == [MuteRow(7, 8)]
    await journal.write(SanctionRow(7, Sanction.BAN), SanctionRow(8, Sanction.BAN))
    await journal.write(SanctionEnded(7, Sanction.BAN))
    assert journal.load().sanctions == [SanctionRow(8, "ban")]
    archive = Archive(journal.path)
    assert archive.is_player("ABCD", 7)
    assert not archive.is_player("ABCD", 8)
    with archive.reading() as base:
        assert base.execute("SELECT rounds, points FROM stats").fetchall() == [(2, -4)]
    journal.close()


def change(data: Path, *statements: str) -> None:
    base = sqlite3.connect(data / "journal.sqlite3", isolation_level=None)
    for statement in statements:
        base.execute(statement)
    base.close()


async def test_a_step_that_cannot_be_written_has_not_happened(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create("online+first_lead=rotate+opening=false")
        await anna.ask(AddBots(1, table, "novice"))
        await anna.ask(Start(2, table))
        await anna.play(lambda p: p.waited_for)
        view, seq = anna.view, anna.seq
        with broken(tmp_path / "data"):
            answer = await anna.command("pass" if "pass" in anna.texts else anna.texts[0], number=900)
            assert answer == Failed(900, FailCode.STORAGE)
            assert (anna.view, anna.seq) == (view, seq)
            assert await anna.ask(AddBots(3, table)) == Failed(3, FailCode.NOT_NOW)
        assert not isinstance(await anna.play_once(), Failed), "the same decision, once the disk is back"
        assert isinstance(await anna.ask(Start(4, table)), Done | Failed)


class broken:  # noqa: N801 - reads as a word
    """Makes every insert of a step fail, and nothing else."""

    def __init__(self, data: Path) -> None:
        self.path = data / "journal.sqlite3"

    def run(self, statement: str) -> None:
        base = sqlite3.connect(self.path, timeout=10, isolation_level=None)
        base.execute(statement)
        base.close()

    def __enter__(self) -> None:
        self.run("CREATE TRIGGER full BEFORE INSERT ON steps BEGIN SELECT RAISE(ABORT, 'disk is full'); END")

    def __exit__(self, *_: object) -> None:
        self.run("DROP TRIGGER full")


def test_all_seats_of_a_step_are_plain(tmp_path: Path) -> None:
    for seat in (-1, *SEATS):
        step = Step(seat, "", 0, 0, (), b"x" * 32)
        assert unpack_step(pack(step)) == step


async def test_who_cannot_take_the_news_keeps_it_from_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    told: list[JournalError | None] = []

    def fail(_: JournalError | None) -> None:
        raise RuntimeError

    journal.put((TableRow("ABCD", CHARTER),), fail)
    journal.put((TableRow("EFGH", CHARTER),), told.append)
    await journal.write(TableRow("JKLM", CHARTER))
    assert told == [None]
    assert journal.waiting == 0
    assert "commit not followed up" in caplog.text
    journal.close()


def test_the_log_is_bounded_whichever_connection_writes(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    for base in (journal._base, journal._aside):
        (limit,) = base.execute("PRAGMA journal_size_limit").fetchone()
        (pages,) = base.execute("PRAGMA wal_autocheckpoint").fetchone()
        (size,) = base.execute("PRAGMA page_size").fetchone()
        assert pages * (size + 24) <= limit == 16 * 2**20
    journal.close()
