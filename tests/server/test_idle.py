"""What does nothing beside what else was chosen is told at the start, or refused."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from gouji_server.config import Config
from gouji_server.idle import idle
from gouji_server.password import VARIABLE
from gouji_server.rates import Rate
from tests.server.house import LOCAL, start
from tests.server.test_cli import run

UNIX: dict[str, Any] = {"tcp": False, "unix": Path("s")}
WITHOUT_LIMITS = dict.fromkeys(("limit_play", "limit_chat", "limit_list", "limit_resume", "limit_create"))


@pytest.mark.parametrize(
    ("chosen", "environment", "said"),
    [
        ({}, {}, ""),
        (UNIX, {}, ""),
        ({}, {VARIABLE: "x"}, ""),
        ({"password_file": Path("p")}, {VARIABLE: ""}, ""),
        (UNIX, {VARIABLE: "x"}, f"{VARIABLE} does nothing with --no-tcp"),
        ({"password_file": Path("p")}, {VARIABLE: "x"}, f"{VARIABLE} does nothing beside --password-file"),
        ({"announce_on": "10.0.0.1"}, {}, ""),
        ({"announce_on": "10.0.0.1", "announce": False}, {}, "--announce-on does nothing with --no-announce"),
        ({"announce_on": "10.0.0.1", **UNIX}, {}, "--announce-on does nothing with --no-tcp"),
        ({"connections_each": 6}, {}, ""),
        ({"connections_each": 6, "limit_local": True, **UNIX}, {}, ""),
        ({"connections_each": 6, **UNIX}, {}, "--connections-each does nothing with --no-tcp"),
        (
            {"connections_each": 6, "limit_newcomers": Rate(1, 2), **UNIX},
            {},
            "--limit-newcomers, --connections-each do nothing with --no-tcp",
        ),
        ({"patience": 5, **WITHOUT_LIMITS}, {}, "--patience does nothing where"),
        ({"patience": 5, **WITHOUT_LIMITS, "limit_chat": Rate(1, 2)}, {}, ""),
    ],
)
def test_each_thing_in_vain_is_a_sentence(
    chosen: dict[str, Any], environment: dict[str, str], said: str
) -> None:
    sentences = list(idle(Config(Path("data"), **chosen), environment))
    assert len(sentences) == bool(said)
    assert "".join(sentences).startswith(said)


def test_the_password_in_the_environment_does_not_pass_unnoticed_without_tcp(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "secret")
    server = start(tmp_path / "data", "--no-tcp", "--unix", str(tmp_path / "s"))
    assert server.stop() == 0
    line = f"gouji-server: {VARIABLE} does nothing with --no-tcp: on a Unix socket nobody is asked"
    assert stderr(server.process).startswith(line)
    assert "secret" not in Path(f"{tmp_path / 'data'}.log").read_text("utf-8")


def test_an_address_to_announce_on_that_is_not_listened_on_is_named(tmp_path: Path) -> None:
    server = start(tmp_path / "data", *LOCAL, "--announce-on", "192.0.2.7")
    assert server.stop() == 0
    assert stderr(server.process) == "gouji-server: --announce-on 192.0.2.7 is no address listened on\n"


def stderr(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    return process.stderr.read()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--no-tcp", "--unix", "s", "records"), "--no-tcp, --unix do nothing for records"),
        (("--seed", "1", "backup", "copy"), "--seed does nothing for backup"),
        (("--admin-socket", "s", "backup", "copy"), "--admin-socket does nothing for backup"),
        (("--log", "l", "admin", "list"), "--log does nothing for admin"),
        (("--motd", "hi", "--print-config"), "--motd does nothing with --print-config"),
    ],
)
def test_options_that_a_command_does_not_heed_are_wrong_usage(words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stderr.startswith(f"gouji-server: {said}")
    assert done.stderr.count("\n") == 1
    assert not done.stdout
