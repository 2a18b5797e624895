"""Exhaustive play of a practice position: can a seat bring its goal about, whatever the others do?"""

from gouji_core.actions import Action
from gouji_core.engine import Step, settle, step, waiting
from gouji_core.events import Event
from gouji_core.legal import legal_actions
from gouji_core.state import State
from gouji_core.values import replace
from gouji_core.views import view_of
from gouji_tui.learning.goals import Goal, Outcome


class TooManyError(Exception):
    """Says that a position is not small."""


def act(state: State, seat: int, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Returns the state after an action and the steps that the table takes behind it."""
    done = step(state, seat, action)
    assert isinstance(done, Step), (seat, action, done)
    rest = settle(done.state)
    return rest.state, (*done.events, *rest.events)


def choices(state: State, seat: int) -> list[Action]:
    return legal_actions(view_of(state, seat))


class Search:
    """Plays out all there is: the seats of ``friends`` want the goal, the others do not."""

    def __init__(self, goal: Goal, friends: frozenset[int], most: int = 60_000) -> None:
        self._goal = goal
        self._friends = friends
        self._known: dict[object, bool] = {}
        self._most = most

    @property
    def seen(self) -> int:
        return len(self._known)

    def wins(self, state: State) -> bool:
        """Tells whether the friends bring the goal about from here."""
        key = _key(state)
        known = self._known.get(key)
        if known is not None:
            return known
        if len(self._known) > self._most:
            raise TooManyError
        seats = waiting(state)
        if not seats:
            won = False
        else:
            seat = seats[0]
            tried = (self.after(state, seat, action) for action in choices(state, seat))
            won = any(tried) if seat in self._friends else all(tried)
        self._known[key] = won
        return won

    def after(self, state: State, seat: int, action: Action, told: tuple[Event, ...] = ()) -> bool:
        """Tells whether the friends bring the goal about after an action."""
        after, events = act(state, seat, action)
        match self._goal.outcome((*told, *events)):
            case Outcome.REACHED:
                return True
            case Outcome.MISSED:
                return False
            case Outcome.OPEN:
                return self.wins(after)


def _key(state: State) -> object:
    """Returns what of a state decides how it goes on."""
    public = state.public
    trick = public.trick
    bare = replace(trick, number=0, marks=()) if trick is not None else None
    pending = (public.pending.kind, public.pending.seats)
    return (public.phase, state.hands, public.standing, bare, pending, state.secret, public.setup.debts)
