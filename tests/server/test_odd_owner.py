"""What the owner may type that nobody means: too much, no UTF-8, nothing where something is wanted; haste."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from gouji_protocol.limits import MAX_TEXT
from gouji_protocol.messages import Notice
from gouji_server.admin.asks import ENCODER, Motd
from gouji_server.admin.counter import MAX_LINE
from tests.server.house import COMMAND, LOCAL, QUICK, hosting, serving, start
from tests.server.owner import say
from tests.server.player import Player
from tests.server.test_cli import one_line, run


def asked(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run("admin", "--data", str(data), *words)


async def test_a_text_that_nobody_can_be_told_is_wrong_usage_and_nothing_is_told(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        anna = await Player.connect(server.tcp, "anna")
        long = "x" * (MAX_TEXT + 1)
        texts = (("tell", long), ("tell", b"gr\xfc\xdfe"), ("motd", long), ("pause", "--reason", long))
        for words in texts:
            done = asked(data, *words)  # type: ignore[arg-type]
            assert done.returncode == 2
            assert "; see gouji-server admin" in done.stderr
            assert done.stderr.count("\n") == 1
        assert asked(data, "tell", "hello").returncode == 0
        assert await anna.expect(Notice) == Notice("tell", "hello")


def test_a_table_or_person_without_a_name_is_nobody(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data):
        # As where a script's variable is empty: not everybody is meant.
        assert asked(data, "tell", "--table", "", "hello").returncode == 2
        one_line(asked(data, "kick", ""), "nobody here was ever called")
        one_line(asked(data, "mute", b"\xff"), "no text in UTF-8")  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [MAX_LINE + 1, 1_000_000])
async def test_who_asks_too_much_hears_so(tmp_path: Path, size: int) -> None:
    async with hosting(tmp_path / "data") as server:
        answer = await say(server.admin, ENCODER.encode(Motd("x" * size)) + b"\n")
        assert answer.error == "one line of JSON is wanted"


async def test_a_question_of_boxes_in_boxes_is_answered(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        answer = await say(server.admin, b'{"text":' + b"[" * 60_000 + b',"do":"tell"}\n')
        assert "does not understand" in answer.error


def test_who_is_told_to_stop_again_and_again_stops_once(tmp_path: Path) -> None:
    server = start(tmp_path / "data", *LOCAL, *QUICK)
    for number in (signal.SIGTERM, signal.SIGINT) * 10:
        server.process.send_signal(number)
    server.process.wait(10)
    assert server.process.returncode == 0
    assert server.process.stderr is not None
    assert server.process.stderr.read() == ""


def test_a_terminal_that_closes_ends_the_server_as_a_signal_does(tmp_path: Path) -> None:
    path = tmp_path / "s"
    server = start(tmp_path / "data", "--no-tcp", "--unix", str(path))
    server.process.send_signal(signal.SIGHUP)
    assert server.process.wait(10) == 0
    assert not path.exists()


def test_under_nohup_it_outlives_its_terminal(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path / "data"), "--log", str(tmp_path / "log"), *LOCAL)
    process = subprocess.Popen(
        ["nohup", *COMMAND, *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert any(line == "ready\n" for line in process.stdout)
        os.kill(process.pid, signal.SIGHUP)
        assert asked(tmp_path / "data", "list").stdout == "0 tables, 0 people\n"
        process.terminate()
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait(10)
        process.stdout.close()
