"""A trick played inside GNU screen: wide letters, its own arrows, and a clean end."""

import os
import shutil
from pathlib import Path

from tests.e2e.terminal import Terminal, gouji
from tests.e2e.test_tmux import has_played


def test_a_trick_is_played_inside_screen(tmp_path: Path) -> None:
    assert shutil.which("screen"), "screen is not installed: run scripts/bootstrap dev"
    sockets = tmp_path / "s"
    sockets.mkdir(mode=0o700)
    own = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "SCREENDIR": str(sockets)}
    fast = ("--seed", "1", "--pace", "0", "--window", "0", "--rules", "online+rounds=1")
    command = ["screen", "-U", "-c", os.devnull, *gouji("play", "--solo", "--lang", "zh", *fast)]
    with Terminal(command, environment=own) as window:
        while not has_played(window.text):
            window.until(" 轮到你")
            window.press("h")
            window.until("提示：")
            window.press("\r")
            window.until(lambda text: "提示：" not in text and "已发出" not in text)
        window.until(" 轮到你")
        # Screen tells its arrows in another way than the terminal around it does.
        window.press("\x1b[A")
        window.until("已选")
        window.until(lambda _: window.whole)
        (ranks,) = [row for row in window.text.splitlines() if " 10   9 " in row]
        assert ranks.index("3") - ranks.index("4") == 5
        window.press("\x11")
        window.until("要离开吗")
        window.press("\r")
        assert window.wait() == 0
        assert "[screen is terminating]" in window.text
