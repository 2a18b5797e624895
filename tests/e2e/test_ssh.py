"""Playing by SSH through a real sshd, set up with the very files that docs/ssh.md shows."""

from __future__ import annotations

import os
import re
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.e2e.sshd import ROOT, USER, Box, blocks, box, ends, gouji_server, key_of
from tests.e2e.terminal import DEADLINE, Terminal, gouji

TURN = "Your turn"
CARDS = re.compile(r"You [2-9AJKQXx]")


@pytest.fixture(autouse=True)
def ssh_is_there() -> None:
    """make test installs OpenSSH; without it these tests prove nothing, so they fail."""
    for program in ("/usr/sbin/sshd", "ssh", "ssh-keygen"):
        assert shutil.which(program), f"{program} is not installed: run scripts/bootstrap dev"


@pytest.fixture
def home() -> Generator[Path]:
    """A directory whose path leaves room for a socket."""
    with tempfile.TemporaryDirectory(prefix="gouji-ssh-", dir="/tmp") as folder:
        yield Path(folder)


def opened(terminal: Terminal) -> str:
    """Waits until a table is open; returns its code."""
    code = re.search(r"Table (\w+):", terminal.until("of 6 seats taken"))
    assert code is not None
    return code[1]


def has_played(text: str) -> bool:
    """Tells whether one's own row says what one did in this trick."""
    return any(re.search(r"^.You \(.* played ", row) for row in text.splitlines())


def play_a_trick(me: Terminal, *others: Terminal) -> None:
    """Follows the hints, by keys, until my cards lie on the table."""
    while not has_played(me.text):
        for terminal in (me, *others):
            if terminal.seen(TURN, 1.0):
                terminal.press("h")
                terminal.until("Hint:")
                terminal.press("\r")
                terminal.until(lambda text: "Hint:" not in text and "Sent, waiting" not in text)


def hand_of(terminal: Terminal) -> list[str]:
    """Returns the rows of the own hand once they are painted."""
    terminal.settle()
    rows = terminal.text.splitlines()
    (ranks,) = [number for number, row in enumerate(rows) if " 10   9 " in row]
    return rows[ranks : ranks + 2]


@pytest.mark.parametrize("name", sorted(blocks()))
def test_the_document_shows_the_files_that_are_shipped(name: str) -> None:
    assert (ROOT / "deploy/ssh" / name).read_text("utf-8") == blocks()[name]


def test_every_shipped_file_is_in_the_document() -> None:
    assert {file.name for file in (ROOT / "deploy/ssh").iterdir()} == set(blocks())


def test_a_key_of_the_shared_account_plays_a_trick_and_leaves(home: Path) -> None:
    with gouji_server(home), box(home, "play.conf") as there, there.terminal("ann") as ann:
        opened(ann)
        ann.press("\r")
        play_a_trick(ann)
        assert max(map(len, ann.text.splitlines())) <= 80
        ann.resize(120, 40)
        ann.until(lambda text: max(map(len, text.splitlines())) > 90 and len(text.rstrip().splitlines()) > 30)
        ann.press("\x11")
        ann.until("Leave the game?")
        ann.press("\r")
        assert ann.wait() == 0
        # The other screen is left, the cursor shown again.
        assert b"\x1b[?1049l" in ann.raw
        assert ann.raw.rfind(b"\x1b[?25h") > ann.raw.rfind(b"\x1b[?25l")
        (token,) = (home / "data/gouji/tokens").iterdir()
        assert stat.S_IMODE(token.stat().st_mode) == 0o600


