"""What the table looks like to one seat: who is friend, who may answer, what is likely to stand.

Made once for a decision from a ``SeatView`` and asked many times while candidates are weighed.
"""

from __future__ import annotations

from gouji_bots.odds import Odds
from gouji_bots.weights import Weights
from gouji_core.beating import is_dead, is_gouji
from gouji_core.cards import TWO
from gouji_core.combos import Combo, row
from gouji_core.public import Trick
from gouji_core.rules.burning import under_duty
from gouji_core.seats import FEDERATION_MASK, after, opposite, seats_in
from gouji_core.views import SeatView

NEAR = 10
"""From this many cards on a player counts as near going out."""


class Table:
    """Holds what is known to a seat in one decision, and remembers the chances it worked out."""

    __slots__ = (
        "_losses",
        "_stands",
        "counts",
        "enemies",
        "hand",
        "me",
        "melee_next",
        "odds",
        "opposite",
        "partners",
        "rules",
        "standing",
        "trick",
        "view",
        "weights",
    )

    def __init__(self, view: SeatView, weights: Weights) -> None:
        """Reads the view of a player's seat."""
        public = view.public
        me = view.seat
        in_play = public.standing.in_play
        self.view = view
        self.rules = public.rules
        self.weights = weights
        self.me = me
        self.hand = view.hand
        self.trick: Trick | None = public.trick
        self.standing = public.standing
        self.counts = public.counts
        self.opposite = opposite(me)
        friends = FEDERATION_MASK[me & 1]
        self.partners = after(me, in_play & friends)
        self.enemies = after(me, in_play & ~friends)
        self.melee_next = in_play.bit_count() <= 4
        self.odds = Odds(self.rules, view.hand, public.played, public.counts)
        self._losses: dict[int, float] = {}
        self._stands: dict[int, float] = {}

    @property
    def bound(self) -> bool:
        """Whether this seat is under the duty of R7.3."""
        return under_duty(self.view.public, self.me)

    @property
    def opened(self) -> bool:
        """Whether this seat has opened, or cannot gain by opening (R11.2)."""
        rules, standing, me = self.rules, self.standing, self.me
        return (
            not rules.opening
            or not rules.tribute
            or bool((standing.opened | standing.forfeited) >> me & 1)
            or not standing.headed(me)
        )

    def opens(self, combo: Combo) -> bool:
        """Tells whether a combo would open if it stands (R11.2)."""
        if self.opened or self.melee_next or not is_gouji(self.rules, combo):
            return False
        match self.rules.opening_excludes:
            case "big":
                return not combo.big
            case "jokers":
                return not combo.jokers and combo.size > 1
            case "jokers_twos":
                return not combo.jokers and not combo.money

    def nearness(self, seat: int) -> float:
        """Returns how near a seat is to going out: 0 with many cards, 1 with a card or two."""
        count = self.counts[seat]
        if count > NEAR or not self.standing.in_play >> seat & 1:
            return 0.0
        return 1.0 if count <= 2 else (NEAR + 2 - count) / NEAR

    def threat(self, seat: int) -> float:
        """Returns what it costs to leave an enemy the lead."""
        return self.weights.threat + self.weights.threat_near * self.nearness(seat)

    def help(self, seat: int) -> float:
        """Returns what the lead is worth in a partner's hands."""
        return self.weights.help_partner + self.weights.help_near * self.nearness(seat)

    def stand(self, combo: Combo, passed: int = 0, *, melee: bool | None = None) -> float:
        """Returns the chance that no enemy beats a combo that this seat plays.

        ``passed`` is the mask of seats that may not answer an ordinary combo any more.
        """
        if is_dead(self.rules, combo):
            return 1.0
        melee = self.melee_next if melee is None else melee
        bits = self._rivals(combo, passed, melee=melee)
        if not bits:
            return 1.0
        weights = self.weights
        near = self.counts[self.me] - combo.size <= NEAR
        dear_will = weights.dear_will_near if near else weights.dear_will
        out = 1.0
        for seat in seats_in(bits):
            if not combo.jokers and combo.body < TWO:
                out *= 1.0 - weights.cheap_will * self.odds.natural(seat, combo.size, combo.body)
            out *= 1.0 - dear_will * self.odds.dear(seat, combo)
        return out

    def _rivals(self, combo: Combo, passed: int, *, melee: bool) -> int:
        """Returns the enemies who may answer a combo (R5.3, R5.5, R5.7)."""
        standing, other = self.standing, 1 << self.opposite
        enemies = standing.in_play & FEDERATION_MASK[1 - (self.me & 1)]
        if melee:
            return enemies
        open_to = enemies & (~passed | other)
        if is_gouji(self.rules, combo) and standing.headed(self.me):
            return open_to & (standing.headless | other)
        return open_to

    def led(self, rank: int, count: int) -> float:
        """Returns the chance that ``count`` natural cards of a rank stand when led."""
        key = rank << 5 | count
        found = self._stands.get(key)
        if found is None:
            found = self._stands[key] = self.stand(row(0, 0, 0, count)[rank])
        return found

    def loss(self, rank: int, count: int) -> float:
        """Returns what a set costs beyond the turn it takes: losing the lead, unless shed as an answer."""
        key = rank << 5 | count
        found = self._losses.get(key)
        if found is None:
            weights = self.weights
            shed = weights.shed * _SIZES[min(count, 8)] * (rank / 11)
            found = weights.loser * (1.0 - self.led(rank, count)) * (1.0 - shed)
            self._losses[key] = found
        return found


_SIZES = (0.0, 1.0, 0.95, 0.8, 0.55, 0.3, 0.15, 0.08, 0.04)
"""How often sets of a size can be shed as answers, by size."""
