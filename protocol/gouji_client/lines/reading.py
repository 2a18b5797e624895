"""Requests out of lines: one JSON object a line, checked by the types of the client's own methods.

A request names what to ``do`` and its fields; an ``id`` of the asker's comes back in the answer. What a
``Client`` can be asked, a line can ask: a new method is added to ``REQUESTS`` and nowhere else.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from types import MappingProxyType, NoneType
from typing import Any, Final, TypeGuard, cast, get_args, get_type_hints

from gouji_client.client import Client
from gouji_client.errors import ClientError
from gouji_core.action_texts import parse_action
from gouji_core.actions import Action
from gouji_core.errors import NotationError
from gouji_protocol.limits import MAX_ACTION, MAX_ID

MAX_LINE: Final = 16 * 1024
"""The longest line that is read, in bytes; no request needs half of it."""

REQUESTS: Final[Mapping[str, Callable[..., Awaitable[Any]]]] = MappingProxyType(
    {
        "create": Client.create,
        "tables": Client.list_tables,
        "join": Client.join,
        "watch": Client.watch,
        "leave": Client.leave,
        "start": Client.start,
        "add_bots": Client.add_bots,
        "set_seat": Client.set_seat,
        "ready": Client.ready,
        "arrange": Client.arrange,
        "kick": Client.kick,
        "hand_over": Client.hand_over,
        "auto": Client.auto,
        "chat": Client.chat,
        "say": Client.say,
        "mute": Client.mute,
        "record": Client.record,
        "stats": Client.stats,
        "referee": Client.referee,
        "ping": Client.ping,
        "act": Client.act,
    }
)
"""What can be asked of the server, by the word that asks it."""

RESULTS: Final[Mapping[str, str]] = MappingProxyType(
    {"create": "table", "join": "seat", "tables": "tables", "record": "record", "stats": "stats"}
)
"""What the answer to a request is called in its ``done``, where there is one."""

LOOK: Final = "look"
"""The request to be told everything of the tables again."""
BYE: Final = "bye"
"""The request to leave for good."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Is a request that can be read: what to do, and the arguments of the client's method."""

    do: str
    id: str | int | None = None
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])


class LineError(ClientError):
    """Says why a line is no request; ``id`` is its id as far as that could be read."""

    def __init__(self, code: str, text: str, id: str | int | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.id = id


@dataclass(frozen=True, slots=True)
class Argument:
    """Is a field of a request: its type, and its default if it may be missing."""

    name: str
    kind: Any
    default: Any = inspect.Parameter.empty

    @property
    def needed(self) -> bool:
        """Whether a request must have it."""
        return self.default is inspect.Parameter.empty


@cache
def arguments_of(do: str) -> tuple[Argument, ...]:
    """Returns the fields of a request."""
    if do not in REQUESTS:
        return ()
    method = REQUESTS[do]
    hints = get_type_hints(method)
    return tuple(
        Argument(parameter.name, hints[parameter.name], parameter.default)
        for parameter in inspect.signature(method).parameters.values()
        if parameter.name != "self"
    )


def read_line(line: bytes) -> Wish:
    """Reads a request.

    Raises:
        LineError: if the line is none; nothing else, whatever the bytes are.
    """
    asked = _object(line)
    number = asked.pop("id", None)
    if not (number is None or type(number) is int or isinstance(number, str)):
        raise LineError("id", "id must be a text or a whole number")
    if isinstance(number, str):
        number = _text("id", number, None)
    do = asked.pop("do", None)
    if not isinstance(do, str):
        raise LineError("do", 'a request says what to do, as in {"do": "tables"}', number)
    if do not in REQUESTS and do not in (LOOK, BYE):
        raise LineError("do", f"do is one of {', '.join((*REQUESTS, LOOK, BYE))}", number)
    wanted = {argument.name: argument for argument in arguments_of(do)}
    for name in asked:
        if name not in wanted:
            known = ", ".join(wanted) or "no field but do and id"
            raise LineError("field", f"{do} has {known}, not {name[:40]!r}", number)
    arguments: dict[str, Any] = {}
    for name, argument in wanted.items():
        if name in asked:
            arguments[name] = _value(name, argument.kind, asked[name], number)
        elif argument.needed:
            raise LineError("field", f"{do} needs {name}", number)
    return Wish(do, number, arguments)


def _object(line: bytes) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise LineError("json", f"the line is longer than {MAX_LINE} bytes")
    try:
        asked = json.loads(line.decode("utf-8"), parse_constant=_no_number)
    except UnicodeDecodeError:
        raise LineError("json", "the line is not UTF-8") from None
    except RecursionError:
        raise LineError("json", "the line nests too deep") from None
    except ValueError as error:
        raise LineError("json", f"the line is no JSON: {error}") from None
    if not isinstance(asked, dict):
        raise LineError("json", "the line is no JSON object")
    return cast("dict[str, Any]", asked)


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _value(name: str, kind: Any, value: Any, number: str | int | None) -> Any:
    """Returns a field as the method wants it."""
    if kind == Action and isinstance(value, str):
        return _action(_text(name, value, number), number)
    for one in _kinds(kind):
        if one is str and isinstance(value, str):
            return _text(name, value, number)
        if one is int and type(value) is int and -MAX_ID <= value <= MAX_ID:
            return value
        if one in (bool, NoneType) and isinstance(value, one):
            return value
        if _is_word(one) and isinstance(value, str):
            return _word(name, one, value, number)
        if hasattr(one, "__struct_fields__") and isinstance(value, dict):
            return _struct(name, one, cast("dict[str, Any]", value), number)
    raise LineError("field", f"{name} must be {kind_name(kind)}", number)


def _kinds(kind: Any) -> tuple[Any, ...]:
    """Returns the members of a union, or the type itself."""
    return get_args(kind) or (kind,)


def _is_word(kind: Any) -> TypeGuard[type[Enum]]:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _text(name: str, value: str, number: str | int | None) -> str:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        # JSON can write half of a pair of surrogates, which is no text.
        raise LineError("field", f"{name} holds half a character", number) from None
    return value


def _action(text: str, number: str | int | None) -> Action:
    if len(text) > MAX_ACTION:
        raise LineError("action", f"an action is at most {MAX_ACTION} letters long", number)
    try:
        return parse_action(text)
    except NotationError as error:
        raise LineError("action", str(error), number) from None


def _word(name: str, kind: type[Enum], value: str, number: str | int | None) -> Enum:
    for member in kind:
        if member.value == value and member.name != "UNKNOWN":
            return member
    raise LineError("field", f"{name} must be {kind_name(kind)}", number)


def _struct(name: str, kind: Any, value: dict[str, Any], number: str | int | None) -> Any:
    hints = get_type_hints(kind)
    for inner in value:
        if inner not in hints:
            raise LineError("field", f"{name} has {', '.join(hints)}, not {inner[:40]!r}", number)
    return kind(**{inner: _value(inner, hints[inner], given, number) for inner, given in value.items()})


def kind_name(kind: Any) -> str:
    """Returns the name of a field's type as the description and errors write it."""
    if kind == Action:
        return "an action as text"
    return " or ".join(_one_name(one) for one in _kinds(kind) if one is not NoneType)


def _one_name(kind: Any) -> str:
    if _is_word(kind):
        return "one of " + ", ".join(f'"{one.value}"' for one in kind if one.name != "UNKNOWN")
    return {str: "a text", int: "a whole number", bool: "true or false"}.get(kind, "an object")
