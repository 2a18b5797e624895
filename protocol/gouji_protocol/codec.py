"""Bodies and messages: msgpack on one side, typed structs on the other.

Nesting is bounded before a body is decoded. A body that is msgpack but no message this version can
read becomes ``Unread``, which is a value and no error: a newer peer may have sent it, and if it wants
an answer its id is there. Only what is no message at all raises.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar, get_args

from msgspec import DecodeError, Struct, ValidationError
from msgspec.msgpack import Decoder, Encoder

from gouji_protocol.errors import RemoteProtocolError
from gouji_protocol.limits import MAX_DEPTH, MAX_ID
from gouji_protocol.messages import ClientMessage, Message, ServerMessage
from gouji_protocol.words import FailCode


class Unread(Struct, frozen=True):
    """Stands for a message that cannot be read here; it is never sent.

    ``code`` tells whether its tag is unknown or its fields are not as they must be. ``id`` is its
    first field if that is an id, else 0: a server answers ``Failed(id, code)``, a client passes it by.
    """

    tag: int
    id: int
    code: FailCode


class _Head(Struct, array_like=True):
    """Reads the tag and the first field of any message."""

    tag: int
    id: Any = 0


_M = TypeVar("_M")

_encoder: Final = Encoder()
_client_messages: Final[Decoder[ClientMessage]] = Decoder(ClientMessage)
_server_messages: Final[Decoder[ServerMessage]] = Decoder(ServerMessage)
_heads: Final = Decoder(_Head)


def _tags(union: object) -> frozenset[int]:
    return frozenset(kind.__struct_config__.tag for kind in get_args(union))


_CLIENT_TAGS: Final = _tags(ClientMessage)
_SERVER_TAGS: Final = _tags(ServerMessage)


def encode_message(message: Message) -> bytes:
    """Returns the body of a message."""
    return _encoder.encode(message)


def decode_client_message(body: bytes) -> ClientMessage | Unread:
    """Reads a body that a client sent.

    Raises:
        RemoteProtocolError: if it is no message at all.
    """
    return _decode(_client_messages, _CLIENT_TAGS, body)


def decode_server_message(body: bytes) -> ServerMessage | Unread:
    """Reads a body that a server sent.

    Raises:
        RemoteProtocolError: if it is no message at all.
    """
    return _decode(_server_messages, _SERVER_TAGS, body)


def _decode(decoder: Decoder[_M], tags: frozenset[int], body: bytes) -> _M | Unread:
    if _may_nest(body) and not is_shallow(body):
        raise RemoteProtocolError(f"the message nests deeper than {MAX_DEPTH}, or is cut short")
    try:
        return decoder.decode(body)
    except ValidationError:
        pass
    except (DecodeError, RecursionError) as error:
        raise RemoteProtocolError(f"no msgpack: {error}") from None
    try:
        head = _heads.decode(body)
    except (DecodeError, RecursionError) as error:
        raise RemoteProtocolError(f"no message: {error}") from None
    known = type(head.id) is int and 0 <= head.id <= MAX_ID
    code = FailCode.INVALID if head.tag in tags else FailCode.UNKNOWN_REQUEST
    return Unread(head.tag, head.id if known else 0, code)


_NOT_CONTAINERS: Final = bytes(b for b in range(256) if not (0x80 <= b < 0xA0 or 0xDC <= b < 0xE0))
_LONG_ARRAY: Final = 0xDD
_LONG_MAP: Final = 0xDF


def _may_nest(body: bytes) -> bool:
    # Counting the bytes that could open an array or map is far cheaper than walking through the body,
    # and settles it for nearly every message; those of text may look like one, which only costs a walk.
    found = body.translate(None, _NOT_CONTAINERS)
    return len(found) > MAX_DEPTH or _LONG_ARRAY in found or _LONG_MAP in found


def is_shallow(body: bytes) -> bool:
    """Tells whether a body is whole and nests at most ``MAX_DEPTH`` deep, without decoding it."""
    at, end, left = 0, len(body), [1]
    while left:
        if at >= end:
            return False
        byte = body[at]
        at += 1
        left[-1] -= 1
        inner = -1
        if 0x80 <= byte < 0x90:
            inner = 2 * (byte & 0x0F)
        elif 0x90 <= byte < 0xA0:
            inner = byte & 0x0F
        elif 0xA0 <= byte < 0xC0:
            at += byte & 0x1F
        elif 0xC0 <= byte < 0xE0:
            counted, fixed, factor = _SHAPES[byte]
            size = int.from_bytes(body[at : at + counted], "big")
            at += counted + fixed
            if factor:
                inner = size * factor
            else:
                at += size
        if inner > end - at or (inner >= 0 and len(left) > MAX_DEPTH):
            return False
        if inner > 0:
            left.append(inner)
        while left and not left[-1]:
            left.pop()
    return at == end


_SHAPES: Final[dict[int, tuple[int, int, int]]] = {
    **dict.fromkeys((192, 193, 194, 195), (0, 0, 0)),
    **{byte: (1 << n, 0, 0) for n, byte in enumerate((0xC4, 0xC5, 0xC6))},
    **{byte: (1 << n, 1, 0) for n, byte in enumerate((0xC7, 0xC8, 0xC9))},
    **{byte: (0, 4 << n, 0) for n, byte in enumerate((0xCA, 0xCB))},
    **{byte: (0, 1 << n, 0) for n, byte in enumerate((0xCC, 0xCD, 0xCE, 0xCF))},
    **{byte: (0, 1 << n, 0) for n, byte in enumerate((0xD0, 0xD1, 0xD2, 0xD3))},
    **{byte: (0, (1 << n) + 1, 0) for n, byte in enumerate((0xD4, 0xD5, 0xD6, 0xD7, 0xD8))},
    **{byte: (1 << n, 0, 0) for n, byte in enumerate((0xD9, 0xDA, 0xDB))},
    **{byte: (2 << n, 0, 1) for n, byte in enumerate((0xDC, 0xDD))},
    **{byte: (2 << n, 0, 2) for n, byte in enumerate((0xDE, 0xDF))},
}
"""Of each longer kind of value: bytes of its size, further fixed bytes, values per unit of size."""
