"""What ``gouji-server`` can do: options in, a ``Config`` out; everything heavy is imported only to run.

Paths are read as plain text, since even pathlib takes a fifth of the time of ``--help``.

Exit codes: 0 stopped when told to, 1 could not run (one line on stderr says why), 2 wrong usage.
"""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

import click

from gouji_core import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from gouji_core.position import Position

EPILOG = """\b
Examples:
  gouji-server                              everywhere on this machine, IPv4 and IPv6
  gouji-server --listen 127.0.0.1:5000      one address and port
  gouji-server --unix /run/gouji/socket     the local network and a Unix socket
  gouji-server --no-tcp --unix ./gouji.sock --data ./games
  gouji-server records                      the games that were played, by their ids
"""

RECORDS_EPILOG = """\b
Examples:
  gouji-server records --data ./games       all games, oldest first
  gouji-server records K7QX-2               the second game of table K7QX
  gouji-server records K7QX > game.txt      its newest game, for gouji replay
"""


SETTINGS = {"help_option_names": ["-h", "--help"]}


class Seconds(click.FloatRange):
    """Is a time in seconds within bounds; what is no number passes any bound and so is refused first."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Reads the time."""
        seconds = float(super().convert(value, param, ctx))
        if isnan(seconds):
            self.fail("a number of seconds is wanted", param, ctx)
        return seconds


@click.group(invoke_without_command=True, epilog=EPILOG, context_settings=SETTINGS)
@click.version_option(__version__)
@click.option(
    "--listen",
    "listen",
    metavar="ADDR[:PORT]",
    multiple=True,
    help="Listen on this TCP address; may be given again. Default: every IPv4 and IPv6 address, port 4216.",
)
@click.option("--unix", metavar="PATH", help="Listen on a Unix socket too.")
@click.option("--no-tcp", is_flag=True, help="Do not listen on TCP at all; needs --unix.")
@click.option(
    "--data",
    metavar="DIR",
    help="Where games are kept. Default: the data directory of the platform.",
)
@click.option("--log", metavar="FILE", help="Log to a file, not stderr.")
@click.option(
    "--window",
    type=Seconds(0, 60),
    default=1.5,
    show_default=True,
    metavar="SECONDS",
    help="How long a burn window is held open at least, so that its end tells nobody's hand.",
)
@click.option(
    "--bot-pace",
    type=Seconds(0, 60),
    default=0.8,
    show_default=True,
    metavar="SECONDS",
    help="How long bots take for a decision.",
)
@click.option(
    "--round-pause",
    type=Seconds(0, 3600),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="The time between two rounds, unless the host starts the next one sooner.",
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="For tests and practice only: the same cards and bots each time. Who knows N knows all hands.",
)
@click.option(
    "--position",
    metavar="FILE",
    help="For practice and tests: every new table begins from this position, a rule case in JSON.",
)
@click.option("--parent-watch", is_flag=True, help="Stop as soon as stdin is closed.")
@click.pass_context
def main(
    context: click.Context,
    listen: tuple[str, ...],
    unix: str | None,
    no_tcp: bool,
    data: str | None,
    log: str | None,
    window: float,
    bot_pace: float,
    round_pause: float,
    seed: int | None,
    position: str | None,
    parent_watch: bool,
) -> None:
    """Serve tables of Gouji to players on the network or on this machine."""
    if context.invoked_subcommand is not None:
        return
    from pathlib import Path

    from gouji_server import app
    from gouji_server.config import Config, ConfigError, parse_address

    if no_tcp and listen:
        raise click.UsageError("--no-tcp and --listen exclude each other")
    if no_tcp and unix is None:
        raise click.UsageError("--no-tcp needs --unix")
    try:
        addresses = tuple(map(parse_address, listen))
    except ConfigError as error:
        raise click.UsageError(str(error)) from error
    try:
        config = Config(
            data=Path(data) if data else _default_data(),
            listen=addresses,
            tcp=not no_tcp,
            unix=Path(unix) if unix else None,
            log=Path(log) if log else None,
            seed=seed,
            position=_load(position) if position else None,
            window=window,
            bot_pace=bot_pace,
            round_pause=round_pause,
            parent_watch=parent_watch,
        )
        app.run(config, lambda line: click.echo(line))
    except ConfigError as error:
        raise click.ClickException(str(error)) from error


@main.command(epilog=RECORDS_EPILOG, context_settings=SETTINGS)
@click.option("--data", metavar="DIR", help="Where the games are kept.")
@click.argument("game", metavar="[ID]", required=False)
@click.pass_context
def records(context: click.Context, data: str | None, game: str | None) -> None:
    """List the games played, or print one of them.

    An ID is a table's code for its newest game, or the code, a hyphen and the game's number. Nothing is
    changed, and a server may be running meanwhile; of a game that goes on there are the rounds that are over.
    """
    from pathlib import Path

    from gouji_server.archive import Archive, ArchiveError, parse_id
    from gouji_server.journal import FILE

    data = data or (context.parent.params["data"] if context.parent else None)
    archive = Archive((Path(data) if data else _default_data()) / FILE)
    try:
        if game is None:
            for kept in archive.headers():
                click.echo(kept.summary())
            return
        found = archive.find(*parse_id(game))
    except ArchiveError as error:
        raise click.ClickException(str(error)) from error
    if found is None:
        raise click.ClickException(f"there is no game {game}; gouji-server records lists them all")
    click.echo(found.text, nl=False)


def _load(position: str) -> Position:
    from pathlib import Path

    from gouji_server.position import load_position

    return load_position(Path(position))


def _default_data() -> Path:
    from platformdirs import user_data_path

    return user_data_path("gouji")
