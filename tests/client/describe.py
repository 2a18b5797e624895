"""Writes the tables of docs/client-json.md and all of docs/api.md from the code itself.

``python -m tests.client.describe`` puts them between the marks in the documents; a test holds that they are
there as written.
"""

import ast
import inspect
import json
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import gouji_client
import gouji_protocol
from gouji_client import Client, lan, lines, routes, updates, with_asyncio, with_trio
from gouji_client.lines.reading import BYE, LOOK, REQUESTS, RESULTS, arguments_of, kind_name
from gouji_core.events import Dealt, Event, Waiting, WindowOpened
from tests.protocol.describe import core_type, lead, under

DOCS = Path(__file__).parents[2] / "docs"
LINES = DOCS / "client-json.md"
API = DOCS / "api.md"
END = "<!-- end -->\n"


def mark(name: str) -> str:
    return f"<!-- {name}: written by python -m tests.client.describe -->\n"


# Lines of JSON.


def shown(value: Any) -> str:
    return json.dumps(value.value if isinstance(value, Enum) else value)


def field_text(name: str, kind: Any, default: Any = inspect.Parameter.empty) -> str:
    text = f"`{name}`: {kind_name(kind)}"
    return text if default is inspect.Parameter.empty else f"{text} = {shown(default)}"


def request_rows() -> Iterator[str]:
    yield "| do | fields | what it does |"
    yield "|---|---|---|"
    structs: dict[str, Any] = {}
    for do, method in REQUESTS.items():
        arguments = arguments_of(do)
        cells = "; ".join(field_text(one.name, one.kind, one.default) for one in arguments)
        result = f"; `done` has it as `{RESULTS[do]}`" if do in RESULTS else ""
        yield f"| `{do}` | {cells} | {lead(method).removesuffix('.')}{result} |"
        for one in arguments:
            for kind in get_args(one.kind):
                if hasattr(kind, "__struct_fields__"):
                    structs[one.name] = kind
    yield f"| `{LOOK}` | | Tells all there is to know again |"
    yield f"| `{BYE}` | | Says goodbye and ends |"
    for name, kind in structs.items():
        hints = get_type_hints(kind)
        inner = (field_text(one, hints[one], getattr(kind(), one)) for one in kind.__struct_fields__)
        yield ""
        yield f"`{name}` of the above is an object with any of {'; '.join(inner)}."


def event_fields(event: type) -> Iterator[str]:
    hints = get_type_hints(event)
    for field in fields(event):
        kind = core_type(hints[field.name])
        if event in (Waiting, WindowOpened) and field.name == "asked":
            kind = "bool"
        if event is Dealt and field.name in ("hands", "fallback"):
            if field.name == "hands":
                yield "`hand` suited cards"
            continue
        yield f"`{field.name}` {kind}"


def event_rows() -> Iterator[str]:
    yield "| event | fields | what happened |"
    yield "|---|---|---|"
    for event in get_args(Event):
        said = lead(event).removesuffix(".").replace("Hidden: the", "The").replace("|", "\\|")
        yield f"| `{event.__name__}` | {', '.join(event_fields(event))} | {said} |"


def filled(document: str) -> str:
    """Returns docs/client-json.md with its tables as the code now is."""
    for name, rows in (("requests", request_rows()), ("events", event_rows())):
        before, start, rest = document.partition(mark(name))
        assert start, f"docs/client-json.md has no place for {name}"
        _, end, after = rest.partition(END)
        text = "\n".join(rows)
        document = f"{before}{start}{text}\n{end}{after}"
    return document


# The names of the library.

HEAD = """# The client library by name

All public names of `gouji_client`, written by `python -m tests.client.describe` from their docstrings; the
[tutorial](scripting.md) shows how they go together. What is legal and what a view holds is in `gouji_core`
([bots.md](bots.md)), and every event in [client-json.md](client-json.md).
"""


@cache
def notes() -> dict[str, str]:
    """Returns the docstrings that stand under names assigned in modules of the library and the protocol."""
    found: dict[str, str] = {}
    for package in (gouji_protocol, gouji_client):
        for file in sorted(Path(str(package.__file__)).parent.rglob("*.py")):
            body = ast.parse(file.read_text("utf-8")).body
            for node, after in pairwise(body):
                match node, after:
                    case (
                        ast.Assign(targets=[ast.Name(id)]) | ast.AnnAssign(target=ast.Name(id)),
                        ast.Expr(ast.Constant(str(text))),
                    ):
                        found.setdefault(id, " ".join(text.split()).replace("``", "`"))
                    case _:
                        pass
    return found


def signature(name: str, value: Any) -> str:
    """Returns a call with its types, as one would write it."""
    call = inspect.signature(value)
    parts: list[str] = []
    for parameter in call.parameters.values():
        if parameter.name == "self":
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        parts.append(f"{parameter.name}: {parameter.annotation}{default}")
    # The decorator of a context manager keeps the annotation of the generator inside.
    context = hasattr(value, "__wrapped__")
    given = "Client" if context else call.return_annotation
    before = "async with " if context else "await " if inspect.iscoroutinefunction(value) else ""
    return f"{before}{name}({', '.join(parts)})" + ("" if given == "None" else f" -> {given}")


def about(name: str, value: Any) -> str:
    if isinstance(value, type) or inspect.isroutine(value) or isinstance(value, property):
        said = lead(value)
    else:
        said = notes().get(name, "")
    assert said, f"{name} says nothing of itself"
    return said


def member_rows(kind: type) -> Iterator[str]:
    """Tells the fields, properties and methods of a class that programs use as such."""
    own = under(kind)
    if is_dataclass(kind):
        hints = {name: str(hint) for name, hint in kind.__annotations__.items()}
        for field in fields(kind):
            note = f" - {own[field.name]}" if field.name in own else ""
            yield f"  * `{field.name}: {hints[field.name]}`{note}"
    for name, value in vars(kind).items():
        if name.startswith("_") or name in own or (kind, name) in FOR_DRIVERS:
            continue
        if isinstance(value, property):
            yield f"  * `{name}` - {about(name, value)}"
        elif inspect.isfunction(value):
            yield f"  * `{signature(name, value)}` - {about(name, value)}"


FOR_DRIVERS = {(Client, "deliver"), (Client, "wait_online")}


def name_rows(module: ModuleType, names: Iterable[str], *, members: bool) -> Iterator[str]:
    for name in names:
        value = getattr(module, name)
        if inspect.isroutine(value):
            yield f"* `{signature(name, value)}` - {about(name, value)}"
        elif not isinstance(value, (type, str, int)):
            yield f"* `{name}` - {about(name, value)}"
        else:
            yield f"* **{name}** - {about(name, value)}"
            if members and isinstance(value, type) and not issubclass(value, Exception):
                yield from member_rows(value)


def api() -> str:
    """Returns docs/api.md."""
    parts: list[str] = [HEAD]
    for module, names, members in (
        (gouji_client, gouji_client.__all__, True),
        (with_trio, with_trio.__all__, False),
        (with_asyncio, with_asyncio.__all__, False),
        # What else is there is for the drivers.
        (routes, ("tls_context",), False),
        (lan, lan.__all__, True),
        (updates, updates.__all__, False),
        (lines, lines.__all__, True),
    ):
        parts += [f"\n## {module.__name__}\n", *name_rows(module, names, members=members)]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    LINES.write_text(filled(LINES.read_text("utf-8")), "utf-8")
    API.write_text(api(), "utf-8")
