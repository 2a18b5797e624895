"""The ``gouji-server`` script: it tells its version and help at once; all else is in ``commands``."""

from __future__ import annotations

import errno
import os
import sys

from gouji_core import __version__


def main(prog_name: str = "gouji-server") -> None:
    """Does what the command line says; ends the program with its exit code, saying in one line why not 0."""
    try:
        if sys.argv[1:] == ["--version"]:
            _print(f"{prog_name}, version {__version__}\n")
        elif sys.argv[1:] in (["--help"], ["-h"]):
            from gouji_server.usage import help_text

            _print(help_text(prog_name))
        else:
            _command(prog_name)
    except KeyboardInterrupt as error:
        raise SystemExit(1) from error
    except BrokenPipeError as error:
        # Whoever does not want to read more, as head, knows so.
        unread()
        raise SystemExit(1) from error
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO):
            raise
        unread()
        sys.stderr.write(f"{prog_name}: cannot print: {(error.strerror or str(error)).lower()}\n")
        raise SystemExit(1) from error


def _print(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
    raise SystemExit(0)


def _command(prog_name: str) -> None:
    import click

    from gouji_server.commands import in_one_sentence
    from gouji_server.commands import main as commands

    try:
        code = commands.main(prog_name=prog_name, standalone_mode=False)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else prog_name
        _complain(f"{prog_name}: {in_one_sentence(error)}; see {command} --help")
        raise SystemExit(error.exit_code) from error
    except click.ClickException as error:
        _complain(f"{prog_name}: {error.format_message()}")
        raise SystemExit(error.exit_code) from error
    except click.Abort as error:
        raise SystemExit(1) from error
    raise SystemExit(code or 0)


def _complain(text: str) -> None:
    """Says why it ends; for systemd's journal that is an error, by what the line begins with."""
    from gouji_server.manager import is_stderr_journal

    sys.stderr.write(f"{'<3>' if is_stderr_journal() else ''}{text}\n")


def unread() -> None:
    """Lets go of an output that takes nothing: what waits for it would be tried again at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
