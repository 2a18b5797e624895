"""Records and the rule book through pipes and in a real terminal."""

import shlex
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from gouji_core.record import Seed, format_record
from tests.e2e.terminal import Terminal, gouji
from tests.kit.records import played, played_on

RECORD = replace(played("online", 1), players=("Ann", "老王", "Cy", "小明", "Eve", "Fritz"))
TEXT = format_record(RECORD)
FORGED = format_record(
    replace(RECORD, entries=tuple(Seed("00" * 32) if isinstance(e, Seed) else e for e in RECORD.entries))
)
UNPROVEN = format_record(replace(RECORD, entries=tuple(e for e in RECORD.entries if not isinstance(e, Seed))))

POSITIONED = format_record(played_on("online+rounds=1", 3)[0])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(TEXT, "utf-8")
    return path


def run(*arguments: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        gouji(*map(str, arguments), "--lang", "en"),
        check=False,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )


def test_a_record_is_told_from_a_file_and_from_a_pipe(file: Path) -> None:
    done = run("replay", file, "--plain")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ann plays" in done.stdout
    assert "Round 2, trick 1: the hands" in done.stdout
    assert "Places: 1st " in done.stdout
    piped = run("replay", "-", "--plain", typed=TEXT)
    assert piped.stdout == done.stdout


def test_a_reader_who_goes_away_ends_it_quietly(file: Path) -> None:
    command = shlex.join(gouji("replay", str(file), "--plain", "--lang", "en"))
    done = subprocess.run(
        ["sh", "-c", f"{command} | head -n 1"], check=False, capture_output=True, encoding="utf-8", timeout=60
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("text", "code", "said", "complaint"),
    [
        (TEXT, 0, "Deal 2: proven", ""),
        (UNPROVEN, 0, "Deal 2: unproven", ""),
        (POSITIONED, 0, "from a position: no shuffle to check; the rules allow all", ""),
        (FORGED, 1, "Deal 2: BROKEN", "not what was promised in 2 of the deals"),
    ],
)
def test_shuffles_are_checked(text: str, code: int, said: str, complaint: str) -> None:
    done = run("replay", "-", "--verify", typed=text)
    assert done.returncode == code
    assert said in done.stdout
    assert complaint in done.stderr
    assert done.stderr.count("\n") == bool(complaint)


@pytest.mark.parametrize("more", [("--plain",), ("--verify",), ()])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a record begins with"),
        (TEXT.replace("begin\n", "begin\nbegin\n", 1), "is refused by R"),
        (TEXT + "0 play KK\n", "is refused by R"),
        (TEXT + "7 play KK\n", "a seat from 0 to 5"),
        (POSITIONED + "0 pass\n", "is refused by R"),
        (POSITIONED.replace('"leader": ', '"leader": 7'), "a seat from 0 to 5"),
    ],
)
def test_what_is_no_record_is_one_clear_line(text: str, said: str, more: tuple[str, ...]) -> None:
    done = run("replay", "-", *more, typed=text)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("gouji: standard input: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_a_terminal_it_says_what_to_use(file: Path) -> None:
    done = run("replay", file)
    assert done.returncode == 1
    said = f"gouji: input or output is not a terminal; use: gouji replay --plain {file}\n"
    assert done.stderr == said
    assert run("replay", file.with_name("nowhere")).stderr.endswith(
        "nowhere: there is no such file; give the file of a record\n"
    )


def test_it_is_watched_in_a_terminal_also_when_the_record_comes_through_a_pipe(file: Path) -> None:
    command = shlex.join(gouji("replay", "-", "--lang", "en"))
    with Terminal(["sh", "-c", f"{command} < {shlex.quote(str(file))}"]) as terminal:
        terminal.until("A game under Online rules")
        terminal.press("\x1b[6~")
        terminal.until("trick 1 ")
        terminal.press("]")
        terminal.until("Round 2 begins")
        terminal.press("\x1b")
        assert terminal.wait() == 0


def test_the_rule_book_is_read_through_a_pipe() -> None:
    done = run("rules", "R5.3")
    assert done.returncode == 0
    assert done.stdout.startswith("R5.3 ")
    assert "\x1b" not in done.stdout
