"""``gouji-server backup``: a whole copy of one moment, also under players, from which a server goes on."""

from __future__ import annotations

import re
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import trio

from gouji_core.record import parse_record
from gouji_core.verify import check_deals
from gouji_protocol.messages import Accepted, TooLate
from gouji_server.journal import FILE, open_journal
from tests.server.house import serving
from tests.server.player import Player
from tests.server.test_archive import files, game_over
from tests.server.test_cli import one_line, run
from tests.server.test_journal_ages import SIZE, left, page
from tests.server.test_records import start, text_of, with_bots

RULES = "dagang+rounds=1"


def back_up(data: Path, target: Path) -> str:
    done = run("backup", "--data", str(data), str(target))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


async def play_on(where: tuple[str, int], data: Path, target: Path) -> Player:
    """Plays a game to its end and the next one on; the copy is made amid the second."""
    anna = await with_bots(where, RULES)
    await anna.play(game_over)
    await start(anna)
    await anna.play(lambda player: player.waited_for)
    async with trio.open_nursery() as nursery:

        async def copy() -> None:
            said = await trio.to_thread.run_sync(back_up, data, target)
            assert re.fullmatch(rf"{target}: \d+ bytes\n", said)
            nursery.cancel_scope.cancel()

        nursery.start_soon(copy)
        # She plays on while it is made.
        for _ in range(1000):
            if anna.waited_for:
                assert isinstance(await anna.play_once(), Accepted | TooLate)
            elif game_over(anna):
                await start(anna)
            else:
                await anna.next()
    return anna


async def go_on(where: tuple[str, int], old: Player) -> None:
    """Comes back to a server that knows less than the player does, and plays on."""
    anna = await Player.connect(where, "anna", old.token)
    await anna.join(old.table, since=old.seq)
    while anna.view is None:
        await anna.next()
    await anna.play(game_over)
    for game in (1, 2):
        assert check_deals(parse_record(await text_of(anna, game)))


def test_a_copy_made_amid_a_game_is_one_a_server_goes_on_from(tmp_path: Path) -> None:
    data, target = tmp_path / "data", tmp_path / "copy.sqlite3"
    with serving(data) as server:
        old = trio.run(play_on, server.tcp, data, target)
        before = server.process.poll()
        assert before is None
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".copy")]
    new = tmp_path / "new"
    new.mkdir()
    shutil.copy(target, new / FILE)
    with serving(new) as server:
        trio.run(go_on, server.tcp, old)
        assert server.stop() == 0


def test_of_a_stopped_server_it_is_all_there_is(tmp_path: Path) -> None:
    data, target = tmp_path / "data", tmp_path / "copy"
    left("4", data)
    open_journal(data).close()
    before = files(data)
    back_up(data, target)
    assert files(data) == before
    with closing(sqlite3.connect(data / FILE)) as base, closing(sqlite3.connect(target)) as copy:
        assert list(copy.iterdump()) == list(base.iterdump())
    assert not target.with_name("copy-wal").exists()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    data, target = tmp_path / "data", tmp_path / "copy"
    left("4", data)
    target.write_text("mine")
    one_line(run("backup", "--data", str(data), str(target)), "there already")
    assert target.read_text() == "mine"
    one_line(run("backup", "--data", str(data), str(data)), "there already")
    target.unlink()
    target.symlink_to(tmp_path / "nowhere")
    one_line(run("backup", "--data", str(data), str(target)), "there already")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "data"]


def test_what_cannot_be_copied_leaves_nothing(tmp_path: Path) -> None:
    data, target = tmp_path / "data", tmp_path / "copy"
    one_line(run("backup", "--data", str(data), str(target)), "no games", "--data")
    left("4", data)
    one_line(run("backup", "--data", str(data), str(tmp_path / "none" / "copy")), "no such file", "none")
    open_journal(data).close()
    found, at = bytearray((data / FILE).read_bytes()), page(data, "records")
    found[at : at + SIZE] = b"\xa5" * SIZE
    (data / FILE).write_bytes(found)
    one_line(run("backup", "--data", str(data), str(target)), "damaged")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_help_shows_how(tmp_path: Path) -> None:
    assert "gouji-server backup sunday.sqlite3" in run("backup", "--help").stdout
    assert "backup" in run("--help").stdout
    assert run("backup").returncode == 2
