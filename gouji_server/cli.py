"""The ``gouji-server`` script: it tells its version at once; all else is in ``gouji_server.commands``."""

from __future__ import annotations

import sys

from gouji_core import __version__


def main(prog_name: str = "gouji-server") -> None:
    """Does what the command line says; ends the program with its exit code."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"{prog_name}, version {__version__}\n")
        raise SystemExit(0)
    from gouji_server.commands import main as commands

    commands(prog_name=prog_name)