def test_a_line_that_drops_in_the_middle_keeps_the_seat(home: Path) -> None:
    with gouji_server(home), box(home, "play.conf") as there, there.terminal("ann") as ann:
        code = opened(ann)
        (client,) = there.clients()
        with there.terminal("wang", code) as wang:
            wang.until("The host starts the game")
            ann.press("\r")
            ann.until("Round 1/5")
            ann.until("老王")
            wang.until("ann")
            play_a_trick(ann, wang)
            hand = hand_of(ann)
            os.kill(ann.pid, signal.SIGKILL)
            assert ann.wait() == -signal.SIGKILL
            assert ends(client), "the client goes on without a terminal"
            wang.until("offline")
            with there.terminal("ann") as again:
                again.until(lambda text: TURN in text or "to play" in text)
                wang.until(lambda text: "offline" not in text)
                assert hand_of(again) == hand


def test_a_terminal_of_lines_that_drops_keeps_the_seat(home: Path) -> None:
    with gouji_server(home), box(home, "play.conf") as there, there.terminal("ann") as ann:
        code, others = opened(ann), there.clients()
        with there.terminal("wang", code, "plain") as wang:
            wang.until("The host starts the game")
            (client,) = set(there.clients()) - set(others)
            ann.press("\r")
            wang.until("Type a number")
            os.kill(wang.pid, signal.SIGKILL)
            assert ends(client), "the client goes on without a terminal"
            ann.until("offline")


class Lines:
    """Is ``ssh -T``: lines in, lines out."""

    def __init__(self, there: Box, who: str, *words: str) -> None:
        pipe = subprocess.PIPE
        command = there.command(who, *words, flags=("-T",))
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8")

    def __enter__(self) -> Lines:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, *wanted: str) -> str:
        """Reads lines until one begins with a text; returns it."""
        assert self.process.stdout is not None
        while (line := self.process.stdout.readline()) and not line.startswith(wanted):
            pass
        assert line, f"the lines ended without {wanted}"
        return line

    def play_a_trick(self) -> None:
        """Follows the hints until my cards lie on the table."""
        while not CARDS.match(line := self.until("You ", "Type a number", "Type cards")):
            if line.startswith("Type "):
                self.type("h\n")


def test_without_a_terminal_it_is_lines(home: Path) -> None:
    with gouji_server(home), box(home, "play.conf") as there, Lines(there, "ann") as ann:
        code = ann.until("Table ").split()[1].rstrip(":")
        with Lines(there, "wang", code) as wang:
            # A line counts when it is typed, also while nothing is asked.
            wang.until("The host starts the game")
            wang.type("quit")
            wang.until("You left the game")
            assert wang.process.wait(DEADLINE) == 0
        ann.type("")
        ann.play_a_trick()
        ann.type("quit")
        ann.until("You left the game")
        assert ann.process.wait(DEADLINE) == 0


def test_lines_that_end_keep_the_seat(home: Path) -> None:
    with gouji_server(home), box(home, "play.conf") as there:
        with Lines(there, "ann") as ann:
            code = ann.until("Table ").split(":")[0]
            assert ann.process.stdin is not None
            ann.process.stdin.close()
            ann.until("The input has ended. Your seat is kept")
            assert ann.process.wait(DEADLINE) == 1
        with Lines(there, "ann") as again:
            assert again.until("Table ").split(":")[0] == code
            # A line that breaks gives the seat up as little.
            (client,) = there.clients()
            again.process.kill()
            assert ends(client)
        with there.terminal("ann", "plain") as plain:
            plain.until(code + ":")


def test_two_keys_of_one_account_are_two_people_and_the_newest_of_one_wins(home: Path) -> None:
    with gouji_server(home), box(home, "play.conf") as there, there.terminal("ann") as ann:
        code = opened(ann)
        with there.terminal("wang") as wang:
            assert opened(wang) != code
        with there.terminal("ann") as newer:
            assert opened(newer) == code
            assert ann.wait() == 1
            assert b"you have connected from somewhere else" in ann.raw


def test_a_command_before_a_key_names_the_player(home: Path) -> None:
    with gouji_server(home), box(home, "authorized_keys") as there, there.terminal("ann") as ann:
        code = opened(ann)
        with there.terminal("wang", code.lower(), "en") as wang:
            wang.until("The host starts the game")
            ann.until("2 of 6 seats taken")
            ann.press("\r")
            ann.until("老王")
            play_a_trick(ann, wang)
        refused = there.run("ann", flags=("-W", "127.0.0.1:1"))
        assert "prohibited" in refused.stderr


