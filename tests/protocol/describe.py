"""Writes the tables and examples of docs/protocol.md from the types themselves.

``python -m tests.protocol.describe`` puts them between the marks in the document; a test holds that
they are there as written. Whatever is worth a sentence stands in the document or in a docstring.
"""

import ast
import inspect
import json
import re
import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import msgspec.inspect as mi
import msgspec.json

from gouji_core import actions
from gouji_core.actions import Action
from gouji_core.cards import Card, Cards
from gouji_core.combos import Combo
from gouji_core.events import Event
from gouji_core.options import OPTIONS, PRESETS, Rules, option_values
from gouji_core.plain import encode
from gouji_core.views import SeatView
from gouji_protocol import limits, words
from gouji_protocol.codec import encode_message
from gouji_protocol.frames import frame
from gouji_protocol.messages import Message
from tests.protocol.examples import EXAMPLES
from tests.protocol.strategies import CLIENT_KINDS, SERVER_KINDS

DOCUMENT = Path(__file__).parents[2] / "docs" / "protocol.md"


def lead(kind: Any) -> str:
    """Returns the first paragraph of a docstring as one line."""
    text = inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0]
    return re.sub(r"``(.*?)``", r"`\1`", " ".join(text.split()))


def under(kind: Any) -> dict[str, str]:
    """Returns the docstrings that stand under the members of a class."""
    (node,) = ast.parse(inspect.cleandoc("\n" + inspect.getsource(kind))).body
    assert isinstance(node, ast.ClassDef)
    out: dict[str, str] = {}
    name = ""
    for part in node.body:
        match part:
            case ast.AnnAssign(target=ast.Name(id)) | ast.Assign(targets=[ast.Name(id)]):
                name = id
            case ast.Expr(ast.Constant(str(text))) if name:
                out[name] = re.sub(r"``(.*?)``", r"`\1`", " ".join(text.split()))
                name = ""
            case _:
                name = ""
    return out


def wire_type(kind: mi.Type) -> str:
    match kind:
        case mi.IntType(ge=low, le=high):
            top = "2^63-1" if high == limits.MAX_ID else high
            return f"int {low}..{top}"
        case mi.StrType(max_length=most):
            return f"str <= {most}"
        case mi.BoolType():
            return "bool"
        case mi.EnumType(cls=cls):
            return f"{cls.__name__} word"
        case mi.VarTupleType(item_type=item, max_length=most):
            return f"array of {wire_type(item)}" + (f", <= {most}" if most else "")
        case mi.TupleType(item_types=items):
            return "[" + ", ".join(map(wire_type, items)) + "]"
        case mi.StructType(cls=cls):
            return cls.__name__
        case _:
            return "plain"


def default_of(field: mi.Field) -> str:
    value = field.default
    if value is msgspec.NODEFAULT:
        return ""
    shown = value.value if isinstance(value, Enum) else value
    if isinstance(shown, tuple):
        shown = list(shown)
    plain = json.dumps(shown) if isinstance(shown, (str, int, bool, list)) else "all defaults"
    return f" = {plain}"


def message_rows(kinds: tuple[type, ...]) -> Iterator[str]:
    for kind in kinds:
        info = mi.type_info(kind)
        assert isinstance(info, mi.StructType)
        tag = "" if info.tag is None else f"{info.tag} "
        yield f"#### {tag}{kind.__name__}"
        yield ""
        yield lead(kind)
        yield ""
        notes = under(kind)
        for at, field in enumerate(info.fields, info.tag is not None):
            note = f" - {notes[field.name]}" if field.name in notes else ""
            yield f"{at}. `{field.name}`: {wire_type(field.type)}{default_of(field)}{note}"
        yield ""


def parts(kinds: tuple[type, ...]) -> tuple[type, ...]:
    """Returns the structs that stand inside messages."""
    found: dict[type, None] = {}

    def walk(kind: mi.Type) -> None:
        match kind:
            case mi.StructType(cls=cls, fields=inner):
                if cls not in kinds:
                    found[cls] = None
                for field in inner:
                    walk(field.type)
            case mi.VarTupleType(item_type=item):
                walk(item)
            case _:
                pass

    for kind in kinds:
        walk(mi.type_info(kind))
    return tuple(found)


def word_rows(enums: tuple[type[Enum], ...]) -> Iterator[str]:
    for enum in enums:
        notes = under(enum)
        yield f"#### {enum.__name__}"
        yield ""
        yield lead(enum)
        yield ""
        for member in enum:
            if member.value != "unknown":
                note = f": {notes[member.name]}" if member.name in notes else ""
                yield f"* `{member.value}`{note}"
        yield ""


SPECIAL = {
    Cards: "cards",
    Combo: "combo",
    Card: "card",
    tuple[Card, ...]: "suited cards",
    Rules: "rules",
    Action: "action",
    Action | None: "action or nil",
    int: "int",
    str: "str",
    bool: "bool",
}


