"""Files and streams as nobody means them: odd settings, a log without room, an output that nobody reads."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from gouji_protocol.messages import Chat, ChatLine
from gouji_server.configfile import BadFileError, read
from tests.server.house import COMMAND, LOCAL, QUICK, Served, serving
from tests.server.player import Player
from tests.server.test_cli import run

LONG = "9" * 5000
"""A number with more digits than Python reads."""


def wrong_in(tmp_path: Path, content: bytes) -> str:
    """What is said of a file that is wrong."""
    file = tmp_path / "gouji.toml"
    file.write_bytes(content)
    with pytest.raises(BadFileError) as found:
        read(file)
    text = str(found.value)
    assert text.startswith(f"{file}: ")
    assert len(text) < 300, text
    return text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (f"seed = {LONG}", "it is no TOML"),
        (f"seed = 0x{LONG}", "seed: wanted a whole number"),
        (f"seed = {2**63}", "seed: wanted a whole number"),
        (f"connections = 0x{LONG}", "connections: wanted a whole number"),
        (f'listen = ["127.0.0.1:{LONG}"]', "listen: wanted a list of addresses"),
        (f"listen = {'[' * 3000}", "it is no TOML"),
    ],
    ids=["digits", "hex", "64 bits", "hex shown", "port", "nested"],
)
def test_numbers_and_lists_without_end_are_one_line(tmp_path: Path, content: str, said: str) -> None:
    assert said in wrong_in(tmp_path, content.encode())


def test_a_file_may_begin_with_a_mark_and_end_its_lines_as_on_windows(tmp_path: Path) -> None:
    file = tmp_path / "gouji.toml"
    file.write_bytes('\ufeffmotd = "你好"\r\nwindow = 2\r\n'.encode())
    assert read(file) == {"motd": "你好", "window": 2.0}


@pytest.mark.parametrize(
    "options",
    [("--listen", f"127.0.0.1:{LONG}"), ("--seed", str(2**63)), ("--motd", b"gr\xfc\xdfe")],
    ids=["port", "seed", "latin-1"],
)
def test_options_that_cannot_be_are_wrong_usage(tmp_path: Path, options: tuple[str, str]) -> None:
    # A message of the day that is no UTF-8 would end every welcome.
    done = run("--data", str(tmp_path / "d"), *options)
    assert done.returncode == 2
    assert f"invalid value for '{options[0]}'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_id_that_is_no_utf8_is_no_game(tmp_path: Path) -> None:
    with serving(tmp_path / "data"):
        done = run("records", "--data", str(tmp_path / "data"), b"\xff")  # type: ignore[arg-type]
    assert done.returncode == 1
    assert "there is no game" in done.stderr
    assert done.stderr.count("\n") == 1


async def plays(server: Served) -> None:
    """Lets somebody come in and talk, so that the server is seen to work."""
    anna = await Player.connect(server.tcp, "anna")
    table = await anna.create()
    await anna.send(Chat(7, table, "hello"))
    assert (await anna.expect(ChatLine)).text == "hello"
    await anna.close()


async def test_a_log_that_takes_nothing_ends_no_game_and_is_told_once(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--log", "/dev/full") as server:
        await plays(server)
        assert server.stop() == 0
        assert server.process.stderr is not None
        said = server.process.stderr.read()
    assert said == "gouji-server: cannot write the log to /dev/full: no space left on device\n"


def unheard(full: bool, *options: str) -> subprocess.Popen[bytes]:
    """A server whose output takes nothing: it is closed, as by `gouji-server | head -1`, or a full disk."""
    with Path("/dev/full" if full else "/dev/null").open("wb") as out:
        process = subprocess.Popen(
            [*COMMAND, *options],
            stdout=out if full else subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )
    if process.stdout is not None:
        process.stdout.close()
    return process


@pytest.mark.parametrize("full", [False, True], ids=["closed", "full"])
async def test_an_output_that_takes_nothing_ends_no_game(tmp_path: Path, full: bool) -> None:
    path, log = tmp_path / "s", tmp_path / "log"
    options = ("--data", str(tmp_path / "data"), "--log", str(log), "--unix", str(path), *LOCAL, *QUICK)
    process = unheard(full, *options)
    assert process.stderr is not None
    try:
        while not log.exists() or '"ready"' not in log.read_text():
            assert process.poll() is None, process.stderr.read()
        anna = await Player.connect(path, "anna")
        await anna.create()
        await anna.close()
        process.terminate()
        assert process.wait(10) == 0
        assert process.stderr.read() == b""
    finally:
        process.kill()
        process.wait(10)
        process.stderr.close()


@pytest.mark.parametrize("options", [("--print-config",), ("--help",), ("--version",)])
def test_what_cannot_be_printed_is_one_line(options: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *options], check=False, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr == "gouji-server: cannot print: no space left on device\n"


def test_who_stops_reading_is_told_nothing(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "--print-config"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.wait(10) == 1
    assert process.stderr.read() == ""
    process.stderr.close()


def test_a_parent_to_watch_must_be_there(tmp_path: Path) -> None:
    shell = ["sh", "-c", 'exec "$0" "$@" <&-', *COMMAND]
    options = ("--data", str(tmp_path / "d"), "--parent-watch", *LOCAL)
    done = subprocess.run([*shell, *options], check=False, capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert done.stderr.startswith("gouji-server: --parent-watch")
    assert done.stderr.count("\n") == 1
