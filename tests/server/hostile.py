"""What somebody may send who means no good: every message with odd fields, and frames that are none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgpack
from msgspec.structs import replace

from gouji_protocol.codec import encode_message
from gouji_protocol.frames import frame
from gouji_protocol.limits import MAX_REQUEST
from gouji_protocol.messages import ClientMessage, Goodbye, Hello
from tests.protocol.odd import odd_message

KINDS = [kind for kind in get_args(ClientMessage) if kind not in (Hello, Goodbye)]
"""Everything a client may ask once it was let in."""

VARIANTS = 6
"""How many messages of each kind are made."""

_WRONG: tuple[Any, ...] = (None, True, -3, 6, 2**64 - 1, 1.5, "x" * 1500, b"\xff", [], [[]], {}, {"a": {}})
"""What may stand in the place of any field."""


def requests(table: str, first: int) -> Iterator[Any]:
    """Gives well-formed requests about a table, with numbers from ``first`` on."""
    number = first
    for kind in KINDS:
        for variant in range(VARIANTS):
            names = kind.__struct_fields__
            here = {"table": table} if "table" in names else {}
            yield replace(odd_message(kind, variant), **{names[0]: number}, **here)
            number += 1


def malformed(table: str, first: int) -> Iterator[bytes]:
    """Gives frames in which one field of a request is what it must not be, or is missing, or has company."""
    for request in requests(table, first):
        fields: list[Any] = msgpack.unpackb(encode_message(request))
        for at in range(1, len(fields)):
            wrong = _WRONG[(first + at + request.__struct_config__.tag) % len(_WRONG)]
            yield _framed([*fields[:at], wrong, *fields[at + 1 :]])
        yield _framed(fields[:2])
        yield _framed([*fields, {"later": [1, 2, 3]}])
        yield _framed([200 + fields[0], *fields[1:]])


def _framed(fields: list[Any]) -> bytes:
    body = msgpack.packb(fields)
    assert isinstance(body, bytes)
    return frame(body, MAX_REQUEST)
