"""Whoever does something and is gone in the same moment is gone, whatever it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gouji_protocol.messages import Auto, Command, Message, Ready, Resync, Start, TableState
from gouji_protocol.words import Presence
from tests.server.house import serving
from tests.server.player import Player, full_table

AWAY = frozenset({Presence.LOST, Presence.BOT})


async def seen_by(person: Player, seat: int) -> Presence:
    """How a seat is once its owner was told to be gone, and the table has done all that was asked before."""
    await person.expect(TableState, lambda state: state.seats[seat].presence in AWAY)
    await person.send(Resync(person.number(), person.table))
    return (await person.expect(TableState)).seats[seat].presence


async def test_who_acts_and_falls_out_at_once_is_lost(tmp_path: Path) -> None:
    """The connection ends while the action is written down; still nobody takes the owner to be there."""
    with serving(tmp_path / "data", "--seed", "5", "--limit-resume", "") as server:
        people = await full_table(server.tcp)
        for _ in range(20):
            actor = await in_turn(people)
            seat, watcher = actor.seat, people[actor.seat - 1]
            assert actor.view is not None
            number, decision = actor.number(), actor.view.public.pending.id
            await actor.send(Command(number, actor.table, decision, actor.texts[0]))
            await actor.close()
            assert await seen_by(watcher, seat) is Presence.LOST
            people[seat] = await come_back(server.tcp, actor)


async def in_turn(people: list[Player]) -> Player:
    """Waits until all see the same decision; returns who is to answer it."""
    while True:
        newest = max(decision(person) for person in people)
        for person in people:
            while decision(person) < newest:
                await person.next()
        asked = [person for person in people if person.waited_for]
        if asked and max(decision(person) for person in people) == newest:
            return asked[0]
        await people[0].next()


def decision(person: Player) -> int:
    assert person.view is not None
    return person.view.public.pending.id


async def come_back(where: tuple[str, int], old: Player) -> Player:
    person = await Player.connect(where, token=old.token)
    person.table = old.table
    await person.join(old.table)
    while person.view is None:
        await person.next()
    return person


Words = Callable[[Player], Message]

LAST_WORDS: dict[str, Words] = {
    "lets a bot play": lambda player: Auto(player.number(), player.table, on=True),
    "plays again": lambda player: Auto(player.number(), player.table, on=False),
    "is ready": lambda player: Ready(player.number(), player.table),
    "starts": lambda player: Start(player.number(), player.table),
    "catches up": lambda player: Resync(player.number(), player.table),
}


@pytest.mark.parametrize("words", LAST_WORDS.values(), ids=LAST_WORDS)
async def test_who_asks_for_something_and_falls_out_at_once_is_away(tmp_path: Path, words: Words) -> None:
    with serving(tmp_path / "data", "--seed", "5") as server:
        people = await full_table(server.tcp)
        await people[0].send(words(people[0]))
        await people[0].close()
        assert await seen_by(people[1], 0) in AWAY
