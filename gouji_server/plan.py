"""What a table does of itself: deal, close a secret step, act for bots and for those whose time is up.

``plan`` only looks, so the same state and time always give the same plan.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from gouji_core import engine
from gouji_core.actions import Action, Begin, Proceed, TableAction
from gouji_core.public import Ask, Pending
from gouji_core.seats import NOBODY, seats_in
from gouji_core.state import State
from gouji_server.botseat import agreed, meek

if TYPE_CHECKING:
    from gouji_server.table import Table


_FOR_TWO = frozenset({Ask.SETTLE, Ask.ORDER})
"""What one of two answers for both (R8.5, R13.2): a bot is quicker, but leaves it to a person."""


@dataclass(frozen=True, slots=True)
class Move:
    """Is what a table does now: itself with ``NOBODY``, or for a seat; ``late`` if its time was up."""

    seat: int
    action: Action | TableAction
    late: bool = False


def plan(table: Table, now: float) -> Move | float:
    """Returns what a table does now, or until when it has nothing to do."""
    if table.charter.game == 0:
        return inf
    state = table.game.state
    pending = state.public.pending
    match pending.kind:
        case Ask.NOTHING:
            return inf
        case Ask.BEGIN if vote := _vote(table):
            return vote
        case Ask.BEGIN:
            if table.house.office.draining or not table.attended:
                return inf
            return Move(NOBODY, Begin()) if now >= table.begin_at or _ready(table) else table.begin_at
        case Ask.DEAL:
            return Move(NOBODY, table.house.dealer.deal(state.public, table.game.seed))
        case _:
            pass
    wake = inf
    if pending.secret and engine.due(state):
        # Held open as long as if somebody had been asked: that nobody was is a secret (R15).
        if now >= table.clock.window_ends:
            return Move(NOBODY, Proceed())
        wake = table.clock.window_ends
    found = _for_seats(table, state, pending, now)
    if isinstance(found, Move):
        return found
    return _vote(table) or min(wake, found)


def quiet_until(table: Table) -> float:
    """Returns until when a table has only people to wait for; 0 where ``plan`` has to say what is next."""
    public = table.game.state.public
    seats = public.pending.seats
    if not seats or public.setup.votes:
        return 0.0
    until = inf
    for seat in seats:
        if table.chairs[seat].bot_plays:
            return 0.0
        until = min(until, table.clock.expiry(seat))
    return until


def bot_at(table: Table) -> float:
    """Returns when the next bot may act where all see it."""
    return table.bot_since + table.house.office.bot_pace


def _for_seats(table: Table, state: State, pending: Pending, now: float) -> Move | float:
    wake = inf
    asked = seats_in(state.secret.asked) if pending.secret else pending.seats
    left_to_people = pending.kind in _FOR_TWO and any(not table.chairs[seat].bot_plays for seat in asked)
    for seat in asked:
        chair = table.chairs[seat]
        if not chair.bot_plays:
            expiry = table.clock.expiry(seat)
            if now >= expiry:
                return Move(seat, meek(table.game.view(seat)), late=True)
            wake = min(wake, expiry)
        elif left_to_people:
            continue
        elif pending.secret or now >= bot_at(table):
            # In a secret step nobody sees when a bot answers, so it need not be slow.
            level = chair.level or table.charter.options.bots
            generator = table.house.dealer.generator(seat, pending.id)
            return Move(seat, table.bots.choose(table.game.view(seat), level, generator))
        else:
            wake = min(wake, bot_at(table))
    return wake


def _ready(table: Table) -> bool:
    """Tells whether somebody is ready and nobody is waited for, also because they have left."""
    return any(chair.ready for chair in table.chairs) and not any(chair.awaited for chair in table.chairs)


def _vote(table: Table) -> Move | None:
    if not table.game.state.public.setup.votes:
        return None
    people = sum(1 << chair.seat for chair in table.chairs if not chair.bot_plays)
    for chair in table.chairs:
        if chair.bot_plays and (vote := agreed(table.game.view(chair.seat), people)):
            return Move(chair.seat, vote)
    return None
