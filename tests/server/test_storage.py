"""A disk that is full, broken or not to be written: nothing is lost, and it goes on by itself (DESIGN, 4)."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from gouji_core.public import Phase
from gouji_core.record import parse_record
from gouji_core.verify import check_deals
from gouji_protocol.messages import (
    Accepted,
    AddBots,
    Create,
    Deadline,
    Done,
    Failed,
    Goodbye,
    Notice,
    Start,
    TableOptions,
)
from gouji_protocol.words import ByeCode, FailCode, NoticeKind, Presence
from gouji_server.admin.asks import Pause
from gouji_server.config import ConfigError
from gouji_server.days import Calendar
from gouji_server.journal import FILE, JournalError, open_journal
from gouji_server.rows import StepRow, TableRow, pack
from tests.server.disk import crammed, filled, full
from tests.server.house import Served, hosting, serving
from tests.server.owner import told as owner_says
from tests.server.player import NO_CLOCK, Player, full_table
from tests.server.test_archive import game_over
from tests.server.test_journal import CHARTER, STEP, steps
from tests.server.test_metrics import fetch
from tests.server.test_presence import play_to_turn_of, settle, two
from tests.server.test_records import text_of

RULES = "dagang+rounds=1"


class Crammed(Calendar):
    """Finds the disk full when it writes the date down."""

    def open(self, base: sqlite3.Connection) -> None:
        (pages,) = base.execute("PRAGMA page_count").fetchone()
        base.execute(f"PRAGMA max_page_count = {pages}")
        base.execute("CREATE TABLE more (number)")


def test_a_server_that_finds_its_disk_full_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot open the journal in .* full; make room on it"):
        open_journal(tmp_path, calendar=Crammed())
    # It left nothing behind, so once there is room the next one starts.
    open_journal(tmp_path).close()


async def told(player: Player, kind: NoticeKind) -> None:
    while Notice(kind) not in player.heard:
        await player.next()


def metrics(server: Served) -> tuple[str, int]:
    (line,) = [line for line in server.lines if line.startswith("metrics on")]
    host, _, port = line.split()[-1].rpartition(":")
    return host, int(port)


async def health(server: Served) -> tuple[int, str]:
    answer = await fetch(metrics(server), b"GET /health HTTP/1.0\n\n")
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["journal"]


async def try_everything(host: Player, idle: Player) -> None:
    """Sees that nothing is done while nothing can be kept, and all is told."""
    view, seq = host.view, host.seq
    action = host.texts[0]
    for _ in range(2):
        assert await host.command(action, number=900) == Failed(900, FailCode.STORAGE)
    for player in (host, idle):
        await told(player, NoticeKind.STORAGE)
    assert (host.view, host.seq) == (view, seq)
    assert await idle.ask(Create(901, RULES, NO_CLOCK)) == Failed(901, FailCode.STORAGE)
    assert await idle.ask(Start(902, idle.table)) == Failed(902, FailCode.STORAGE)


def test_on_a_full_disk_all_wait_and_then_go_on(tmp_path: Path) -> None:
    data = tmp_path / "data"

    async def play(server: Served) -> str:
        anna = await Player.connect(server.tcp, "anna")
        bert = await Player.connect(server.tcp, "bert")
        await anna.create(RULES)
        await anna.ask(AddBots(1, anna.table, "novice"))
        await anna.ask(Start(2, anna.table))
        await bert.create(RULES)
        await bert.ask(AddBots(1, bert.table, "novice"))
        await anna.play(lambda player: player.waited_for)
        assert await health(server) == (200, "ok")
        with full(server):
            await try_everything(anna, bert)
            assert await health(server) == (503, "cannot be written")
            # Who is known comes back also now, somebody new is told why not.
            again = await Player.connect(server.tcp, "Anna", anna.token)
            await again.join(anna.table)
            while again.view is None:
                await again.next()
            assert again.view == anna.view
            stranger = await Player.dial(server.tcp)
            await stranger.hello("carl")
            bye = await stranger.expect(Goodbye)
            assert (bye.code, "disk" in bye.text) == (ByeCode.STORAGE, True)
        await told(again, NoticeKind.STORED)
        assert await health(server) == (200, "ok")
        await again.play(game_over)
        assert isinstance(await bert.ask(Start(3, bert.table)), Done)
        return await text_of(again)

    with serving(data, "--metrics", "127.0.0.1:0") as server:
        text = trio.run(play, server)
        assert server.stop() == 0
    assert check_deals(parse_record(text))
    events = [json.loads(line)["event"] for line in Path(f"{data}.log").read_text("utf-8").splitlines()]
    assert "disk takes again" in events


def test_killed_on_a_full_disk_it_comes_back_with_all_that_was_acknowledged(tmp_path: Path) -> None:
    data = tmp_path / "data"

    async def until_full(server: Served) -> Player:
        anna = await Player.connect(server.tcp, "anna")
        await anna.create(RULES)
        await anna.ask(AddBots(1, anna.table, "novice"))
        await anna.ask(Start(2, anna.table))
        await anna.play(lambda player: player.waited_for)
        with full(server):
            answer = await anna.command(anna.texts[0])
            assert isinstance(answer, Failed)
            server.kill()
        return anna

    async def after(server: Served, old: Player) -> None:
        anna = await Player.connect(server.tcp, "anna", old.token)
        await anna.join(old.table)
        while anna.view is None:
            await anna.next()
        assert anna.view == old.view
        await anna.play(game_over)

    with serving(data) as server:
        anna = trio.run(until_full, server)
    with serving(data) as server:
        trio.run(after, server, anna)


async def test_a_journal_that_is_full_says_so_until_there_is_room(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    await journal.write(TableRow("ABCD", CHARTER))
    with crammed(journal):
        kept = await filled(journal, "ABCD")
        assert journal.failing
        with trio.fail_after(5):
            await journal.wait_failing()
        assert not await journal.probe()
        count = sum(1 for _ in journal.steps())
        assert count == kept
    assert journal.failing, "nobody has tried again"
    assert await journal.probe()
    assert not journal.failing
    await journal.write(StepRow("ABCD", 1, kept, pack(STEP)))
    assert len(steps(journal)) == 1
    journal.close()


async def test_rows_that_do_not_fit_are_no_matter_of_the_disk(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.start()
    for row in (StepRow("NONE", 1, 0, b""), StepRow("NONE", 2**70, 0, b"")):
        try:
            await journal.write(row)
        except JournalError:
            continue
        raise AssertionError("it was written")
    assert not journal.failing
    assert journal.failures == 2
    journal.close()


async def test_nobody_loses_time_by_the_disk(tmp_path: Path, mock_clock: MockClock) -> None:
    options = TableOptions(turn_seconds=30, reserve_seconds=20, grace_seconds=60)
    async with hosting(tmp_path / "data", mock_clock, silence=3600.0) as server:
        people = await full_table(server.tcp, "online+first_lead=rotate+opening=false", options)
        for player in people:
            while player.view is None or player.view.public.phase is not Phase.TRICKS:
                await player.next()
        actor = next(player for player in people if player.waited_for)
        other = next(player for player in people[1:] if player is not actor)
        gone = next(player for player in people[1:] if player not in (actor, other))
        with crammed(server.journal):
            await filled(server.journal, actor.table)
            assert (await actor.command(actor.texts[0], number=900)) == Failed(900, FailCode.STORAGE)
            await told(other, NoticeKind.STORAGE)
            await other.expect(Deadline, lambda deadline: deadline.left == -1 and deadline.decision > 0)
            await gone.close()
            seq = other.seq
            # By then the server has tried again, in vain.
            assert await filled(server.journal, actor.table) == 0
        assert await other.ask(Create(901, RULES)) == Failed(901, FailCode.STORAGE), "not before it knows"
        assert await other.ask(Start(902, other.table)) == Failed(902, FailCode.NOT_HOST)
        assert await people[0].ask(Start(903, actor.table)) == Failed(903, FailCode.STORAGE)
        mock_clock.jump(500)
        # When the server looks again is its own affair.
        mock_clock.rate = 5
        await told(other, NoticeKind.STORED)
        deadline = await other.expect(Deadline)
        assert 28_000 < deadline.left <= 30_000
        assert deadline.reserves == (20_000,) * 6
        assert other.seq == seq
        assert other.state is not None
        while (state := other.state).seats[gone.seat].presence is not Presence.LOST:
            await other.next()
        assert state.seats[gone.seat].presence is Presence.LOST
        assert isinstance(await actor.play_once(), Accepted)


@pytest.mark.parametrize("paused_first", [True, False])
async def test_of_a_pause_and_a_full_disk_at_once_the_time_counts_once(
    tmp_path: Path, mock_clock: MockClock, paused_first: bool
) -> None:
    options = TableOptions(turn_seconds=30, reserve_seconds=0)
    async with two(tmp_path, mock_clock, options) as (server, anna, bert):
        await play_to_turn_of(anna, bert)
        if paused_first:
            await owner_says(server.admin, Pause())
            await wait_all_tasks_blocked()
            mock_clock.jump(100)
        with crammed(server.journal):
            await filled(server.journal, anna.table)
            await told(anna, NoticeKind.STORAGE)
            await wait_all_tasks_blocked()
            mock_clock.jump(100)
            await owner_says(server.admin, Pause(on=not paused_first))
            await wait_all_tasks_blocked()
            mock_clock.jump(100)
        # When the server looks again is its own affair.
        mock_clock.rate = 5
        await told(anna, NoticeKind.STORED)
        mock_clock.rate = 0
        if not paused_first:
            await settle(anna)
            mock_clock.jump(100)
            await owner_says(server.admin, Pause(on=False))
        await settle(anna)
        left = [m.left for m in anna.heard if isinstance(m, Deadline)][-1]
        assert 28_000 < left <= 30_000
        assert isinstance(await anna.play_once(), Accepted)


def test_a_directory_that_takes_nothing_is_one_line() -> None:
    # As somebody who may not write there, for root may everywhere.
    script = (
        "import os; from gouji_server import app, commands, configfile; from gouji_server.cli import main"
    )
    script += "; os.getuid() or os.setuid(65534); main()"
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        open_journal(data).close()
        (data / FILE).chmod(0o444)
        (data / "lock").chmod(0o666)
        for path in (folder, data):
            os.chmod(path, 0o555)
        command = [sys.executable, "-c", script, "--data", str(data), "--listen", "127.0.0.1:0"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        os.chmod(data, 0o755)
    assert done.returncode == 1
    assert done.stderr.startswith("gouji-server: ")
    assert done.stderr.count("\n") == 1
    assert "readonly" in done.stderr
