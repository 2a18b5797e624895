"""The common form of everything on the wire: a msgpack array of fields in order."""

from __future__ import annotations

from msgspec import Struct


class WireStruct(Struct, frozen=True, array_like=True):
    """Is a message, or a part of one."""
