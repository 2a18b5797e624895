"""Events that are encoded once are, with every number, what they are when encoded whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw
from msgspec.msgpack import encode

from gouji_protocol.codec import encode_message
from gouji_protocol.errors import LocalProtocolError
from gouji_protocol.frames import frame
from gouji_protocol.limits import MAX_REPLY
from gouji_protocol.messages import Events
from gouji_protocol.numbered import Numbered

NUMBERS = (0, 1, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**53, 2**63 - 1)
"""Those around which a number takes another byte."""


@given(
    table=st.text(max_size=40),
    events=st.lists(st.lists(st.text(max_size=20), max_size=5), min_size=1, max_size=40),
    first=st.one_of(st.sampled_from(NUMBERS), st.integers(0, 2**63 - 1)),
)
def test_a_frame_is_that_of_the_message(table: str, events: list[list[str]], first: int) -> None:
    raw = tuple(Raw(encode(event)) for event in events)
    assert Numbered(table, raw).frame(first) == frame(encode_message(Events(table, first, raw)), MAX_REPLY)


def test_what_fits_no_frame_is_refused() -> None:
    much = (Raw(encode("x" * MAX_REPLY)),)
    with pytest.raises(LocalProtocolError, match="do not fit"):
        Numbered("ABCD", much)
