"""The ``gouji`` command: what it says and how it ends when something is asked of it wrongly, or rightly."""

import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner

from gouji_tui.commands import main
from gouji_tui.terminal import look, prepare
from tests.e2e.terminal import Terminal, gouji

COMMANDS = ("play", "practice", "glossary", "cases", "sim", "rules", "replay", "ssh", "settings", "doctor")
GOOD = {"id": "good", "rules": "online", "start": {"hands": ["4"] * 6, "leader": 0}, "steps": []}
BAD = {**GOOD, "id": "bad", "steps": [{"expect": {"to_act": [3]}}]}


def run(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, arguments)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str) -> None:
    code, said, _ = run(command, "--help")
    assert code == 0
    assert "Example" in said
    assert f"gouji {command}" in said or f"gouji --plain {command}" in said


def test_the_commands_are_listed() -> None:
    code, said, _ = run("--help")
    assert code == 0
    for command in COMMANDS:
        assert f"  {command} " in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "--solo", "--rules", "nonsense"), "the presets are online, dagang"),
        (("play", "--solo", "--rules", "online+merge=5"), "merge is one of"),
        (("play", "--solo", "--rules", "online+hold_threes+merge=3"), "cannot be played with hold_threes"),
        (("play", "--solo", "--connect", "box"), "exclude each other"),
        (("play", "--solo", "--table", "ABCD"), "--table is for"),
        (("play", "--connect", "box", "--seed", "1"), "are for --solo"),
        (("play", "--as", "ann"), "--as is for a server"),
        (("ssh",), "missing option '--unix'; see gouji ssh --help"),
        (("ssh", "--unix", "s", "--players", "p", "--as", "ann"), "exclude each other"),
        (("sim", "--bots", "novice,genius"), "no level 'genius'"),
        (("sim", "--bots", "novice,novice,novice,novice"), "1, 2, 3 or 6"),
        (("sim", "--rules", "nonsense"), "the presets are"),
        (("play", "--position", "p.json", "--connect", "box"), "exclude each other"),
        (("play", "--seat", "2"), "--seat is for --position"),
        (("play", "--position", "p.json", "--seat", "6"), "--seat"),
        (("play", "--table", "ABCD"), "say which with --connect or --unix"),
        (("play", "--solo", "--pace", "nan"), "--pace is a number from 0 to 60"),
        (("play", "--nonsense"), "no such option '--nonsense'"),
        (("replay",), "missing argument 'FILE|ID'; see gouji replay --help"),
        (("sim", "--rounds"), "requires an argument; see gouji sim --help"),
        (("sim", "--rounds", "0"), "--rounds is a whole number, 1 or more; see gouji sim --help"),
        (("doctor", "now"), "at 'now'; see gouji doctor --help"),
        (("nonsense",), "no such command 'nonsense'; see gouji --help"),
        (("--lang", "de"), "--lang is one of zh, en; see gouji --help"),
    ],
)
def test_wrong_usage_is_one_clear_line(arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert said in err
    assert err.startswith("gouji: ")
    assert "; see gouji" in err
    assert err.count("\n") == 1


def test_a_simulation_prints_a_table_or_json() -> None:
    code, table, _ = run("sim", "--rounds", "2", "--bots", "novice")
    assert code == 0
    assert "rounds/s" in table
    code, data, _ = run("sim", "--rounds", "2", "--bots", "novice", "--json")
    assert code == 0
    assert json.loads(data)["rounds"] == 2


def test_cases_are_counted(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps([GOOD, BAD]), encoding="utf-8")
    code, said, _ = run("cases", str(tmp_path))
    assert code == 1
    assert said.splitlines()[0].startswith("bad: step 1: expected")
    assert said.splitlines()[-1] == "1 passed, 1 failed"
    code, said, _ = run("cases", "--json", str(tmp_path / "one.json"))
    assert code == 1
    assert [json.loads(line)["passed"] for line in said.splitlines()] == [True, False]


@pytest.mark.parametrize(
    ("content", "said"),
    [("{", "a case file is a JSON array"), ("{}", "a case file is a JSON array"), (b"\xff\xfe", "not UTF-8")],
)
def test_a_file_that_holds_no_cases_is_told(tmp_path: Path, content: str | bytes, said: str) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    code, _, err = run("cases", str(file))
    assert code == 1
    assert said in err
    code, _, err = run("cases", str(tmp_path / "nowhere.json"))
    assert code == 1
    assert err.startswith("gouji: ")
    assert "there is no such file" in err


def test_an_empty_folder_of_cases_is_told(tmp_path: Path) -> None:
    code, _, err = run("cases", str(tmp_path))
    assert code == 1
    assert "no .json file" in err


def test_without_a_terminal_the_screen_says_what_to_use() -> None:
    done = subprocess.run(
        gouji("play", "--solo", "--lang", "en"),
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr == "gouji: input or output is not a terminal; use: gouji --plain play --solo\n"


def test_a_dumb_terminal_is_not_drawn_on() -> None:
    with Terminal(gouji("play", "--solo", "--lang", "en"), environment={"TERM": "dumb"}) as terminal:
        assert terminal.wait() == 1
        assert b"cannot draw a screen (TERM=dumb)" in terminal.raw
        assert b"\x1b" not in terminal.raw


def test_a_window_too_small_is_told_before_anything_starts() -> None:
    with Terminal(gouji("--lang", "zh"), columns=40, rows=10) as terminal:
        assert terminal.wait() == 1
        assert "窗口是 40x10" in terminal.raw.decode()


def test_the_rule_book_is_read_by_clause_and_by_word() -> None:
    code, clause, _ = run("rules", "R7.1", "--lang", "en")
    assert code == 0
    assert "R7.1" in clause
    code, word, _ = run("rules", "烧牌", "--lang", "zh", "--rules", "jining")
    assert code == 0
    assert "R7" in word
    code, two, _ = run("rules", "free", "gouji", "--lang", "en")
    assert code == 0
    assert "R8.3" in two
    none = f"R{99}.9"  # not in one piece: a test holds that every clause cited exists
    code, _, err = run("rules", none, "--lang", "en")
    assert (code, err) == (
        1,
        f"gouji: the rule book has nothing under {none}; gouji rules lists every clause\n",
    )
    assert run("rules", "R1", "--rules", "nonsense")[0] == 2


def test_doctor_tells_what_the_terminal_can_do() -> None:
    with Terminal(gouji("doctor", "--lang", "en"), columns=90) as terminal:
        assert terminal.wait() == 0
        said = terminal.raw.decode()
    assert "Size: 90x24" in said
    assert "Colours: 256" in said
    assert "Line signs are one cell wide: yes" in said
    assert "All is well" in said


def test_the_menu_opens_and_is_left_by_keys() -> None:
    with Terminal(gouji("--lang", "en")) as terminal:
        terminal.until("Play now with five bots")
        terminal.press("9")
        assert terminal.wait() == 0


def colours_in(terminal: Terminal) -> set[bytes]:
    """The colours asked for so far; 39 and 49 are the terminal's own."""
    numbers = {n for seq in re.findall(rb"\x1b\[([0-9;]*)m", terminal.raw) for n in seq.split(b";")}
    return {n for n in numbers if re.fullmatch(rb"[34][0-8]|9\d|10[0-7]", n)}


def test_no_color_means_none_and_not_black() -> None:
    """Black letters are not to be seen on a black ground."""
    command = gouji("play", "--solo", "--lang", "en", "--seed", "1", "--pace", "0")
    with Terminal(command, environment={"NO_COLOR": "1"}) as terminal:
        terminal.until("call yu")
        assert colours_in(terminal) == set()
        terminal.press("\x11")
        terminal.until("Leave")
        terminal.press("\r")
        assert terminal.wait() == 0


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "linux"}, {"TERM": "screen"}])
def test_the_menu_is_usable_without_many_colours(environment: dict[str, str]) -> None:
    with Terminal(gouji("--lang", "zh", "--ascii"), environment=environment) as terminal:
        terminal.until("连接服务器")
        assert "─" not in terminal.text
        if "NO_COLOR" in environment:
            assert colours_in(terminal) == set()
        terminal.press("\x11")
        assert terminal.wait() == 0


