"""W1: bytes on the wire, which are exact, beside JSON objects with names that say the same."""

from __future__ import annotations

import json
import random
from dataclasses import fields, is_dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec.json

from bench.jobs import JobError
from bench.measure import Line, at_most
from bench.playouts import Playout
from bench.settings import Settings
from gouji_core.actions import Action, Begin
from gouji_core.cards import Card, Cards
from gouji_core.combos import Combo, parse_combo
from gouji_core.events import Played
from gouji_core.options import Rules, parse_rules
from gouji_core.plain import encode, encode_event
from gouji_core.state import new_game
from gouji_core.views import SeatView, view_of
from gouji_protocol.codec import encode_message
from gouji_protocol.frames import frame
from gouji_protocol.limits import MAX_REPLY
from gouji_protocol.messages import Events, Message, Snapshot

TABLE = "K7QX"
HAND = 36
WRITTEN = (Cards, Combo, Card, Rules, Action, Action | None, tuple[Card, ...])
"""What is one text in either form."""


def w1(settings: Settings) -> list[Line]:
    """A play event and the snapshot that somebody who comes back gets."""
    del settings
    play = Played(3, parse_combo("22KKKK"))
    told = {"type": "played", "seat": 3, "combo": "22KKKK"}
    event_json = {"type": "events", "table": TABLE, "first": 57, "events": [told]}
    view = first_answer()
    snapshot_json = {"type": "snapshot", "table": TABLE, "seq": 57, "view": named(SeatView, view)}
    return [
        _line("a play event", Events(TABLE, 57, (encode_event(play),)), event_json, 0.65),
        _line(
            f"a snapshot with {len(view.hand)} cards",
            Snapshot(TABLE, 57, encode(SeatView, view)),
            snapshot_json,
            0.6,
        ),
    ]


def _line(what: str, message: Message, other: dict[str, Any], must: float) -> Line:
    ours = len(frame(encode_message(message), MAX_REPLY))
    # A line of JSON ends with a newline where ours begins with four bytes of length.
    theirs = len(json.dumps(other, separators=(",", ":"), ensure_ascii=False).encode()) + 1
    ratio = ours / theirs
    note = f"the same arrays as JSON are {len(msgspec.json.encode(message)) + 1} B"
    shown = f"{ratio:.2f} x"
    return Line(
        "W1", what, f"{ours} B", f"{theirs} B of JSON", ratio, shown, at_most(must), at_most(0.4), note
    )


def first_answer() -> SeatView:
    """Returns the view of somebody with all 36 cards who is asked about the first combo of a round."""
    game = Playout(random.Random(5), new_game(parse_rules("online")))
    game.table(Begin())
    while game.move():
        for seat in game.state.public.pending.seats:
            view = view_of(game.state, seat)
            trick = view.public.trick
            if trick is not None and trick.top is not None and len(view.hand) == HAND:
                return view
    raise JobError("a round in which nobody with a whole hand is asked")


def named(kind: Any, value: Any) -> Any:
    """Returns a value as a protocol of JSON objects would send it: with the names of all fields."""
    if value is None or kind in WRITTEN:
        return encode(kind, value)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        return {field.name: named(hints[field.name], getattr(value, field.name)) for field in fields(kind)}
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return [named(inner[0], one) for one in value]
    if type(None) in inner or origin is Union:
        return named(next(part for part in inner if part is not type(None)), value)
    return encode(kind, value)


ROWS = {"W1": w1}
