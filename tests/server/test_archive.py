"""``gouji-server records``: lists the games of a data directory and prints one; nothing is changed."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from gouji_core.record import parse_record
from gouji_server.archive import parse_id
from gouji_server.journal import open_journal
from tests.server.house import serving
from tests.server.player import Player
from tests.server.test_cli import one_line, run
from tests.server.test_journal import change
from tests.server.test_records import start, text_of, with_bots

PEOPLE = "anna, bot 2, bot 3, bot 4, bot 5, bot 6"


def game_over(player: Player) -> bool:
    return player.view is not None and player.view.public.phase.value == "game_over"


async def play(where: tuple[str, int]) -> tuple[str, str]:
    """Plays a game and begins the next one; returns the table's code and the first game's record."""
    anna = await with_bots(where, "dagang+rounds=1")
    await anna.play(game_over)
    text = await text_of(anna)
    await start(anna)
    await anna.close()
    return anna.table, text


def test_games_are_listed_and_printed_by_their_ids(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))
    with serving(tmp_path / "data", "--seed", "3") as server:
        code, text = trio.run(play, server.tcp)
        listed = run("records", *data).stdout.splitlines()
        assert listed == [f"{code}-{game}    dagang+rounds=1  {PEOPLE}" for game in (1, 2)]
        assert run("records", *data, f"{code}-1").stdout == text, "while the server runs"
        assert server.stop() == 0
    before = files(tmp_path / "data")
    done = run("records", *data, f"{code.lower()}-1")
    assert (done.returncode, done.stdout, done.stderr) == (0, text, "")
    newest = run(*data, "records", code)
    assert parse_record(newest.stdout).entries == ()
    for unknown in (f"{code}-3", f"{code}-0", f"{code}-x", f"{code}--1", "ZZZZ", ""):
        one_line(run("records", *data, unknown), "no game", "records")
    assert files(tmp_path / "data") == before


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    one_line(run("records", "--data", str(tmp_path / "none")), "no games", "none", "--data")
    assert not (tmp_path / "none").exists()
    (tmp_path / "journal.sqlite3").write_bytes(b"this is no database" * 100)
    one_line(run("records", "--data", str(tmp_path)), "journal.sqlite3", "not a database")


@pytest.mark.parametrize(("schema", "word"), [("1", "older"), ("999", "newer")])
def test_another_version_of_the_journal_is_one_line(tmp_path: Path, schema: str, word: str) -> None:
    open_journal(tmp_path).close()
    assert run("records", "--data", str(tmp_path)).stdout == ""
    change(tmp_path, f"UPDATE meta SET value = '{schema}'")
    one_line(run("records", "--data", str(tmp_path)), word)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("K7QX", ("K7QX", -1)), ("k7qx-12", ("K7QX", 12)), ("K7QX-", ("K7QX", 0)), ("K7QX-²", ("K7QX", 0))],
)
def test_an_id_names_a_table_and_a_game(text: str, meant: tuple[str, int]) -> None:
    assert parse_id(text) == meant


def test_help_shows_how(tmp_path: Path) -> None:
    assert "gouji-server records K7QX-2" in run("records", "--help").stdout
    assert run("records", "--nonsense").returncode == 2
