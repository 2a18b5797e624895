"""Whether to burn, and with what (R7)."""

from __future__ import annotations

from gouji_bots.advice import Advice, Reason, advise
from gouji_bots.table import Table
from gouji_core.actions import Act, Burn, Decline
from gouji_core.cards import BIG, SMALL, THREE, TWO, Cards
from gouji_core.combos import Combo, row
from gouji_core.legal import acts_open, legal_combos
from gouji_core.seats import federation


def choose_burn(table: Table) -> Advice:
    """Returns the best burn, or declines when the rest of the hand would hardly go out."""
    decline = advise(Decline(), Reason.DECLINE)
    trick = table.trick
    if trick is None or Act.BURN not in acts_open(table.view):
        return decline
    if federation(trick.owner) == federation(table.me):
        return decline
    best, chance = None, 0.0
    for combo in legal_combos(table.view):
        odds = out_chance(table, combo)
        if odds > chance:
            best, chance = combo, odds
    if best is None or chance < table.weights.burn:
        return decline
    action = Burn(best.cards)
    return advise(action, Reason.BURN, cards=best, chance=round(100 * chance), seat=trick.owner)


def out_chance(table: Table, combo: Combo) -> float:
    """Returns the chance that the hand goes out under the duty after burning with a combo."""
    rest = table.hand - combo.cards
    stands = table.stand(combo, melee=False)
    return stands * duty_chance(table, rest)


def duty_chance(table: Table, rest: Cards) -> float:
    """Returns the chance that a hand goes out from the lead when every combo but the last needs a joker."""
    counts = rest.counts
    held = table.rules.hold_threes and counts[THREE] > 0
    sets = [(rank, counts[rank]) for rank in range(1 if held else 0, TWO) if counts[rank]]
    # The strongest set needs no joker when it is the bottom.
    sets.sort(key=lambda pair: table.led(*pair))
    if sets and not held:
        sets.pop()
    big, small = counts[BIG], counts[SMALL]
    if held and not sets and (big or small or counts[TWO]):
        return 0.8 if big or small else 0.0
    out = 1.0
    for rank, count in sets:
        if big:
            big -= 1
            out *= table.stand(row(1, 0, 0, count)[rank], melee=False)
        elif small:
            small -= 1
            out *= table.stand(row(0, 1, 0, count)[rank], melee=False)
        else:
            return 0.0
    return out
