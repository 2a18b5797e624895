"""The ``gouji-server`` script: it tells its version and help at once; all else is in ``commands``."""

from __future__ import annotations

import sys

from gouji_core import __version__


def main(prog_name: str = "gouji-server") -> None:
    """Does what the command line says; ends the program with its exit code, saying in one line why not 0."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"{prog_name}, version {__version__}\n")
        raise SystemExit(0)
    if sys.argv[1:] in (["--help"], ["-h"]):
        from gouji_server.usage import help_text

        sys.stdout.write(help_text(prog_name))
        raise SystemExit(0)
    import click

    from gouji_server.commands import main as commands

    try:
        code = commands.main(prog_name=prog_name, standalone_mode=False)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else prog_name
        message = " ".join(error.format_message().split()).removesuffix(".")
        click.echo(f"{prog_name}: {message[:1].lower()}{message[1:]}; see {command} --help", err=True)
        raise SystemExit(error.exit_code) from error
    except click.ClickException as error:
        click.echo(f"{prog_name}: {error.format_message()}", err=True)
        raise SystemExit(error.exit_code) from error
    except click.Abort as error:
        raise SystemExit(1) from error
    raise SystemExit(code or 0)
