"""``gouji stats``: the table of the players of a server, as text in columns or as one JSON object."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gouji_tui.usage import CONNECT, LANG, UNIX, FailedError, Ways, command, with_door

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gouji_client import Address
    from gouji_client.updates import PlayerStats
    from gouji_tui.door import Door
    from gouji_tui.texts import Texts

NAME_ROOM = 16
"""How wide a name is shown."""


@command
@CONNECT
@UNIX
@click.option("--as", "person", metavar="NAME", default="")
@click.option("--top", type=click.IntRange(1), metavar="N", default=20, show_default=True)
@click.option("--json", "as_json", is_flag=True)
@with_door
@LANG
@click.pass_obj
def stats(
    ways: Ways,
    connect: str | None,
    unix: Path | None,
    person: str,
    top: int,
    as_json: bool,
    door: Door,
    lang: str | None,
) -> None:
    """Show your record on a server and the table of its players."""
    import asyncio

    from gouji_client import ClientError
    from gouji_tui.entry import address_of, why_not

    texts = ways.texts(lang)
    address = address_of(connect, unix)
    try:
        own, players = asyncio.run(_ask(address, person, top, door, texts.lang))
    except ClientError as error:
        raise FailedError(why_not(error, address, texts)) from error
    if as_json:
        click.echo(json.dumps({"own": as_object(own), "players": [as_object(one) for one in players]}))
    else:
        click.echo("\n".join(table(own, players, texts)))


async def _ask(
    address: Address, person: str, top: int, door: Door, lang: str
) -> tuple[PlayerStats, list[PlayerStats]]:
    """Asks a server, as whoever this account is there."""
    from dataclasses import replace

    from gouji_client.with_asyncio import connect
    from gouji_tui.identity import profile_of
    from gouji_tui.tokens import keeper, own_tokens

    profile = replace(profile_of(person, own_tokens().load(address, person), lang), password=door.password)
    async with connect(address, profile, tls=door.context(), keep=keeper(address, person)) as client:
        answer = await client.stats()
        players = list(answer.players)
        while answer.left and len(players) < top:
            answer = await client.stats(len(players))
            players += answer.players
        return answer.own, players[:top]


def as_object(one: PlayerStats) -> dict[str, object]:
    """Returns somebody's record as JSON has it, by the names of its fields."""
    return {name: getattr(one, name) for name in one.__struct_fields__}


def table(own: PlayerStats, players: Sequence[PlayerStats], texts: Texts) -> list[str]:
    """Returns the table in lines: who asks is marked, and stands below where the table does not reach."""
    if not players:
        return [texts("stats.none")]
    rows = [_row(f"{place}", one, own) for place, one in enumerate(players, 1)]
    if own.rounds and all(one.person != own.person for one in players):
        rows.append(_row("", own, own))
    heads = ["", texts("stats.name"), *(texts(code) for code in _COLUMNS)]
    widths = [max(_width(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
    return [_line(row, widths) for row in (heads, *rows)]


_COLUMNS = (
    "stats.points",
    "stats.games",
    "stats.rounds",
    *(f"place.{place}" for place in "123456"),
    "stats.sweeps",
    "stats.burns",
    "stats.opened",
)


def _row(place: str, one: PlayerStats, own: PlayerStats) -> list[str]:
    from gouji_tui.cells import clean, cut

    mark = "*" if one.person == own.person else ""
    numbers = (one.points, one.games, one.rounds, *one.places, one.sweeps, one.burns, one.opened)
    return [mark + place, cut(clean(one.name), NAME_ROOM), *map(str, numbers)]


def _width(text: str) -> int:
    from gouji_tui.cells import width

    return width(text)


def _line(row: list[str], widths: list[int]) -> str:
    """Returns a row with its name to the left and all else to the right."""
    cells = [
        text + " " * (room - _width(text)) if at == 1 else " " * (room - _width(text)) + text
        for at, (text, room) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()
