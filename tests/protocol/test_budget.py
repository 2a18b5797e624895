"""W1: what the wire costs beside JSON objects with names, as another protocol would send them."""

import json
from typing import Any

import msgspec.json

from gouji_core.combos import parse_combo
from gouji_core.events import Played
from gouji_core.plain import encode, encode_event
from gouji_core.views import SeatView
from gouji_protocol.codec import encode_message
from gouji_protocol.frames import frame
from gouji_protocol.limits import MAX_REPLY
from gouji_protocol.messages import Events, Message, Snapshot
from tests.protocol.describe import named_view
from tests.protocol.examples import first_lead


def on_the_wire(message: Message) -> int:
    return len(frame(encode_message(message), MAX_REPLY))


def as_json(**fields: Any) -> int:
    # A line of JSON ends with a newline, which stands for our four bytes of length.
    return len(json.dumps(fields, separators=(",", ":"))) + 1


def test_a_play_costs_little():
    message = Events("K7QX", 57, (encode_event(Played(3, parse_combo("22KKKK"))),))
    other = as_json(
        type="events", table="K7QX", first=57, events=[{"type": "played", "seat": 3, "combo": "22KKKK"}]
    )
    assert on_the_wire(message) <= 0.65 * other
    assert on_the_wire(message) <= 32


def test_a_snapshot_costs_little():
    view = first_lead()
    message = Snapshot("K7QX", 57, encode(SeatView, view))
    other = as_json(type="snapshot", table="K7QX", seq=57, view=named_view(view))
    assert on_the_wire(message) <= 0.6 * other
    # Even against the same arrays in JSON it must gain.
    assert on_the_wire(message) <= 0.8 * len(msgspec.json.encode(message))
