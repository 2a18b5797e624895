"""The ``gouji`` script: what needs no options is done before those are loaded, all else is ``commands``."""

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
    if not said:
        # The menu is what people wait for most often, and reading options would take a tenth of it.
        from gouji_tui.launch import start_menu

        code, message = start_menu(None, ascii_only=False, plain=False)
        if message:
            sys.stderr.write(f"{prog_name}: {message}\n")
        raise SystemExit(code)
    from gouji_tui.commands import main as commands

    commands.main(said, prog_name)
