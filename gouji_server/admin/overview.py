"""Who is where, as the owner of the server sees it: no cards, no tokens, no passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import trio

from gouji_protocol.words import Presence
from gouji_server.admin.asks import Answer
from gouji_server.house import House
from gouji_server.lobby import Lobby
from gouji_server.reception import Reception

if TYPE_CHECKING:
    from gouji_server.connection import Connection
    from gouji_server.seats import Chair
    from gouji_server.table import Table


def overview(house: House, lobby: Lobby, reception: Reception) -> Answer:
    """Returns all tables with their seats, and everybody who is connected."""
    now = trio.current_time()
    tables = [_table(table, now) for table in lobby.tables.values()]
    people = [_person(house, number, one, now) for number, one in reception.present.items()]
    office = house.office
    data = {
        "tables": tables,
        "people": people,
        "paused": office.paused,
        "draining": office.draining,
        "motd": office.motd,
        "banned": sorted(office.banned),
        "muted": sorted(office.silenced),
    }
    return Answer(tuple(_lines(data)), data)


def _table(table: Table, now: float) -> dict[str, Any]:
    setup = table.game.state.public.setup
    return {
        "table": table.code,
        "rules": table.charter.rules,
        "phase": table.phase.value,
        "private": table.charter.options.private,
        "game": table.charter.game,
        "round": setup.round if table.charter.game else 0,
        "watching": table.audience.watching,
        "seats": [_seat(chair, now) for chair in table.chairs],
    }


def _seat(chair: Chair, now: float) -> dict[str, Any]:
    seat: dict[str, Any] = {"seat": chair.seat, "name": chair.name, "presence": chair.presence.value}
    if chair.owner:
        seat["person"] = chair.owner
    if chair.presence is Presence.LOST:
        seat["seconds"] = max(0, round(chair.until - now))
    return seat


def _person(house: House, number: int, connection: Connection, now: float) -> dict[str, Any]:
    known = house.identities.known(number)
    return {
        "person": number,
        "name": known.name if known else "",
        "from": connection.origin.name,
        "listener": connection.listener.name,
        "silent": round(now - connection.heard),
        "unread": connection.outbox.waiting,
        "banned": number in house.office.banned,
        "muted": number in house.office.silenced,
    }


def _lines(data: dict[str, Any]) -> list[str]:
    lines: list[str] = []
    tables, people = data["tables"], data["people"]
    for table in tables:
        place = f"game {table['game']} round {table['round']}, " if table["game"] else ""
        lines.append(
            f"{table['table']}  {table['phase']}, {place}{table['watching']} watching  {table['rules']}"
        )
        lines += [f"  {seat['seat'] + 1}  {_seat_line(seat)}" for seat in table["seats"]]
    for person in people:
        marks = "".join(f", {mark}" for mark in ("muted", "banned") if person[mark])
        heard = f"heard {person['silent']} s ago"
        lines.append(f"{person['person']:>5}  {person['name']}  from {person['from']}, {heard}{marks}")
    state = "".join(f", {word}" for word in ("paused", "draining") if data[word])
    lines.append(f"{len(tables)} tables, {len(people)} people{state}")
    return lines


def _seat_line(seat: dict[str, Any]) -> str:
    number = f" ({seat['person']})" if "person" in seat else ""
    left = f", a bot plays in {seat['seconds']} s" if "seconds" in seat else ""
    return f"{seat['name']}{number} {seat['presence']}{left}".strip()
