"""What terminals do to the program and it to them: odd bytes, split keys, sizes, colours, and the end."""

import os
import re
import signal
import sys
import termios
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal, gouji

SHOWN_AT_REST = {"7", "25"}
"""The private modes that a terminal has on by itself: wrapping at the margin, and a cursor."""
QUIT, CRASH = "\x11", "\x1b[18~"


def table(**environment: str) -> Terminal:
    """A table with a round to play, in a program that needs no server."""
    return Terminal([sys.executable, "-m", "tests.tui.shown", "en"], environment=environment)


def menu(home: Path, *arguments: str, **environment: str) -> Terminal:
    own = {name: str(home) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    return Terminal(gouji("--lang", "en", *arguments), environment={**own, **environment})


def left_on(raw: bytes) -> set[str]:
    """Returns the modes that are not as a shell wants them, by the last word about each."""
    modes = dict.fromkeys(SHOWN_AT_REST, "h")
    for numbers, way in re.findall(r"\x1b\[\?([0-9;]+)([hl])", raw.decode("utf-8", "replace")):
        modes |= dict.fromkeys(numbers.split(";"), way)
    wrong = {mode for mode, way in modes.items() if (way == "h") != (mode in SHOWN_AT_REST)}
    pushed, popped = re.findall(rb"\x1b\[>\d+u", raw), re.findall(rb"\x1b\[<u", raw)
    return wrong | ({"kitty keys"} if len(pushed) != len(popped) else set())


def quits(terminal: Terminal) -> None:
    terminal.press(QUIT)
    terminal.until("Leave the game?")
    terminal.press("\r")
    terminal.until("Play now")
    terminal.press(QUIT)


def crashes(terminal: Terminal) -> None:
    terminal.press(CRASH)


def killed(number: signal.Signals) -> Callable[[Terminal], None]:
    return lambda terminal: os.kill(terminal.pid, number)


def test_a_size_that_was_exported_is_not_believed(tmp_path: Path) -> None:
    own = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    exported = {"COLUMNS": "80", "LINES": "24"}
    with Terminal(gouji("--lang", "en"), columns=60, rows=20, environment={**own, **exported}) as terminal:
        terminal.until("Play now")
        terminal.press(QUIT)
        assert terminal.wait() == 0
    rows = {int(row) for row in re.findall(rb"\x1b\[(\d+);\d+H", terminal.raw)}
    assert max(rows) == 20


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (quits, 0),
        (crashes, 1),
        (killed(signal.SIGTERM), 128 + signal.SIGTERM),
        (killed(signal.SIGHUP), 128 + signal.SIGHUP),
    ],
    ids=["quit", "crash", "SIGTERM", "SIGHUP"],
)
def test_the_terminal_is_as_it_was_however_it_ends(end: Callable[[Terminal], None], code: int) -> None:
    with table() as terminal:
        before = termios.tcgetattr(terminal.descriptor)
        terminal.until("K7QX")
        assert termios.tcgetattr(terminal.descriptor) != before
        assert left_on(bytes(terminal.raw)) >= {"1049", "25"}
        end(terminal)
        assert terminal.wait() == code
        assert left_on(bytes(terminal.raw)) == set()
        assert termios.tcgetattr(terminal.descriptor) == before


def test_a_storm_of_sizes_ends_with_the_right_screen() -> None:
    with table() as terminal:
        terminal.until("K7QX")
        terminal.press("2")
        terminal.settle()
        before = terminal.text
        for width, height in (
            (300, 100),
            (1, 1),
            (2, 50),
            (299, 2),
            (60, 20),
            (59, 19),
            (120, 40),
            (1, 1),
        ) * 3:
            terminal.resize(width, height)
        terminal.resize(40, 12)
        terminal.until("too small")
        terminal.resize(300, 100)
        terminal.until("K7QX")
        terminal.resize(80, 24)
        terminal.until(before)


def test_keys_split_between_any_two_bytes_are_the_same_keys(tmp_path: Path) -> None:
    """Lines are slow and packets are cut anywhere; that Esc is waited for long is only for this test."""
    with menu(tmp_path, ESCDELAY="30000") as terminal:
        terminal.until("> 1 Play now")
        for byte in b"\x1b[B\x1b[B":
            terminal.press(bytes([byte]))
            terminal.settle(0.02)
        terminal.until("> 3 Connect")
        for byte in "７".encode():  # full-width, as an input method writes it
            terminal.press(bytes([byte]))
            terminal.settle(0.02)
        terminal.until("Settings, kept for the next time")
        terminal.press(QUIT)
        terminal.until("Play now")
        terminal.press(QUIT)
        assert terminal.wait() == 0


def test_bytes_of_another_encoding_are_no_keys_in_the_menu(tmp_path: Path) -> None:
    with menu(tmp_path) as terminal:
        terminal.until("> 1 Play now")
        terminal.press("设置".encode("gbk") + b"\xff\xfe\x80\x1b[B")
        terminal.until("> 2 LAN tables")
        terminal.press("３")
        terminal.until("Server (HOST")
        terminal.press("主机".encode("gbk") + b"\xff" + "够".encode())
        assert "> 够 " in terminal.until("够")
        terminal.press(QUIT)
        assert terminal.wait() == 0


@pytest.mark.parametrize(
    "environment",
    [
        {"TERM": "linux"},
        {"TERM": "screen"},
        {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
        {"NO_COLOR": "1"},
    ],
    ids=lambda environment: " ".join(environment.values()),
)
def test_the_table_has_sixteen_colours_of_the_terminals_own_or_none(environment: dict[str, str]) -> None:
    with table(**environment) as terminal:
        terminal.until("K7QX")
        terminal.press("2")
        terminal.settle()
        numbers = {
            int(number)
            for styles in re.findall(rb"\x1b\[([0-9;]+)m", terminal.raw)
            for number in styles.split(b";")
        }
        # 38 and 48 ask for more than sixteen; those from 90 on are not to be seen on a console.
        assert not {number for number in numbers if number in (38, 48) or number >= 90}
        coloured = {number for number in numbers if 30 <= number < 38 or 40 <= number < 48}
        assert bool(coloured) == ("NO_COLOR" not in environment)
