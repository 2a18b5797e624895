from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_protocol.codec import (
    Unread,
    decode_client_message,
    decode_server_message,
    encode_message,
    is_shallow,
)
from gouji_protocol.errors import RemoteProtocolError
from gouji_protocol.limits import MAX_DEPTH, MAX_ID
from gouji_protocol.messages import (
    ClientMessage,
    Goodbye,
    Hello,
    Join,
    Message,
    SeatInfo,
    ServerMessage,
    TableOptions,
    TableState,
)
from gouji_protocol.words import FailCode, Kind, Presence, TablePhase
from tests.protocol.strategies import (
    CLIENT_KINDS,
    PLAIN,
    SERVER_KINDS,
    client_messages,
    packed,
    server_messages,
)


@given(client_messages)
def test_what_a_client_says_round_trips(message: ClientMessage):
    assert decode_client_message(encode_message(message)) == message


@given(server_messages)
def test_what_a_server_says_round_trips(message: ServerMessage):
    assert decode_server_message(encode_message(message)) == message


@given(client_messages | server_messages, st.lists(PLAIN, min_size=1, max_size=3))
def test_fields_of_a_later_version_are_skipped(message: Any, extra: list[Any]):
    body = packed([*msgpack.unpackb(encode_message(message)), *extra])
    decode = decode_client_message if type(message) in CLIENT_KINDS else decode_server_message
    # A message short of its trailing defaults would read the extra ones as those, so all are sent in full.
    assert decode(body) == message


def test_fields_of_a_later_version_are_skipped_inside_too():
    known = TableState(
        "K7", 0, 0, "online", TableOptions(private=True), TablePhase.PLAYING, (SeatInfo("ann"),)
    )
    fields = msgpack.unpackb(encode_message(known))
    fields[5].append("a later option")
    fields[7][0].append({"later": [1]})
    fields[10].append("a later score")
    assert decode_server_message(packed([*fields, "a later field"])) == known


def test_fields_left_out_at_the_end_have_their_defaults():
    assert decode_client_message(packed([0, 1, 1])) == Hello(1, 1)
    assert decode_client_message(packed([12, 7, "K7"])) == Join(7, "K7", -1)


def test_states_of_a_later_version_read_as_unknown():
    body = packed([60, "K7", 0, 0, "online", [], "drawing lots", [["ann", "cat", "asleep"]]])
    state = decode_server_message(body)
    assert isinstance(state, TableState)
    seat = state.seats[0]
    assert (state.phase, seat.kind, seat.presence) == (TablePhase.UNKNOWN, Kind.UNKNOWN, Presence.UNKNOWN)


@pytest.mark.parametrize(
    ("fields", "unread"),
    [
        ([77, 12, "x"], Unread(77, 12, FailCode.UNKNOWN_REQUEST)),
        ([77], Unread(77, 0, FailCode.UNKNOWN_REQUEST)),
        ([77, "x"], Unread(77, 0, FailCode.UNKNOWN_REQUEST)),
        ([77, MAX_ID + 1], Unread(77, 0, FailCode.UNKNOWN_REQUEST)),
        ([77, True], Unread(77, 0, FailCode.UNKNOWN_REQUEST)),
        ([44, 5, 6], Unread(44, 5, FailCode.UNKNOWN_REQUEST)),
        ([12, 5], Unread(12, 5, FailCode.INVALID)),
        ([12, 5, "K7", 6], Unread(12, 5, FailCode.INVALID)),
        ([12, 5, "K7", -3], Unread(12, 5, FailCode.INVALID)),
        ([12, 5, "K" * 33], Unread(12, 5, FailCode.INVALID)),
        ([12, 5, 1.5], Unread(12, 5, FailCode.INVALID)),
        ([21, 5, "K7", 1, "play " + "K" * 300], Unread(21, 5, FailCode.INVALID)),
        ([21, -5, "K7", 1, "pass"], Unread(21, 0, FailCode.INVALID)),
    ],
)
def test_what_cannot_be_read_keeps_its_id_for_an_answer(fields: list[Any], unread: Unread):
    assert decode_client_message(packed(fields)) == unread


