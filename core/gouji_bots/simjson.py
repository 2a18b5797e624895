"""A simulation as JSON, for machines; people read it as a table of the client."""

from __future__ import annotations

import json

from gouji_bots.sim import SimResult


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
