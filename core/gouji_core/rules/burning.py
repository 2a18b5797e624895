"""Burning (烧牌): who may burn with what, and the duty that follows (R7)."""

from __future__ import annotations

from gouji_core.actions import Burn
from gouji_core.cards import THREE, TWO, Cards
from gouji_core.combos import Combo, combo_of
from gouji_core.events import (
    BurnDone,
    BurnFailed,
    BurnUndone,
    DutyLapsed,
    StepClosed,
    WindowOpened,
)
from gouji_core.listing import answers
from gouji_core.options import Rules
from gouji_core.public import Public, TopKind, Trick
from gouji_core.rules.places import announce_headless, free_places
from gouji_core.rules.run import Run
from gouji_core.seats import after, federation, mask, opposite, seats_in


def can_finish(rules: Rules, rest: Cards) -> bool:
    """Tells whether a hand could go out with a joker on every combo but the last (R7.1, R7.3)."""
    counts = rest.counts
    jokers = rest.jokers
    different = rest.natural_ranks()
    if not (rules.hold_threes and counts[THREE]):
        return jokers >= different - 1
    different -= 1
    return jokers >= (1 if not different and counts[TWO] else different)


def burn_combos(rules: Rules, hand: Cards, top: Combo) -> list[Combo]:
    """Returns the combos a hand may burn ``top`` with (R7.1)."""
    # The combo takes one natural rank along and another goes last, be it the 3s, so most hands are
    # turned down unlisted.
    if hand.jokers < hand.natural_ranks() - 2:
        return []
    return [combo for combo in answers(rules, hand, top) if can_finish(rules, hand - combo.cards)]


def may_burn(public: Public, trick: Trick) -> int:
    """Returns the mask of seats that everybody can see may burn, had they the cards (R7.1)."""
    standing = public.standing
    bits = standing.in_play & ~standing.headless & ~trick.passed
    return bits & ~(1 << trick.owner | 1 << opposite(trick.owner))


def open_window(run: Run, kind: TopKind) -> bool:
    """Opens the burn window unless nobody is left who might burn; tells whether it is open (R7.2)."""
    public, trick = run.public, run.trick
    seats = may_burn(public, trick)
    if not seats or trick.top is None:
        return False
    top, hands = trick.top, run.hands
    asked = mask(seat for seat in seats_in(seats) if burn_combos(public.rules, hands[seat], top))
    run.emit(WindowOpened(kind, asked))
    return True


def close_window(run: Run) -> tuple[int, Combo] | None:
    """Closes the burn window and returns who burns with what: the owner's federation first (R7.2)."""
    owner = run.trick.owner
    burns = {seat: action.cards for seat, action in run.secret.answers if isinstance(action, Burn)}
    run.emit(StepClosed())
    if not burns:
        return None
    order = sorted(after(owner, mask(burns)), key=lambda seat: federation(seat) != federation(owner))
    cards = burns[order[0]]
    combo = combo_of(cards) if isinstance(cards, Cards) else None
    return (order[0], combo) if combo else None


def undo_burn(run: Run, beaten: int) -> None:
    """Undoes a burn whose owner's combo was beaten or burnt while in play (R7.4)."""
    burner = run.standing.burner
    if burner and burner.seat == beaten:
        run.emit(BurnUndone(beaten))


def finish_burn(run: Run, seat: int) -> None:
    """Lets a burn succeed when the burner's hand is empty (R7.5)."""
    burner = run.standing.burner
    if burner and burner.seat == seat:
        run.emit(BurnDone(seat, burner.burnt))


def lapse_duty(run: Run) -> None:
    """Ends the duty without reward, when a melee trick starts or the round ends (R7.6)."""
    burner = run.standing.burner
    if burner:
        run.emit(DutyLapsed(burner.seat))


def under_duty(public: Public, seat: int) -> bool:
    """Tells whether a seat must hang a joker on its leads (R7.3)."""
    burner = public.standing.burner
    return burner is not None and burner.seat == seat


def has_duty_lead(rules: Rules, hand: Cards) -> bool:
    """Tells whether a burner has a legal lead: a joker, or a hand that is one combo (R7.3, R7.7)."""
    if hand.jokers:
        return True
    return combo_of(hand) is not None and not (rules.hold_threes and hand.count(THREE) and hand.packed >> 8)


def fail_burn(run: Run, leader: int) -> int | None:
    """Lets the burn fail if the burner is to lead and cannot; returns the burnt player then (R7.7)."""
    burner = run.public.standing.burner
    if not burner or burner.seat != leader or has_duty_lead(run.rules, run.hand(leader)):
        return None
    run.emit(BurnFailed(leader, free_places(run.standing)[-1], run.hand(leader)))
    announce_headless(run, leader)
    return burner.burnt
