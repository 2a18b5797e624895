"""The ``gouji`` script: what needs no options is done before those are loaded, all else is ``commands``."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

from gouji_core import __version__


def main(arguments: Sequence[str] | None = None, prog_name: str = "gouji") -> None:
    """Does what the command line says; ends the program with its exit code."""
    said = sys.argv[1:] if arguments is None else list(arguments)
    match said:
        case ["--version"]:
            sys.stdout.write(f"{prog_name}, version {__version__}\n")
            raise SystemExit(0)
        case []:
            # The menu is what people wait for most often, and reading options would take a tenth of it.
            from gouji_tui.launch import start_menu

            _end(*start_menu(None, ascii_only=False, plain=False), prog_name)
        case ["cases", *paths] if paths and not any(path.startswith("-") for path in paths):
            # Rulings are tried over and over, and reading options would take a third of it; looking for
            # what can be let go of, while it runs and at the end, a tenth, and there is no such thing.
            gc.disable()
            from gouji_tui.casefiles import tell_cases

            code, message = tell_cases(paths)
            gc.freeze()
            _end(code, message, prog_name)
        case _:
            from gouji_tui.commands import main as commands

            commands.main(said, prog_name)


def _end(code: int, message: str, prog_name: str) -> None:
    if message:
        sys.stderr.write(f"{prog_name}: {message}\n")
    raise SystemExit(code)
