"""The commands for programs, ``gouji bot`` and ``gouji client``; they load nothing of the screen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gouji_tui.usage import LANG, SETTINGS, Seconds, Ways, WrongUsageError, ended, rules_of, with_door

if TYPE_CHECKING:
    from gouji_tui.door import Door
    from gouji_tui.entry import Entry

CONNECT = click.option("--connect", metavar="HOST[:PORT]", help="A server on the network.")
UNIX = click.option(
    "--unix", type=click.Path(path_type=Path), metavar="PATH", help="A server on this machine."
)
KEPT_AS = click.option(
    "--as", "kept_as", metavar="WORD", default="", help="Be the same person each time WORD is said."
)

TABLE_PASSWORD = "GOUJI_TABLE_PASSWORD"
"""What holds the password of a table in the environment."""


@click.command(
    context_settings=SETTINGS,
    epilog="""\b
Examples:
  gouji bot --connect box.lan --table K7QX             one bot for a free seat
  gouji bot --connect box.lan --table K7QX --seats 3 --level novice
  GOUJI_TABLE_PASSWORD=$(cat word) gouji bot --connect box.lan --table K7QX
  gouji bot --connect box.lan --create --seats 5       a table for you, with five bots
  gouji bot --unix /run/gouji/socket --create --seats 6 --games 1 --pace 0
""",
)
@CONNECT
@UNIX
@click.option("--table", metavar="CODE", help="Join this table.")
@click.option("--create", is_flag=True, help="Open a table; the first bot is its host and starts when full.")
@click.option("--rules", metavar="R", help="With --create: a preset and options on top.  [default: online]")
@click.option("--level", metavar="L", default="regular", show_default=True, help="How good the bots are.")
@click.option(
    "--seats", type=click.IntRange(1, 6), metavar="N", default=1, show_default=True, help="How many bots."
)
@click.option("--games", type=click.IntRange(0), metavar="N", default=0, help="Leave after so many games.")
@click.option(
    "--password",
    metavar="WORD",
    default="",
    help="The table's, with --table: here all on this machine can read it, in GOUJI_TABLE_PASSWORD only you.",
)
@click.option(
    "--pace",
    type=Seconds(0, 60),
    metavar="SECONDS",
    default=0.8,
    show_default=True,
    help="How long a bot takes for a decision.",
)
@click.option(
    "--rest",
    type=Seconds(0, 3600),
    metavar="SECONDS",
    default=10.0,
    show_default=True,
    help="The time between two games, where a bot is the host.",
)
@click.option("--seed", type=int, metavar="N", help="Decides every choice of the bots.")
@click.option("--name", metavar="NAME", default="bot", show_default=True, help="What the bots are called.")
@KEPT_AS
@with_door
@LANG
@click.pass_obj
def bot(
    ways: Ways,
    connect: str | None,
    unix: Path | None,
    table: str | None,
    create: bool,
    rules: str | None,
    level: str,
    seats: int,
    games: int,
    password: str,
    pace: float,
    rest: float,
    seed: int | None,
    name: str,
    kept_as: str,
    door: Door,
    lang: str | None,
) -> None:
    """Play with bots at a table of a server, until it is closed or only bots of yours are left.

    Each bot is a person of its own with a connection of its own, and comes back by itself when that is
    lost. Ctrl+C says goodbye for all of them.
    """
    from gouji_bots import LEVELS
    from gouji_core.options import format_rules

    if create == (table is not None):
        raise WrongUsageError("say where to play: --table CODE to join a table, or --create to open one")
    if table is not None and rules is not None:
        raise WrongUsageError("--rules is for --create")
    if create and password:
        raise WrongUsageError("--password is for --table")
    if not create and not password:
        password = os.environ.get(TABLE_PASSWORD, "")
    if level not in LEVELS:
        raise WrongUsageError(f"--level: no level {level!r}; the levels are {', '.join(LEVELS)}")
    played = format_rules(rules_of(rules or "online"))
    entry, texts = _entry(connect, unix, name, kept_as, door), ways.texts(lang)
    from gouji_tui.robots import Order, run_bots

    order = Order(entry, level, seats, table or "", played, password, games, pace, rest, seed)
    ended(run_bots(order, texts, click.echo))


@click.command(
    context_settings=SETTINGS,
    epilog="""\b
Examples:
  gouji client --connect box.lan
  echo '{"do":"tables"}' | gouji client --unix /run/gouji/socket
  echo '{"do":"watch","table":"K7QX"}' | gouji client --connect box.lan --stay
""",
)
@CONNECT
@UNIX
@click.option("--name", metavar="NAME", help="What to be called.  [default: the account's name]")
@KEPT_AS
@click.option("--stay", is_flag=True, help="After the end of stdin stay until the game is over.")
@click.option("--wait", "patient", is_flag=True, help="Wait for a server that is not there yet.")
@with_door
@LANG
@click.pass_obj
def client(
    ways: Ways,
    connect: str | None,
    unix: Path | None,
    name: str | None,
    kept_as: str,
    stay: bool,
    patient: bool,
    door: Door,
    lang: str | None,
) -> None:
    """Play by lines of JSON on stdin and stdout, for programs in any language.

    Requests go in, one object a line; news, decisions and answers come out. docs/client-json.md has
    them all. The end of stdin says goodbye.
    """
    from gouji_tui.entry import own_name

    entry, texts = _entry(connect, unix, name or own_name(), kept_as, door), ways.texts(lang)
    from gouji_tui.jsonlines import run_lines

    ended(run_lines(entry, texts, stay=stay, patient=patient))


def _entry(connect: str | None, unix: Path | None, name: str, kept_as: str, door: Door) -> Entry:
    from gouji_tui.entry import Entry, address_of

    return Entry(address_of(connect, unix), name, kept_as, door)
