"""What somebody may send who means no good: every message with odd fields, and frames that are none."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any, get_args

import msgpack
import msgspec.inspect as mi

from gouji_protocol.codec import encode_message
from gouji_protocol.frames import frame
from gouji_protocol.limits import MAX_ID, MAX_REQUEST
from gouji_protocol.messages import ClientMessage, Goodbye, Hello

KINDS = [kind for kind in get_args(ClientMessage) if kind not in (Hello, Goodbye)]
"""Everything a client may ask once it was let in."""

VARIANTS = 6
"""How many messages of each kind are made."""

_TEXTS = ("", "x", "\x1b[2J\x1b]0;owned\x07", "\u202eabc\u200b", "🀄" * 400, "play 3 4 5")
_WRONG: tuple[Any, ...] = (None, True, -3, 6, 2**64 - 1, 1.5, "x" * 1500, b"\xff", [], [[]], {}, {"a": {}})
"""What may stand in the place of any field."""


def requests(table: str, first: int) -> Iterator[Any]:
    """Gives well-formed requests about a table, with numbers from ``first`` on."""
    number = first
    for kind in KINDS:
        for variant in range(VARIANTS):
            fields = mi.type_info(kind).fields  # type: ignore[union-attr]
            values = [_value(field.type, variant + at) for at, field in enumerate(fields)]
            for at, field in enumerate(fields):
                if field.name == "table":
                    values[at] = table
            values[0] = number
            number += 1
            yield kind(*values)


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


def _value(kind: mi.Type, variant: int) -> Any:
    match kind:
        case mi.IntType(ge=low, le=high):
            few = (low or 0, MAX_ID if high is None else high, 0, 1, (low or 0) + 1, 5)
            return min(max(few[variant % len(few)], low or 0), MAX_ID if high is None else high)
        case mi.StrType(max_length=most):
            return _TEXTS[variant % len(_TEXTS)][: most or 20]
        case mi.BoolType():
            return variant % 2 == 0
        case mi.EnumType(cls=cls):
            members = list[Enum](cls)
            return members[variant % len(members)]
        case mi.VarTupleType(item_type=item, max_length=most):
            return tuple(_value(item, variant + n) for n in range(variant % min(4, (most or 3) + 1)))
        case mi.TupleType(item_types=items):
            return tuple(_value(item, variant + n) for n, item in enumerate(items))
        case mi.StructType(cls=cls, fields=fields):
            return cls(*(_value(field.type, variant + n) for n, field in enumerate(fields)))
        case mi.UnionType(types=kinds):
            return _value(kinds[variant % len(kinds)], variant)
        case mi.NoneType():
            return None
        case _:
            raise AssertionError(f"no value for {kind}")
