"""Events and states as bytes for the journal and the wire, and back.

Apart from ``rows``, so that a server without a game does without what games are made of.
"""

from __future__ import annotations

import msgspec

from gouji_core.events import Event
from gouji_core.plain import decode, decode_event, encode, encode_event
from gouji_core.state import State

_PACK = msgspec.msgpack.Encoder()


def pack_event(event: Event) -> msgspec.Raw:
    """Returns an event as bytes that rows and messages hold as they are."""
    return msgspec.Raw(_PACK.encode(encode_event(event)))


def unpack_event(data: msgspec.Raw) -> Event:
    """Reads what ``pack_event`` made."""
    return decode_event(msgspec.msgpack.decode(data))


def pack_state(state: State) -> msgspec.Raw:
    """Returns a whole state as bytes; only the journal may hold them."""
    return msgspec.Raw(_PACK.encode(encode(State, state)))


def unpack_state(data: msgspec.Raw) -> State:
    """Reads what ``pack_state`` made."""
    return decode(State, msgspec.msgpack.decode(data))
