"""托管: a bot plays for whoever asked for it until they act or take it back, whatever happens meanwhile."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import trio

from gouji_core.public import Phase
from gouji_protocol.messages import Accepted, Auto, Done, Failed, Ping, Pong, Resync, TableState
from gouji_protocol.words import FailCode, Presence
from tests.server.house import LOCAL, QUICK, hosting, quiet, serving, start
from tests.server.player import Player, full_table

WHO = 3


async def let_bot(person: Player, on: bool) -> None:
    assert isinstance(await person.ask(Auto(person.number(), person.table, on)), Done)


async def back(where: tuple[str, int], old: Player) -> Player:
    person = await Player.connect(where, token=old.token)
    await person.join(old.table)
    while person.view is None:
        await person.next()
    return person


async def shown(person: Player) -> Presence:
    """How the seat is now."""
    await person.ask(Resync(person.number(), person.table))
    assert person.state is not None
    return person.state.seats[WHO].presence


async def act(people: list[Player]) -> None:
    """Lets the owner act as soon as tricks are played, whoever's turn it is."""
    async with trio.open_nursery() as nursery:
        for person in people:
            if person.seat != WHO:
                nursery.start_soon(person.play, in_tricks)
    while not in_tricks(people[WHO]):
        await people[WHO].next()
    assert isinstance(await people[WHO].command("report 0"), Accepted)


def in_tricks(person: Player) -> bool:
    return person.view is not None and person.view.public.phase is Phase.TRICKS


async def test_a_dropped_connection_does_not_end_it(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "5") as server:
        people = await full_table(server.tcp)
        await let_bot(people[WHO], True)
        await people[WHO].close()
        await people[0].expect(TableState, lambda state: state.seats[WHO].presence is Presence.BOT)
        people[WHO] = await back(server.tcp, people[WHO])
        assert await shown(people[0]) is Presence.AUTO
        await let_bot(people[WHO], False)
        await people[WHO].close()
        await people[0].expect(TableState, lambda state: state.seats[WHO].presence is Presence.LOST)
        await back(server.tcp, people[WHO])
        assert await shown(people[0]) is Presence.PRESENT


async def test_a_killed_server_remembers_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = start(data, *LOCAL, *QUICK, "--seed", "5")
    people = await full_table(server.tcp)
    for on, wanted in ((True, Presence.AUTO), (False, Presence.PRESENT)):
        await let_bot(people[WHO], on)
        server.kill()
        server = start(data, *LOCAL, *QUICK, "--seed", "5")
        people = [await back(server.tcp, person) for person in people]
        assert await shown(people[0]) is wanted


async def test_an_act_of_the_owner_ends_it_for_good(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = start(data, *LOCAL, *QUICK, "--seed", "5")
    people = await full_table(server.tcp, "dazhong+rounds=1")
    await let_bot(people[WHO], True)
    await act(people)
    assert await shown(people[0]) is Presence.PRESENT
    server.kill()
    server = start(data, *LOCAL, *QUICK, "--seed", "5")
    people = [await back(server.tcp, person) for person in people]
    assert await shown(people[0]) is Presence.PRESENT


async def test_what_the_journal_does_not_take_is_not_so(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        people = await full_table(server.tcp)
        with closing(sqlite3.connect(server.journal.path)) as base:
            base.execute("ALTER TABLE seats RENAME TO gone")
        assert await people[WHO].ask(Auto(7, people[WHO].table, True)) == Failed(7, FailCode.STORAGE)
        assert await shown(people[0]) is Presence.PRESENT
        await people[WHO].close()
        await people[0].expect(TableState, lambda state: state.seats[WHO].presence is Presence.LOST)


@pytest.mark.parametrize(
    ("on", "away", "back_again"),
    [(True, Presence.BOT, Presence.AUTO), (False, Presence.LOST, Presence.PRESENT)],
)
async def test_who_falls_out_while_it_is_written_down_gets_what_they_asked_for(
    tmp_path: Path, on: bool, away: Presence, back_again: Presence
) -> None:
    async with hosting(tmp_path / "data") as server:
        people = await full_table(server.tcp)
        await let_bot(people[WHO], not on)
        # Bots have made their moves by then: the next thing that the table does is what it is asked.
        await quiet()
        with closing(sqlite3.connect(server.journal.path, isolation_level=None)) as base:
            base.execute("BEGIN IMMEDIATE")
            # The table cannot write this down before somebody else lets go of the journal.
            await people[WHO].send(Auto(people[WHO].number(), people[WHO].table, on))
            await people[WHO].send(Ping(8))
            await people[WHO].expect(Pong)
            await people[WHO].close()
            await people[0].expect(TableState, lambda state: not is_there(state))
            base.execute("ROLLBACK")
        await people[0].expect(TableState, lambda state: state.seats[WHO].presence is away)
        await back(server.tcp, people[WHO])
        assert await shown(people[0]) is back_again


def is_there(state: TableState) -> bool:
    return state.seats[WHO].presence in (Presence.PRESENT, Presence.AUTO)
