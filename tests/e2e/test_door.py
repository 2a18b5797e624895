"""A server that asks: its password, typed or in a file or the environment, and TLS with a certificate."""

import os
import signal
import subprocess
import sys
import termios
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gouji_tui.door import door_of
from tests.e2e.terminal import Terminal, gouji
from tests.kit.certificates import Certificates, certificates

SECRET = "芝麻\u3000sesame ｕ２ ubu"
"""As an input method may write it: with a wide blank, wide letters and digits."""


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return certificates(tmp_path_factory.mktemp("papers"))


@contextmanager
def server(folder: Path, *options: str) -> Generator[str]:
    """Runs a server that asks for the password; gives its address."""
    (folder / "password").write_text(SECRET + "\n", "utf-8")
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "gouji_server", "--listen", "127.0.0.1:0", "--parent-watch"),
            *("--data", str(folder / "data"), "--log", str(folder / "log")),
            *("--password-file", str(folder / "password"), "--window", "0", *options),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout is not None
    try:
        address = ""
        while (line := process.stdout.readline().strip()) != "ready":
            assert line, "the server has ended"
            if line.startswith("listening on tcp "):
                address = line.split()[-1]
        yield address
    finally:
        process.terminate()
        process.communicate(timeout=30)


def person(address: str, home: Path, *arguments: str, **environment: str) -> Terminal:
    own = {"HOME": str(home / "h"), "XDG_DATA_HOME": str(home / "h"), **environment}
    return Terminal(gouji("play", "--connect", address, "--lang", "en", *arguments), environment=own)


def test_the_password_is_typed_unseen_and_wrong_ones_are_asked_for_again(tmp_path: Path) -> None:
    with server(tmp_path) as address, person(address, tmp_path) as ann:
        ann.until("asks for a password")
        ann.press("wrong\r")
        ann.until("That is not the password")
        ann.press(f"{SECRET}x\x7f\r")
        ann.until("1 of 6 seats taken")
        assert "sesame" not in ann.text
        assert b"sesame" not in bytes(ann.raw)


def test_escape_gives_up(tmp_path: Path) -> None:
    with server(tmp_path) as address, person(address, tmp_path) as ann:
        ann.until("asks for a password")
        ann.press("half\x1b")
        assert ann.wait() == 0


def test_in_lines_the_password_is_not_shown_either(tmp_path: Path) -> None:
    with server(tmp_path) as address, person(address, tmp_path, "--plain") as ann:
        ann.until("asks for a password")
        ann.press("wrong\n")
        ann.until("That is not the password")
        ann.press(f"{SECRET}\n")
        ann.until("1 of 6 seats taken")
        assert b"sesame" not in bytes(ann.raw)
        ann.press("quit\n")
        assert ann.wait() == 0


def test_a_terminal_that_hides_a_password_shows_again_what_is_typed_whatever_ends_it(tmp_path: Path) -> None:
    with server(tmp_path) as address, person(address, tmp_path, "--plain") as ann:
        before = termios.tcgetattr(ann.descriptor)
        ann.until("asks for a password")
        assert not termios.tcgetattr(ann.descriptor)[3] & termios.ECHO
        os.kill(ann.pid, signal.SIGTERM)
        assert ann.wait() == 128 + signal.SIGTERM
        assert termios.tcgetattr(ann.descriptor) == before


def test_a_file_and_the_environment_save_the_typing(tmp_path: Path) -> None:
    with server(tmp_path) as address:
        with person(address, tmp_path, "--password-file", str(tmp_path / "password")) as ann:
            ann.until("1 of 6 seats taken")
        with person(address, tmp_path, GOUJI_PASSWORD=SECRET) as ann:
            ann.until("1 of 6 seats taken")


