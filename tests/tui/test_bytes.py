"""What the table costs on a slow line, in bytes sent to a real terminal."""

import statistics
import sys

import pytest

from tests.e2e.terminal import Terminal
from tests.tui.shown import PAINTED

ACTION, CLOCK, PAINT = "\x1b[20~", "\x1b[19~", "\x1b[17~"
MARK = PAINTED.encode()
FOREIGN, OWN, OWN_MEDIAN, TICK = 1200, 400, 252, 60
"""The budgets: any action of others, a key of one's own, the median of those, and a second of the clock."""


def shown(lang: str) -> Terminal:
    return Terminal([sys.executable, "-m", "tests.tui.shown", lang])


def cost(terminal: Terminal, key: str = "") -> int:
    """Returns how many bytes a key brings, without one what comes next by itself; all of them."""
    before = len(terminal.raw)
    terminal.press(key)
    assert key or terminal.seen(lambda _: len(terminal.raw) > before, 30), terminal.text
    terminal.press(PAINT)
    assert terminal.seen(lambda _: terminal.raw.find(MARK, before) >= 0, 30), terminal.text
    return terminal.raw.find(MARK, before) - before


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_others_do_costs_little(lang: str) -> None:
    with shown(lang) as terminal:
        terminal.until("K7QX")
        terminal.settle()
        costs: list[int] = []
        for _ in range(70):
            costs.append(cost(terminal, ACTION))
        assert max(costs) <= FOREIGN, costs
        assert statistics.median(costs) <= FOREIGN / 2, costs


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_own_keys_cost_little(lang: str) -> None:
    with shown(lang) as terminal:
        terminal.until("K7QX")
        while "Enter " not in terminal.text:
            cost(terminal, ACTION)
        terminal.settle()
        costs: list[int] = []
        for key in ("2", "a", "u", "u", "\x1b[C", " ", "\x1b[D", " ", "\x1b[B", "k", "\x7f", "\t", "\t", "u"):
            costs.append(cost(terminal, key))
        assert max(costs) <= OWN, costs
        assert statistics.median(costs) <= OWN_MEDIAN, costs


def test_the_clock_costs_little_and_rest_costs_nothing() -> None:
    with shown("zh") as terminal:
        terminal.until("K7QX")
        terminal.settle()
        assert terminal.settle(1.5) == 0
        cost(terminal, CLOCK)
        ticks = [cost(terminal) for _ in range(3)]
        assert max(ticks) <= TICK, ticks


def test_a_fault_of_our_own_leaves_a_clean_terminal_and_one_line() -> None:
    with shown("en") as terminal:
        terminal.until("K7QX")
        terminal.press("\x1b[18~")
        assert terminal.wait() == 1
        left = bytes(terminal.raw[terminal.raw.rfind(b"\x1b[?1049l") :]).decode()
        assert "the program failed" in left
        assert "Traceback" not in left
        assert "fault of our own" not in left


def test_the_first_paint_is_small() -> None:
    with shown("zh") as terminal:
        terminal.until("K7QX")
        terminal.settle()
        assert terminal.received <= 20_000
