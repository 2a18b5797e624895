"""An OpenSSH server for tests, set up with what docs/ssh.md says, and a Gouji server behind it.

The blocks of the document are used as they stand there; only paths, names of users and groups, the port
and the keys are put in. All else that a machine brings along is in ``BASE``.
"""

from __future__ import annotations

import grp
import os
import pwd
import re
import select
import shutil
import socket
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.terminal import DEADLINE, Terminal

ROOT = Path(__file__).parents[2]
SSHD = "/usr/sbin/sshd"
COMMAND = Path(sys.executable).parent / "gouji"
USER = pwd.getpwuid(os.getuid()).pw_name
GROUP = grp.getgrgid(os.getgid()).gr_name

BASE = """\
ListenAddress 127.0.0.1
HostKey {home}/host
PidFile none
UsePAM no
StrictModes no
AuthorizedKeysFile {home}/authorized_keys
SetEnv HOME={home} XDG_DATA_HOME={home}/data
Subsystem sftp internal-sftp
"""
"""The rest of an sshd_config. Sshd cannot be another user here: it plays in this home, not in the user's."""


def blocks() -> dict[str, str]:
    """Returns the files that docs/ssh.md shows, by name."""
    text = (ROOT / "docs/ssh.md").read_text("utf-8")
    return dict(re.findall(r"^<!-- (\S+) -->\n```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


@dataclass(frozen=True)
class Box:
    """A machine one can play on by SSH: where it is, and what it is made of."""

    home: Path
    port: int
    sshd: subprocess.Popen[str]

    def command(self, who: str, *words: str, flags: tuple[str, ...] = ()) -> list[str]:
        """Returns what somebody types, ``ssh box ...``, with a key of their own."""
        options = {
            "Port": self.port,
            "IdentityFile": self.home / who,
            "IdentitiesOnly": "yes",
            "IdentityAgent": "none",
            "UserKnownHostsFile": self.home / "known_hosts",
            "BatchMode": "yes",
        }
        return [
            *("ssh", "-F", str(self.home / "config")),
            *(part for name, value in options.items() for part in ("-o", f"{name}={value}")),
            *flags,
            "box",
            *words,
        ]

    def terminal(self, who: str, *words: str, environment: Mapping[str, str] = {}) -> Terminal:
        """Runs ``ssh`` in a terminal."""
        return Terminal(self.command(who, *words), environment={"LC_ALL": "", **environment})

    def run(
        self, who: str, *words: str, flags: tuple[str, ...] = ("-T",)
    ) -> subprocess.CompletedProcess[str]:
        """Runs ``ssh`` without a terminal and with nothing to say."""
        return subprocess.run(
            self.command(who, *words, flags=flags),
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=DEADLINE,
        )

    def clients(self) -> list[int]:
        """Returns the processes of ``gouji ssh`` that sshd runs now."""
        found: list[int] = []
        waiting = [self.sshd.pid]
        while waiting:
            children = _children(waiting.pop())
            waiting += children
            found += [pid for pid in children if b"gouji\0ssh\0" in _command_line(pid)]
        return found


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def ends(pid: int) -> bool:
    """Waits for the end of a process that is not ours; returns whether it came."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], DEADLINE)[0])
    finally:
        os.close(process)


@contextmanager
def gouji_server(home: Path) -> Generator[None]:
    """Runs a quick server at the socket of the box."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "gouji_server", "--no-tcp", "--unix", str(home / "socket")),
            *("--data", str(home / "games"), "--log", str(home / "log"), "--parent-watch"),
            *("--bot-pace", "0", "--window", "0", "--seed", "1"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        while (line := process.stdout.readline()) != "ready\n":
            assert line, "the server has ended"
        yield
    finally:
        process.terminate()
        process.communicate(timeout=30)


@contextmanager
def box(home: Path, *setup: str, but: tuple[str, str] = ("\0", "")) -> Generator[Box]:
    """Runs sshd with the blocks of docs/ssh.md that are named, for ann and wang, but for a text in them."""
    for who in ("host", "ann", "wang"):
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(home / who)],
            check=True,
            stdin=subprocess.DEVNULL,
        )
    for name, text in blocks().items():
        (home / name).write_text(_put_in(text.replace(*but), home), "utf-8")
    (home / "authorized_keys").touch()
    if "authorized_keys" not in setup:
        (home / "authorized_keys").write_text(key_of(home, "ann") + "\n")
    sshd, port = _start(home, setup)
    try:
        (home / "known_hosts").write_text(f"[127.0.0.1]:{port} {key_of(home, 'host')}\n")
        yield Box(home, port, sshd)
    finally:
        sshd.terminate()
        sshd.communicate(timeout=30)


def _put_in(text: str, home: Path) -> str:
    """Puts the paths, names and keys of the box into a block of the document."""
    for there, here in (
        ("/opt/gouji/bin/gouji", str(COMMAND)),
        ("/run/gouji/socket", str(home / "socket")),
        ("/etc/gouji/players", str(home / "players")),
        ("Match User play", f"Match User {USER}"),
        ("Match Group gouji-players", f"Match Group {GROUP}"),
        ("HostName box.example.org", "HostName 127.0.0.1"),
        ("User play", f"User {USER}"),
        ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA-Ann-at-home", key_of(home, "ann")),
        ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA-Wang", key_of(home, "wang")),
    ):
        text = text.replace(there, here)
    return text


def key_of(home: Path, who: str) -> str:
    """Returns somebody's public key as it stands in files of keys."""
    kind, key, *_ = (home / f"{who}.pub").read_text().split()
    return f"{kind} {key}"


def _start(home: Path, setup: tuple[str, ...]) -> tuple[subprocess.Popen[str], int]:
    """Starts sshd on a free port; another process may take the port first, so it is tried again."""
    include = "".join(f"Include {home / name}\n" for name in setup if name.endswith(".conf"))
    said = ""
    for _ in range(5):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        config = home / "sshd_config"
        config.write_text(include + f"Port {port}\n" + BASE.format(home=home), "utf-8")
        _check(config)
        sshd = subprocess.Popen(
            [SSHD, "-D", "-e", "-f", str(config)],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )
        assert sshd.stderr is not None
        if (said := sshd.stderr.readline()).startswith("Server listening"):
            return sshd, port
        sshd.communicate(timeout=30)
    raise AssertionError(f"sshd does not start: {said}")


def _check(config: Path) -> None:
    """Has sshd read its configuration; the directory that a service makes for it at its start is made."""
    assert shutil.which(SSHD), "sshd is not installed: run scripts/bootstrap dev"
    assert os.getuid() == 0 or _terminals_are_of_tty(), (
        "sshd cannot open terminals for an ordinary user: mount /dev/pts with gid=tty, or test as root"
    )
    done = _read_by_sshd(config)
    if missing := re.search(r"Missing privilege separation directory: (\S+)", done.stderr):
        Path(missing[1]).mkdir(mode=0o755, parents=True, exist_ok=True)
        done = _read_by_sshd(config)
    assert done.returncode == 0, done.stderr


def _terminals_are_of_tty() -> bool:
    """Tells whether a new terminal is of the group that sshd else would have to give it to."""
    ends = os.openpty()
    try:
        return grp.getgrgid(os.fstat(ends[1]).st_gid).gr_name == "tty"
    except KeyError:
        return False
    finally:
        for end in ends:
            os.close(end)


def _read_by_sshd(config: Path) -> subprocess.CompletedProcess[str]:
    command = [SSHD, "-t", "-f", str(config)]
    return subprocess.run(command, check=False, capture_output=True, encoding="utf-8", timeout=30)
