"""Tries gouji-server.service from within: scripts/try-unit starts this beside it in a system of its own.

Each line that it prints is one thing that was seen; the first that is not as it should be ends it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path

UNIT = "gouji-server"
PROGRAMS = Path("/opt/gouji/bin")
SETTINGS = Path("/etc/gouji/gouji.toml")
DATA = Path("/var/lib/gouji")
PLACE = Path("/var/lib/private/gouji")
"""Where the data are in truth."""
CREDENTIALS = f"/run/credentials/{UNIT}.service"
DROP_IN = Path(f"/run/systemd/system/{UNIT}.service.d/trial.conf")

LOCAL = ("--unix", "/run/gouji/socket")
ABROAD = ("--connect", "[::1]")
GAME = ("--create", "--seats", "6", "--games", "1", "--pace", "0.02", "--rules", "online+rounds=1")


def run(*words: str, user: str = "root", **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end as somebody."""
    return subprocess.run(
        words,
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
        user=user,
        env=environment(user, **settings),
    )


def environment(user: str, **settings: str) -> dict[str, str]:
    """Returns what a command of somebody's finds around it."""
    return {
        "PATH": f"{PROGRAMS}:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": pwd.getpwnam(user).pw_dir,
        "LANG": "C.UTF-8",
        **settings,
    }


def systemctl(*words: str) -> int:
    """Returns the exit code of systemctl."""
    return run("systemctl", *words).returncode


def state(key: str) -> str:
    """Returns what systemd knows of the unit."""
    return run("systemctl", "show", "-P", key, UNIT).stdout.strip()


def admin(*words: str, user: str = "root") -> subprocess.CompletedProcess[str]:
    """Asks the server something as its owner does."""
    return run("gouji-server", "admin", "--data", str(DATA), *words, user=user)


def journal(since: float) -> list[str]:
    """Returns what the server itself has written since then."""
    words = ("-u", UNIT, "-t", UNIT, "-o", "cat", "--no-pager", "-S", f"@{since:.3f}")
    return run("journalctl", *words).stdout.splitlines()


def say(line: str) -> None:
    """Writes a line of the report."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def see(what: str, holds: bool) -> None:
    """Reports something that was seen.

    Raises:
        SystemExit: if it was not.
    """
    say(f"seen: {what}" if holds else f"NOT SO: {what}")
    if not holds:
        say(run("journalctl", "-u", UNIT, "-n", "30", "--no-pager").stdout)
        raise SystemExit(1)


def wait(what: str, holds: Callable[[], bool], seconds: float = 60) -> None:
    """Waits until something is so, and reports it."""
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.1)  # noqa: TID251 - nobody tells a script of what it waits for
    see(what, holds())


@contextmanager
def dropped_in(*lines: str) -> Generator[None]:
    """Adds lines to the unit, and restarts it with them and without them again."""
    DROP_IN.parent.mkdir(parents=True, exist_ok=True)
    DROP_IN.write_text("\n".join(["[Service]", *lines, ""]))
    systemctl("daemon-reload")
    yield
    DROP_IN.unlink()
    systemctl("daemon-reload")


@contextmanager
def games(*places: tuple[str, ...]) -> Generator[None]:
    """Has six bots of alice's play at each place meanwhile; in the end all games must be over."""
    command = [str(PROGRAMS / "gouji"), "bot", *GAME]
    began = time.time()
    players = [
        subprocess.Popen(
            [*command, *place], user="alice", env=environment("alice"), stdout=subprocess.PIPE, text=True
        )
        for place in places
    ]
    wait("games begin", lambda: sum("game begun" in line for line in journal(began)) == len(places))
    yield
    for player in players:
        said, _ = player.communicate(timeout=300)
        see("a game is over, nothing of it lost", player.returncode == 0 and "Round 1 is over" in said)


def it_runs() -> None:
    """Sees what the start of the machine began."""
    lines = journal(0)
    see("it runs since the machine does", state("ActiveState") == "active" and "ready" in lines)
    see("the journal has no time twice", bool(lines) and not any('"time"' in line for line in lines))
    tasks = os.listdir(f"/proc/{state('MainPID')}/task")
    see("the writer of the journal gives way", os.SCHED_BATCH in map(os.sched_getscheduler, map(int, tasks)))
    see("the owner is answered", admin("list").stdout.strip() == "0 tables, 0 people")
    see("nobody else is", "permission denied" in admin("list", user="alice").stderr)
    see("a person of this machine comes in", run("gouji", "stats", *LOCAL, user="alice").returncode == 0)
    with closing(sqlite3.connect(f"file:{DATA}/journal.sqlite3?mode=ro", uri=True)) as base:
        users = [uid for (uid,) in base.execute("SELECT uid FROM identities")]
    see("and is known by their user", users == [pwd.getpwnam("alice").pw_uid])


