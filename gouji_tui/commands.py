"""The commands of ``gouji``: everything a person starts, by name; each imports only what it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gouji_core import __version__
from gouji_tui import scripting, settings_command, standings, trials
from gouji_tui.learning import commands as learning
from gouji_tui.misuse import WrongUsageError
from gouji_tui.usage import (
    ASCII,
    CONNECT,
    LANG,
    PLAIN,
    SETTINGS,
    TUTOR,
    UNIX,
    Commands,
    FailedError,
    Seconds,
    Ways,
    command,
    ended,
    rules_of,
    with_door,
)

if TYPE_CHECKING:
    from gouji_tui.door import Door


@click.group("gouji", cls=Commands, invoke_without_command=True, context_settings=SETTINGS)
@click.version_option(__version__)
@LANG
@ASCII
@PLAIN
@click.pass_context
def main(context: click.Context, lang: str | None, ascii_only: bool, plain: bool) -> None:
    """Play Gouji, the six-player card game; without a command the menu opens."""
    context.obj = Ways(lang, ascii_only, plain)
    if context.invoked_subcommand is not None:
        return
    from gouji_tui.launch import start_menu

    ended(start_menu(context.obj.lang, ascii_only=ascii_only, plain=plain))


@command
@click.option("--solo", is_flag=True)
@CONNECT
@UNIX
@click.option("--table", metavar="CODE|list")
@click.option("--as", "person", metavar="NAME")
@click.option("--rules", metavar="R", show_default="online")
@click.option("--position", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--seat", type=click.IntRange(0, 5), metavar="N", show_default="0")
@click.option("--seed", type=int, metavar="N")
@click.option("--pace", type=Seconds(0, 60), metavar="SECONDS")
@click.option("--window", type=Seconds(0, 60), metavar="SECONDS")
@TUTOR
@with_door
@LANG
@ASCII
@PLAIN
@click.pass_obj
def play(
    ways: Ways,
    solo: bool,
    connect: str | None,
    unix: Path | None,
    table: str | None,
    person: str | None,
    rules: str | None,
    position: Path | None,
    seat: int | None,
    seed: int | None,
    pace: float | None,
    window: float | None,
    tutor: bool,
    door: Door,
    lang: str | None,
    ascii_only: bool,
    plain: bool,
) -> None:
    """Play at a table: alone with five bots, or on a server."""
    from gouji_core.options import format_rules

    if sum((solo or position is not None, connect is not None, unix is not None)) > 1:
        raise WrongUsageError("usage.one_place")
    solo = connect is None and unix is None
    if solo and table:
        raise WrongUsageError("usage.for_server", name="--table")
    if solo and person is not None:
        raise WrongUsageError("usage.for_server", name="--as")
    if not solo and (seed is not None or pace is not None or window is not None):
        raise WrongUsageError("usage.for_solo")
    if door.tls and connect is None:
        raise WrongUsageError("usage.tls")
    if position is None and seat is not None:
        raise WrongUsageError("usage.goes_with", name="--seat", other="--position")
    asked = format_rules(rules_of(rules)) if rules is not None else ""
    from gouji_tui.launch import start_play
    from gouji_tui.plan import ANY_SEAT, Plan, SoloOptions

    text = ""
    if position is not None:
        from gouji_tui.practice import PositionError, read_position_file

        seat = seat or 0
        try:
            found = read_position_file(position, rules or "", seat)
        except PositionError as error:
            raise FailedError(error.text(ways.texts(lang))) from error
        asked, text = found.rules, found.text
    plan = Plan(
        solo=SoloOptions(seed, pace, window, text) if solo else None,
        address=str(unix.absolute()) if unix is not None else connect or "",
        table=table or "",
        rules=asked or "online",
        seat=ANY_SEAT if seat is None else seat,
        person=person or "",
        tutor=tutor,
        door=door,
    )
    ways = ways.also(lang, ascii_only, plain)
    ended(start_play(ways.lang, plan, ascii_only=ways.ascii_only, plain=ways.plain))


@command
@click.option("--seconds", metavar="SECONDS", type=Seconds(0.1, 600), default=2.0, show_default=True)
@click.option("--on", "interface", metavar="ADDRESS", default="")
@LANG
@click.pass_obj
def lan(ways: Ways, seconds: float, interface: str, lang: str | None) -> None:
    """List the servers on the local network: name, address, tables and what they ask for."""
    from gouji_tui.lan import list_servers

    code, lines = list_servers(seconds, interface, ways.texts(lang))
    if code:
        raise FailedError(lines[0])
    for line in lines:
        click.echo(line)


@command
@click.argument("words", nargs=-1, metavar="[CLAUSE|WORD]")
@click.option("--rules", metavar="R", default="online", show_default=True)
@LANG
@click.pass_obj
def rules(ways: Ways, words: tuple[str, ...], rules: str, lang: str | None) -> None:
    """Read the rule book: every clause as it stands under the rules chosen."""
    import shutil

    from gouji_tui.rulebook import found, page

    chosen, query = rules_of(rules), " ".join(words)
    texts = ways.texts(lang)
    click.echo(page(query, chosen, texts.lang, min(shutil.get_terminal_size().columns, 100)))
    if not found(query, chosen, texts.lang):
        raise FailedError(texts("error.no_clause", query=query))


@command
@click.argument("name", metavar="FILE|ID")
@CONNECT
@UNIX
@click.option("--verify", is_flag=True)
@with_door
@LANG
@ASCII
@click.option("--plain", is_flag=True)
@click.pass_obj
def replay(
    ways: Ways,
    name: str,
    connect: str | None,
    unix: Path | None,
    verify: bool,
    door: Door,
    lang: str | None,
    ascii_only: bool,
    plain: bool,
) -> None:
    """Step through a game's record with all hands open, or check it; - reads standard input.

    A file that is there is what is meant; else an ID, a table's code for its newest game or with a number as
    in K7QX-2, of a game you had a seat in. Without --connect or --unix the server's data of this machine are
    read. Asking a server ends a game you play there meanwhile: at the table the key g asks for you.
    """
    from gouji_tui.launch import start_replay

    if connect is not None and unix is not None:
        raise WrongUsageError("usage.not_both", one="--connect", other="--unix")
    server = str(unix.absolute()) if unix is not None else connect or ""
    ways = ways.also(lang, ascii_only, plain)
    looks = {"ascii_only": ways.ascii_only, "plain": ways.plain}
    ended(start_replay(name, ways.lang, **looks, verify=verify, server=server, door=door))


@command
@click.option(
    "--unix",
    type=click.Path(path_type=Path),
    metavar="PATH",
    required=True,
)
@click.option(
    "--players",
    type=click.Path(path_type=Path),
    metavar="FILE",
)
@click.option("--as", "person", metavar="NAME")
@click.pass_obj
def ssh(ways: Ways, unix: Path, players: Path | None, person: str | None) -> None:
    """Take the place of a shell for people who come by SSH; sshd runs it, as ForceCommand."""
    if players is not None and person is not None:
        raise WrongUsageError("usage.not_both", one="--players", other="--as")
    from gouji_tui.launch import start_call

    ended(start_call(unix, person or "", players, ways.lang))


@command
@LANG
@click.pass_obj
def doctor(ways: Ways, lang: str | None) -> None:
    """Tell what this terminal can do and how Gouji would draw on it."""
    from gouji_tui.doctor import examine
    from gouji_tui.look import own_choice, speak
    from gouji_tui.terminal import look

    chosen, ways = own_choice(), ways.also(lang)
    texts = speak(ways.lang, chosen)
    for line in examine(look(ask=True), texts, chosen, ascii_only=ways.ascii_only):
        click.echo(line)


for each in (
    doctor,
    lan,
    learning.glossary,
    learning.practice,
    play,
    replay,
    rules,
    scripting.bot,
    scripting.client,
    settings_command.settings,
    ssh,
    standings.stats,
    trials.cases,
    trials.sim,
):
    main.add_command(each)