def test_tls_with_a_certificate_of_its_own(tmp_path: Path, papers: Certificates) -> None:
    options = ("--tls-cert", str(papers.both))
    trusting = ("--ca", str(papers.ca))
    with (
        server(tmp_path, *options) as address,
        person(address, tmp_path, *trusting, GOUJI_PASSWORD=SECRET) as ann,
    ):
        ann.until("1 of 6 seats taken")
        ann.press("\r")
        ann.until("Round 1/5")


def test_an_address_says_by_itself_that_the_server_speaks_tls(tmp_path: Path, papers: Certificates) -> None:
    trust = {"SSL_CERT_FILE": str(papers.ca)}
    with server(tmp_path, "--tls-cert", str(papers.both)) as address:
        with person(f"TLS://{address}", tmp_path, GOUJI_PASSWORD=SECRET, **trust) as ann:
            ann.until("1 of 6 seats taken")
        own = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        with Terminal(gouji("--lang", "en"), environment={**own, **trust}) as bob:
            bob.until("Connect to a server")
            bob.press("3")
            bob.until("tls://")
            bob.press(f"{address}\r")
            bob.until(f"tls://{address}, or --ca FILE")
            bob.press("\x1b")
            bob.until("Connect to a server")
            bob.press("3")
            bob.until("tls://")
            bob.press(f"tls://{address.replace(':', '：')}\r")
            bob.until("asks for a password")
            bob.press("wrong\r")
            bob.until("That is not the password")
            bob.press(f"{SECRET}\r")
            bob.until(f"Tables at {address}")
        with Terminal(gouji("--lang", "en"), environment=own) as cy:
            cy.until("Connect to a server")
            cy.press("3")
            cy.until("tls://")
            cy.press(f"tls://{address}\r")
            cy.until("cannot be trusted")


def test_programs_come_in_by_the_same_door(tmp_path: Path, papers: Certificates) -> None:
    with server(tmp_path, "--tls-cert", str(papers.both)) as address:
        door = ("--connect", address, "--ca", str(papers.ca), "--password-file", str(tmp_path / "password"))
        done = subprocess.run(
            gouji("client", *door),
            check=False,
            input='{"do":"tables","id":1}\n',
            capture_output=True,
            encoding="utf-8",
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        assert '"tables":[]' in done.stdout.replace(" ", "")
        done = subprocess.run(
            gouji(
                "bot",
                *door,
                *("--create", "--seats", "6", "--games", "1", "--pace", "0"),
                *("--lang", "en", "--rules", "online+rounds=1"),
            ),
            check=False,
            capture_output=True,
            encoding="utf-8",
            timeout=110,
        )
        assert done.returncode == 0, done.stderr
        assert "Round 1 is over" in done.stdout


def told(*arguments: str) -> str:
    done = subprocess.run(
        gouji("play", "--plain", "--lang", "en", *arguments),
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode in (1, 2)
    (line,) = done.stderr.splitlines()
    return line


def test_what_is_wrong_is_one_line(tmp_path: Path, papers: Certificates) -> None:
    options = ("--tls-cert", str(papers.both))
    with server(tmp_path, *options) as address:
        assert "speaks TLS only: add --tls" in told("--connect", address)
        assert "cannot be trusted" in told("--connect", address, "--tls")
        assert "cannot be trusted" in told("--connect", f"tls://{address}")
    assert "--ca: there are no certificates" in told("--connect", address, "--ca", str(papers.key))
    assert "--password-file: there is no text" in told("--connect", address, "--password-file", str(tmp_path))
    assert "are for --connect" in told("--solo", "--tls")
    assert "cannot read the address" in told("--connect", "tls://")
    with server(tmp_path) as address:
        assert "no TLS with" in told("--connect", address, "--ca", str(papers.ca))
    port = address.rpartition(":")[2]
    assert f"(tried 127.0.0.1:{port})" in told("--connect", f"127.1:{port}")


def test_a_password_file_from_windows_holds_the_password_only(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_bytes(SECRET.encode("utf-8-sig") + b"\r\n")
    assert door_of(file).password == SECRET
