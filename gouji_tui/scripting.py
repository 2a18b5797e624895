"""The commands for programs, ``gouji bot`` and ``gouji client``; they load nothing of the screen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gouji_tui.misuse import WrongUsageError
from gouji_tui.usage import CONNECT, LANG, UNIX, Seconds, Ways, command, ended, rules_of, with_door

if TYPE_CHECKING:
    from gouji_tui.door import Door
    from gouji_tui.entry import Entry

KEPT_AS = click.option("--as", "kept_as", metavar="WORD", default="")

TABLE_PASSWORD = "GOUJI_TABLE_PASSWORD"
"""What holds the password of a table in the environment."""


@command
@CONNECT
@UNIX
@click.option("--table", metavar="CODE")
@click.option("--create", is_flag=True)
@click.option("--rules", metavar="R", show_default="online")
@click.option("--level", metavar="L", default="regular", show_default=True)
@click.option("--seats", type=click.IntRange(1, 6), metavar="N", default=1, show_default=True)
@click.option("--games", type=click.IntRange(0), metavar="N", default=0)
@click.option(
    "--password",
    metavar="WORD",
    default="",
)
@click.option(
    "--pace",
    type=Seconds(0, 60),
    metavar="SECONDS",
    default=0.8,
    show_default=True,
)
@click.option(
    "--rest",
    type=Seconds(0, 3600),
    metavar="SECONDS",
    default=10.0,
    show_default=True,
)
@click.option("--seed", type=int, metavar="N")
@click.option("--name", metavar="NAME", default="bot", show_default=True)
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
        raise WrongUsageError("usage.table_or_create")
    if table is not None and rules is not None:
        raise WrongUsageError("usage.goes_with", name="--rules", other="--create")
    if create and password:
        raise WrongUsageError("usage.goes_with", name="--password", other="--table")
    if not create and not password:
        password = os.environ.get(TABLE_PASSWORD, "")
    if level not in LEVELS:
        raise WrongUsageError("usage.no_level", name="--level", level=level, levels=LEVELS)
    played = format_rules(rules_of(rules or "online"))
    entry, texts = _entry(connect, unix, name, kept_as, door), ways.texts(lang)
    from gouji_tui.robots import Order, run_bots

    order = Order(entry, level, seats, table or "", played, password, games, pace, rest, seed)
    ended(run_bots(order, texts, click.echo))


@command
@CONNECT
@UNIX
@click.option("--name", metavar="NAME")
@KEPT_AS
@click.option("--stay", is_flag=True)
@click.option("--wait", "patient", is_flag=True)
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
