"""What a server is set up with: the unit as systemd reads it, the image and compose file by their parts."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from gouji_protocol.limits import DEFAULT_PORT
from gouji_server.settings import METRICS_PORT, Config
from tests.server.test_config import config_of

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNIT = (DEPLOY / "gouji-server.service").read_text("utf-8")

PROGRAM = "/opt/gouji/bin/gouji-server"

INSTRUCTIONS = {
    *("FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL"),
    *("HEALTHCHECK", "ENTRYPOINT"),
}


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit as it is on a machine where the program is installed."""
    program = tmp_path / "gouji-server"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    path = tmp_path / "unit" / "gouji-server.service"
    path.parent.mkdir()
    path.write_text(UNIT.replace(PROGRAM, str(program)), "utf-8")
    return path


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *words], check=False, capture_output=True, text=True, timeout=60
    )


def test_systemd_reads_the_unit_without_a_word(unit: Path) -> None:
    done = analyze("verify", "--man=no", str(unit))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_systemd_finds_little_that_the_service_could_do(unit: Path) -> None:
    done = analyze("security", "--offline=yes", "--threshold=20", "--no-pager", str(unit))
    assert done.returncode == 0, done.stdout[-300:]


def test_a_mistake_in_the_unit_would_be_found(unit: Path) -> None:
    text = unit.read_text("utf-8")
    unit.write_text(text.replace("ProtectHome=yes", "ProtectHouse=yes"), "utf-8")
    assert "ProtectHouse" in analyze("verify", "--man=no", str(unit)).stderr
    unit.write_text(re.sub(r"(?m)^(Protect|Restrict|System|Private).*$", "", text), "utf-8")
    assert analyze("security", "--offline=yes", "--threshold=20", "--no-pager", str(unit)).returncode != 0


def test_what_the_unit_starts_are_options_of_the_server(tmp_path: Path) -> None:
    (line,) = re.findall(r"^ExecStart=(.*)$", UNIT, re.MULTILINE)
    program, *options = line.split()
    assert program == PROGRAM
    file = tmp_path / "gouji.toml"
    file.write_text("")
    config = config_of(*(option.replace("/etc/gouji/gouji.toml", str(file)) for option in options))
    assert config.data == Path("${STATE_DIRECTORY}")
    assert config.unix == Path("${RUNTIME_DIRECTORY}/socket")


def calls(group: str) -> set[str]:
    """The system calls of a group as systemd has it."""
    lines = [line.strip() for line in analyze("syscall-filter", group).stdout.splitlines()[1:]]
    names = [line for line in lines if line and not line.startswith("#")]
    return {call for name in names for call in (calls(name) if name.startswith("@") else {name})}


def test_the_writer_of_the_journal_may_give_way() -> None:
    allowed: set[str] = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", UNIT, re.MULTILINE):
        named = [calls(word) if word.startswith("@") else {word} for word in line.removeprefix("~").split()]
        allowed = allowed.difference(*named) if line.startswith("~") else allowed.union(*named)
    assert "sched_setscheduler" in allowed
    assert not {"sched_setaffinity", "setpriority", "chroot", "mount", "ptrace"} & allowed
    assert "RestrictRealtime=yes" in UNIT


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile with what they say."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    pairs = [line.partition(" ") for line in lines]
    return [(word, rest) for word, _, rest in pairs]


STEPS = instructions((DEPLOY / "Dockerfile").read_text("utf-8"))


def of(name: str) -> list[str]:
    return [rest for word, rest in STEPS if word == name]


def test_the_image_is_made_of_known_steps_and_pinned_images() -> None:
    assert {word for word, _ in STEPS} == INSTRUCTIONS
    for image in of("FROM"):
        assert re.match(r"python:3\.\d+-slim-[a-z]+( AS \w+)?$", image), "no image that changes its Python"
    minor = int(of("FROM")[0].split(".")[1].split("-")[0])
    assert minor >= 11


def test_what_is_copied_is_there_and_goes_to_the_engine() -> None:
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = [word for rest in of("COPY") if not rest.startswith("--from") for word in rest.split()[:-1]]
    assert set(copied) == sent
    for name in sent:
        assert (ROOT / name).exists()


def test_every_package_of_the_distribution_is_in_the_image() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    copied = " ".join(of("COPY")).split()
    assert {package.split("/")[0] for package in packages} <= set(copied)
    assert project["project"]["readme"] in copied


def entry() -> Config:
    program, *options = json.loads(of("ENTRYPOINT")[0])
    assert program == "gouji-server"
    return config_of(*options)


def test_the_image_runs_a_server_as_somebody_without_rights() -> None:
    config = entry()
    assert (config.data, config.announce) == (Path("/data"), False)
    assert of("USER") == ["gouji"]
    words = [word for word, _ in STEPS]
    assert words.index("USER") > max(place for place, word in enumerate(words) if word in ("COPY", "RUN"))
    assert of("VOLUME") == ["/data"]
    assert of("STOPSIGNAL") == ["SIGTERM"]
    assert config.metrics is not None
    assert of("EXPOSE") == [f"{DEFAULT_PORT} {config.metrics.port}"]
    assert config.metrics.port == METRICS_PORT


def test_its_health_is_asked_where_the_server_tells_it() -> None:
    (check,) = of("HEALTHCHECK")
    python, option, program = json.loads(check.partition("CMD ")[2])
    assert (python, option) == ("python", "-c")
    (address,) = [
        node.value
        for node in ast.walk(ast.parse(program))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    config = entry()
    assert config.metrics is not None
    assert address == f"http://127.0.0.1:{config.metrics.port}/health"


def test_the_compose_file_says_what_the_image_needs() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    assert set(compose) == {"services", "volumes"}
    service = compose["services"]["gouji"]
    assert set(service) == {
        *("image", "build", "restart", "ports", "volumes", "read_only", "tmpfs", "cap_drop", "security_opt"),
        *("hostname", "pids_limit", "stop_grace_period"),
    }
    made = (ROOT / "Makefile").read_text("utf-8")
    assert f"--tag {service['image']} ." in made
    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).exists()
    assert service["volumes"] == ["games:/data"]
    assert "games" in compose["volumes"]
    players, metrics = service["ports"]
    assert players == f"{DEFAULT_PORT}:{DEFAULT_PORT}"
    assert metrics == f"127.0.0.1:{METRICS_PORT}:{METRICS_PORT}", "metrics are not for the world"
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
