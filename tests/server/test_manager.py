"""What systemd hears of a server, and what its journal reads."""

from __future__ import annotations

import json
import logging
import os
import socket
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gouji_server.logs import fault, note, open_log, warn
from gouji_server.manager import STDERR, State, tell
from tests.server.house import COMMAND, serving


@contextmanager
def listening(name: str) -> Generator[socket.socket]:
    """Listens as a service manager does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(name)
        line.settimeout(10)
        yield line


def test_systemd_hears_when_players_are_let_in_and_when_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", name)
    with listening(name) as line, serving(tmp_path / "data") as server:
        assert line.recv(100) == b"READY=1"
        socket.create_connection(server.tcp, 10).close()
        assert server.stop() == 0
        assert line.recv(100) == b"STOPPING=1"


def test_a_socket_without_a_file_is_known_by_its_at(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"gouji-test-{os.getpid()}"
    monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
    with listening(f"\0{name}") as line:
        tell(State.READY)
        assert line.recv(100) == b"READY=1"


def test_a_manager_that_is_gone_keeps_nobody_from_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    with serving(tmp_path / "data") as server:
        assert server.stop() == 0


@pytest.fixture
def log() -> Generator[None]:
    """Lets go of the stderr that a test wrote its log to."""
    yield
    logging.getLogger("gouji_server").handlers.clear()


def write_one_of_each() -> None:
    open_log(None)
    note("ready", listeners=["tcp"])
    warn("accept failed", reason="够级\n")
    try:
        raise ValueError
    except ValueError:
        fault("table failed")


@pytest.mark.usefixtures("log")
def test_the_journal_of_systemd_reads_the_level_first_and_no_time(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = os.fstat(STDERR)
    monkeypatch.setenv("JOURNAL_STREAM", f"{found.st_dev}:{found.st_ino}")
    write_one_of_each()
    lines = capfd.readouterr().err.splitlines()
    assert [line[:3] for line in lines] == ["<6>", "<4>", "<3>"]
    said = [json.loads(line[3:]) for line in lines]
    assert said[0] == {"level": "info", "event": "ready", "listeners": ["tcp"]}
    assert said[1] == {"level": "warning", "event": "accept failed", "reason": "够级\n"}
    assert said[2]["trace"][-1] == "ValueError"


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize("stream", ["1:1", "", "x"])
def test_whoever_moved_stderr_elsewhere_reads_the_time_too(
    stream: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", stream)
    write_one_of_each()
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 3
    assert all("time" in json.loads(line) for line in lines)


def test_the_journal_of_systemd_has_why_a_server_does_not_start_as_an_error(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    for words in (("--config", str(tmp_path / "none")), ("--nonsense",)):
        with path.open("w", encoding="utf-8") as stream:
            found = os.fstat(stream.fileno())
            known = {**os.environ, "JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}"}
            done = subprocess.run([*COMMAND, *words], stderr=stream, env=known, check=False, timeout=60)
        assert done.returncode
        (line,) = path.read_text("utf-8").splitlines()
        assert line.startswith("<3>gouji-server: ")
