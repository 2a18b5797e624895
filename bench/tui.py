"""T1 to T4: what the real screen sends, and how fast, in a terminal of 80 by 24 with 256 colours."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from bench.jobs import PEERS, memory
from bench.measure import Line, Spread, alone, at_most, compared, in_turn, paired, percentile
from bench.seats import NO_CLOCK
from bench.settings import Settings
from bench.stage import Stage, staged
from bench.terminal import SETTLED, Said, Terminal, gouji, running
from gouji_protocol.messages import TableOptions

CURSOR = (b"\x1b[C",) * 7 + (b"\x1b[D",) * 7
RANKS = (b"7", b"7", b"u", b"u", b"k", b"u", b"9", b"9", b"9", b"u", b"u", b"u")
"""Rank keys with what takes the cards back; the seed's hand has them all."""

TICKS = 4


def _curses(keys: Sequence[bytes]) -> list[bytes]:
    """Returns the keys as curses wants its arrows."""
    return [key.replace(b"\x1b[", b"\x1bO") for key in keys]


def _bytes(screen: Terminal, keys: Sequence[bytes]) -> list[float]:
    """Presses keys and returns how many bytes each brings; taking back is not counted."""
    found: list[float] = []
    for key in keys:
        said = screen.press(key, 0.06)
        if key != b"u":
            found.append(len(said.data))
    return found


def t1(settings: Settings) -> list[Line]:
    """Bytes of a key of one's own, beside a curses program that shows the same."""
    del settings
    with ExitStack() as stack:
        stage = stack.enter_context(staged(NO_CLOCK))
        floor = stack.enter_context(running([sys.executable, str(PEERS / "curses_hand.py")]))
        floor.wait_for("READY")
        stage.until_asked()
        lines: list[Line] = []
        for what, keys in (("cursor key", CURSOR), ("rank key", RANKS)):
            ours, least = _bytes(stage.screen, keys), _bytes(floor, _curses(keys))
            lines += _key_lines(what, ours, least)
        return lines


def _key_lines(what: str, ours: list[float], least: list[float]) -> list[Line]:
    mine, theirs = Spread.of(ours), Spread.of(least)
    ratio = mine.median / theirs.median
    limit = at_most(2)
    shown = f"{ratio:.2f} x"
    median = Line(
        "T1", f"bytes of a {what}: median", mine.text("B"), theirs.text("B, curses"), ratio, shown, limit,
        note="" if mine.median <= 150 else "hoped for are 150 B",
    )  # fmt: skip
    most = Line(
        "T1", f"bytes of a {what}: most", f"{mine.high:.0f} B", value=mine.high, must=at_most(400, "B")
    )
    return [median, most]


def t2(settings: Settings) -> list[Line]:
    """Bytes of what happens without a key: somebody plays, the clock ticks, nothing at all."""
    plays: list[float] = []
    passes: list[float] = []
    with staged(NO_CLOCK) as stage:
        while stage.goes_on and len(plays) < (4 if settings.short else 24):
            turn = stage.turn
            size = len(stage.act().data)
            if turn.seat != 5:
                (plays if turn.play else passes).append(size)
        idle = _idle(stage)
    with staged(TableOptions(turn_seconds=300)) as stage:
        ticks = [float(len(said.data)) for said in (_tick(stage.screen) for _ in range(TICKS)) if said.data]
    played = Spread.of(plays)
    note = f"a pass {Spread.of(passes).text('B')}" if passes else ""
    return [
        alone(
            "T2", "bytes when another plays: median", played, "B",
            must=at_most(1200, "B"), hoped=at_most(600, "B"), note=note,
        ),
        alone("T2", "bytes of a tick of the clock", Spread.of(ticks or [0]), "B", must=at_most(60, "B")),
        alone("T2", "bytes of an idle second", Spread.of([idle]), "B", must=at_most(0, "B")),
    ]  # fmt: skip


def _tick(screen: Terminal) -> Said:
    return screen.listen(0.3, begin=1.5)


def _idle(stage: Stage) -> float:
    stage.screen.listen(0.5)
    return len(stage.screen.listen(2.0, 2.0).data) / 2


def t3(settings: Settings) -> list[Line]:
    """From a key to the last byte it brings, beside a Textual screen with the hand in one widget."""
    with ExitStack() as stack:
        stage = stack.enter_context(staged(NO_CLOCK))
        peer = stack.enter_context(running([sys.executable, str(PEERS / "textual_hand.py")]))
        peer.wait_for("READY")
        stage.until_asked()
        lines: list[Line] = []
        for what, keys in (("cursor", CURSOR), ("rank", RANKS)):
            rounds = 1 + min(settings.rounds, 3)
            found = in_turn(rounds, _p95(stage.screen, keys, settings), _p95(peer, CURSOR, settings))
            # The first round warms up.
            pair = paired(*(figures[1:] for figures in found))
            lines.append(
                compared("T3", f"{what} key to paint, p95", pair, "ms", must=at_most(1.5), hoped=at_most(1))
            )
        return lines


def _p95(screen: Terminal, keys: Sequence[bytes], settings: Settings) -> Callable[[], float]:
    def run() -> float:
        found: list[float] = []
        for _ in range(1 if settings.short else 2):
            for key in keys:
                said = _timed(screen, key)
                if key != b"u" and said:
                    found.append(said)
        return percentile(found, 0.95)

    return run


def _timed(screen: Terminal, key: bytes) -> float:
    """Returns the milliseconds from a key to the last byte of its answer, 0 without any."""
    began = time.perf_counter()
    said = screen.press(key, 0.04)
    return (said.last - began) * 1e3 if said.last else 0.0


def _start_figures(settings: Settings) -> tuple[list[list[float]], list[list[float]], list[float]]:
    """Starts the menu and an empty screen in turn: their times, memories, and the bytes of the menu."""
    memories: list[list[float]] = [[], []]
    sizes: list[float] = []

    def start(command: list[str], at: int) -> float:
        with running(command) as screen:
            said = screen.listen(SETTLED, begin=20.0)
            memories[at].append(memory(screen.pid, peak=True) / 1024)
            if at == 0:
                screen.wait_for("Gouji")
                sizes.append(len(said.data))
            return (said.last - screen.began) * 1e3

    empty = [sys.executable, str(PEERS / "textual_hand.py"), "empty"]
    times = in_turn(settings.rounds, lambda: start(gouji("--lang", "en"), 0), lambda: start(empty, 1))
    return times, memories, sizes


def t4(settings: Settings) -> list[Line]:
    """From the command to a menu that stands, beside an empty Textual screen."""
    times, memories, sizes = _start_figures(settings)
    size = Spread.of(sizes)
    return [
        compared("T4", "start of gouji to its menu", paired(*times), "ms", must=at_most(1.3)),
        alone("T4", "bytes of the first paint", size, "B", must=at_most(20_000, "B")),
        compared("T4", "most memory at the menu", paired(*memories), "MiB", must=at_most(1.3)),
    ]


ROWS = {"T1": t1, "T2": t2, "T3": t3, "T4": t4}
