"""What a hand is worth: its sets, how many of them lose the lead, and what carries them (R2, R4).

``burden`` is the measure everything is weighed with: the turns a hand still needs, lower is better. A
play is good when the burden falls by more than other plays let it fall.
"""

from __future__ import annotations

from dataclasses import dataclass

from gouji_bots.table import Table
from gouji_core.cards import BIG, SMALL, THREE, TWO, Cards
from gouji_core.combos import bare


@dataclass(frozen=True, slots=True)
class Worth:
    """Is a hand weighed.

    ``burden`` is in turns, ``worst`` the costliest losing set, ``sets`` how many combos the hand has at
    least, ``finish`` the chance that it goes out in a row from the lead.
    """

    burden: float
    worst: float
    sets: int
    finish: float


EMPTY = Worth(0.0, 0.0, 0, 1.0)


def weigh(table: Table, hand: Cards) -> Worth:
    """Returns what a hand is worth to its seat now."""
    if not hand:
        return EMPTY
    weights = table.weights
    counts = hand.counts
    held = table.rules.hold_threes and counts[THREE] > 0
    lost: list[float] = []
    stands: list[float] = []
    for rank in range(1 if held else THREE, TWO):
        count = counts[rank]
        if count:
            lost.append(table.loss(rank, count))
            stands.append(table.led(rank, count))
    big, small, twos = counts[BIG], counts[SMALL], counts[TWO]
    lost.sort(reverse=True)
    stands.sort()
    sets = len(lost)
    worst = lost[0] if lost else 0.0
    # The bottom need not stand, unless it is the 3s.
    spare = 0 if held else 1
    net = sum(lost[spare:]) - weights.control * sum(stands)
    net -= big * weights.big + small * weights.small + twos * weights.two
    net -= weights.carry_big * sum(lost[spare : spare + big])
    net -= weights.carry_small * sum(lost[spare + big : spare + big + small])
    loose = 1 if not sets and (big or small or twos) else 0
    if loose and held:
        # Wild cards alone have to stand before the 3s.
        stands.append(table.stand(bare(big, small, twos)))
    total = sets + loose + (1 if held else 0)
    if weights.reserve:
        power = big + 0.8 * small + 0.6 * twos + sum(stand for stand in stands if stand > LIKELY)
        net += weights.reserve * max(0.0, RESERVE - power)
    net += weights.turn * total - weights.end / total
    return Worth(net, worst, total, _finish(stands, big, small, spare))


def _finish(stands: list[float], big: int, small: int, spare: int) -> float:
    """Returns the chance that sets, the weakest first, go out in a row, jokers carrying the weakest."""
    out = 1.0
    for stand in stands[big + spare :]:
        if small and stand < CARRIED_SMALL:
            small -= 1
            out *= CARRIED_SMALL
        else:
            out *= stand
        if out < NO_FINISH:
            return 0.0
    return out


LIKELY = 0.5
"""From what chance to stand a set counts as a control."""

RESERVE = 2.0
"""How many controls win the last leads that held threes ask for."""

CARRIED_SMALL = 0.75
"""About how likely a set with a small joker stands."""

NO_FINISH = 0.02
"""Below this chance a hand does not go out in a row."""


def lead_worth(table: Table, worth: Worth) -> float:
    """Returns what it is worth to hold the lead with a hand."""
    weights = table.weights
    return weights.lead_floor + weights.lead * worth.worst + weights.near_out * worth.finish
