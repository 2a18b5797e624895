"""Messages that are well formed and odd: numbers at their ends, control signs, every word of an enum."""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec.inspect as mi

from gouji_protocol.limits import MAX_ID

TEXTS = ("", "x", "\x1b[2J\x1b]0;owned\x07", "\u202eabc\u200b", "🀄" * 400, "play 3 4 5")


def odd_message(kind: type, variant: int) -> Any:
    """Returns a message of a kind; each variant is another one."""
    fields = mi.type_info(kind).fields  # type: ignore[union-attr]
    return kind(*(value_of(field.type, variant + at) for at, field in enumerate(fields)))


def value_of(kind: mi.Type, variant: int) -> Any:
    """Returns a value that fits a type; the variants go from one end of what is allowed to the other."""
    match kind:
        case mi.IntType(ge=low, le=high):
            few = (low or 0, MAX_ID if high is None else high, 0, 1, (low or 0) + 1, 5)
            return min(max(few[variant % len(few)], low or 0), MAX_ID if high is None else high)
        case mi.StrType(max_length=most):
            return TEXTS[variant % len(TEXTS)][: most or 20]
        case mi.BoolType():
            return variant % 2 == 0
        case mi.EnumType(cls=cls):
            members = list[Enum](cls)
            return members[variant % len(members)]
        case mi.VarTupleType(item_type=item, max_length=most):
            return tuple(value_of(item, variant + n) for n in range(variant % min(4, (most or 3) + 1)))
        case mi.TupleType(item_types=items):
            return tuple(value_of(item, variant + n) for n, item in enumerate(items))
        case mi.StructType(cls=cls, fields=fields):
            return cls(*(value_of(field.type, variant + n) for n, field in enumerate(fields)))
        case mi.UnionType(types=kinds):
            return value_of(kinds[variant % len(kinds)], variant)
        case mi.NoneType() | mi.AnyType():
            return None
        case _:
            raise AssertionError(f"no value for {kind}")
