"""Small changes to a public state, which the folds are made of."""

from __future__ import annotations

from typing import Any

from gouji_core.public import Ask, Pending, Public
from gouji_core.values import replace


def with_(public: Public, **changes: Any) -> Public:
    """Returns the public state with some fields changed."""
    return replace(public, **changes)


def with_setup(public: Public, **changes: Any) -> Public:
    """Returns the public state with some fields of its setup changed."""
    return replace(public, setup=replace(public.setup, **changes))


def with_standing(public: Public, **changes: Any) -> Public:
    """Returns the public state with some fields of its standing changed."""
    return replace(public, standing=replace(public.standing, **changes))


def next_pending(public: Public, kind: Ask, seats: tuple[int, ...] = ()) -> Pending:
    """Returns the decision after the pending one."""
    return Pending(public.pending.id + 1, kind, seats)


def nobody(public: Public) -> Pending:
    """Returns the decision between two events of one step, which waits for nobody."""
    return Pending(public.pending.id + 1, Ask.NOTHING)


def put(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """Returns a tuple with the value of one seat changed."""
    return values[:seat] + (value,) + values[seat + 1 :]


def moved_counts(counts: tuple[int, ...], giver: int, taker: int, number: int) -> tuple[int, ...]:
    """Returns numbers of cards after some went from one seat to another."""
    out = list(counts)
    out[giver] -= number
    out[taker] += number
    return tuple(out)


def same(public: Public, event: object) -> Public:
    """Returns the public state as it was, for events that only tell something."""
    return public


def answered(pending: Pending, seat: int) -> Pending:
    """Returns the decision with one seat less to wait for; none is left, it is over."""
    left = tuple(other for other in pending.seats if other != seat)
    return Pending(pending.id, pending.kind, left) if left else Pending(pending.id + 1, Ask.NOTHING)
