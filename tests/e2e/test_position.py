"""Positions played out against bots: as lines through a pipe, and on the screen."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal, gouji, solo_homes

START = {"hands": ["KK4", "AA56", "665", "AA7", "887", "779"], "leader": 0}
CASE = {"id": "x", "rules": "online", "start": START, "steps": []}
FAST = ("--pace", "0", "--window", "0", "--lang", "en")


def written(folder: Path, data: object) -> str:
    file = folder / "position.json"
    file.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return str(file)


def play(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        gouji("play", "--plain", *FAST, *arguments),
        check=False,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=90,
    )


@pytest.mark.parametrize("data", [CASE, [CASE], {"rules": "online", **START}], ids=["case", "list", "start"])
def test_a_position_is_played_out_from_seat_0(tmp_path: Path, data: object) -> None:
    done = play("--position", written(tmp_path, data), typed="h\n\n" * 60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Your hand: KK 4 (3)" in done.stdout
    assert "The game is over after round 1 of 1" in done.stdout


def test_another_seat_and_other_rules_can_be_chosen(tmp_path: Path) -> None:
    file = written(tmp_path, CASE)
    done = play("--position", file, "--seat", "1", "--rules", "dagang", typed="rules R14\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "Your hand: AA 6 5 (4)" in done.stdout
    assert "dagang" in done.stdout


def test_a_position_is_played_on_the_screen_and_leaves_nothing(tmp_path: Path) -> None:
    with Terminal(gouji("play", "--position", written(tmp_path, CASE), *FAST)) as terminal:
        terminal.until("You lead")
        terminal.press("w")
        terminal.until("Enter contents")
        terminal.press("\x1b")
        terminal.until("You lead")
        terminal.press("\x11\r")
        assert terminal.wait() == 0
        assert not solo_homes(terminal.pid)


@pytest.mark.parametrize(
    ("data", "more", "said"),
    [
        ("{", (), "is no position: line 1 is not JSON"),
        ([], (), "one case"),
        ([CASE, CASE], (), "one case"),
        (START, (), "it has no 'rules'"),
        ({**CASE, "rules": "nonsense"}, (), "the presets are"),
        ({**CASE, "start": {**START, "leader": 9}}, (), "a seat from 0 to 5"),
        (
            {**CASE, "start": {"hands": ["", "A", "6", "7", "8", "9"], "leader": 1, "places": {"0": 1}}},
            (),
            "seat 0 is out of play; choose one of 1, 2, 3, 4, 5 with --seat",
        ),
        ({**CASE, "start": {**START, "burner": {"seat": 3, "burnt": 0}}}, ("--seat", "3"), "about to lead"),
    ],
)
def test_what_makes_no_sense_is_one_clear_line(
    tmp_path: Path, data: object, more: tuple[str, ...], said: str
) -> None:
    file = written(tmp_path, data)
    done = play("--position", file, *more)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"gouji: {file}")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_position_without_rules_takes_those_given(tmp_path: Path) -> None:
    done = play("--position", written(tmp_path, START), "--rules", "simple", typed="quit\n")
    assert done.returncode == 0, done.stderr
    assert "Your hand: KK 4 (3)" in done.stdout


def test_no_file_is_one_clear_line(tmp_path: Path) -> None:
    done = play("--position", str(tmp_path / "nowhere"))
    assert done.returncode == 1
    nowhere = tmp_path / "nowhere"
    assert done.stderr == f"gouji: {nowhere}: there is no such file; give a file with a position\n"
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    assert "not UTF-8" in play("--position", str(tmp_path / "binary")).stderr
