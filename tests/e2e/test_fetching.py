"""Games by their ids: asked of the server they were played on, and read from the data of this machine."""

import os
import re
import subprocess
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal, gouji
from tests.e2e.test_network import person, server


@dataclass(frozen=True)
class Played:
    """Is a round that was played on a server: where, at which table, by whom."""

    where: tuple[str, ...]
    code: str
    home: Path

    def ask(self, *arguments: str, home: str = "ann") -> subprocess.CompletedProcess[str]:
        return run(self.home / home, "replay", *arguments)


def run(home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    own = {"HOME": str(home), "XDG_DATA_HOME": str(home), "USER": "ann", "LOGNAME": "ann"}
    return subprocess.run(
        gouji(*arguments, "--lang", "en"),
        check=False,
        env={**os.environ, **own},
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=110,
    )


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Generator[Played]:
    """A round played to its end by advice, on a server that goes on."""
    folder = tmp_path_factory.mktemp("played")
    with server(folder) as where:
        done = run(
            folder / "ann",
            *("play", "--plain", *where, "--rules", "online+rounds=1"),
            typed="\n" + "h\n\n" * 2000,
        )
        assert done.returncode == 0, done.stderr
        code = re.search(r"Table (\w{4}):", done.stdout)
        assert code is not None, done.stdout
        yield Played(where, code[1], folder)


def test_a_game_is_asked_of_its_server_and_proven(game: Played) -> None:
    done = game.ask(f"{game.code.lower()}-1", *game.where, "--verify")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Deal 1: proven" in done.stdout
    newest = game.ask(game.code, *game.where, "--plain")
    assert newest.returncode == 0
    assert "Round 1, trick 1: the hands" in newest.stdout


def test_a_file_of_that_name_is_what_is_meant(
    game: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(game.code).write_text("nonsense", "utf-8")
    done = game.ask(game.code, *game.where, "--verify")
    assert done.returncode == 1
    assert "a record begins with" in done.stderr


@pytest.mark.parametrize(
    ("name", "home", "said"),
    [
        ("{code}-7", "ann", "no round is over yet, or there was no such game"),
        ("2222", "ann", "no record of 2222 at"),
        ("{code}", "bob", "no record of {code} at"),
        ("{code}.txt", "ann", "and the id of a game is a table's code"),
    ],
)
def test_what_the_server_does_not_tell_is_one_clear_line(
    game: Played, name: str, home: str, said: str
) -> None:
    done = game.ask(name.format(code=game.code), *game.where, "--verify", home=home)
    assert (done.returncode, done.stdout) == (1, "")
    assert said.format(code=game.code) in done.stderr
    assert done.stderr.startswith("gouji: ")
    assert done.stderr.count("\n") == 1


def test_without_a_server_the_data_of_this_machine_are_read(game: Played, tmp_path: Path) -> None:
    (tmp_path / "gouji").symlink_to(game.home / "data")
    done = run(tmp_path, "replay", game.code, "--verify")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Deal 1: proven" in done.stdout
    none = run(tmp_path / "empty", "replay", game.code, "--verify")
    assert (none.returncode, none.stdout) == (1, "")
    assert f"nor such a game of this machine's server (there are no games in {tmp_path}" in none.stderr
    assert "--connect" in none.stderr
    assert none.stderr.count("\n") == 1


def test_no_server_is_one_clear_line(tmp_path: Path) -> None:
    done = run(tmp_path, "replay", "K7QX", "--connect", "127.0.0.1:1", "--verify")
    assert done.returncode == 1
    assert done.stderr.startswith("gouji: no server answers at 127.0.0.1:1")
    both = run(tmp_path, "replay", "K7QX", "--connect", "a", "--unix", "b")
    assert both.returncode == 2
    assert "exclude each other" in both.stderr


def test_the_host_referees_and_replays_on_the_screen(tmp_path: Path) -> None:
    with (
        server(tmp_path) as where,
        person(where, tmp_path, "ann", "--rules", "online+rounds=2") as ann,
    ):
        ann.until("1 of 6 seats taken")
        ann.press("\r")
        ann.until("call nothing")
        ann.press("g")
        ann.until("no round is over yet")
        ann.press("o")
        ann.until("whom is it about")
        ann.press("2")
        ann.until("what shall be done")
        ann.press("3")
        ann.until("Not before somebody leads or is asked. (R13.4)")
        ann.press("o21")
        ann.until("The host warned Next")


def test_a_replay_is_watched_by_its_id(game: Played) -> None:
    own = {"HOME": str(game.home / "ann"), "XDG_DATA_HOME": str(game.home / "ann")}
    with Terminal(gouji("replay", game.code, *game.where, "--lang", "en"), environment=own) as terminal:
        terminal.until("A game under Online rules")
        terminal.press("\x1b[6~")
        terminal.until("trick 1 ")
        terminal.press("\x1b")
        assert terminal.wait() == 0
