"""The same events as frames for viewers who count them differently: only the number of the first differs."""

from __future__ import annotations

from typing import Final

from msgspec import Raw
from msgspec.msgpack import Encoder

from gouji_protocol.codec import encode_message
from gouji_protocol.errors import LocalProtocolError
from gouji_protocol.limits import LENGTH_BYTES, MAX_REPLY
from gouji_protocol.messages import Events

_NUMBER: Final = Encoder()

_LONGEST: Final = 9
"""Bytes of the longest number."""


class Numbered:
    """Is some events of a table, encoded once."""

    __slots__ = ("_after", "_before", "_length")

    def __init__(self, table: str, events: tuple[Raw, ...]) -> None:
        """Encodes the events.

        Raises:
            LocalProtocolError: if they are too long for one frame.
        """
        whole = encode_message(Events(table, 0, events))
        # The number and the events are the last two fields; the number 0 and no events are a byte each.
        at = len(encode_message(Events(table, 0, ()))) - 2
        self._before, self._after = whole[:at], whole[at + 1 :]
        self._length = len(whole) - 1
        if self._length + _LONGEST > MAX_REPLY:
            raise LocalProtocolError(f"events of {len(whole)} bytes do not fit a frame of {MAX_REPLY}")

    def frame(self, first: int) -> bytes:
        """Returns the frame of ``Events`` whose first one has a number."""
        number = _NUMBER.encode(first)
        length = (self._length + len(number)).to_bytes(LENGTH_BYTES, "big")
        return b"".join((length, self._before, number, self._after))
