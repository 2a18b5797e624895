"""The ``gouji-server`` script: it tells its version and help at once, and runs what it is told to."""

from __future__ import annotations

import errno
import os
import sys

from gouji_core import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gouji_server.settings import Config


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
    if sys.stdout is not None:
        sys.stdout.write(text)
        sys.stdout.flush()
    raise SystemExit(0)


def _command(prog_name: str) -> None:
    from gouji_server.config import ConfigError
    from gouji_server.startup import check, plain, refusal

    # By this, a shell asks click for what completes a line.
    completing = f"_{prog_name}_COMPLETE".replace("-", "_").upper() in os.environ
    try:
        config = None if completing else plain(sys.argv[1:])
        config = config or _commanded(prog_name)
        check(config)
        from gouji_server.app import run

        run(config, _say)
    except ConfigError as error:
        text, code = refusal(error)
        _complain(f"{prog_name}: {text}")
        raise SystemExit(code) from error
    raise SystemExit(0)


def _commanded(prog_name: str) -> Config:
    """Reads the whole line; returns the settings where it says to serve, else does what it says and ends.

    Raises:
        ConfigError: if the settings make no server.
    """
    import click

    from gouji_server import commands
    from gouji_server.config import Config

    try:
        found: object = commands.main.main(prog_name=prog_name, standalone_mode=False)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else prog_name
        _complain(f"{prog_name}: {commands.in_one_sentence(error)}; see {command} --help")
        raise SystemExit(error.exit_code) from error
    except click.ClickException as error:
        _complain(f"{prog_name}: {error.format_message()}")
        raise SystemExit(error.exit_code) from error
    except click.Abort as error:
        raise SystemExit(1) from error
    if not isinstance(found, Config):
        raise SystemExit(found or 0)
    return found


def _say(line: str) -> None:
    """Tells whoever started the server; that nobody reads it ends no game."""
    if sys.stdout is None:
        return
    try:
        # A path may be no UTF-8.
        sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace") + b"\n")
        sys.stdout.buffer.flush()
    except OSError:
        unread()


def _complain(text: str) -> None:
    """Says why it ends; for systemd's journal that is an error, by what the line begins with."""
    from gouji_server.manager import is_stderr_journal

    if sys.stderr is not None:
        sys.stderr.write(f"{'<3>' if is_stderr_journal() else ''}{text}\n")


def unread() -> None:
    """Lets go of an output that takes nothing: what waits for it would be tried again at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
