"""What the unit and the image start, started for real: as far as that goes without systemd and an engine."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from gouji_server.admin import SOCKET
from tests.server.disk import full
from tests.server.house import Served, serving, start_with
from tests.server.player import Player
from tests.server.test_cli import run
from tests.server.test_deploy import PROGRAM, ROOT, UNIT, of
from tests.server.test_storage import health, metrics

SETTINGS = "/etc/gouji/gouji.toml"

FINAL = "RestartPreventExitStatus"
"""The key of the exit codes after which systemd does not try again."""


def of_unit(key: str) -> list[str]:
    """The values of a key of the unit."""
    return [word for line in re.findall(rf"^{key}=(.*)$", UNIT, re.MULTILINE) for word in line.split()]


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """The settings as running.md has them made, but for this machine only."""
    text = run("--print-config").stdout
    text = text.replace("listen = []", 'listen = ["127.0.0.1:0"]').replace(
        "announce = true", "announce = false"
    )
    path = tmp_path / "gouji.toml"
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def options(tmp_path: Path, settings: Path) -> list[str]:
    """What the unit starts the program with, in directories such as systemd makes."""
    program, *options = of_unit("ExecStart")
    assert program == PROGRAM
    said = {SETTINGS: settings}
    for key, name in (("StateDirectory", "STATE_DIRECTORY"), ("RuntimeDirectory", "RUNTIME_DIRECTORY")):
        (mode,) = of_unit(f"{key}Mode")
        said[f"${{{name}}}"] = tmp_path / key
        (tmp_path / key).mkdir(int(mode, 8))
    for place, path in said.items():
        options = [option.replace(place, str(path)) for option in options]
    return options


def test_the_steps_of_the_manual_put_everything_where_the_unit_has_it() -> None:
    manual = (ROOT / "docs" / "running.md").read_text("utf-8")
    _, _, chapter = manual.partition("## As a service of systemd\n")
    steps = re.findall(r"^    (.*)$", chapter.partition("\n## ")[0], re.MULTILINE)
    made, *_ = of_unit("ExecStart")
    assert any(f"-m venv {Path(made).parents[1]} " in step for step in steps)
    assert any(f"{made} --print-config > {SETTINGS}" in step for step in steps)
    # By these words scripts/try-unit finds the steps, and puts another in the place of the last.
    assert steps[-1].startswith("systemctl daemon-reload")


def test_what_the_unit_starts_lets_players_in_and_tells_its_owner(tmp_path: Path, options: list[str]) -> None:
    served = start_with(*options)

    async def come_in() -> None:
        for where in (served.tcp, tmp_path / "RuntimeDirectory" / "socket"):
            await Player.connect(where, "anna")

    trio.run(come_in)
    state = tmp_path / "StateDirectory"
    assert (state / SOCKET).is_socket()
    assert "2 people" in run("admin", "--data", str(state), "list").stdout
    # What systemd takes for a stop, not for a failure.
    assert served.stop() == 0


@pytest.mark.parametrize("line", ["mott = 1", 'window = "x"', "window"])
def test_a_mistake_in_the_settings_is_nothing_to_try_again(
    line: str, settings: Path, options: list[str]
) -> None:
    settings.write_text(line, "utf-8")
    done = run(*options)
    assert str(done.returncode) in of_unit(FINAL)
    assert len(done.stderr.splitlines()) == 1


def test_what_may_be_better_the_next_time_is_tried_again(settings: Path, options: list[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings.write_text(f'listen = ["127.0.0.1:{port}"]', "utf-8")
        done = run(*options)
    settings.unlink()
    for code in (done.returncode, run(*options).returncode):
        assert code
        assert str(code) not in of_unit(FINAL)
    assert of_unit("Restart") == ["on-failure"]
    assert of_unit("StartLimitIntervalSec") == ["0"]


def is_well(served: Served) -> bool:
    """What the engine finds when it asks for the server's health."""
    (check,) = of("HEALTHCHECK")
    _, option, program = json.loads(check.partition("CMD ")[2])
    program = re.sub(r"127\.0\.0\.1:\d+", ":".join(map(str, metrics(served))), program)
    done = subprocess.run([sys.executable, option, program], check=False, capture_output=True, timeout=30)
    return done.returncode == 0


def test_the_engine_sees_whether_the_server_is_well(tmp_path: Path) -> None:
    async def write_something(served: Served) -> None:
        await (await Player.dial(served.tcp)).hello("anna")
        while (await health(served))[0] == 200:
            await trio.lowlevel.checkpoint()

    with serving(tmp_path / "data", "--metrics", "127.0.0.1:0") as served:
        assert is_well(served)
        with full(served):
            trio.run(write_something, served)
            assert not is_well(served)
        assert served.stop() == 0
        assert not is_well(served)
