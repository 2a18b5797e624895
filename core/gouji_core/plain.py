"""Values as plain lists, texts and numbers, and back: the one form that journals, wires and records share.

A value becomes the list of its fields in order, a member of a union of values the same list
behind its name (``["Played", 3, "KK"]``); cards and combos become notation, enums their text, and
``None`` stays. The form follows the types, so a new field or event needs nothing here. A new field goes to
the end and has a default: who does not know it skips it, and what was written without it is still read.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from gouji_core.action_texts import format_action, parse_action, read_cards
from gouji_core.actions import Action, Unreadable
from gouji_core.cards import Card, Cards, format_suited, parse_cards, parse_suited
from gouji_core.combos import Combo, parse_combo
from gouji_core.errors import NotationError
from gouji_core.events import Event
from gouji_core.options import Rules, format_rules, parse_rules
from gouji_core.values import names_of

Plain = str | int | bool | None | list[Any]
"""A plain value: what JSON and msgpack both carry."""

_T = TypeVar("_T")
_Enc = Callable[[Any], Plain]
_Dec = Callable[[Any], Any]


def encode(kind: Any, value: Any) -> Plain:
    """Returns a value of a type as plain data; ``kind`` is the type or union it is declared with."""
    return _codec(kind)[0](value)


def decode(kind: type[_T] | Any, data: Any) -> _T:
    """Reads plain data as a value of ``kind``.

    Raises:
        NotationError: if the data does not have the form of ``kind``.
    """
    try:
        return cast("_T", _codec(kind)[1](data))
    except NotationError:
        raise
    except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
        raise NotationError(repr(data)[:200], "form", kind=_name(kind), reason=error) from error


def encode_event(event: Event) -> list[Any]:
    """Returns an event as its name and its fields."""
    return _events()(event)


@cache
def _events() -> Callable[[Event], list[Any]]:
    # Kept apart, for looking a union up among the codecs takes longer than writing an event.
    return cast("Callable[[Event], list[Any]]", _codec(Event)[0])


def decode_event(data: Any) -> Event:
    """Reads what ``encode_event`` wrote.

    Raises:
        NotationError: if it is no event; an unknown name is one reason.
    """
    return decode(Event, data)


def format_event(event: Event) -> str:
    """Writes an event as one line for logs and reports: ``Played 3 KK``."""
    return " ".join(_flat(part) for part in encode_event(event))


def _flat(part: Any) -> str:
    if isinstance(part, list):
        return "(" + " ".join(_flat(inner) for inner in cast("list[Any]", part)) + ")"
    return "-" if part in ("", None) else str(part)


def _name(kind: Any) -> str:
    return getattr(kind, "__name__", str(kind))


@cache
def _codec(kind: Any) -> tuple[_Enc, _Dec]:
    special = _SPECIAL.get(kind)
    if special is not None:
        return special
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _union(get_args(kind))
    if origin is Literal:
        return _checked(str, get_args(kind))
    if origin is tuple:
        return _tuple(get_args(kind))
    if kind in (int, str, bool):
        return _checked(kind, None)
    if isinstance(kind, type) and issubclass(kind, Enum):
        # The property ``value`` is a call.
        return attrgetter("_value_"), kind
    names = names_of(kind)
    if names is not None:
        return _value(cast("type[Any]", kind), names)
    raise TypeError(f"no plain form for {kind!r}")


def _checked(kind: type, allowed: tuple[Any, ...] | None) -> tuple[_Enc, _Dec]:
    def read(data: Any) -> Any:
        if type(data) is not kind or (allowed is not None and data not in allowed):
            raise TypeError(f"{data!r} is no {kind.__name__}")
        return data

    return _same, read


def _same(value: Any) -> Plain:
    return value


def _tuple(inner: tuple[Any, ...]) -> tuple[_Enc, _Dec]:
    if len(inner) == 2 and inner[1] is Ellipsis:
        write_one, read_one = _codec(inner[0])
        return (lambda value: [write_one(v) for v in value]), (
            lambda data: tuple(read_one(v) for v in _list(data))
        )
    codecs = [_codec(kind) for kind in inner]
    return (
        lambda value: [write(v) for (write, _), v in zip(codecs, value, strict=True)],
        lambda data: tuple(read(v) for (_, read), v in zip(codecs, _list(data), strict=True)),
    )


def _list(data: Any) -> list[Any]:
    if not isinstance(data, (list, tuple)):
        raise TypeError(f"{data!r} is no list")
    return cast("list[Any]", data)


def _value(kind: type[Any], names: tuple[str, ...]) -> tuple[_Enc, _Dec]:
    hints = get_type_hints(kind)
    codecs = {name: _codec(hints[name]) for name in names}
    readers = [read for _, read in codecs.values()]

    def read(data: Any) -> Any:
        # Not strict: see the head of this file about fields of later and of earlier versions.
        return kind(*(dec(v) for dec, v in zip(readers, _list(data), strict=False)))

    return _writer({name: write for name, (write, _) in codecs.items()}), read


def _writer(fields: dict[str, _Enc], *heads: str) -> _Enc:
    """Returns what writes a value with such fields, behind some words.

    Compiled for its class, since every event of every game is written: that takes half the time of going
    through the fields. The names in it are those of our own classes.
    """
    space: dict[str, Any] = {f"write_{name}": write for name, write in fields.items()}
    parts = [
        f"value.{name}" if write is _same else f"write_{name}(value.{name})" for name, write in fields.items()
    ]
    exec(f"def write(value):\n    return [{', '.join([*map(repr, heads), *parts])}]", space)
    return space["write"]


def _member(kind: Any) -> _Enc:
    """Returns what writes a member of a union, behind its name.

    Raises:
        TypeError: if it is no value, or one with a form of its own that has no place for the name.
    """
    names = names_of(kind)
    if names is None or kind in _SPECIAL:
        raise TypeError(f"no plain form for {kind!r} in a union")
    hints = get_type_hints(kind)
    return _writer({name: _codec(hints[name])[0] for name in names}, kind.__name__)


def _union(members: tuple[Any, ...]) -> tuple[_Enc, _Dec]:
    optional = type(None) in members
    rest = [member for member in members if member is not type(None)]
    if len(rest) == 1:
        write_one, read_one = _codec(rest[0])
        return (
            lambda value: None if value is None else write_one(value),
            lambda data: None if data is None and optional else read_one(data),
        )
    writers = {member: _member(member) for member in rest}
    readers = {member.__name__: _codec(member)[1] for member in rest}

    def write(value: Any) -> Plain:
        return None if value is None else writers[type(value)](value)

    def read(data: Any) -> Any:
        if data is None and optional:
            return None
        name, *body = _list(data)
        return readers[name](body)

    return write, read


_SPECIAL: dict[Any, tuple[_Enc, _Dec]] = {
    Cards: (str, parse_cards),
    Combo: (str, parse_combo),
    tuple[Card, ...]: (format_suited, parse_suited),
    Rules: (format_rules, parse_rules),
    Action: (format_action, parse_action),
    Action | None: (
        lambda action: None if action is None else format_action(action),
        lambda data: None if data is None else parse_action(data),
    ),
    Cards | Unreadable: (str, read_cards),
}
