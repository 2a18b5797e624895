"""Taking 3s or 4s out of play before the first lead, 会3 (R13.3)."""

from __future__ import annotations

from gouji_core.actions import Act, Action, Merge
from gouji_core.cards import FOUR, THREE
from gouji_core.errors import Refusal, refuse
from gouji_core.events import Merged, Waiting
from gouji_core.public import Ask, Phase
from gouji_core.rules.run import Run
from gouji_core.seats import seats_in
from gouji_core.views import SeatView

_RANKS = {"3": (THREE,), "4": (FOUR,), "34": (THREE, FOUR)}
_OFFERS = {"none": (), "3": ("3",), "4": ("4",), "34": ("3", "4", "34")}


def begin(run: Run) -> bool:
    """Asks the first leader; skipped where every choice would empty a hand."""
    choices = tuple(ranks for ranks in _OFFERS[run.rules.merge] if _leaves_all_cards(run, ranks))
    if not choices:
        return False
    run.emit(Waiting(Phase.MERGE, Ask.MERGE, (run.public.setup.leader,), choices=("", *choices)))
    return True


def _leaves_all_cards(run: Run, ranks: str) -> bool:
    hands = run.hands
    return all(hands[seat] != hands[seat].only(*_RANKS[ranks]) for seat in seats_in(run.standing.in_play))


def acts(view: SeatView) -> tuple[Act, ...]:
    """Returns whether the seat may merge."""
    return (Act.MERGE,) if view.seat in view.public.pending.seats else ()


def actions(view: SeatView) -> list[Action]:
    """Returns merging nothing and whatever may be merged."""
    return [Merge(ranks) for ranks in view.public.pending.choices] if acts(view) else []


def refusal(view: SeatView, action: Action) -> Refusal | None:
    """Refuses everybody but the first leader, and ranks that are not on offer."""
    if not acts(view):
        return refuse("R13.3", "not_yours_to_merge")
    if isinstance(action, Merge) and action.ranks not in view.public.pending.choices:
        return refuse("R13.3", "wrong_merge", ranks=action.ranks)
    return None


def apply(run: Run, seat: int, action: Action) -> None:
    """Takes the ranks out of every hand."""
    if isinstance(action, Merge):
        ranks = _RANKS.get(action.ranks, ())
        run.emit(Merged(seat, action.ranks, tuple(hand.only(*ranks) for hand in run.hands)))
