"""The commands of ``gouji``: everything a person starts, by name; each imports only what it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gouji_core import __version__
from gouji_tui import scripting, settings_command, standings, trials
from gouji_tui.learning import commands as learning
from gouji_tui.usage import (
    ASCII,
    LANG,
    PLAIN,
    SETTINGS,
    TUTOR,
    Commands,
    FailedError,
    Seconds,
    Ways,
    WrongUsageError,
    ended,
    rules_of,
    with_door,
)

if TYPE_CHECKING:
    from gouji_tui.door import Door


@click.group(
    "gouji",
    cls=Commands,
    invoke_without_command=True,
    context_settings=SETTINGS,
    epilog="""\b
Examples:
  gouji                          the menu
  gouji play --solo              a game with five bots, at once
  gouji --plain play --solo      the same as lines, for pipes and screen readers
  gouji play --connect box.lan   a table on a server
""",
)
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


@main.command(
    context_settings=SETTINGS,
    epilog="""\b
Examples:
  gouji play --solo
  gouji play --solo --rules dagang+rounds=1 --lang zh
  gouji play --connect box.lan:4216 --table ABCD
  gouji play --connect box.lan --table list
  gouji play --connect 'tls://[2001:db8::5]:4216'
  gouji play --unix /run/gouji/socket --plain
  gouji play --connect box.lan --as ann
  gouji play --position endgame.json --seat 2
  gouji play --tutor             a first game, with everything explained
""",
)
@click.option("--solo", is_flag=True, help="A private server and five bots, gone when you leave.")
@click.option("--connect", metavar="HOST[:PORT]", help="A server on the network.")
@click.option("--unix", type=click.Path(path_type=Path), metavar="PATH", help="A server on this machine.")
@click.option("--table", metavar="CODE|list", help="Join this table, or see which there are; else open one.")
@click.option(
    "--as",
    "person",
    metavar="NAME",
    help="On a server: be this player, with seats of their own.  [default: this account]",
)
@click.option("--rules", metavar="R", help="A preset and options on top.  [default: online]")
@click.option(
    "--position",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --solo: play out this position, a rule case in JSON.",
)
@click.option(
    "--seat", type=click.IntRange(0, 5), metavar="N", help="With --position: your seat in it.  [default: 0]"
)
@click.option("--seed", type=int, metavar="N", help="With --solo: the same cards each time, for practice.")
@click.option("--pace", type=Seconds(0, 60), metavar="SECONDS", help="With --solo: how long bots take.")
@click.option("--window", type=Seconds(0, 60), metavar="SECONDS", help="With --solo: the burn window.")
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
        raise WrongUsageError("--solo or --position, --connect and --unix exclude each other")
    solo = connect is None and unix is None
    if solo and table:
        raise WrongUsageError("--table is for a table on a server; say which with --connect or --unix")
    if solo and person is not None:
        raise WrongUsageError("--as is for a server; say which with --connect or --unix")
    if not solo and (seed is not None or pace is not None or window is not None):
        raise WrongUsageError("--seed, --pace and --window are for --solo")
    if door.tls and connect is None:
        raise WrongUsageError("--tls and --ca are for --connect")
    if position is None and seat is not None:
        raise WrongUsageError("--seat is for --position")
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
            raise FailedError(str(error)) from error
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


@main.command(
    context_settings=SETTINGS,
    epilog="""\b
Examples:
  gouji lan
  gouji lan --seconds 10 --on 192.168.1.5
""",
)
@click.option(
    "--seconds", type=Seconds(0.1, 600), default=2.0, show_default=True, help="How long to wait for answers."
)
@click.option("--on", "interface", metavar="ADDRESS", default="", help="Only the network of this address.")
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


@main.command(
    context_settings=SETTINGS,
    epilog="""\b
Examples:
  gouji rules                    the contents
  gouji rules R7.1               a clause
  gouji rules 烧牌 --lang zh     everything about a word
  gouji rules R10 --rules jining
""",
)
@click.argument("words", nargs=-1, metavar="[CLAUSE|WORD]")
@click.option("--rules", metavar="R", default="online", show_default=True, help="The rules to read it under.")
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


@main.command(
    context_settings=SETTINGS,
    epilog="""\b
Examples:
  gouji replay game.txt              on the screen, step by step
  gouji replay game.txt --plain      every step as a sentence, all hands open
  gouji replay game.txt --verify     was every deal the one promised?
  gouji replay K7QX-2 --connect box.lan   the second game of a table you played at
  gouji-server records --data ./games K7QX | gouji replay - --plain
""",
)
@click.argument("name", metavar="FILE|ID")
@click.option("--connect", metavar="HOST[:PORT]", help="The server that the game of this ID was played on.")
@click.option("--unix", type=click.Path(path_type=Path), metavar="PATH", help="The same on this machine.")
@click.option("--verify", is_flag=True, help="Check the rules and the shuffles of the record instead.")
@with_door
@LANG
@ASCII
@click.option("--plain", is_flag=True, help="Lines instead of a screen.")
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
        raise WrongUsageError("--connect and --unix exclude each other")
    server = str(unix.absolute()) if unix is not None else connect or ""
    ways = ways.also(lang, ascii_only, plain)
    looks = {"ascii_only": ways.ascii_only, "plain": ways.plain}
    ended(start_replay(name, ways.lang, **looks, verify=verify, server=server, door=door))


@main.command(
    context_settings=SETTINGS,
    epilog="""\b
Examples, for sshd_config and authorized_keys (docs/ssh.md):
  gouji ssh --unix /run/gouji/socket
  gouji ssh --unix /run/gouji/socket --players /etc/gouji/players
  gouji ssh --unix /run/gouji/socket --as ann
""",
)
@click.option(
    "--unix",
    type=click.Path(path_type=Path),
    metavar="PATH",
    required=True,
    help="The socket of the server on this machine.",
)
@click.option(
    "--players",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Whose key it was that logged in: public keys, each with a name behind it.",
)
@click.option("--as", "person", metavar="NAME", help="Who it is.  [default: the user of this machine]")
def ssh(unix: Path, players: Path | None, person: str | None) -> None:
    """Take the place of a shell for people who come by SSH; sshd runs it, as ForceCommand."""
    if players is not None and person is not None:
        raise WrongUsageError("--players and --as exclude each other")
    from gouji_tui.launch import start_call

    ended(start_call(unix, person or "", players))


@main.command(
    context_settings=SETTINGS,
    epilog="""\b
Example:
  gouji doctor
""",
)
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


for command in (
    learning.glossary,
    learning.practice,
    scripting.bot,
    scripting.client,
    settings_command.settings,
    standings.stats,
    trials.cases,
    trials.sim,
):
    main.add_command(command)
