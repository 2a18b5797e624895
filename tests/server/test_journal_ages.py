"""Journals of other days: each older one is brought up to date wholly, what is newer or none is refused.

``journals`` has what the servers of each schema left when they were killed in a game; three of them called
theirs 1.
"""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from gouji_core.record import parse_record
from gouji_server.archive import Archive
from gouji_server.config import ConfigError
from gouji_server.journal import FILE, open_journal
from gouji_server.rows import IdentityRow, MuteRow, Sanction, SanctionRow, StatsRow
from gouji_server.schema import SCHEMA
from tests.server.house import hosting, serving
from tests.server.player import Player
from tests.server.test_cli import one_line, run
from tests.server.test_records import over, text_of

FOLDER = Path(__file__).parent / "journals"
AGES = tuple(sorted(path.stem for path in FOLDER.glob("*.sql")))


def left(age: str, data: Path) -> tuple[str, str]:
    """Lays a journal down as an older server left it; returns the token and the table that are in it."""
    text = (FOLDER / f"{age}.sql").read_text("utf-8")
    data.mkdir()
    with closing(sqlite3.connect(data / FILE)) as base:
        base.execute("PRAGMA journal_mode=WAL")
        base.executescript(text)
    token, table = re.findall(r"^-- \w+ (\S+)$", text, re.MULTILINE)
    return token, table


def read(data: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(data / FILE, isolation_level=None)) as base:
        return base.execute(query).fetchall()


def tables(data: Path) -> list[tuple[object, ...]]:
    return read(data, "SELECT name, replace(sql, char(10), ' ') FROM sqlite_master ORDER BY name")


def test_there_is_one_of_each_age() -> None:
    assert {age[0] for age in AGES} == {str(schema) for schema in range(1, SCHEMA)}


@pytest.mark.parametrize("age", AGES)
async def test_a_game_begun_then_goes_on_now(tmp_path: Path, age: str) -> None:
    data = tmp_path / "data"
    token, table = left(age, data)
    steps = read(data, "SELECT code, game, n, step FROM steps ORDER BY n")
    async with hosting(data) as server:
        assert read(data, "SELECT code, game, n, step FROM steps ORDER BY n") == steps
        anna = await Player.connect(server.tcp, "anna", token)
        assert anna.welcome is not None
        assert anna.welcome.token in ("", token), "no newcomer"
        await anna.join(table)
        while anna.view is None:
            await anna.next()
        assert anna.waited_for, "as when the server was killed"
        assert anna.state is not None
        assert anna.state.options.memory, "of which nobody had thought then"
        await anna.play(lambda player: player.over or over(player))
        if age >= "2":
            assert parse_record(await text_of(anna)).entries


@pytest.mark.parametrize("age", AGES)
async def test_it_becomes_what_a_new_one_is(tmp_path: Path, age: str) -> None:
    left(age, tmp_path / "old")
    journal = open_journal(tmp_path / "old")
    journal.start()
    await journal.write(IdentityRow(9, b"x", None, "bert"), StatsRow(9, rounds=1), MuteRow(9, 1))
    await journal.write(SanctionRow(9, Sanction.BAN))
    assert [person.name for person in journal.load().identities] == ["anna", "bert"]
    assert journal.load().identities[0].seen > 1_700_000_000, "anna was here when it was brought up to date"
    journal.close()
    open_journal(tmp_path / "new").close()
    assert columns(tmp_path / "old") == columns(tmp_path / "new")
    assert read(tmp_path / "old", "PRAGMA integrity_check") == [("ok",)]
    assert read(tmp_path / "old", "PRAGMA foreign_key_check") == []
    open_journal(tmp_path / "old").close()


def columns(data: Path) -> list[tuple[object, ...]]:
    return read(
        data,
        "SELECT sqlite_master.type, sqlite_master.name, columns.name FROM sqlite_master"
        " LEFT JOIN pragma_table_info(sqlite_master.name) AS columns ORDER BY 1, 2, columns.cid",
    )


def test_only_the_end_of_a_game_is_no_record(tmp_path: Path) -> None:
    _, table = left("1c", tmp_path / "data")
    open_journal(tmp_path / "data").close()
    archive = Archive(tmp_path / "data" / FILE)
    assert archive.find(table) is None
    assert archive.headers() == []


