"""What cannot be undone among a seat's own acts: revolution, losing the head, a burn that must then fail.

The presses and the plain mode ask once more before these, and before nothing else. A kind of them is the
code of its question; what it means is ``<code>_why`` in the catalogues.
"""

from __future__ import annotations

from enum import StrEnum

from gouji_core.actions import Action, Burn, Head, Play, Revolt
from gouji_core.beating import is_gouji
from gouji_core.cards import Cards
from gouji_core.combos import combo_of
from gouji_core.rules.burning import can_finish, under_duty
from gouji_core.seats import NOBODY, opposite
from gouji_core.views import SeatView


class Final(StrEnum):
    """Names what cannot be undone."""

    REVOLT = "sure.revolt"
    HEAD = "sure.head"
    """Going headless at once (R9.4)."""
    THIRD = "sure.third"
    """Going headless by the last free gouji (R9.4)."""
    DUTY = "sure.duty"
    """Keeping too few jokers for the leads of a burn's duty (R7.3, R7.7)."""


def finality(view: SeatView, action: Action) -> Final | None:
    """Returns what a legal action does that cannot be undone, None for all others."""
    match action:
        case Revolt(True):
            return Final.REVOLT
        case Head(False):
            return Final.HEAD
        case Play(Cards() as cards) | Burn(Cards() as cards):
            if _is_last_free(view, cards):
                return Final.THIRD
            return Final.DUTY if _breaks_duty(view, cards) else None
        case _:
            return None


def _is_last_free(view: SeatView, cards: Cards) -> bool:
    public = view.public
    standing, trick, combo = public.standing, public.trick, combo_of(cards)
    return (
        standing.free_left == 1
        and standing.revolted != NOBODY
        and opposite(view.seat) == standing.revolted
        and trick is not None
        and not trick.melee
        and cards != view.hand
        and combo is not None
        and is_gouji(public.rules, combo)
    )


def _breaks_duty(view: SeatView, cards: Cards) -> bool:
    rules, hand = view.public.rules, view.hand
    return (
        under_duty(view.public, view.seat) and can_finish(rules, hand) and not can_finish(rules, hand - cards)
    )
