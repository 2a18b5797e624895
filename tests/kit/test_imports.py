"""Headless commands and libraries must start fast: they load nothing of the screen.

Each check runs in a fresh interpreter, because this one has long loaded everything.
"""

import subprocess
import sys
from importlib.metadata import version

import pytest

SCREEN = frozenset({"textual", "rich"})
WIRE = frozenset({"asyncio", "msgpack", "msgspec", "socket", "trio"})
SETTINGS = frozenset({"click", "platformdirs", "structlog"})

IMPORT = """
import importlib, sys
importlib.import_module(sys.argv[1])
"""

COMMAND = """
import sys
from importlib.metadata import entry_points
sys.argv = sys.argv[1:]
(script,) = entry_points(group="console_scripts", name=sys.argv[0])
try:
    status = script.load()()
except SystemExit as stop:
    status = stop.code
if status:
    sys.exit(status)
"""

REPORT = """
print("loaded:", *sorted({name.partition(".")[0] for name in sys.modules}))
"""


def run(program: str, *arguments: str) -> tuple[str, set[str]]:
    """Runs the program in an interpreter of its own; gives its output and the packages it loaded."""
    done = subprocess.run(
        [sys.executable, "-c", program + REPORT, *arguments],
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    output, mark, loaded = done.stdout.rpartition("loaded: ")
    assert mark, done.stdout
    return output, set(loaded.split())


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("gouji_core", SCREEN | WIRE | SETTINGS),
        ("gouji_bots", SCREEN | WIRE | SETTINGS),
        ("gouji_protocol", SCREEN | SETTINGS | {"asyncio", "socket", "trio"}),
        ("gouji_client", SCREEN | SETTINGS),
        ("gouji_server.cli", SCREEN),
        ("gouji_tui.cli", SCREEN),
    ],
)
def test_import_loads_nothing_of_the_screen(module: str, unwanted: frozenset[str]) -> None:
    _, loaded = run(IMPORT, module)
    assert not loaded & unwanted


@pytest.mark.parametrize(
    "command",
    [
        ("gouji", "--version"),
        ("gouji", "--help"),
        ("gouji", "cases", "--help"),
        ("gouji", "sim", "--help"),
        ("gouji", "bot", "--help"),
        ("gouji", "client", "--help"),
        ("gouji-server", "--version"),
        ("gouji-server", "--help"),
    ],
    ids=" ".join,
)
def test_command_loads_nothing_of_the_screen(command: tuple[str, ...]) -> None:
    output, loaded = run(COMMAND, *command)
    assert output.strip()
    assert not loaded & SCREEN


@pytest.mark.parametrize("script", ["gouji", "gouji-server"])
def test_version_is_the_one_of_the_distribution(script: str) -> None:
    output, _ = run(COMMAND, script, "--version")
    assert version("gouji") in output