@pytest.mark.parametrize(
    "body",
    [
        b"\x93",
        b"\xc1",
        b"\x00",
        b"\xa5hello",
        b"\x80",
        b"\x90",
        b"\x91\xa1x",
        b"\x91\xc0",
        b"\xdd\xff\xff\xff\xff\x0a\x01",
        b"\x93\x0a\x01\xdd\xff\xff\xff\xff",
        b"\x93\x0a\x01\xdf\xff\xff\xff\xff",
        b"\x93\x0c\x01\xdb\xff\xff\xff\xff",
        b"\x93\x0c\x01\xa2\xff\xfe",
        b"\x93\x0c\x01\xa2\xed\xa0",
        packed([12, 1, "K7"]) + b"\x00",
    ],
)
def test_what_is_no_message_at_all_ends_the_conversation(body: bytes):
    with pytest.raises(RemoteProtocolError) as caught:
        decode_client_message(body)
    assert isinstance(caught.value.answer, Goodbye)


def test_invalid_text_is_no_message_for_a_server_nor_a_client():
    body = packed([2, "bye"])[:-1] + b"\xff"
    for decode in (decode_client_message, decode_server_message):
        with pytest.raises(RemoteProtocolError):
            decode(body)


def nested(depth: int) -> bytes:
    # The message itself is the first level, so the field holds one less.
    return b"\x94\x3e\xa2K7\x01" + b"\x91" * (depth - 2) + b"\x90"


def test_nesting_is_bounded_before_decoding():
    assert isinstance(decode_server_message(nested(MAX_DEPTH)), Message)
    for depth in (MAX_DEPTH + 1, 1_000, 200_000):
        with pytest.raises(RemoteProtocolError, match="deeper"):
            decode_server_message(nested(depth))


def test_nesting_is_bounded_in_fields_nobody_reads():
    body = b"\x96\x0c\x01\xa2K7\xff\xa0" + b"\x91" * 5_000 + b"\x90"
    with pytest.raises(RemoteProtocolError, match="deeper"):
        decode_client_message(body)


def depth_of(data: Any) -> int:
    if isinstance(data, list):
        return 1 + max(map(depth_of, data), default=0)
    if isinstance(data, dict):
        return 1 + max((max(depth_of(k), depth_of(v)) for k, v in data.items()), default=0)
    return 0


ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=300)
    | st.binary(max_size=300)
    | st.builds(msgpack.ExtType, st.integers(0, 127), st.binary(max_size=20)),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=40,
)


@given(ANY, st.integers(0, 20))
def test_depth_is_measured_right(data: Any, wrapped: int):
    for _ in range(wrapped):
        data = [data]
    body = packed(data)
    assert is_shallow(body) == (depth_of(data) <= MAX_DEPTH)


@given(ANY, st.data())
def test_whatever_is_cut_short_is_noticed(data: Any, draw: st.DataObject):
    body = packed(data)
    cut = draw.draw(st.integers(0, len(body) - 1))
    assert not is_shallow(body[:cut])
    assert not is_shallow(body + b"\x00")


@given(st.binary(max_size=64))
def test_garbage_is_read_or_refused_and_nothing_else(body: bytes):
    for decode, kinds in ((decode_client_message, CLIENT_KINDS), (decode_server_message, SERVER_KINDS)):
        try:
            message = decode(body)
        except RemoteProtocolError:
            continue
        assert isinstance(message, (Unread, *kinds))


@given(client_messages | server_messages, st.data())
def test_a_bent_message_is_read_or_refused_and_nothing_else(message: Any, data: st.DataObject):
    body = bytearray(encode_message(message))
    for _ in range(data.draw(st.integers(1, 3))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    for decode in (decode_client_message, decode_server_message):
        try:
            got = decode(bytes(body))
        except RemoteProtocolError:
            continue
        assert isinstance(got, (Unread, *CLIENT_KINDS, *SERVER_KINDS))


def test_tags_are_all_different():
    tags = [kind.__struct_config__.tag for kind in {*CLIENT_KINDS, *SERVER_KINDS}]
    assert len(set(tags)) == len(tags)
