"""Leaving play: places in order of going out, and those kept for the revolutionary (R8.1, R8.4, R9.3)."""

from __future__ import annotations

from gouji_core.events import Headless
from gouji_core.public import Standing
from gouji_core.rules.run import Run
from gouji_core.seats import FEDERATION_MASK, NOBODY, opposite, partners

SECOND, LAST = 2, 6


def reserved_place(standing: Standing) -> int:
    """Returns the revolutionary's place: 三科 after both partners, else 四科; 0 for nobody (R9.3)."""
    if standing.revolted == NOBODY:
        return 0
    ahead = {standing.places[seat] for seat in partners(standing.revolted)}
    return 3 if ahead == {1, 2} else 4


def free_places(standing: Standing) -> list[int]:
    """Returns the places still to be taken by players in play, 头科 first."""
    reserved = reserved_place(standing)
    taken = {*standing.places, reserved}
    return [place for place in range(1, LAST + 1) if place not in taken]


def place_taken(standing: Standing, place: int) -> bool:
    """Tells whether somebody has gone out with a place."""
    return place in standing.places


def one_federation_left(standing: Standing) -> bool:
    """Tells whether all players in play belong to one federation (R8.5)."""
    even, odd = (standing.in_play & side for side in FEDERATION_MASK)
    return not even or not odd


def announce_headless(run: Run, gone: int) -> None:
    """Tells that the opposite of who left play has no head any more (R8.4)."""
    other = opposite(gone)
    if run.standing.in_play >> other & 1 and not run.standing.headed(other):
        run.emit(Headless(other))
