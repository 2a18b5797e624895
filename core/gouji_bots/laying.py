"""Laying the whole hand down, and in which order a hand surely runs (R13.2)."""

from __future__ import annotations

from gouji_bots.table import Table
from gouji_core.cards import BIG, SMALL, TWO
from gouji_core.combos import Combo, bare, row

SURE = 0.97
"""From what chance a combo counts as standing surely."""


def sure_row(table: Table) -> tuple[Combo, ...]:
    """Returns the hand split into combos that all stand but perhaps the last, in order; else nothing.

    Big jokers carry the sets that would be beaten; small jokers and 2s go as they are.
    """
    counts = table.hand.counts
    big = counts[BIG]
    sets = [row(0, 0, 0, counts[rank])[rank] for rank in range(TWO) if counts[rank]]
    sets += [bare(0, counts[SMALL], 0)] if counts[SMALL] else []
    sets += [bare(0, 0, counts[TWO])] if counts[TWO] else []
    sets.sort(key=lambda combo: -table.stand(combo))
    out = [combo for combo in sets if table.stand(combo) >= SURE]
    weak = sets[len(out) :]
    while len(weak) > 1 and big:
        combo = weak.pop()
        if combo.jokers:
            return ()
        carried = row(1, 0, 0, combo.natural)[combo.rank] if combo.natural else bare(1, 0, combo.money)
        if table.stand(carried) < SURE:
            return ()
        out.insert(0, carried)
        big -= 1
    if len(weak) > 1:
        return ()
    if big:
        out.insert(0, bare(big, 0, 0))
    return (*out, *weak)
