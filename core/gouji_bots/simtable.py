"""A simulation as a table for people and as JSON for machines."""

from __future__ import annotations

import json
from collections.abc import Sequence

from gouji_bots.sim import SeatTally, SimResult


def format_text(result: SimResult) -> str:
    """Writes a simulation as a few lines of text."""
    speed = (
        f"{_rate(result.rounds, result.seconds)} rounds/s, {_rate(result.actions, result.seconds)} actions/s"
    )
    lines = [
        f"rules {result.rules}  seed {result.seed}",
        f"{result.rounds} rounds in {result.games} games, {result.actions} actions, {result.sweeps} sweeps",
        speed,
        "",
        f"{'seat':<6}{'level':<10}"
        + "".join(f"{place:>7}" for place in range(1, 7))
        + f"{'points/round':>14}",
    ]
    for tally in result.seats:
        lines.append(f"{tally.seat:<6}" + _line(tally.level, [tally], result.rounds))
    lines.append("")
    levels = sorted({tally.level for tally in result.seats})
    for level in levels:
        tallies = [tally for tally in result.seats if tally.level == level]
        lines.append(f"{'all':<6}" + _line(level, tallies, result.rounds))
    even, odd = result.scores
    lines += ["", f"score  even {even}  odd {odd}"]
    return "\n".join(lines) + "\n"


def _line(level: str, tallies: Sequence[SeatTally], rounds: int) -> str:
    places = (sum(column) for column in zip(*(tally.places for tally in tallies), strict=True))
    mean = sum(tally.points for tally in tallies) / (rounds * len(tallies))
    return f"{level:<10}" + "".join(f"{count:>7}" for count in places) + f"{mean:>+14.3f}"


def _rate(count: int, seconds: float) -> str:
    return f"{count / seconds:.1f}" if seconds > 0 else "-"


def format_json(result: SimResult) -> str:
    """Writes a simulation as one JSON object."""
    seconds = result.seconds
    return json.dumps(
        {
            "rules": result.rules,
            "seed": result.seed,
            "games": result.games,
            "rounds": result.rounds,
            "actions": result.actions,
            "seconds": round(seconds, 3),
            "rounds_per_second": round(result.rounds / seconds, 2) if seconds > 0 else None,
            "actions_per_second": round(result.actions / seconds, 1) if seconds > 0 else None,
            "sweeps": result.sweeps,
            "scores": {"even": result.scores[0], "odd": result.scores[1]},
            "seats": [
                {
                    "seat": tally.seat,
                    "level": tally.level,
                    "places": list(tally.places),
                    "points": tally.points,
                }
                for tally in result.seats
            ],
        }
    )
