"""A simulation as a table for people: how fast it was, and what each seat and each level came to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gouji_bots.sim import SeatTally, SimResult
from gouji_tui.texts import Texts
from gouji_tui.wrapping import width

_WIDTHS = (6, 10, *(7,) * 6, 14)
"""The columns: seat and level to the left, then the places and the points to the right."""


def sim_lines(result: SimResult, texts: Texts) -> Iterator[str]:
    """Yields a simulation as a few lines of text."""
    yield texts("sim.rules", rules=result.rules, seed=result.seed)
    counts = {"rounds": result.rounds, "games": result.games, "actions": result.actions}
    yield texts("sim.counts", **counts, sweeps=result.sweeps)
    speed = {name: _rate(counts[name], result.seconds) for name in ("rounds", "actions")}
    yield texts("sim.speed", **speed)
    yield ""
    heads = (texts("sim.seat"), texts("sim.level"), *map(str, range(1, 7)), texts("sim.points"))
    yield _row(heads)
    for tally in result.seats:
        yield _tallied(str(tally.seat), tally.level, [tally], result.rounds)
    yield ""
    for level in sorted({tally.level for tally in result.seats}):
        tallies = [tally for tally in result.seats if tally.level == level]
        yield _tallied(texts("sim.all"), level, tallies, result.rounds)
    yield ""
    even, odd = result.scores
    yield texts("sim.score", even=even, odd=odd)


def _tallied(seat: str, level: str, tallies: Sequence[SeatTally], rounds: int) -> str:
    places = (sum(column) for column in zip(*(tally.places for tally in tallies), strict=True))
    mean = sum(tally.points for tally in tallies) / (rounds * len(tallies))
    return _row((seat, level, *map(str, places), f"{mean:+.3f}"))


def _row(cells: Sequence[str]) -> str:
    padded = [
        cell + " " * (room - width(cell)) if at < 2 else " " * (room - width(cell)) + cell
        for at, (cell, room) in enumerate(zip(cells, _WIDTHS, strict=True))
    ]
    return "".join(padded)


def _rate(count: int, seconds: float) -> str:
    return f"{count / seconds:.1f}" if seconds > 0 else "-"
