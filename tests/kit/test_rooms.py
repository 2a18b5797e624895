"""What each room may import from outside, as an allow list.

The contracts in .importlinter forbid by name and so cannot know of a library that nobody has
thought of yet; this list does. Change them together.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

ROOMS = {
    "core/gouji_core": set[str](),
    "core/gouji_bots": {"gouji_core"},
    "protocol/gouji_protocol": {"gouji_core", "msgpack", "msgspec"},
    "protocol/gouji_client": {"gouji_core", "gouji_protocol", "trio", "zeroconf"},
    "gouji_server": {
        "click",
        "gouji_bots",
        "gouji_core",
        "gouji_protocol",
        "ifaddr",
        "msgspec",
        "platformdirs",
        "structlog",
        "trio",
        "zeroconf",
    },
    "gouji_tui": {
        "click",
        "gouji_bots",
        "gouji_client",
        "gouji_core",
        "platformdirs",
        "rich",
        "textual",
    },
}


def imported(file: Path) -> Iterator[tuple[str, int]]:
    """Gives the top-level packages a file imports anywhere, each with its line."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.partition(".")[0], node.lineno
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0], node.lineno


@pytest.mark.parametrize("room", ROOMS)
def test_room_imports_only_what_it_may(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py"))
    assert files
    allowed = ROOMS[room] | sys.stdlib_module_names | {Path(room).name}
    strangers = [
        f"{file.relative_to(ROOT)}:{line} {name}"
        for file in files
        for name, line in imported(file)
        if name not in allowed
    ]
    assert not strangers


@pytest.mark.parametrize("room", ROOMS)
def test_room_is_a_typed_package(room: str) -> None:
    assert (ROOT / room / "__init__.py").is_file()
    assert (ROOT / room / "py.typed").is_file()
