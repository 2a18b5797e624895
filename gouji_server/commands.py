"""What ``gouji-server`` can do: options in, a ``Config`` out, or a command done; all heavy is imported then.

Settings that make no server are a ``ConfigError``, which the script tells.

Exit codes: 0 stopped when told to, 1 could not run (one line on stderr says why), 2 wrong usage.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from gouji_core import __version__
from gouji_server.kinds import Places, Setting, Switch, UnfitError
from gouji_server.settings import SETTINGS, Config
from gouji_server.startup import made

if TYPE_CHECKING:
    from collections.abc import Iterable

RECORDS_EPILOG = """\b
Examples:
  gouji-server records --data ./games       all games, oldest first
  gouji-server records K7QX-2               the second game of table K7QX
  gouji-server records K7QX > game.txt      its newest game, for gouji replay
"""

BACKUP_EPILOG = """\b
Examples:
  gouji-server backup sunday.sqlite3                    a copy of the usual place
  gouji-server backup --data ./games sunday.sqlite3     of another
  mkdir new && cp sunday.sqlite3 new/journal.sqlite3
  gouji-server --data new                               a server that goes on from it
"""

NAMES = {"help_option_names": ["-h", "--help"]}


class _Value(click.ParamType[object]):
    """Is a value of a setting as the command line has it."""

    name = "value"

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> object:
        """Reads the value."""
        try:
            return self._setting.parse(value)
        except UnfitError as error:
            self.fail(f"wanted {error}", param, ctx)


class _Main(click.Group):
    """Is the command with all settings as options and the help of ``usage``."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.params += [_option(setting) for setting in SETTINGS]

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of all commands."""
        return ["admin", *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Returns a command; ``admin`` is imported only to run."""
        if cmd_name == "admin":
            from gouji_server.admin.commands import admin

            return admin
        return super().get_command(ctx, cmd_name)

    def get_help(self, ctx: click.Context) -> str:
        """Returns the help, which is there without click too."""
        from gouji_server.usage import help_text

        return help_text(ctx.command_path).rstrip()


def _option(setting: Setting) -> click.Option:
    flag = f"--{setting.name}"
    match setting:
        case Switch():
            return click.Option([f"{flag}/--no-{setting.name}", setting.attribute], default=None)
        case Places():
            return click.Option([flag, setting.attribute], type=_Value(setting), multiple=True)
        case _:
            return click.Option([flag, setting.attribute], type=_Value(setting))


@click.group(cls=_Main, invoke_without_command=True, context_settings=NAMES)
@click.version_option(__version__)
@click.option("--config", "file", metavar="FILE")
@click.option("--print-config", "show", is_flag=True)
@click.pass_context
def main(context: click.Context, show: bool, **_: object) -> Config | None:
    """Serve tables of Gouji to players on the network or on this machine."""
    if show:
        from gouji_server.configfile import written

        _heed(context, "with --print-config, which tells what is so by default")
        click.echo(written(), nl=False)
        context.exit(0)
    if context.invoked_subcommand is not None:
        heeded = ("data", "admin_socket") if context.invoked_subcommand == "admin" else ("data",)
        _heed(context, f"for {context.invoked_subcommand}", *heeded)
        return None
    return chosen(context)


@main.command(epilog=RECORDS_EPILOG, context_settings=NAMES)
@click.option("--data", metavar="DIR", help="Where the games are kept.")
@click.argument("game", metavar="[ID]", required=False)
@click.pass_context
def records(context: click.Context, data: str | None, game: str | None) -> None:
    """List the games played, or print one of them.

    An ID is a table's code for its newest game, or the code, a hyphen and the game's number. Nothing is
    changed, and a server may be running meanwhile; of a game that goes on there are the rounds that are over.
    """
    from gouji_server.archive import Archive, ArchiveError, parse_id
    from gouji_server.journal import FILE

    try:
        archive = Archive(chosen(context, data=data).data / FILE)
        if game is None:
            for kept in archive.headers():
                click.echo(kept.summary())
            return
        found = archive.find(*parse_id(game)) if game.isascii() else None
    except ArchiveError as error:
        raise click.ClickException(str(error)) from error
    if found is None:
        raise click.ClickException(f"there is no game {game}; gouji-server records lists them all")
    click.echo(found.text, nl=False)


@main.command(epilog=BACKUP_EPILOG, context_settings=NAMES)
@click.option("--data", metavar="DIR", help="Where the games are kept.")
@click.argument("file", metavar="FILE")
@click.pass_context
def backup(context: click.Context, data: str | None, file: str) -> None:
    """Copy all that a server keeps to FILE, which must not be there yet.

    A server may be running and people playing meanwhile: the copy is how everything stood at one moment. To
    go on from it, let it be journal.sqlite3 in a directory of its own.
    """
    from gouji_server.archive import ArchiveError
    from gouji_server.backup import back_up
    from gouji_server.journal import FILE

    try:
        size = back_up(chosen(context, data=data).data / FILE, Path(file))
    except ArchiveError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{file}: {size} bytes")


def chosen(context: click.Context, **more: str | None) -> Config:
    """Returns the settings that the file, the options before a command and those after it make.

    Raises:
        ConfigError: if they make none.
    """
    top = context.find_root()
    values: dict[str, object] = {
        setting.attribute: top.params[setting.attribute]
        for setting in SETTINGS
        if top.get_parameter_source(setting.attribute) is ParameterSource.COMMANDLINE
    }
    values |= {name: Path(value) for name, value in more.items() if value}
    return made(top.params["file"], values)


def _heed(context: click.Context, where: str, *heeded: str) -> None:
    """Sees that every option given is one that is heeded.

    Raises:
        UsageError: if one is not.
    """
    vain: list[str] = []
    for setting in SETTINGS:
        source = context.get_parameter_source(setting.attribute)
        if source is ParameterSource.COMMANDLINE and setting.attribute not in heeded:
            off = isinstance(setting, Switch) and not context.params[setting.attribute]
            vain.append(f"--{'no-' if off else ''}{setting.name}")
    if vain:
        raise click.UsageError(f"{', '.join(vain)} {'does' if len(vain) == 1 else 'do'} nothing {where}")


def in_one_sentence(error: click.UsageError) -> str:
    """Returns what click found wrong as one sentence, also where it would go on with a question."""
    name: str | None = getattr(error, "option_name", None) or getattr(error, "command_name", None)
    like: Iterable[str] | None = getattr(error, "possibilities", None)
    message = error.format_message()
    if name is not None and like:
        kind = "option" if name.startswith("-") else "command"
        message = f"no such {kind} '{name}', perhaps {' or '.join(sorted(like))}"
    message = " ".join(message.split()).removesuffix(".")
    return message[:1].lower() + message[1:]
