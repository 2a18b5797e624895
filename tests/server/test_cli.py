"""The command: what it says when it cannot run, how it starts, how it ends."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gouji_protocol.messages import Goodbye
from gouji_protocol.words import ByeCode
from tests.server.house import COMMAND, LOCAL, QUICK, serving, start
from tests.server.player import Ended, Player

ROOT = Path(__file__).parents[2]

UNPRIVILEGED = """
import ctypes, os, sys
CAPBSET_DROP, DAC_OVERRIDE = 24, 1
if os.geteuid() == 0 and ctypes.CDLL(None, use_errno=True).prctl(CAPBSET_DROP, DAC_OVERRIDE, 0, 0, 0):
    sys.exit(os.strerror(ctypes.get_errno()))
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Runs a command to which file modes apply, even as root, who otherwise may write anywhere."""


def run(*options: str, before: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*before, *COMMAND, *options],
        check=False,
        capture_output=True,
        text=True,
        timeout=30,
        stdin=subprocess.DEVNULL,
    )


def one_line(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == 1
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    for word in words:
        assert word in lines[0]


def test_help_shows_examples() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert "Examples:" in done.stdout
    assert "gouji-server --listen 127.0.0.1:5000" in done.stdout


def test_the_version_is_told_before_anything_is_loaded() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    report = "import atexit, sys; atexit.register(lambda: print(*sys.modules)); "
    command = (sys.executable, "-c", report + COMMAND[-1], "--version")
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=30)
    told, loaded = done.stdout.splitlines()
    assert told == f"gouji-server, version {project['version']}"
    assert not {"click", "trio", "msgspec", "importlib.metadata"} & set(loaded.split())
    assert f"version {project['version']}" in run("--listen", "127.0.0.1", "--version").stdout


def test_a_server_without_a_table_has_loaded_nothing_that_plays(tmp_path: Path) -> None:
    report = "import atexit, sys; atexit.register(lambda: print(*sys.modules)); "
    command = [sys.executable, "-c", report + COMMAND[-1], "--data", str(tmp_path / "d"), *LOCAL]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while process.stdout.readline() != "ready\n":
            pass
        process.terminate()
        loaded = set(process.stdout.read().split())
    assert "gouji_server.lobby" in loaded
    heavy = {"gouji_core.engine", "gouji_core.events", "gouji_core.position", "gouji_server.table"}
    unasked = {"click", "gouji_server.admin.deeds", "gouji_server.configfile", "gouji_server.metrics"}
    assert not (heavy | unasked | {"gouji_bots", "importlib.metadata", "structlog"}) & loaded


@pytest.mark.parametrize("address", ["127.0.0.1", "[::1]"])
def test_a_port_in_use_is_one_line(tmp_path: Path, address: str) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family) as taken:
        taken.bind((address.strip("[]"), 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("--data", str(tmp_path / "d"), "--listen", f"{address}:{port}")
    one_line(done, f"{address}:{port}", "in use", "--listen")


def test_a_path_too_long_for_a_socket_is_one_line(tmp_path: Path) -> None:
    path = str(tmp_path / ("x" * 100))
    one_line(run("--data", str(tmp_path / "d"), "--no-tcp", "--unix", path), path, "too long", "a shorter")


def test_a_unix_socket_is_for_everybody_who_reaches_it(tmp_path: Path) -> None:
    path = tmp_path / "s"
    before = os.umask(0o077)
    try:
        served = start(tmp_path / "d", "--no-tcp", "--unix", str(path))
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666
    assert served.stop() == 0


def test_an_unwritable_data_directory_is_one_line(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    done = run("--data", str(locked / "d"), *LOCAL, before=(sys.executable, "-c", UNPRIVILEGED))
    one_line(done, str(locked), "permission denied", "--data")


def test_a_data_directory_that_is_a_file_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    one_line(run("--data", str(file), *LOCAL), str(file), "--data")
    one_line(run("--data", str(file / "below"), *LOCAL), str(file), "--data")


def test_a_journal_that_is_none_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite3").write_bytes(b"this is no database" * 100)
    one_line(run("--data", str(tmp_path), *LOCAL), str(tmp_path), "--data")


def test_data_in_use_by_another_server_is_one_line(tmp_path: Path) -> None:
    with serving(tmp_path / "data"):
        one_line(run("--data", str(tmp_path / "data"), *LOCAL), "in use by another gouji-server")


def test_an_unwritable_log_is_one_line(tmp_path: Path) -> None:
    one_line(run("--data", str(tmp_path), *LOCAL, "--log", str(tmp_path / "no" / "log")), "log")


@pytest.mark.parametrize(
    "options",
    [
        ("--listen", "127.0.0.1:99999"),
        ("--listen", "127.0.0.1:x"),
        ("--listen", "[::1"),
        ("--listen", ""),
        ("--no-tcp",),
        ("--no-tcp", "--unix", "x", "--listen", "127.0.0.1"),
        ("--no-tcp", "--unix", "x", "--password-file", "p"),
        ("--no-tcp", "--unix", "x", "--tls-cert", "c"),
        ("--no-tcp", "--unix", "x", "--tls-key", "k"),
        ("--window", "-1"),
        ("--window", "nan"),
        ("--seed", "x"),
        ("--nonsense",),
        ("argument",),
    ],
    ids=" ".join,
)
def test_wrong_usage_exits_2(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = run("--data", str(tmp_path / "d"), *options)
    assert done.returncode == 2
    assert done.stderr.startswith("gouji-server: ")
    assert done.stderr.endswith("; see gouji-server --help\n")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "d").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--mott", "hello"), "no such option '--mott', perhaps --motd; see gouji-server --help"),
        (("--mo",), "no such option '--mo', perhaps --log or --motd; see gouji-server --help"),
        (("bakup", "file"), "no such command 'bakup', perhaps backup; see gouji-server --help"),
        (("--mo\ntt",), "no such option '--mo tt', perhaps --motd; see gouji-server --help"),
        (("admin",), "missing command; see gouji-server admin --help"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_names_what_was_nearly_right(
    words: tuple[str, ...], said: str
) -> None:
    done = run(*words)
    assert (done.returncode, done.stderr) == (2, f"gouji-server: {said}\n")


def test_what_is_of_no_use_without_tcp_is_named_whoever_chose_it(tmp_path: Path) -> None:
    file = tmp_path / "gouji.toml"
    file.write_text('unix = "s"\ntls-cert = "cert.pem"\npassword-file = "word"\n')
    done = run("--data", str(tmp_path / "d"), "--config", str(file), "--no-tcp")
    assert done.returncode == 2
    assert done.stderr == (
        "gouji-server: --no-tcp and --password-file, --tls-cert exclude each other,"
        " for on a Unix socket they do nothing; see gouji-server --help\n"
    )


def test_a_name_that_is_no_address_here_is_one_line(tmp_path: Path) -> None:
    one_line(run("--data", str(tmp_path / "d"), "--listen", "192.0.2.1:4216"), "192.0.2.1:4216")


def test_it_says_where_it_listens_and_how_to_join(tmp_path: Path) -> None:
    path = tmp_path / "s"
    server = start(tmp_path / "data", *LOCAL, "--unix", str(path), *QUICK)
    host, port = server.tcp
    assert server.lines == [
        f"listening on tcp {host}:{port}",
        f"listening on unix {path}",
        f"join with: gouji play --connect {host}:{port}",
        f"join with: gouji play --unix {path}",
        "ready",
    ]
    assert server.stop() == 0
    assert not path.exists()


def test_the_socket_file_of_a_killed_server_is_no_hindrance(tmp_path: Path) -> None:
    path = tmp_path / "s"
    start(tmp_path / "one", "--no-tcp", "--unix", str(path)).kill()
    assert path.exists()
    second = start(tmp_path / "one", "--no-tcp", "--unix", str(path))
    one_line(run("--data", str(tmp_path / "two"), "--no-tcp", "--unix", str(path)), str(path), "in use")
    assert second.stop() == 0


def test_a_link_that_leads_nowhere_is_called_so(tmp_path: Path) -> None:
    path = tmp_path / "link"
    path.symlink_to(tmp_path / "gone")
    done = run("--data", str(tmp_path / "d"), "--no-tcp", "--unix", str(path))
    one_line(done, f"cannot listen on {path}: there is a link of that name that leads nowhere")
    assert path.is_symlink()


def test_a_file_that_is_no_socket_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("mine")
    one_line(run("--data", str(tmp_path / "d"), "--no-tcp", "--unix", str(path)), str(path))
    assert path.read_text() == "mine"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_tells_the_clients_and_exits_0(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        await anna.create()
        server.process.send_signal(number)
        assert (await anna.expect(Goodbye)).code == ByeCode.SHUTDOWN
        with pytest.raises(Ended):
            await anna.next()
        await anna.close()
        assert server.process.wait(10) == 0
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""


async def test_a_client_that_does_not_go_does_not_hold_the_server_up(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        await Player.connect(server.tcp, "anna")
        assert server.stop() == 0


def test_with_parent_watch_it_ends_with_its_stdin(tmp_path: Path) -> None:
    path = tmp_path / "s"
    server = start(tmp_path / "data", "--no-tcp", "--unix", str(path), "--parent-watch")
    assert server.process.stdin is not None
    server.process.stdin.close()
    assert server.process.wait(10) == 0
    assert not path.exists()


def test_no_secret_gets_into_the_log(tmp_path: Path) -> None:
    import trio

    data = tmp_path / "data"
    with serving(data) as server:

        async def visit() -> str:
            player = await Player.connect(server.tcp, "anna")
            await player.create()
            return player.token

        token = trio.run(visit)
        assert server.stop() == 0
    log = Path(f"{data}.log").read_text()
    assert "table made" in log
    assert token not in log
    assert token.encode() not in (data / "journal.sqlite3").read_bytes()
