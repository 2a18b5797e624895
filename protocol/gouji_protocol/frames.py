"""Frames: how bodies are told apart in a stream of bytes, and nothing about what is in them.

A frame is the length of the body as four bytes, the highest first, then the body. The length is
checked as soon as it is there, before a byte of the body is kept, so nobody can make a peer hold more
than the limit plus one read. A web browser, a TLS hello or a line of text reads as a huge length.
"""

from __future__ import annotations

from gouji_protocol.errors import LocalProtocolError, RemoteProtocolError
from gouji_protocol.limits import LENGTH_BYTES


def frame(body: bytes, limit: int) -> bytes:
    """Returns a body with its length before it.

    Raises:
        LocalProtocolError: if it is empty or longer than the limit.
    """
    if not 0 < len(body) <= limit:
        raise LocalProtocolError(f"a frame of {len(body)} bytes cannot be sent, at most {limit}")
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


class FrameDecoder:
    """Cuts a stream of bytes into bodies, however the stream is split."""

    __slots__ = ("_buffer", "_limit")

    def __init__(self, limit: int) -> None:
        self._buffer = bytearray()
        self._limit = limit

    def feed(self, data: bytes) -> None:
        """Takes the next bytes of the stream."""
        self._buffer += data

    def next_body(self) -> bytes | None:
        """Returns the next whole body, None while it is not there yet.

        Raises:
            RemoteProtocolError: if the next length is zero or above the limit.
        """
        buffer = self._buffer
        if len(buffer) < LENGTH_BYTES:
            return None
        length = int.from_bytes(buffer[:LENGTH_BYTES], "big")
        if not 0 < length <= self._limit:
            raise RemoteProtocolError(f"no frame: it would be {length} bytes long, at most {self._limit}")
        end = LENGTH_BYTES + length
        if len(buffer) < end:
            return None
        body = bytes(buffer[LENGTH_BYTES:end])
        del buffer[:end]
        return body

    @property
    def pending(self) -> int:
        """How many bytes of an unfinished frame are held."""
        return len(self._buffer)
