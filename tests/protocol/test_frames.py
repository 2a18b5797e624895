import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_protocol.errors import LocalProtocolError, RemoteProtocolError
from gouji_protocol.frames import FrameDecoder, frame

BODIES = st.lists(st.binary(min_size=1, max_size=40), max_size=5)
LIMIT = 64


def drained(decoder: FrameDecoder) -> list[bytes]:
    out = []
    while (body := decoder.next_body()) is not None:
        out.append(body)
    return out


@given(BODIES, st.data())
def test_bodies_come_out_however_the_stream_is_split(bodies: list[bytes], data: st.DataObject):
    stream = b"".join(frame(body, LIMIT) for body in bodies)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    decoder = FrameDecoder(LIMIT)
    got = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        decoder.feed(stream[start:end])
        got += drained(decoder)
    assert got == bodies
    assert decoder.pending == 0


def test_every_single_split_position():
    stream = frame(b"first", LIMIT) + frame(b"x", LIMIT)
    for cut in range(len(stream) + 1):
        decoder = FrameDecoder(LIMIT)
        decoder.feed(stream[:cut])
        got = drained(decoder)
        decoder.feed(stream[cut:])
        assert got + drained(decoder) == [b"first", b"x"]


@pytest.mark.parametrize(
    "start",
    [
        b"\x00\x00\x00\x00",
        b"\x00\x00\x00\x41",
        b"\xff\xff\xff\xff",
        b"GET / HTTP/1.1\r\n",
        b"\x16\x03\x01\x02\x00\x01",
        b"SSH-2.0-OpenSSH_9.2",
        b"hello\n",
    ],
)
def test_a_bad_length_is_refused_before_the_body_comes(start: bytes):
    decoder = FrameDecoder(LIMIT)
    decoder.feed(start[:3])
    assert decoder.next_body() is None
    decoder.feed(start[3:4])
    with pytest.raises(RemoteProtocolError) as caught:
        decoder.next_body()
    assert caught.value.answer.code == "protocol"


@pytest.mark.parametrize("size", [0, LIMIT + 1])
def test_nothing_empty_or_too_long_is_framed(size: int):
    with pytest.raises(LocalProtocolError):
        frame(bytes(size), LIMIT)


def test_the_longest_body_passes():
    decoder = FrameDecoder(LIMIT)
    decoder.feed(frame(bytes(LIMIT), LIMIT))
    assert decoder.next_body() == bytes(LIMIT)
