"""The game as objects of JSON: what a seat sees, what happened, what is to be decided.

Seats are numbers, sets of seats lists, cards notation (R1.4), actions texts (``gouji_core.action_texts``).
The names are those of rule cases (docs/cases.md) where they mean the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, cast, get_args, get_origin, get_type_hints

from gouji_client.client import Decision
from gouji_core.action_texts import format_action
from gouji_core.cards import format_suited
from gouji_core.events import Dealt, Event, Waiting, WindowOpened
from gouji_core.expect import seen
from gouji_core.legal import acts_open, side_actions
from gouji_core.options import format_rules
from gouji_core.plain import decode, encode
from gouji_core.public import Debt, Offer, Public
from gouji_core.seats import NOBODY, seats_in
from gouji_core.views import SeatView

Json = dict[str, Any]
"""An object as JSON writes it."""


def state_of(view: SeatView) -> Json:
    """Returns everything a viewer sees of a game."""
    public = view.public
    trick, standing, setup, pending = public.trick, public.standing, public.setup, public.pending
    return {
        "seat": view.seat,
        "rules": format_rules(public.rules),
        "round": setup.round,
        "pending": {"id": pending.id, "kind": pending.kind.value, "seats": list(pending.seats)},
        "hand": str(view.hand),
        "counts": list(public.counts),
        "played": str(public.played),
        **seen(public),
        "top": top_of(public),
        "marks": [
            {"seat": mark.seat, "act": mark.act.value, "cards": str(mark.combo) if mark.combo else ""}
            for mark in (trick.marks if trick is not None else ())
        ],
        "in_play": list(seats_in(standing.in_play)),
        "calls": [call.value for call in standing.calls],
        "revolted": _seat(standing.revolted),
        "free_left": standing.free_left,
        "reported": [None if count < 0 else count for count in standing.reported],
        "offer": _offer(setup.offer),
    }


def top_of(public: Public) -> Json | None:
    """Returns the combo to beat and how it is answered, None if there is none."""
    top, trick = seen(public)["top"], public.trick
    return None if top is None or trick is None else {**top, "kind": trick.kind.value}


def decision_of(decision: Decision) -> Json:
    """Returns a decision with all that is needed to make it."""
    view = decision.view
    return {
        "table": decision.table,
        "decision": decision.id,
        "kind": view.public.pending.kind.value,
        "seat": view.seat,
        "hand": str(view.hand),
        "top": top_of(view.public),
        "acts": [act.value for act in acts_open(view)],
        "legal": [format_action(action) for action in decision.actions()],
        "also": [format_action(action) for action in side_actions(view)],
    }


def event_of(event: Event) -> Json:
    """Returns what happened: its name and its fields by name."""
    match event:
        case Waiting() | WindowOpened():
            # Of the mask a viewer gets only its own bit.
            return {**_named_event(event), "asked": event.asked != 0}
        case Dealt(counts, drawer, hands, _):
            own = next((hand for hand in hands if hand), ())
            return {"event": "Dealt", "counts": list(counts), "drawer": drawer, "hand": format_suited(own)}
        case _:
            return _named_event(event)


def _named_event(event: Event) -> Json:
    return {"event": type(event).__name__, **_writer(type(event))(encode(type(event), event))}


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _debt(debt: Debt) -> Json:
    return {"kind": debt.kind.value, "from": debt.giver, "to": debt.taker, "count": debt.count}


def _offer(offer: Offer | None) -> Json | None:
    if offer is None:
        return None
    return {
        "debt": _debt(offer.debt),
        "cards": str(offer.cards),
        "returning": offer.returning,
        "returned": str(offer.returned),
        "strange": str(offer.strange),
        "refused": str(offer.refused),
    }


@cache
def _writer(kind: Any) -> Callable[[Any], Any]:
    """Returns what gives names to the fields of a value that is in plain form (``gouji_core.plain``)."""
    if kind is Debt:
        return lambda plain: _debt(decode(Debt, plain))
    if get_origin(kind) is tuple:
        one = _writer(get_args(kind)[0])
        return lambda plain: list(map(one, cast("list[Any]", plain))) if isinstance(plain, list) else plain
    if not (isinstance(kind, type) and is_dataclass(cast("object", kind))):
        return lambda plain: plain
    hints = get_type_hints(kind)
    named = [(field.name, _writer(hints[field.name])) for field in fields(cast("Any", kind))]

    def write(plain: Any) -> Any:
        # Cards and the like are values too, but their plain form is notation.
        if not isinstance(plain, list):
            return plain
        values = zip(named, cast("list[Any]", plain), strict=True)
        return {name: inner(value) for (name, inner), value in values}

    return write
