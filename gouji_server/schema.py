"""The tables of the journal, and what makes a journal of today of each older one.

A change needs a new ``SCHEMA`` and a step in ``_STEPS``, which a new journal goes through as well.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from msgspec import MsgspecError
from msgspec.structs import replace

from gouji_server.config import ConfigError
from gouji_server.rows import HeldRow, pack, pack_stats, unpack_charter

SCHEMA = 6
"""The version of the tables, kept in ``meta``."""

_WITH_HELD = 6
"""The first that has rows for what is held back."""

_FIRST = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('schema', '1');
CREATE TABLE identities (
    id INTEGER PRIMARY KEY,
    secret BLOB UNIQUE,
    uid INTEGER UNIQUE,
    name TEXT NOT NULL
);
CREATE TABLE tables (
    code TEXT PRIMARY KEY,
    charter BLOB NOT NULL,
    open INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE seats (
    code TEXT NOT NULL REFERENCES tables (code),
    seat INTEGER NOT NULL,
    holder BLOB NOT NULL,
    PRIMARY KEY (code, seat)
) WITHOUT ROWID;
"""

_MARKED_STEPS = """
CREATE TABLE steps (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL REFERENCES tables (code),
    game INTEGER NOT NULL,
    n INTEGER NOT NULL,
    marked INTEGER NOT NULL,
    step BLOB NOT NULL
);
CREATE INDEX marks ON steps (code, id) WHERE marked;
"""

_UNMARKED_STEPS = f"""
ALTER TABLE steps RENAME TO unmarked;
{_MARKED_STEPS}
INSERT INTO steps (code, game, n, marked, step)
    SELECT code, game, n, 0, step FROM unmarked ORDER BY code, game, n;
DROP TABLE unmarked;
"""
"""For a journal of the first days, whose steps had no marks, and at first no number of their own."""

_RECORDS = """
CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL REFERENCES tables (code),
    game INTEGER NOT NULL,
    part TEXT NOT NULL
);
CREATE INDEX games ON records (code, game);
CREATE TABLE players (
    code TEXT NOT NULL REFERENCES tables (code),
    identity INTEGER NOT NULL,
    PRIMARY KEY (code, identity)
) WITHOUT ROWID;
"""

_PEOPLE = """
CREATE TABLE stats (
    identity INTEGER PRIMARY KEY,
    games INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    third INTEGER NOT NULL,
    fourth INTEGER NOT NULL,
    fifth INTEGER NOT NULL,
    sixth INTEGER NOT NULL,
    sweeps INTEGER NOT NULL,
    burns INTEGER NOT NULL,
    opened INTEGER NOT NULL,
    points INTEGER NOT NULL
);
CREATE TABLE mutes (
    identity INTEGER NOT NULL,
    muted INTEGER NOT NULL,
    PRIMARY KEY (identity, muted)
) WITHOUT ROWID;
"""

_SANCTIONS = """
CREATE TABLE sanctions (
    identity INTEGER NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (identity, kind)
) WITHOUT ROWID;
"""

_AGES = """
ALTER TABLE identities ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
UPDATE identities SET seen = CAST(strftime('%s', 'now') AS INTEGER);
ALTER TABLE records ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
UPDATE records SET at = CAST(strftime('%s', 'now') AS INTEGER);
CREATE INDEX guests ON players (identity);
CREATE INDEX unheard ON mutes (muted);
"""

_HELD = """
CREATE TABLE held (
    number INTEGER PRIMARY KEY,
    code TEXT NOT NULL REFERENCES tables (code),
    game INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    length INTEGER NOT NULL,
    stats BLOB NOT NULL
);
CREATE INDEX holding ON held (code);
"""

_STEPS: dict[int, str] = {1: _RECORDS, 2: _PEOPLE, 3: _SANCTIONS, 4: _AGES, 5: _HELD}
"""For each older schema the statements that make the next one of it."""


def prepare(base: sqlite3.Connection, path: Path) -> None:
    """Makes the tables of a new journal, or brings those of an older one up to date: wholly or not at all.

    Raises:
        ConfigError: if what is there is no journal, or that of a newer server.
        sqlite3.Error: if it cannot be read or written.
    """
    # One transaction: whoever is killed in it leaves the journal as it was.
    base.execute("BEGIN IMMEDIATE")
    if base.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
        _run(base, _FIRST + _MARKED_STEPS)
    version = version_of(base, path)
    if version > SCHEMA:
        raise ConfigError(f"{path} was written by a newer gouji-server; use that one or another --data")
    if version == 1 and not _columns(base, "steps") >= {"id", "marked"}:
        _run(base, _UNMARKED_STEPS)
    for older in range(version, SCHEMA):
        _run(base, _STEPS[older])
    if version < _WITH_HELD:
        _take_out_held(base)
    base.execute("UPDATE meta SET value = ? WHERE name = 'schema'", (str(SCHEMA),))
    base.execute("COMMIT")


def _take_out_held(base: sqlite3.Connection) -> None:
    """Gives what charters held back rows of its own."""
    number = 0
    for code, data in base.execute("SELECT code, charter FROM tables").fetchall():
        try:
            charter = unpack_charter(data)
        except MsgspecError:
            # What cannot be read stays as it is, as everywhere.
            continue
        for held in charter.held:
            number += 1
            stats = pack_stats(held.stats)
            row = HeldRow(number, code, held.game, charter.options.delay_seconds, held.length, stats)
            base.execute(row.SQL, row.values())
        if charter.held:
            kept = pack(replace(charter, held=()))
            base.execute("UPDATE tables SET charter = ? WHERE code = ?", (kept, code))


def version_of(base: sqlite3.Connection, path: Path) -> int:
    """Returns the version of the tables that are there.

    Raises:
        ConfigError: if they are no journal's.
    """
    row = None
    if _columns(base, "meta") >= {"name", "value"}:
        row = base.execute("SELECT value FROM meta WHERE name = 'schema'").fetchone()
    text = str(row[0]) if row is not None else ""
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise ConfigError(f"{path} is no journal of a gouji-server; choose another directory with --data")
    return int(text)


def _columns(base: sqlite3.Connection, table: str) -> set[str]:
    return {name for (name,) in base.execute("SELECT name FROM pragma_table_info(?)", (table,))}


def _run(base: sqlite3.Connection, script: str) -> None:
    # Not executescript, which would end the transaction.
    for statement in script.split(";"):
        base.execute(statement)
