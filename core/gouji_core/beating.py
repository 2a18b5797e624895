"""Which combo beats which, which is dead, which is gouji (R2.4, R3, R4.1).

The three orders of the rules live here side by side: ``dominance`` (R3.1), ``highest`` (R3.2) and
the exchange of jokers (R3.3). ``gouji_core.listing`` lists answers by the same rules faster; the two
must change together, and a test holds them equal.
"""

from __future__ import annotations

from gouji_core.cards import ACE, BIG, JACK, KING, QUEEN, SMALL, TEN, TWO
from gouji_core.combos import NO_BODY, Combo
from gouji_core.options import Rules

_GOUJI_FROM = {ACE: 2, KING: 2, QUEEN: 3, JACK: 4, TEN: 5}


def joker_split(rules: Rules, combo: Combo) -> tuple[int, int]:
    """Returns how many jokers count as big and how many as small (R2.4)."""
    if combo.small and combo.big and rules.mixed_jokers == "demote":
        return 0, combo.jokers
    return combo.big, combo.small


def is_gouji(rules: Rules, combo: Combo) -> bool:
    """Tells whether a combo is gouji, 够级牌 (R4.1)."""
    kind = rules.gouji
    if combo.jokers:
        return kind != "plain"
    if combo.body == TWO:
        return kind == "full" or (kind == "laotou" and combo.count >= 2)
    return combo.count >= _GOUJI_FROM.get(combo.body, 99)


def is_dead(rules: Rules, combo: Combo) -> bool:
    """Tells whether nothing can beat a combo, 死牌 (R3.4)."""
    return combo.big > 0 and not rules.joker_exchange and joker_split(rules, combo)[0] > 0


def beats(rules: Rules, attack: Combo, defend: Combo) -> bool:
    """Tells whether ``attack`` beats ``defend`` (R3)."""
    if defend.big and is_dead(rules, defend):
        return False
    if rules.joker_exchange:
        return _covers(rules, attack, defend)
    if attack.size != defend.size:
        return False
    if rules.joker_order == "highest":
        return _higher_joker(rules, attack, defend)
    return _dominates(rules, attack, defend)


def _dominates(rules: Rules, attack: Combo, defend: Combo) -> bool:
    """R3.1: sorted high to low, every card is strictly higher than the one in its place."""
    # A dead defender is already gone, so all its jokers count as small ones.
    if defend.jokers and joker_split(rules, attack)[0] < defend.jokers:
        return False
    return attack.count == 0 or attack.body > defend.body


def _higher_joker(rules: Rules, attack: Combo, defend: Combo) -> bool:
    """R3.2: the higher joker kind wins, equal kinds compare bodies."""
    mine, theirs = _joker_kind(rules, attack), _joker_kind(rules, defend)
    if mine != theirs:
        return mine > theirs
    return _body_or_joker(attack, mine) > _body_or_joker(defend, theirs)


def _joker_kind(rules: Rules, combo: Combo) -> int:
    big, small = joker_split(rules, combo)
    return BIG if big else SMALL if small else 0


def _body_or_joker(combo: Combo, joker: int) -> int:
    return joker if combo.body == NO_BODY else combo.body


def _covers(rules: Rules, attack: Combo, defend: Combo) -> bool:
    """R3.3: the defender's cards are covered exactly, using all of the attacker's.

    Big jokers are covered by two big or three small ones, small ones by one big or two small, body
    cards by one higher card each. The attack's cards left after the jokers are covered must be as
    many as the defender's body cards, and higher.
    """
    big, small = joker_split(rules, attack)
    high, low = joker_split(rules, defend)
    if attack.count and attack.body <= defend.body:
        return False
    # Body cards of the attack can only cover body cards, and each body card takes one card.
    spare = defend.count - attack.count
    if spare < 0:
        return False
    for big_by_big in range(high + 1):
        big_left = big - 2 * big_by_big
        small_left = small - 3 * (high - big_by_big)
        for low_by_big in range(low + 1):
            big_over = big_left - low_by_big
            small_over = small_left - 2 * (low - low_by_big)
            if big_over >= 0 and small_over >= 0 and big_over + small_over == spare:
                return True
    return False
