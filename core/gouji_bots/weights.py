"""The numbers the regular bot weighs with, in one value so that they can be tried against each other.

The unit is one turn at the lead: getting a losing set out of the hand is worth about one. They were
found by duplicate matches (``gouji_bots.match``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gouji_core.options import Rules


@dataclass(frozen=True, slots=True)
class Weights:
    """Holds what things are worth to the regular bot."""

    turn: float = 0.2
    """What each set costs, the turn it takes."""
    control: float = 1.4
    """What a set that stands is worth for getting the lead back."""
    loser: float = 1.6
    """What a set costs that loses the lead when led, beyond the turn it takes."""
    shed: float = 0.7
    """How well middle sets are shed as answers."""
    big: float = 2.0
    """What a big joker is worth beyond the losing set it carries."""
    small: float = 1.5
    two: float = 1.1
    carry_big: float = 0.9
    """How much of a losing set's cost a big joker takes away."""
    carry_small: float = 0.6
    end: float = 1.0
    """What being down to a last combo is worth, half of it with two, a third with three."""
    reserve: float = 0.0
    """What each control costs that a hand lacks of the ``RESERVE`` it should keep for its last leads."""
    lead: float = 0.3
    """What the lead is worth, as a part of the worst losing set."""
    lead_floor: float = 0.4
    near_out: float = 4.0
    """What the lead is worth more to a hand that surely goes out in a row from it."""
    opening: float = 0.6
    """What opening is worth (R11.2)."""
    threat: float = 1.0
    """What it costs to leave an enemy the lead, before it is near going out."""
    threat_near: float = 2.5
    """What it costs more to leave it to an enemy with a card or two."""
    help_partner: float = 0.8
    """What the lead is worth in a partner's hands."""
    help_near: float = 2.0
    feed: float = 1.2
    """What offering a partner the size it may go out with is worth."""
    cheap_will: float = 0.9
    """How likely an enemy beats with plain cards when it can."""
    dear_will: float = 0.4
    """How likely an enemy beats with 2s and jokers when it can."""
    meddle: float = 0.5
    """How likely a player asked later beats an ordinary combo when it can, so that no last word comes."""
    dear_will_near: float = 0.85
    """The same when the hand it would stop is nearly out."""
    choke: float = 3.0
    """What it costs to be left with only 3s and beaten (R10.3)."""
    margin: float = 0.0
    """What beating must gain over passing."""
    burn: float = 0.6
    """From what chance of going out burning is worth its duty."""


PLAIN = Weights()
"""For rules under which any combo may be the bottom."""

HELD = replace(
    PLAIN,
    turn=0.0,
    control=1.0,
    two=1.2,
    end=2.0,
    reserve=1.0,
    lead=0.0,
    lead_floor=0.0,
    threat=0.7,
    help_partner=0.6,
    dear_will=0.25,
    choke=6.0,
)
"""For held threes: the last lead has to be won, so power is kept and the lead alone is worth nothing."""


def weights_for(rules: Rules) -> Weights:
    """Returns the weights that suit some rules."""
    return HELD if rules.hold_threes else PLAIN