def it_comes_back() -> None:
    """Restarts and kills it in the middle of two games."""
    with games(LOCAL, ABROAD):
        see("systemctl restart", systemctl("restart", UNIT) == 0)
        wait("all bots are back", lambda: admin("list").stdout.count(" heard ") == 12)
        systemctl("kill", "--signal=KILL", "--kill-whom=main", UNIT)
        wait(
            "killed, it is started anew", lambda: state("NRestarts") == "1" and state("SubState") == "running"
        )
    began = time.monotonic()
    see("systemctl stop", systemctl("stop", UNIT) == 0)
    see("in less than five seconds", time.monotonic() - began < 5)
    ended = (state("ActiveState"), state("Result"), state("ExecMainStatus"))
    see("with exit code 0", ended == ("inactive", "success", "0"))


def it_says_what_is_wrong() -> None:
    """Starts it with settings that cannot be, and with such as nobody may read."""
    good, began = SETTINGS.read_text(), time.time()
    SETTINGS.write_text(f"{good}\nmott = 1\n")
    see("with a mistake in the settings it does not start", systemctl("start", UNIT) != 0)
    see("and is not tried again", (state("ActiveState"), state("SubState")) == ("failed", "failed"))
    see("of which there is one line", len(journal(began)) == 1)
    SETTINGS.write_text(good)
    SETTINGS.chmod(0o600)
    see("with settings that it cannot read neither", systemctl("start", UNIT) != 0)
    SETTINGS.chmod(0o644)
    wait("but as soon as it can it runs", lambda: state("ActiveState") == "active")


def it_gets_secrets() -> None:
    """Hands a password over that only root can read."""
    good, file = SETTINGS.read_text(), SETTINGS.parent / "password"
    file.touch(0o600)
    file.write_text("let me in\n")
    SETTINGS.write_text(good.replace('password-file = ""', f'password-file = "{CREDENTIALS}/password"'))
    with dropped_in(f"LoadCredential=password:{file}"):
        see("it starts with a credential", systemctl("restart", UNIT) == 0)
        see("without the password nobody comes in", run("gouji", "stats", *ABROAD).returncode == 1)
        see("with it people do", not run("gouji", "stats", *ABROAD, GOUJI_PASSWORD="let me in").returncode)
        see("on the Unix socket nobody is asked", run("gouji", "stats", *LOCAL).returncode == 0)
    SETTINGS.write_text(good)


def it_waits_for_room() -> None:
    """Fills the disk in the middle of a game, and starts it on a full one."""
    systemctl("stop", UNIT)
    shutil.move(PLACE, f"{PLACE}.before")
    PLACE.mkdir()
    run("mount", "-t", "tmpfs", "-o", "size=2m", "none", str(PLACE))
    systemctl("start", UNIT)
    filler, began = PLACE / "filler", time.time()
    with games(LOCAL):
        run("dd", "if=/dev/zero", f"of={filler}", "bs=1k")
        wait("it waits for room on the disk", lambda: any("disk takes nothing" in x for x in journal(began)))
        filler.unlink()
        wait("and goes on", lambda: any("disk takes again" in line for line in journal(began)))
    systemctl("stop", UNIT)
    run("dd", "if=/dev/zero", f"of={filler}", "bs=1k")
    see("without room it does not start", systemctl("start", UNIT) != 0)
    filler.unlink()
    wait("but as soon as there is room it does", lambda: state("ActiveState") == "active")


def it_ends_when_told() -> None:
    """Lets its owner end it."""
    see("drain", admin("drain").returncode == 0)
    wait("it has ended", lambda: (state("ActiveState"), state("Result")) == ("inactive", "success"))
    see("and can be started again", systemctl("start", UNIT) == 0)


if __name__ == "__main__":
    it_runs()
    it_comes_back()
    it_says_what_is_wrong()
    it_gets_secrets()
    it_waits_for_room()
    it_ends_when_told()
    say("all of it is as it should be")
