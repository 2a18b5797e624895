"""The command ``gouji-server admin``, against a server that runs."""

from __future__ import annotations

import io
import json
import os
import re
import socket
import subprocess
import tarfile
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import click
import pytest

from gouji_core.record import parse_record
from gouji_protocol.messages import AddBots, Goodbye, Notice, Start
from gouji_protocol.words import ByeCode
from gouji_server.admin.commands import admin
from tests.server.house import COMMAND, serving, start
from tests.server.player import NO_CLOCK, Player
from tests.server.test_cli import one_line, run

NAMES = (
    *("list", "tell", "mute", "unmute", "kick", "ban", "unban", "pause", "resume"),
    *("drain", "export", "motd", "shutdown"),
)


def command(data: Path, *words: str) -> str:
    """What a command says that does its work."""
    done = run("admin", "--data", str(data), *words)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


@pytest.mark.parametrize("name", sorted(admin.commands))
def test_every_command_has_help_with_an_example(name: str) -> None:
    found = admin.commands[name]
    with click.Context(found, info_name=name) as context:
        text = found.get_help(context)
    assert f"  gouji-server admin {name}" in text
    assert "--json" in text
    short = found.get_short_help_str(60)
    assert short.endswith("."), "whole in the list of commands"
    assert not short.endswith("..."), short


def test_help_lists_them_all() -> None:
    done = run("admin", "--help")
    assert done.returncode == 0
    assert "Examples:" in done.stdout
    for name in NAMES:
        assert f"\n  {name} " in done.stdout
    assert sorted(admin.commands) == sorted(NAMES)


