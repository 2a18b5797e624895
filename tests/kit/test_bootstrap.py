"""The bootstrap script, run among stand-ins for Python, apt-get and sudo: nothing is installed."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("sh", "bash", "cat", "chmod", "cp", "dirname", "env", "flock", "mkdir", "rm", "touch", "true")

NEEDED = "tmux screen nodejs systemd openssh-client openssh-server"

# Fails to find ensurepip until apt-get has brought it; a .venv is a copy of this script.
PYTHON = """#!/bin/sh
echo "python $*" >>"$LOG"
case "$*" in
    *ensurepip.version*) [ -e "$BIN/have-venv" ] ;;
    "-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
    "-m pip"*) [ ! -e "$BIN/no-network" ] ;;
    "-c import pip") : ;;
    *) exec "$REAL" "$@" ;;
esac
"""
APT = """#!/bin/sh
echo "apt-get $*" >>"$LOG"
[ "$1" = update ] && exit 100
touch "$BIN/have-venv"
for name in tmux screen node systemd-analyze ssh sshd; do
    touch "$BIN/$name"
    chmod +x "$BIN/$name"
done
"""
SYSTEMCTL = """#!/bin/sh
echo "systemctl $*" >>"$LOG"
exit 1
"""
SUDO = """#!/bin/sh
echo "sudo $*" >>"$LOG"
[ "$1" = -n ] || exit 1
shift
exec "$@"
"""


@dataclass(frozen=True)
class Machine:
    """A bare system in a folder: a checkout beside the only programs it has."""

    home: Path

    @property
    def checkout(self) -> Path:
        return self.home / "checkout"

    @property
    def bin(self) -> Path:
        return self.home / "bin"

    def program(self, name: str, text: str) -> None:
        """Puts a script on the machine's path."""
        file = self.bin / name
        file.write_text(text)
        file.chmod(0o755)

    def bootstrap(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs the script with nothing else on the path."""
        return subprocess.run(
            [self.checkout / "scripts/bootstrap", *arguments],
            check=False,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            env={
                "PATH": str(self.bin),
                "BIN": str(self.bin),
                "LOG": str(self.home / "log"),
                "REAL": sys.executable,
            },
        )

    def take_log(self) -> str:
        """Gives which stand-ins ran since the last look."""
        log = self.home / "log"
        text = log.read_text() if log.exists() else ""
        log.unlink(missing_ok=True)
        return text

    def edit_project(self, old: str, new: str) -> None:
        """Changes pyproject.toml in one place."""
        file = self.checkout / "pyproject.toml"
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def bare(tmp_path: Path) -> Machine:
    """A machine with Python but without venv, tmux and the like, whose user cannot become root."""
    machine = Machine(tmp_path)
    machine.bin.mkdir()
    (machine.checkout / "scripts").mkdir(parents=True)
    script = machine.checkout / "scripts/bootstrap"
    # What is looked for in full would be found on the machine that runs the tests.
    script.write_text(
        (ROOT / "scripts/bootstrap").read_text("utf-8").replace("/usr/sbin/", f"{machine.bin}/")
    )
    script.chmod(0o755)
    shutil.copy(ROOT / "pyproject.toml", machine.checkout)
    for tool in TOOLS:
        if found := shutil.which(tool):
            (machine.bin / tool).symlink_to(found)
    machine.program("python3", PYTHON)
    machine.program("apt-get", APT)
    machine.program("sudo", "#!/bin/sh\nexit 1\n")
    machine.program("id", "#!/bin/sh\necho 1000\n")
    return machine


@pytest.fixture
def ready(bare: Machine) -> Machine:
    """A machine whose bootstrap has run once."""
    bare.program("id", "#!/bin/sh\necho 0\n")
    done = bare.bootstrap("dev")
    assert done.returncode == 0, done.stderr
    bare.take_log()
    return bare


def minor() -> str:
    return f"python3.{sys.version_info[1]}-venv"


def test_without_rights_it_names_every_missing_package_in_one_line(bare: Machine) -> None:
    done = bare.bootstrap("dev")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"bootstrap: these system packages are needed, please install them: {minor()} {NEEDED}"
    ]
    assert not (bare.checkout / ".venv").exists()


def test_to_play_no_test_program_is_asked_for(bare: Machine) -> None:
    done = bare.bootstrap("runtime")
    assert done.returncode == 1
    assert not [package for package in NEEDED.split() if package in done.stderr]
    assert minor() in done.stderr


@pytest.mark.parametrize("way", ["root", "sudo"])
def test_with_rights_it_installs_what_is_missing(bare: Machine, way: str) -> None:
    if way == "root":
        bare.program("id", "#!/bin/sh\necho 0\n")
    else:
        bare.program("sudo", SUDO)
    done = bare.bootstrap("dev")
    assert done.returncode == 0, done.stderr
    log = bare.take_log()
    # A failed update of the lists is no reason not to try the install.
    assert "apt-get update" in log
    assert f"--no-install-recommends {minor()} {NEEDED}\n" in log
    assert "-e .[dev]\n" in log
    assert ("sudo" in log) == (way == "sudo")


def test_sshd_is_installed_with_its_service_off(bare: Machine) -> None:
    bare.program("sudo", SUDO)
    # Without systemd at work it says no, which is no reason not to go on.
    bare.program("systemctl", SYSTEMCTL)
    done = bare.bootstrap("dev")
    assert done.returncode == 0, done.stderr
    assert "systemctl unmask ssh" in done.stderr
    log = bare.take_log()
    mask = "sudo -n systemctl mask --quiet ssh.service ssh.socket\n"
    assert mask in log[: log.index("apt-get install")]


def test_second_run_does_nothing(ready: Machine) -> None:
    done = ready.bootstrap("dev")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    log = ready.take_log()
    assert "pip install" not in log
    assert "apt-get" not in log


def test_what_is_enough_to_test_is_enough_to_play(ready: Machine) -> None:
    assert ready.bootstrap("runtime").returncode == 0
    assert "pip install" not in ready.take_log()


def test_what_is_enough_to_play_is_not_enough_to_test(bare: Machine) -> None:
    (bare.bin / "have-venv").touch()
    assert bare.bootstrap("runtime").returncode == 0
    assert "-e .\n" in bare.take_log()
    for name in ("tmux", "screen", "node", "systemd-analyze", "ssh", "sshd"):
        bare.program(name, "")
    assert bare.bootstrap("dev").returncode == 0
    assert "-e .[dev]\n" in bare.take_log()


def test_changed_dependency_installs_again(ready: Machine) -> None:
    ready.edit_project('"trio>=', '"trio>=0.1,>=')
    assert ready.bootstrap("dev").returncode == 0
    assert "pip install" in ready.take_log()


def test_changed_lint_rule_installs_nothing(ready: Machine) -> None:
    ready.edit_project("line-length = 110", "line-length = 99")
    assert ready.bootstrap("dev").returncode == 0
    assert "pip install" not in ready.take_log()


def test_failed_install_is_tried_again(bare: Machine) -> None:
    bare.program("id", "#!/bin/sh\necho 0\n")
    (bare.bin / "no-network").touch()
    assert bare.bootstrap("dev").returncode == 1
    (bare.bin / "no-network").unlink()
    bare.take_log()
    assert bare.bootstrap("dev").returncode == 0
    assert "pip install" in bare.take_log()


def test_moved_checkout_gets_a_new_venv(ready: Machine) -> None:
    (ready.checkout / ".venv/gouji-home").write_text(f"{os.sep}elsewhere\n")
    assert ready.bootstrap("dev").returncode == 0
    assert "-m venv --clear .venv" in ready.take_log()


def test_unknown_argument_is_wrong_usage(bare: Machine) -> None:
    done = bare.bootstrap("everything")
    assert done.returncode == 2
    assert "usage" in done.stderr
