"""Twelve people at one table do everything at once: sit, leave, change seats, get ready, start, drop out.

Who wins does not matter. Every request is answered once; in the end all know the same of the table, nobody
has two seats, and no seat waits for somebody who is gone.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from gouji_protocol.messages import (
    AddBots,
    Arrange,
    Auto,
    Chat,
    Done,
    Failed,
    GetStats,
    Goodbye,
    HandOver,
    Join,
    Kick,
    Leave,
    ListTables,
    Message,
    Ping,
    Pong,
    Ready,
    Removed,
    Resync,
    SetSeat,
    Start,
    Stats,
    Tables,
    TableState,
    Welcome,
)
from gouji_protocol.words import ANY_SEAT, WATCH, Arrangement, ByeCode, FailCode, Kind, Presence, TablePhase
from tests.server.house import serving
from tests.server.player import NO_CLOCK, Ended, Player, Where, full_table

PEOPLE = 12
UNLIMITED = [part for kind in ("play", "chat", "list", "resume") for part in (f"--limit-{kind}", "")]

THERE = (Presence.PRESENT, Presence.AUTO)
WAYS = list(Arrangement)

Make = Callable[[int, str, random.Random], Message]

SITTING: list[Make] = [
    lambda n, table, rng: Join(n, table, rng.choice((ANY_SEAT, ANY_SEAT, WATCH, *range(6)))),
    lambda n, table, rng: Join(n, table, rng.randrange(6)),
    lambda n, table, _: Leave(n, table),
    lambda n, table, rng: Arrange(
        n, table, rng.choice(list(Arrangement)), rng.randrange(6), rng.randrange(6)
    ),
    lambda n, table, _: Arrange(n, table, Arrangement.LOTS),
    lambda n, table, _: Arrange(n, table, Arrangement.LOTS),
    lambda n, table, rng: Ready(n, table, rng.random() < 0.7),
    lambda n, table, rng: SetSeat(n, table, rng.randrange(6), rng.choice(("", "novice"))),
    lambda n, table, _: AddBots(n, table, "novice"),
    lambda n, table, rng: Kick(n, table, rng.randrange(6)),
    lambda n, table, rng: HandOver(n, table, rng.randrange(6)),
    lambda n, table, rng: Chat(n, table, f"{rng.random()}"),
    lambda n, table, rng: Auto(n, table, rng.random() < 0.5),
    lambda n, table, _: Resync(n, table),
    lambda n, _, __: ListTables(n),
    lambda n, _, __: GetStats(n),
]
STARTING: list[Make] = [lambda n, table, _: Start(n, table), *SITTING]


@dataclass
class Racer(Player):
    """A client that asks for many things at once and counts the answers."""

    answers: Counter[int] = field(default_factory=Counter[int])
    there: bool = False
    """Whether it is told what happens at the table."""

    def _note(self, message: Message) -> None:
        super()._note(message)
        match message:
            case Done(number) | Failed(number) | Tables(number) | Stats(number) | Pong(number):
                self.answers[number] += 1
            case Removed():
                self.there = False
            case TableState(phase=phase):
                self.there = phase is not TablePhase.CLOSED
            case _:
                pass

    @property
    def identity(self) -> str:
        assert self.welcome is not None
        return self.welcome.identity

    @property
    def seated(self) -> bool:
        return self.welcome is not None and bool(self.welcome.tables)

    def follow(self, old: Racer) -> None:
        """Goes on as the same person, with numbers that were never used."""
        self.table, self.answers, self._next = old.table, old.answers, old._next

    async def burst(self, messages: Sequence[Message]) -> None:
        """Sends messages at once; returns when each has its answer."""
        await self.stream.send_all(b"".join(map(self.wire.send, messages)))
        numbers = [message.request for message in messages]  # type: ignore[union-attr]
        for message, number in zip(messages, numbers, strict=True):
            while not self.answers[number]:
                answer = await self.next()
                if isinstance(message, Leave) and isinstance(answer, Done) and answer.request == number:
                    self.there = False


@dataclass
class Race:
    """Everybody, and the table they fight about."""

    where: Where
    table: str
    racers: list[Racer]
    rng: random.Random

    async def run(self, makes: list[Make], steps: int, *, falling: float) -> None:
        """Lets everybody loose at the same time."""
        async with trio.open_nursery() as nursery:
            for number in range(len(self.racers)):
                rng = random.Random(self.rng.random())
                nursery.start_soon(self._loose, number, makes, steps, falling, rng)
        for racer in self.racers:
            # The table answers in the order of asking, so after these all is done and told.
            await racer.burst([Resync(racer.number(), self.table)])
        for racer in self.racers:
            await racer.burst([Ping(racer.number())])

    async def _loose(
        self, number: int, makes: list[Make], steps: int, falling: float, rng: random.Random
    ) -> None:
        for _ in range(steps):
            racer = self.racers[number]
            if rng.random() < falling:
                self.racers[number] = await self.fall(racer)
            else:
                some = [rng.choice(makes) for _ in range(rng.randint(1, 5))]
                await racer.burst([make(racer.number(), self.table, rng) for make in some])

    async def fall(self, racer: Racer) -> Racer:
        """Drops a connection and comes back by a new one."""
        await racer.close()
        assert max(racer.answers.values(), default=1) == 1
        again = await Racer.connect(self.where, token=racer.token)
        assert isinstance(again, Racer)
        again.follow(racer)
        await again.burst([Join(again.number(), self.table, ANY_SEAT if again.seated else WATCH)])
        return again

    def check(self) -> None:
        """Checks what must be true whoever won."""
        for racer in self.racers:
            assert set(racer.answers.values()) <= {1}, "answered twice"
        told = [(racer, racer.state) for racer in self.racers if racer.there and racer.state is not None]
        states = {replace(state, seat=-1) for _, state in told}
        assert len(states) <= 1, "not all know the same"
        for state in states:
            owners = [seat.person for seat in state.seats if seat.kind is Kind.HUMAN]
            assert len(owners) == len(set(owners)), "somebody has two seats"
            present = {seat.person for seat in state.seats if seat.presence in THERE}
            assert present <= {racer.identity for racer, _ in told}, "a seat waits for somebody who is gone"
            for racer, mine in told:
                own = mine.seat
                assert (racer.identity in owners) == (own >= 0)
                assert own < 0 or state.seats[own].person == racer.identity
            host = state.seats[state.host]
            assert host.kind is Kind.HUMAN
            assert host.presence is not Presence.LEFT


async def meet(where: Where, seed: int) -> Race:
    racers: list[Racer] = []
    for number in range(PEOPLE):
        racer = await Racer.connect(where, f"p{number}")
        assert isinstance(racer, Racer)
        racers.append(racer)
    table = await racers[0].create("online+rounds=1", NO_CLOCK)
    for racer in racers[1:]:
        racer.table = table
    return Race(where, table, racers, random.Random(seed))


@pytest.mark.parametrize("seed", range(3))
async def test_everybody_at_once_and_the_table_stays_whole(tmp_path: Path, seed: int) -> None:
    with serving(tmp_path / "data", *UNLIMITED) as server:
        race = await meet(server.tcp, seed)
        for makes, steps, falling in ((SITTING, 20, 0.0), (SITTING, 20, 0.2), (STARTING, 20, 0.2)):
            await race.run(makes, steps, falling=falling)
            race.check()
        async with trio.open_nursery() as nursery:
            for racer in race.racers:
                nursery.start_soon(racer.burst, [Leave(racer.number(), race.table)])
        last = race.racers[0]
        await last.send(ListTables(last.number()))
        assert (await last.expect(Tables)).tables == (), "nobody is left, so the table is closed"
        answer = await last.ask(Join(last.number(), race.table))
        assert isinstance(answer, Failed)
        assert answer.code == FailCode.NO_TABLE


@pytest.mark.parametrize("seed", range(3))
async def test_who_falls_out_while_seats_change_is_not_waited_for(tmp_path: Path, seed: int) -> None:
    """Connections end while the host draws lots again and again: each of their seats is told to be lost."""
    rng = random.Random(seed)
    with serving(tmp_path / "data", *UNLIMITED) as server:
        for _ in range(6):
            race = await meet(server.tcp, seed)
            host, *others = race.racers[:6]
            for racer in others:
                await racer.join(race.table)
            lots = [Arrange(host.number(), race.table, Arrangement.LOTS) for _ in range(20)]
            async with trio.open_nursery() as nursery:
                nursery.start_soon(host.burst, lots)
                for racer in others:
                    if rng.random() < 0.8:
                        nursery.start_soon(close_after, racer, rng.randrange(6))
            await host.burst([Resync(host.number(), race.table)])
            closed = {racer.identity for racer in others if racer.stream.socket.fileno() == -1}
            while not told_lost(host, closed):
                await host.next()


async def close_after(racer: Racer, states: int) -> None:
    """Ends a connection once it has heard so often of the table."""
    for _ in range(states):
        await racer.expect(TableState)
    await racer.close()


def told_lost(host: Racer, closed: set[str]) -> bool:
    assert host.state is not None
    return {seat.person for seat in host.state.seats if seat.presence is Presence.LOST} == closed


async def test_of_many_connections_of_one_person_one_stays_and_plays(tmp_path: Path) -> None:
    """They all come at once and ask for the seat; each but one is told that another one came."""
    with serving(tmp_path / "data", *UNLIMITED, "--seed", "5") as server:
        people = await full_table(server.tcp)
        anna, bert = people[0], people[1]
        many: list[Player] = []
        async with trio.open_nursery() as nursery:
            for _ in range(20):
                nursery.start_soon(come, server.tcp, anna, many)
        await bert.ask(Resync(bert.number(), bert.table))
        stayed = [one for one in many if not await replaced(one)]
        assert len(stayed) == 1
        assert await replaced(anna)
        await bert.ask(Resync(bert.number(), bert.table))
        assert bert.state is not None
        assert bert.state.seats[anna.seat].presence is Presence.PRESENT
        people[0] = stayed[0]
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(
                    person.play, lambda p: p.view is not None and p.view.public.pending.id > 20
                )


def under_way(person: Player) -> bool:
    return person.view is not None and person.view.public.pending.id > 20


async def come(where: Where, old: Player, many: list[Player]) -> None:
    """Connects with the same token once more and asks for the seat, whatever comes of it."""
    one = await Player.dial(where)
    one.table = old.table
    await one.hello(token=old.token)
    with suppress(Ended, trio.BrokenResourceError):
        await one.expect(Welcome)
        await one.join(old.table)
    many.append(one)


async def replaced(one: Player) -> bool:
    """Tells whether a connection was ended because another one came; reads what it was sent."""
    for message in one.heard:
        if isinstance(message, Goodbye):
            return message.code == ByeCode.REPLACED
    number = one.number()
    try:
        await one.send(Ping(number))
        await one.expect(Pong, lambda pong: pong.request == number)
    except (Ended, trio.BrokenResourceError):
        return any(isinstance(m, Goodbye) and m.code == ByeCode.REPLACED for m in one.heard)
    return False


async def test_a_user_who_comes_six_times_at_once_for_the_first_time_is_one_person(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with serving(tmp_path / "data", "--unix", str(path)):
        people: list[Player] = []

        async def come() -> None:
            person = await Player.dial(path)
            await person.hello()
            person.welcome = await person.expect(Welcome)
            people.append(person)

        async with trio.open_nursery() as nursery:
            for _ in range(6):
                nursery.start_soon(come)
        assert len({person.welcome.identity for person in people if person.welcome is not None}) == 1
        here = 0
        for person in people:
            with suppress(trio.BrokenResourceError):
                await person.send(Ping(1))
            answer = await person.next()
            here += isinstance(answer, Pong)
            assert isinstance(answer, Pong) or (
                isinstance(answer, Goodbye) and answer.code == ByeCode.REPLACED
            )
        assert here == 1
