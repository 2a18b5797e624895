"""A whole round of ``--solo`` with a fixed seed, played by keys only in a real terminal."""

import os
import re
import signal
import socket
import tempfile
from pathlib import Path

import pytest

from gouji_tui.solo import sweep
from tests.e2e.terminal import DEADLINE, Terminal, gouji, kill_server, solo_homes

FAST = ("--seed", "1", "--pace", "0", "--window", "0")
TURN = {"en": "Your turn", "zh": "轮到你"}
HINT = {"en": "Hint:", "zh": "提示："}
SENT = {"en": "Sent, waiting", "zh": "已发出"}
END = {"en": "The game is over after round", "zh": "本局结束（共"}
PLACES = {
    "en": ("1st", "2nd", "3rd", "4th", "5th", "last"),
    "zh": ("头科", "二科", "三科", "四科", "二落", "大落"),
}


def shown(text: str) -> str:
    """Returns a screen without blanks, for pyte puts one after every wide letter."""
    return re.sub(r"[ \n]", "", text)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_whole_round_by_keys_ends_with_the_place_table(lang: str) -> None:
    turn, hint, sent, end = (shown(words[lang]) for words in (TURN, HINT, SENT, END))

    def is_turn(text: str) -> bool:
        # A hint for those who wait says that it is not your turn yet.
        return turn in shown(text).replace("没轮到你", "") or end in shown(text)

    with Terminal(gouji("play", "--solo", "--rules", "online+rounds=1", "--lang", lang, *FAST)) as terminal:
        turns = 0
        while end not in shown(terminal.until(is_turn)):
            turns += 1
            terminal.press("h")
            if not terminal.seen(lambda text: hint in shown(text), 1):
                continue  # the frame read was half painted and it is somebody else's turn by now
            terminal.press("\r")
            terminal.until(lambda text: hint not in shown(text) and sent not in shown(text))
        terminal.settle()
        assert turns > 5
        rows = [line for line in terminal.text.splitlines() if line.strip()]
        for place, row in zip(PLACES[lang], rows[1:7], strict=True):
            assert shown(row).startswith(place)
        scores = [int(score) for score in re.findall(r"= ([+-]?\d+)", rows[7])]
        assert len(scores) == 2
        assert sum(scores) == 0
        pid = terminal.pid
        terminal.press("\r")
        assert terminal.wait() == 0
        assert not solo_homes(pid)


def test_leaving_is_asked_first_and_leaves_nothing() -> None:
    with Terminal(gouji("play", "--solo", "--lang", "en", *FAST)) as terminal:
        terminal.until("Your turn")
        terminal.press("\x11")
        terminal.until("Leave the game?")
        terminal.press("k")
        terminal.until(lambda text: "Leave the game?" not in text)
        terminal.press("\x03")
        terminal.until("Leave the game?")
        terminal.press("\r")
        assert terminal.wait() == 0
        assert b"Connection lost" not in terminal.raw, "whoever leaves has lost nothing"
        assert not solo_homes(terminal.pid)


def test_a_killed_client_takes_its_server_along_and_the_next_one_sweeps_up() -> None:
    with Terminal(gouji("play", "--solo", "--lang", "en", *FAST)) as terminal:
        terminal.until("[1]")
        (home,) = solo_homes(terminal.pid)
        with socket.socket(socket.AF_UNIX) as watch:
            watch.settimeout(DEADLINE)
            watch.connect(str(home / "s"))
            os.kill(terminal.pid, signal.SIGKILL)
            assert terminal.wait() == -signal.SIGKILL
            while watch.recv(4096):
                pass
        sweep()
        assert not home.exists()


def test_a_temporary_directory_too_deep_for_a_socket_is_gone_round() -> None:
    command = gouji("play", "--solo", "--lang", "en", *FAST)
    with tempfile.TemporaryDirectory(dir="/tmp") as short:
        deep = Path(short, "x" * 100)
        deep.mkdir()
        with Terminal(command, environment={"TMPDIR": str(deep), "XDG_RUNTIME_DIR": short}) as terminal:
            terminal.until("[1]")
            assert list(Path(short).glob(f"gouji-solo-{terminal.pid}-*/s"))
            terminal.press("\x11\r")
            assert terminal.wait() == 0
        assert list(Path(short).rglob("*")) == [deep]


@pytest.mark.parametrize("how", [("play", "--solo"), ()], ids=["at once", "from the menu"])
def test_a_private_server_that_ends_by_itself_ends_the_game_and_says_so(how: tuple[str, ...]) -> None:
    """Nobody would start it again, so to wait for it would be to wait for ever."""
    with Terminal(gouji(*how, "--lang", "en")) as terminal:
        if not how:
            terminal.until("Play now with five bots")
            terminal.press("\r")
        terminal.until("call yu")
        kill_server(terminal.pid)
        if how:
            assert terminal.wait() == 1
            assert b"the private server has ended by itself" in terminal.raw
        else:
            terminal.until("the private server has ended")
            terminal.press("\x1b")
            terminal.until("Play now with five bots")
            terminal.press("\x11")
            assert terminal.wait() == 0
        assert not solo_homes(terminal.pid)


def test_bytes_that_are_no_text_are_no_keys() -> None:
    """A GBK terminal sends them for letters of an input method, a noisy line for anything."""
    with Terminal(gouji("play", "--solo", "--lang", "en", *FAST)) as terminal:
        terminal.until("call yu")
        terminal.press("过牌".encode("gbk"))
        terminal.press(b"\xff\x80?")
        terminal.until("Keys")
        terminal.press("\x1b")
        terminal.until("call yu")
        terminal.press("\x11")
        terminal.until("Leave the game?")
        terminal.press("\r")
        assert terminal.wait() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_clean_and_nothing_behind(number: signal.Signals) -> None:
    with Terminal(gouji("play", "--solo", "--lang", "en", *FAST)) as terminal:
        terminal.until("Your turn")
        os.kill(terminal.pid, number)
        assert terminal.wait() == 128 + number
        assert not solo_homes(terminal.pid)
        # The other screen is left, the cursor shown, the mouse and bracketed paste off.
        assert b"\x1b[?1049l" in terminal.raw
        assert terminal.raw.rfind(b"\x1b[?25h") > terminal.raw.rfind(b"\x1b[?25l")