def test_the_document_lists_them_all() -> None:
    text = (Path(__file__).parents[2] / "docs" / "running.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    assert set(NAMES) <= {word for row in rows for word in re.findall(r"`(\w+)", row)}


async def test_lines_for_people_and_json_for_programs(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create(options=NO_CLOCK)
        lines = command(data, "list").splitlines()
        assert lines[0].startswith(f"{table}  lobby, 0 watching  ")
        assert lines[1] == "  1  anna (1) present"
        assert lines[-1] == "1 tables, 1 people"
        shown = json.loads(command(data, "list", "--json"))
        assert shown["tables"][0]["table"] == table
        assert command(data, "tell", "hello all") == "told 1 person\n"
        assert await anna.expect(Notice) == Notice("tell", "hello all")
        assert json.loads(command(data, "mute", "anna", "--json")) == {"person": 1, "name": "anna"}
        assert command(data, "unmute", "1") == "anna (1) can speak again\n"
        assert json.loads(command(data, "motd", "hi", "--json")) == {"done": True}
        one_line(run("admin", "--data", str(data), "kick", "nobody"), "nobody here was ever called 'nobody'")


async def test_shutdown_ends_the_server_as_a_signal_does(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        anna = await Player.connect(server.tcp, "anna")
        assert command(data, "shutdown", "--reason", "new version") == "the server stops in 0 s\n"
        assert await anna.expect(Notice) == Notice("stopping", "new version", 0)
        assert (await anna.expect(Goodbye)).code == ByeCode.SHUTDOWN
        await anna.close()
        assert server.process.wait(10) == 0
        assert not (data / "admin.sock").exists()


def test_without_a_server_it_says_so(tmp_path: Path) -> None:
    one_line(run("admin", "--data", str(tmp_path), "list"), "no server is running at", "--data or --socket")
    data = tmp_path / "data"
    start(data, "--listen", "127.0.0.1:0").kill()
    assert (data / "admin.sock").exists()
    one_line(run("admin", "--data", str(data), "pause"), "no server is running at")
    # The socket file of a server that was killed does not keep the next one from having its own.
    with serving(data):
        assert command(data, "list") == "0 tables, 0 people\n"


def test_what_answers_but_is_no_server_is_told(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--no-tcp", "--unix", str(tmp_path / "play")):
        done = run("admin", "--socket", str(tmp_path / "play"), "list")
    one_line(done, "is no gouji-server, or one of another version")


@contextmanager
def answering(path: Path, line: bytes) -> Generator[None]:
    """What answers everything with one line, as a server of another version may."""
    with socket.socket(socket.AF_UNIX) as listener, ThreadPoolExecutor(1) as thread:
        listener.bind(str(path))
        listener.listen()
        listener.settimeout(30)

        def answer() -> None:
            with listener.accept()[0] as sock:
                sock.recv(4096)
                sock.sendall(line)

        said = thread.submit(answer)
        yield
        said.result()


def test_what_a_server_does_not_do_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "sock"
    for words in (("export", str(tmp_path / "out")), ("list",)):
        with answering(path, b'{"error": "not for you"}\n'):
            one_line(run("admin", "--socket", str(path), *words), "not for you")
        path.unlink()


@pytest.mark.parametrize(
    "words",
    [("dance",), ("tell",), ("shutdown", "--in", "-1"), ("kick",), ("list", "--nonsense")],
    ids=" ".join,
)
def test_wrong_usage_exits_2(words: tuple[str, ...]) -> None:
    done = run("admin", *words)
    assert done.returncode == 2
    assert done.stderr.startswith("gouji-server: ")
    assert "; see gouji-server admin" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_socket_may_be_somewhere_else_and_the_file_may_say_where(tmp_path: Path) -> None:
    file = tmp_path / "gouji.toml"
    file.write_text('data = "games"\nadmin-socket = "own.sock"\n')
    with serving(tmp_path / "games", "--config", str(file)):
        done = run("--config", str(file), "admin", "list")
        assert done.stdout == "0 tables, 0 people\n"
        assert run("admin", "--socket", str(tmp_path / "own.sock"), "list").stdout == done.stdout
        assert not (tmp_path / "games" / "admin.sock").exists()


def test_a_path_too_long_for_a_socket_hinders_nobody_from_playing(tmp_path: Path) -> None:
    data = tmp_path / ("x" * 60) / ("y" * 60)
    data.parent.mkdir()
    with serving(data) as server:
        assert server.lines[-1] == "ready"
        assert "no admin socket" in Path(f"{data}.log").read_text()
    done = run("--data", str(tmp_path / "d"), "--admin-socket", f"{data}.sock")
    one_line(done, "too long")


async def played(data: Path) -> dict[str, str]:
    """Two games that were begun, as their records are named and told."""
    with serving(data, "--seed", "3") as server:
        for _ in range(2):
            anna = await Player.connect(server.tcp, "anna")
            table = await anna.create("online+opening=false", NO_CLOCK)
            await anna.ask(AddBots(anna.number(), table, "novice"))
            await anna.ask(Start(anna.number(), table))
            while anna.view is None:
                await anna.next()
            await anna.play()
        assert server.stop() == 0
    ids = [line.split()[0] for line in run("--data", str(data), "records").stdout.splitlines()]
    return {f"{name}.txt": run("--data", str(data), "records", name).stdout for name in ids}


async def test_all_records_are_exported_as_files_or_together(tmp_path: Path) -> None:
    data = tmp_path / "data"
    games = await played(data)
    assert len(games) == 2
    for text in games.values():
        assert parse_record(text).players[0] == "anna"
    assert command(data, "export", str(tmp_path / "a/b")) == f"wrote 2 games to {tmp_path / 'a/b'}\n"
    assert {path.name: path.read_text("utf-8") for path in (tmp_path / "a/b").iterdir()} == games
    with serving(data):
        for name in ("x.tar", "x.tar.gz", "x.tgz"):
            assert json.loads(command(data, "export", str(tmp_path / name), "--json")) == {"games": 2}
            assert unpacked((tmp_path / name).read_bytes()) == games
        assert unpacked(piped(data)) == games
    assert not parts(tmp_path)


def parts(folder: Path) -> list[Path]:
    """Archives that are not whole."""
    return list(folder.glob(".*.part"))


def piped(data: Path) -> bytes:
    command = [*COMMAND, "--data", str(data), "admin", "export", "-"]
    return subprocess.run(command, check=True, capture_output=True, timeout=30).stdout


def unpacked(data: bytes) -> dict[str, str]:
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        members = [(member.name, tar.extractfile(member)) for member in tar]
        return {name: file.read().decode() for name, file in members if file is not None}


async def test_what_cannot_be_exported_is_one_line(tmp_path: Path) -> None:
    one_line(run("admin", "--data", str(tmp_path), "export", str(tmp_path / "out")), "no games in")
    data = tmp_path / "data"
    await played(data)
    target = str(tmp_path / "missing" / "x.tar")
    one_line(run("admin", "--data", str(data), "export", target), target, "no such file")
    os.mkfifo(tmp_path / "file")
    one_line(run("admin", "--data", str(data), "export", str(tmp_path / "file")), "file exists")
