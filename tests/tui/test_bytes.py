"""What the table costs on a slow line, in bytes sent to a real terminal."""

import statistics
import sys

import pytest

from tests.e2e.terminal import Terminal

ACTION, CLOCK = "\x1b[20~", "\x1b[19~"
FOREIGN, OWN, OWN_MEDIAN, TICK = 1200, 400, 252, 60
"""The budgets: any action of others, a key of one's own, the median of those, and a second of the clock."""


def shown(lang: str) -> Terminal:
    return Terminal([sys.executable, "-m", "tests.tui.shown", lang])


def answer(terminal: Terminal) -> int:
    """Returns how many bytes a key brought, all of them."""
    before = terminal.received
    assert terminal.seen(lambda _: terminal.received > before, 10), terminal.text
    terminal.settle(0.08)
    return terminal.received - before


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_others_do_costs_little(lang: str) -> None:
    with shown(lang) as terminal:
        terminal.until("K7QX")
        terminal.settle()
        costs: list[int] = []
        for _ in range(70):
            terminal.press(ACTION)
            costs.append(answer(terminal))
        assert max(costs) <= FOREIGN, costs
        assert statistics.median(costs) <= FOREIGN / 2, costs


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_own_keys_cost_little(lang: str) -> None:
    with shown(lang) as terminal:
        terminal.until("K7QX")
        while "Enter " not in terminal.text:
            terminal.press(ACTION)
            answer(terminal)
        terminal.settle()
        costs: list[int] = []
        for key in ("2", "a", "u", "u", "\x1b[C", " ", "\x1b[D", " ", "\x1b[B", "k", "\x7f", "\t", "\t", "u"):
            terminal.press(key)
            costs.append(answer(terminal))
        assert max(costs) <= OWN, costs
        assert statistics.median(costs) <= OWN_MEDIAN, costs


def test_the_clock_costs_little_and_rest_costs_nothing() -> None:
    with shown("zh") as terminal:
        terminal.until("K7QX")
        terminal.settle()
        assert terminal.settle(1.5) == 0
        terminal.press(CLOCK)
        answer(terminal)
        ticks = [answer(terminal) for _ in range(3)]
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
