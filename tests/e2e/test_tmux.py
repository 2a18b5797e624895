"""A trick played inside tmux, a terminal that pyte does not model: wide letters, keys, a clean end."""

import os
import select
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.e2e.terminal import DEADLINE, gouji


@pytest.fixture(autouse=True)
def tmux_is_there() -> None:
    """make test installs tmux; without it these tests prove nothing, so they fail."""
    assert shutil.which("tmux"), "tmux is not installed: run scripts/bootstrap dev"


class Tmux:
    """Is a tmux of one's own with one window; its control mode tells when something was drawn."""

    def __init__(self, socket: Path, command: list[str]) -> None:
        self._base = ["tmux", "-u", "-S", str(socket), "-f", os.devnull]
        line = f"LANG=C.UTF-8 {shlex.join(command)}; echo ended $?; exec cat"
        self._run("new-session", "-d", "-x", "80", "-y", "24", line)
        self._control = subprocess.Popen(
            [*self._base, "-C", "attach"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def close(self) -> None:
        self._run("kill-server")
        self._control.communicate(timeout=10)

    def press(self, *keys: str) -> None:
        self._run("send-keys", *keys)

    def text(self) -> str:
        return self._run("capture-pane", "-p")

    def until(self, fits: Callable[[str], bool]) -> str:
        """Waits until what the window shows fits; returns it."""
        end = time.monotonic() + DEADLINE
        while not fits(text := self.text()):
            output = self._control.stdout
            assert output is not None
            ready = select.select([output], [], [], max(0.0, end - time.monotonic()))[0]
            assert ready, f"the window never fitted:\n{text}"
            os.read(output.fileno(), 65536)
        return text

    def _run(self, *command: str) -> str:
        done = subprocess.run(
            [*self._base, *command], check=True, capture_output=True, encoding="utf-8", timeout=30
        )
        return done.stdout


@contextmanager
def tmux(folder: Path, *arguments: str) -> Generator[Tmux]:
    window = Tmux(folder / "t", gouji(*arguments))
    try:
        yield window
    finally:
        window.close()


def has_played(text: str) -> bool:
    """Tells whether one's own row says what one did in this trick."""
    return any(row[1:].startswith("你 (") and " 出 " in row for row in text.splitlines())


def test_a_trick_is_played_inside_tmux(tmp_path: Path) -> None:
    fast = ("--seed", "1", "--pace", "0", "--window", "0", "--rules", "online+rounds=1")
    with tmux(tmp_path, "play", "--solo", "--lang", "zh", *fast) as window:
        shown = ""
        while not has_played(shown):
            window.until(lambda text: " 轮到你" in text)
            window.press("h")
            window.until(lambda text: "提示：" in text)
            window.press("Enter")
            shown = window.until(lambda text: "提示：" not in text and "已发出" not in text)
        # Every column stands where it should: wide letters fill two cells here too.
        (ranks,) = [row for row in shown.splitlines() if " 10   9 " in row]
        assert ranks.index("3") - ranks.index("4") == 5
        window.press("C-q")
        window.until(lambda text: "要离开吗" in text)
        window.press("Enter")
        assert "轮到" not in window.until(lambda text: "ended 0" in text)