def core_type(kind: Any) -> str:
    if kind in SPECIAL:
        return SPECIAL[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        some = [part for part in inner if part is not type(None)]
        shown = " or ".join(map(core_type, some))
        return f"{shown} or nil" if type(None) in inner else shown
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        return f"array of {core_type(inner[0])}"
    if origin is tuple:
        return "[" + ", ".join(map(core_type, inner)) + "]"
    if origin is Literal:
        return " / ".join(f"`{part}`" for part in inner)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"{kind.__name__} word"
    return kind.__name__


def core_rows(kinds: tuple[type, ...], *, named: bool) -> Iterator[str]:
    for kind in kinds:
        hints, notes = get_type_hints(kind), under(kind)
        body = [f"`{field.name}`: {core_type(hints[field.name])}" for field in fields(kind)]
        head = [f'`"{kind.__name__}"`'] if named else []
        yield f"* **{kind.__name__}** [{', '.join(head + body)}]"
        yield f"  {' '.join(inspect.cleandoc(kind.__doc__ or '').split())}".replace("``", "`")
        for name, note in notes.items():
            yield f"  `{name}`: {note}"


def inside(kinds: tuple[Any, ...]) -> tuple[tuple[type, ...], tuple[type[Enum], ...]]:
    """Returns the dataclasses and enums within some types, in the order met."""
    classes: dict[type, None] = {}
    enums: dict[type[Enum], None] = {}

    def walk(kind: Any) -> None:
        if kind in SPECIAL:
            return
        for part in get_args(kind):
            walk(part)
        if isinstance(kind, type) and issubclass(kind, Enum):
            enums[kind] = None
        elif isinstance(kind, type) and is_dataclass(kind) and kind not in classes:
            classes[kind] = None
            for hint in get_type_hints(kind).values():
                walk(hint)

    for kind in kinds:
        walk(kind)
    return tuple(classes), tuple(enums)


def rule_rows() -> Iterator[str]:
    yield f"Presets: {', '.join(f'`{name}`' for name in PRESETS)}. Options, with their values (R14):"
    yield ""
    for name in OPTIONS:
        values = ", ".join(f"`{value}`" for value in option_values(name)) or "a number"
        yield f"* `{name}`: {values}"


def limit_rows() -> Iterator[str]:
    for name, value in vars(limits).items():
        if name.isupper() and name != "TYPE_CHECKING":
            shown = "2^63-1" if value == limits.MAX_ID else value
            yield f"* `{name}` = {shown}"


def example_rows() -> Iterator[str]:
    for who, title, message in EXAMPLES:
        yield f"**{title}** ({who})"
        yield ""
        yield "```example"
        yield from hex_lines(message)
        yield json.dumps(json.loads(msgspec.json.encode(message)), ensure_ascii=False)
        yield "```"
        yield ""


def hex_lines(message: Message) -> Iterator[str]:
    data = frame(encode_message(message), limits.MAX_REPLY)
    for at in range(0, len(data), 32):
        yield data[at : at + 32].hex(" ")


def sections() -> dict[str, str]:
    events = get_args(Event)
    classes, enums = inside((SeatView, *events))
    plain_words = (*enums, actions.Act)
    codes = (words.NoticeKind, words.ByeCode, words.FailCode, words.RemoveCode)
    asked = (words.Arrangement, words.Phrase)
    states = (words.Kind, words.Presence, words.TablePhase, words.Spectators, *asked)
    kinds = (*CLIENT_KINDS, *SERVER_KINDS)
    made = {
        "client messages": message_rows(CLIENT_KINDS),
        "server messages": message_rows(tuple(kind for kind in SERVER_KINDS if kind not in CLIENT_KINDS)),
        "parts": message_rows(parts(kinds)),
        "words": word_rows((*states, *codes)),
        "rules": rule_rows(),
        "events": core_rows(events, named=True),
        "views": core_rows(tuple(kind for kind in classes if kind not in events), named=False),
        "plain words": word_rows(tuple(dict.fromkeys(plain_words))),
        "limits": limit_rows(),
        "examples": example_rows(),
    }
    return {name: "\n".join(rows).strip() + "\n" for name, rows in made.items()}


def mark(name: str) -> str:
    return f"<!-- {name}: written by python -m tests.protocol.describe -->\n"


END = "<!-- end -->\n"


def filled(document: str) -> str:
    """Returns the document with every section as the types now are."""
    for name, text in sections().items():
        before, start, rest = document.partition(mark(name))
        assert start, f"docs/protocol.md has no place for {name}"
        _, end, after = rest.partition(END)
        document = f"{before}{start}{text}{end}{after}"
    return document


def named_json(kind: Any, plain: Any) -> Any:
    """Returns a plain value with the names of its fields, as a protocol of JSON objects would send it."""
    if isinstance(kind, type) and is_dataclass(kind) and kind not in SPECIAL:
        hints = get_type_hints(kind)
        pairs = zip(fields(kind), plain, strict=True)
        return {field.name: named_json(hints[field.name], value) for field, value in pairs}
    origin, inner = get_origin(kind), get_args(kind)
    if plain is None or kind in SPECIAL or not inner:
        return plain
    if origin in (Union, types.UnionType):
        return named_json(next(part for part in inner if part is not type(None)), plain)
    if origin is tuple:
        return [named_json(inner[0], value) for value in plain]
    return plain


def named_view(view: SeatView) -> Any:
    return named_json(SeatView, encode(SeatView, view))


if __name__ == "__main__":
    DOCUMENT.write_text(filled(DOCUMENT.read_text("utf-8")), "utf-8")