def test_a_migration_that_cannot_be_ended_changes_nothing(tmp_path: Path) -> None:
    left("1b", tmp_path / "data")
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as base:
        base.execute("CREATE TABLE sanctions (something INTEGER)")
    before = tables(tmp_path / "data")
    with pytest.raises(ConfigError, match="already exists"):
        open_journal(tmp_path / "data")
    assert tables(tmp_path / "data") == before
    assert read(tmp_path / "data", "SELECT value FROM meta") == [("1",)]


OPENER = """
import sys
from pathlib import Path
from gouji_server.journal import open_journal
open_journal(Path(sys.argv[1]))
"""


def test_kill_9_in_a_migration_leaves_the_older_journal(tmp_path: Path) -> None:
    data = tmp_path / "data"
    _, table = left("1a", data)
    with closing(sqlite3.connect(data / FILE)) as base:
        rows = ((table, n) for n in range(40_000))
        base.executemany("INSERT INTO steps VALUES (?, 2, ?, zeroblob(300))", rows)
        base.commit()
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (before,) = base.execute("SELECT count(*) FROM steps").fetchone()
        log = data / f"{FILE}-wal"
        with subprocess.Popen([sys.executable, "-c", OPENER, str(data)]) as process:
            while log.stat().st_size < 4 * 2**20:
                assert process.poll() is None, "it was quicker than this test"
            process.kill()
    assert read(data, "SELECT value FROM meta") == [("1",)]
    assert read(data, "SELECT count(*) FROM steps") == [(before,)]
    open_journal(data).close()
    assert read(data, "SELECT value FROM meta WHERE name = 'schema'") == [(str(SCHEMA),)]
    assert read(data, "SELECT count(*), sum(marked) FROM steps") == [(before, 0)]


CHANGES = {
    "newer": "UPDATE meta SET value = '999' WHERE name = 'schema'",
    "wordy": "UPDATE meta SET value = 'five' WHERE name = 'schema'",
    "empty": "DELETE FROM meta",
    "other": "ALTER TABLE meta RENAME TO other",
}


def damage(data: Path, how: str) -> None:
    """Makes a journal one that cannot be used."""
    path = data / FILE
    if how in CHANGES:
        read(data, CHANGES[how])
        return
    found = bytearray(path.read_bytes())
    start = page(data, "steps")
    match how:
        case "torn":
            del found[2 * SIZE :]
        case "garbage":
            found[:] = b"this is no database" * 1000
        case "page":
            found[start : start + SIZE] = b"\xa5" * SIZE
        case _:
            # A leaf has a head of eight bytes, then where each row is: now the second is before the first.
            found[start + 8 : start + 12] = found[start + 10 : start + 12] + found[start + 8 : start + 10]
    path.write_bytes(found)


SIZE = 4096
"""Bytes of a page of a database."""


def page(data: Path, table: str) -> int:
    """Where the page begins that has the rows of a table."""
    with closing(sqlite3.connect(data / FILE)) as base:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (root,) = base.execute(query, (table,)).fetchone()
        assert base.execute("PRAGMA page_size").fetchone() == (SIZE,)
    return (root - 1) * SIZE


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("newer", "newer gouji-server"),
        ("wordy", "no journal of a gouji-server"),
        ("empty", "no journal of a gouji-server"),
        ("other", "no journal of a gouji-server"),
        ("torn", "malformed"),
        ("garbage", "not a database"),
        ("page", "malformed"),
        ("order", "damaged"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_stays_as_it_is(tmp_path: Path, how: str, said: str) -> None:
    data = tmp_path / "data"
    left("4", data)
    open_journal(data).close()
    damage(data, how)
    before = (data / FILE).read_bytes()
    one_line(run("--data", str(data), "--listen", "127.0.0.1:0", "--no-announce"), said, "--data")
    assert (data / FILE).read_bytes() == before


def test_a_damaged_record_costs_nobody_the_game(tmp_path: Path) -> None:
    data = tmp_path / "data"
    left("4", data)
    open_journal(data).close()
    found, start = bytearray((data / FILE).read_bytes()), page(data, "records")
    found[start : start + SIZE] = b"\xa5" * SIZE
    (data / FILE).write_bytes(found)
    one_line(run("records", "--data", str(data)), "malformed")
    with serving(data) as server:
        assert server.stop() == 0