def test_an_account_of_ones_own_is_the_player(home: Path) -> None:
    with gouji_server(home), box(home, "gouji-players.conf") as there:
        with there.terminal("ann") as ann:
            code = opened(ann)
            ann.press("\r")
            play_a_trick(ann)
        with there.terminal("ann") as again:
            again.until(lambda text: f"Table {code} " in text and f"({USER})" in text and has_played(text))
            again.press("\x11\r")
            assert again.wait() == 0
        # Nobody needs a token: the system says who it is.
        assert not [file for file in home.glob("data/gouji/tokens/*") if file.read_text().strip()]


def test_the_locale_or_a_word_decides_the_language(home: Path) -> None:
    with gouji_server(home), box(home, "play.conf") as there:
        with there.terminal("ann", environment={"LANG": "zh_CN.UTF-8"}) as ann:
            ann.until("1/6")
        with there.terminal("ann", "zh", "ascii") as ann:
            ann.until("1/6")


@pytest.mark.parametrize("setup", ["play.conf", "gouji-players.conf", "authorized_keys"])
def test_there_is_no_shell_no_file_and_no_forwarding(home: Path, setup: str) -> None:
    with box(home, setup) as there:
        make = f"touch {home}/made"
        for typed in (make, f"zh; {make}", f"$({make})", f"K7QX\n{make}", "bash -i", "scp -t ."):
            done = there.run("ann", typed)
            assert done.returncode == 1
            assert done.stderr.startswith("gouji: this account plays Gouji and knows no ")
            assert not (home / "made").exists()
        # Of a subsystem only the exit code comes back.
        assert there.run("ann", "sftp", flags=("-T", "-s")).returncode == 1
        assert "prohibited" in there.run("ann", flags=("-W", "127.0.0.1:1")).stderr
        forwarded = there.run("ann", flags=("-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1"))
        assert forwarded.returncode == 255
        assert "forwarding failed" in forwarded.stderr


@pytest.mark.parametrize(
    ("players", "setup", "said"),
    [
        ("{key}\n", "ExposeAuthInfo yes", "there is no name behind your key"),
        ("#{key} ann\n{key} \n", "ExposeAuthInfo yes", "there is no name behind your key"),
        ("{key} ann\n", "ExposeAuthInfo no", "sshd does not say which key"),
        ("{key} ann\n", "ExposeAuthInfo yes", "the Gouji server of this machine does not answer"),
    ],
)
def test_what_the_owner_must_mend_is_one_line(home: Path, players: str, setup: str, said: str) -> None:
    with box(home, "play.conf", but=("ExposeAuthInfo yes", setup)) as there:
        (home / "players").write_text(players.format(key=key_of(home, "ann")))
        done = there.run("ann")
        assert done.returncode == 1
        assert done.stderr.startswith(f"gouji: {said}")
        assert done.stderr.count("\n") == 1


def test_a_key_that_is_in_no_file_is_not_let_in(home: Path) -> None:
    with box(home, "play.conf") as there:
        (home / "players").write_text("")
        done = there.run("ann")
        assert done.returncode == 255
        assert "Permission denied (publickey" in done.stderr


def test_a_terminal_at_the_other_end_of_the_world_has_time_to_answer() -> None:
    with Terminal(gouji("--lang", "en"), environment={"SSH_CONNECTION": "far away"}) as terminal:
        terminal.answers = False
        terminal.until(lambda _: b"\x1b[6n" in terminal.raw)
        assert terminal.settle(0.6) == 0, "it did not wait for the answer"
        terminal.answers = True
        terminal.press("\x1b[1;2R")
        terminal.until("Play now with five bots")
        terminal.press("\x11")
        assert terminal.wait() == 0
