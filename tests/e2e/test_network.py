"""People on one server: opening a table, joining it, losing the server and finding it again."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal, gouji


@contextmanager
def server(folder: Path) -> Generator[tuple[str, ...]]:
    """Runs a server until the block ends and gives the options that lead to it.

    It listens on TCP, for on a Unix socket all of one account are one person. A second one goes on with the
    same games at the same port.
    """
    port = folder / "port"
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "gouji_server"),
            *("--listen", f"127.0.0.1:{port.read_text() if port.exists() else 0}"),
            *("--data", str(folder / "data"), "--log", str(folder / "log")),
            *("--bot-pace", "0", "--window", "0", "--parent-watch"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout is not None
    try:
        said = ""
        while (line := process.stdout.readline()).strip() != "ready":
            assert line, "the server has ended"
            said += line
        address = re.search(r"127\.0\.0\.1:(\d+)", said)
        assert address is not None, said
        port.write_text(address[1])
        yield ("--connect", address[0])
    finally:
        process.terminate()
        process.communicate(timeout=30)


def person(where: tuple[str, ...], home: Path, name: str, *arguments: str) -> Terminal:
    """Runs the client as somebody with a home of their own."""
    environment = {"HOME": str(home / name), "XDG_DATA_HOME": str(home / name), "USER": name, "LOGNAME": name}
    return Terminal(gouji("play", *where, "--lang", "en", *arguments), environment=environment)


def test_a_table_is_opened_joined_and_started(tmp_path: Path) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann") as ann:
        shown = ann.until("1 of 6 seats taken")
        code = re.search(r"Table (\w+):", shown)
        assert code is not None
        with person(where, tmp_path, "bob", "--table", code[1]) as bob:
            bob.until("The host starts the game")
            ann.until("2 of 6 seats taken")
            ann.press("\r")
            ann.until("Round 1/5")
            bob.until("Round 1/5")
            ann.until("bob")
            bob.until("ann")
            bob.press("\x11\r")
            assert bob.wait() == 0
            ann.until(lambda text: "left" in text or "bot" in text)


def test_a_lost_server_is_shown_and_found_again(tmp_path: Path) -> None:
    with server(tmp_path) as where:
        ann = person(where, tmp_path, "ann")
        ann.until("1 of 6 seats taken")
        ann.press("\r")
        ann.until("call nothing")
    with ann:
        ann.until("trying again")
        with server(tmp_path):
            ann.press("r")
            ann.until(lambda text: "trying again" not in text and "call nothing" in text)


def test_coming_back_finds_the_same_seat(tmp_path: Path) -> None:
    with server(tmp_path) as where:
        with person(where, tmp_path, "ann") as ann:
            ann.until("1 of 6 seats taken")
            ann.press("\r")
            ann.until("call nothing")
            # Killed, not left: the seat is kept.
        with person(where, tmp_path, "ann") as again:
            again.until("call nothing")


def test_people_who_share_an_account_are_told_apart_by_name(tmp_path: Path) -> None:
    with server(tmp_path) as where:
        with person(where, tmp_path, "us", "--as", "ann") as ann:
            code = re.search(r"Table (\w+):", ann.until("1 of 6 seats taken"))
            assert code is not None
            with person(where, tmp_path, "us", "--as", "bob", "--table", code[1]) as bob:
                bob.until("2 of 6 seats taken")
        with person(where, tmp_path, "us", "--as", "bob") as bob:
            bob.until(f"Table {code[1]}: 2 of 6 seats taken. Waiting")


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["screen", "lines"])
def test_who_is_replaced_by_a_newer_connection_is_told(tmp_path: Path, plain: tuple[str, ...]) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann", *plain) as older:
        older.until("1 of 6 seats taken")
        older.press("\r")
        older.until("call nothing")
        with person(where, tmp_path, "ann") as newer:
            newer.until("call nothing")
            assert older.wait() == 1
            assert b"you have connected from somewhere else" in older.raw


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["screen", "lines"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_keeps_the_seat(tmp_path: Path, number: signal.Signals, plain: tuple[str, ...]) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann") as ann:
        code = re.search(r"Table (\w+):", ann.until("1 of 6 seats taken"))
        assert code is not None
        with person(where, tmp_path, "bob", "--table", code[1], *plain) as bob:
            bob.until("The host starts the game")
            ann.until("2 of 6 seats taken")
            ann.press("\r")
            bob.until("Before the deal")
            os.kill(bob.pid, number)
            assert bob.wait() == 128 + number
            ann.until("offline")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--unix", "/nowhere/socket"), "no server answers at unix:/nowhere/socket"),
        (
            ("--unix", f"/{'x' * 107}"),
            f"no server can be at /{'x' * 107}: a Unix socket has a path of at most",
        ),
        (("--connect", "127.0.0.1:1"), "no server answers at 127.0.0.1:1"),
        (("--connect", "a:b:c d"), "cannot read the address"),
    ],
)
def test_no_server_is_one_clear_line(arguments: tuple[str, ...], said: str) -> None:
    done = subprocess.run(
        gouji("play", "--plain", "--lang", "en", *arguments),
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"gouji: {said}")
    assert done.stderr.count("\n") == 1


def test_no_server_leaves_the_screen_with_one_clear_line() -> None:
    with Terminal(gouji("play", "--connect", "127.0.0.1:1", "--lang", "en")) as terminal:
        assert terminal.wait() == 1
        assert b"no server answers at 127.0.0.1:1" in terminal.raw[terminal.raw.rfind(b"\x1b[?1049l") :]


def test_no_such_table_is_told(tmp_path: Path) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann", "--table", "NONE") as ann:
        assert ann.wait() == 1
        assert b"there is no table NONE" in ann.raw
