"""The ``gouji`` script: its version is told before anything is loaded, all else is ``gouji_tui.commands``."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from gouji_core import __version__


def main(arguments: Sequence[str] | None = None, prog_name: str = "gouji") -> None:
    """Does what the command line says; ends the program with its exit code."""
    said = sys.argv[1:] if arguments is None else list(arguments)
    if said == ["--version"]:
        sys.stdout.write(f"{prog_name}, version {__version__}\n")
        raise SystemExit(0)
    from gouji_tui.commands import main as commands

    commands.main(said, prog_name)
