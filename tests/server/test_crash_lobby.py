"""What was acknowledged beside the game is not lost either: the server is killed after each kind of request.

Seats, bots, the host's right, who was sent away and who was muted are as they were; only that everybody is
lost at first is new, and that nobody is ready any more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from gouji_protocol.messages import (
    AddBots,
    Arrange,
    Done,
    HandOver,
    Join,
    Kick,
    Leave,
    Message,
    Mute,
    SetSeat,
    Start,
    TableState,
)
from gouji_protocol.words import WATCH, Arrangement, Kind, Presence
from tests.server.house import LOCAL, QUICK, Served, start
from tests.server.player import NO_CLOCK, Player

WITHOUT_LIMITS = ("--limit-resume", "", "--limit-play", "")


@dataclass
class Circle:
    """Some people at a table of a server that is killed again and again."""

    data: Path
    people: list[Player] = field(default_factory=list[Player])
    table: str = ""

    def start(self) -> None:
        self.server: Served = start(self.data, *LOCAL, *QUICK, *WITHOUT_LIMITS, "--seed", "3")

    async def restart(self) -> None:
        """Kills the server; everybody comes back to the new one, to the same place."""
        self.server.kill()
        self.start()
        for number, old in enumerate(self.people):
            person = self.people[number] = await Player.connect(self.server.tcp, token=old.token)
            assert person.welcome is not None
            seats = [seated.seat for seated in person.welcome.tables]
            await self.come(person)
            assert seats == ([person.seat] if person.seat >= 0 else [])

    async def come(self, person: Player) -> None:
        """Comes to the table: to the seat that somebody has, else to watch."""
        person.seat = -1
        await person.join(self.table, seat=WATCH)

    async def told(self) -> list[TableState]:
        """What each of them is told of the table once all have heard the same."""
        for person in [*self.people, *self.people]:
            await self.come(person)
        states = [person.state for person in self.people if person.state is not None]
        assert len(states) == len(self.people)
        return [kept(state) for state in states]


def kept(state: TableState) -> TableState:
    """What of a state is kept: who is there at the moment is not."""
    seats = tuple(
        replace(seat, presence=steady(seat.presence), countdown=-1, ready=False, missed=False)
        for seat in state.seats
    )
    return replace(state, seats=seats, watching=0)


def steady(presence: Presence) -> Presence:
    return Presence.PRESENT if presence is Presence.LOST else presence


Step = tuple[int, Callable[[int, str], Message]]
"""Who asks, and for what."""

STEPS: list[Step] = [
    (1, lambda n, table: Join(n, table, 3)),
    (2, lambda n, table: Join(n, table, 4)),
    (3, lambda n, table: Join(n, table, 5)),
    (0, lambda n, table: SetSeat(n, table, 1, "regular")),
    (0, lambda n, table: AddBots(n, table, "novice")),
    (1, lambda n, table: Arrange(n, table, Arrangement.OPPOSITE, 4)),
    (2, lambda n, table: Arrange(n, table, Arrangement.FEDERATION, 0)),
    (0, lambda n, table: Arrange(n, table, Arrangement.SWAP, 0, 5)),
    (0, lambda n, table: Arrange(n, table, Arrangement.LOTS)),
    (0, lambda n, table: HandOver(n, table, -1)),
    (0, lambda n, table: Mute(n, "-1")),
    (1, lambda n, table: Kick(n, table, -1)),
    (1, lambda n, table: AddBots(n, table, "novice")),
    (2, lambda n, table: Leave(n, table)),
    (1, lambda n, table: AddBots(n, table, "novice")),
    (1, lambda n, table: Start(n, table)),
    (1, lambda n, table: Leave(n, table)),
]


async def test_nothing_acknowledged_in_the_lobby_is_lost(tmp_path: Path) -> None:
    circle = Circle(tmp_path / "data")
    circle.start()
    for number in range(4):
        circle.people.append(await Player.connect(circle.server.tcp, f"p{number}"))
    host = circle.people[0]
    circle.table = await host.create("online+rounds=1", NO_CLOCK)
    for person in circle.people[1:]:
        await person.join(circle.table, seat=WATCH)
    before: list[TableState] = []
    tried: set[tuple[type[Message], object]] = set()
    for who, make in STEPS:
        person = circle.people[who]
        request = aimed(circle, make(person.number(), circle.table))
        assert isinstance(await person.ask(request), Done), request
        if isinstance(request, Leave) and who == 1:
            # Coming back would take the seat again.
            circle.people.remove(person)
        before = await circle.told()
        kind = (type(request), before[0].phase)
        if kind in tried:
            continue
        tried.add(kind)
        await circle.restart()
        assert await circle.told() == before, request
    seats = before[0].seats
    people = {seat.name: seat.presence for seat in seats if seat.kind is Kind.HUMAN}
    assert people == {"p0": Presence.PRESENT, "p1": Presence.LEFT}
    assert before[0].muted


def aimed(circle: Circle, request: Message) -> Message:
    """Fills in whom a request is about: the host's right goes to p1, who is then the one to send p3 away."""
    state = circle.people[0].state
    assert state is not None
    seats = {seat.name: number for number, seat in enumerate(state.seats)}
    match request:
        case HandOver():
            return replace(request, seat=seats["p1"])
        case Kick():
            return replace(request, seat=seats["p3"])
        case Mute():
            return replace(request, person=state.seats[seats["p2"]].person)
        case _:
            return request