def loaded(program: str) -> set[str]:
    """Runs a program in an interpreter of its own and returns the modules it loaded."""
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys\nprint(*sys.modules)"],
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    return set(done.stdout.splitlines()[-1].split())


def test_the_version_is_told_before_anything_is_loaded() -> None:
    names = loaded(
        "from gouji_tui.cli import main\n"
        "try:\n main(['--version'])\nexcept SystemExit as end:\n assert not end.code"
    )
    assert "gouji_tui.cli" in names
    assert not names & {"click", "importlib.metadata", "gouji_core.options", "gouji_tui.commands"}
    assert run("--version")[1] == f"gouji, version {version('gouji')}\n"


def test_the_bare_command_is_the_menu() -> None:
    bare = subprocess.run(
        gouji(),
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    assert bare.returncode == 1
    assert bare.stderr == "gouji: input or output is not a terminal; use: gouji --plain play --solo\n"
    names = loaded("from gouji_tui.cli import main\ntry:\n main([])\nexcept SystemExit:\n pass")
    assert "gouji_tui.launch" in names
    assert "click" not in names


def test_the_menu_comes_up_without_what_only_a_game_needs() -> None:
    names = loaded("import gouji_tui.launch, gouji_tui.app")
    assert "gouji_tui.screens.menu" in names
    assert not names & {"gouji_client", "msgspec", "gouji_tui.screens.table", "gouji_tui.rulebook"}


@pytest.mark.parametrize(("variables", "frames"), [({}, "60"), ({"SSH_CONNECTION": "a 1 b 2"}, "20")])
def test_a_slow_line_gets_fewer_frames(variables: dict[str, str], frames: str) -> None:
    environment = {"TERM": "xterm-256color", **variables}
    prepare(look(environment), environment)
    assert environment["TEXTUAL_FPS"] == frames
    assert environment["TEXTUAL_ANIMATIONS"] == "none"
    assert ("TEXTUAL_DISABLE_KITTY_KEY" in environment) == bool(variables)
    assert environment.get("ESCDELAY") == ("250" if variables else None)
    kept = {**environment, "TEXTUAL_FPS": "7"}
    prepare(look(kept), kept)
    assert kept["TEXTUAL_FPS"] == "7"


def test_plain_keys_are_asked_for_where_they_are_wished() -> None:
    environment = {"TERM": "xterm-kitty"}
    prepare(look(environment), environment, plain_keys=True)
    assert environment["TEXTUAL_DISABLE_KITTY_KEY"] == "1"


def test_nothing_heavy_is_loaded_for_help() -> None:
    probe = (
        "import sys\nfrom gouji_tui.cli import main\n"
        "try:\n main(['cases', '--help'])\nexcept SystemExit: pass\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'textual', 'rich', 'asyncio'}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], check=True, capture_output=True, encoding="utf-8", env=os.environ
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", ["good.json", "bad.json", "nowhere.json", "none"])
def test_cases_are_told_alike_without_reading_options(tmp_path: Path, name: str) -> None:
    (tmp_path / "none").mkdir()
    (tmp_path / "good.json").write_text(json.dumps([GOOD]), "utf-8")
    (tmp_path / "bad.json").write_text(json.dumps([BAD]), "utf-8")
    quick = subprocess.run(gouji("cases", str(tmp_path / name)), check=False, capture_output=True, text=True)
    code, said, wrong = run("cases", str(tmp_path / name))
    assert (quick.returncode, quick.stdout, quick.stderr) == (code, said, wrong)
    assert code == (0 if name == "good.json" else 1)


def test_cases_without_options_load_none_of_what_reads_them(tmp_path: Path) -> None:
    file = tmp_path / "good.json"
    file.write_text(json.dumps([GOOD]), "utf-8")
    names = loaded(
        "from gouji_tui.cli import main\n"
        f"try:\n main(['cases', {str(file)!r}])\nexcept SystemExit as end:\n assert not end.code"
    )
    assert "gouji_core.cases" in names
    assert not names & {"click", "gouji_tui.texts", "gouji_tui.commands", "gouji_client", "asyncio"}
    assert not names & {"dataclasses", "inspect", "pathlib"}


def test_who_stops_reading_the_results_is_left_alone(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.json").write_text(json.dumps([BAD] * 2000), "utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        gouji("cases", str(tmp_path)), check=False, stdout=writer, stderr=subprocess.PIPE, text=True
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")
