"""Whoever drops out of a game and comes back sees what somebody sees who was there all the time.

Two runs of the same game are laid side by side: in one nobody drops; in the other each seat does, in each
step of the round (R15), and every viewer's events and views must be those of the twin.
"""

from __future__ import annotations

import random
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest
import trio

from gouji_core.action_texts import format_action
from gouji_core.public import Ask
from gouji_core.seats import NOBODY, SEATS
from gouji_protocol.messages import Chat, Command, Done, Leave
from gouji_protocol.words import WATCH
from tests.kit.proxy import Course, Fault, drawn
from tests.server.battered import Battered
from tests.server.cast import Cast, Story, Witness
from tests.server.house import serving
from tests.server.player import Where

RULES = "dagang+first_lead=show+rounds=2"
SEED = 581
"""With it the two rounds come to every step there is; ``tests.server.seeds`` finds another one."""

STEPS = frozenset(Ask) - {Ask.DEAL, Ask.NOTHING}
"""The kinds of decision that anybody can be absent from; a deal is over at once."""

EVERYBODY = (*SEATS, NOBODY)


C = TypeVar("C", bound=Cast)


@asynccontextmanager
async def meeting(data: Path, kind: type[C] = Cast) -> AsyncGenerator[C]:
    """Everybody at a table of a server of its own, half of them over TCP, half over a Unix socket."""
    unix = data.with_suffix(".s")
    with serving(data, "--unix", str(unix), "--listen", "127.0.0.1:0", "--seed", str(SEED)) as server:
        where: list[Where] = [server.tcp, unix] * 3
        yield await kind.meet([*where, server.tcp], RULES)


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Cast:
    """The game as it goes when nobody drops."""

    async def main() -> Cast:
        async with meeting(tmp_path_factory.mktemp("twin") / "data") as cast:
            await cast.play()
            return cast

    return trio.run(main)


def assert_twins(cast: Cast, twin: Cast) -> None:
    assert cast.kinds == twin.kinds
    for story, other in zip(cast.stories, twin.stories, strict=True):
        story.assert_told_as(other)
    assert all(story.chat == cast.stories[0].chat for story in cast.stories)


def test_the_game_comes_to_every_step(twin: Cast) -> None:
    assert set(twin.kinds) == STEPS, "another SEED is needed"


@dataclass
class Drops:
    """Drops each seat once in each kind of step; ``done`` is where it happened."""

    rng: random.Random
    done: set[tuple[Ask, int]] = field(default_factory=set[tuple[Ask, int]])

    def due(self, cast: Cast, seats: tuple[int, ...] = EVERYBODY) -> list[int]:
        """Returns those of some seats that have not dropped in the step that is on now."""
        view = cast.people[0].view
        assert view is not None
        kind = view.public.pending.kind
        due = [seat for seat in seats if (kind, seat) not in self.done]
        self.done.update((kind, seat) for seat in due)
        return due

    async def drop(self, cast: Cast, seat: int) -> None:
        await cast.drop(seat, harshly=self.rng.random() < 0.5)

    async def back(self, cast: Cast, seat: int) -> None:
        await cast.back(seat, whole=self.rng.random() < 0.5)


async def test_each_seat_drops_in_each_step_and_finds_it_as_it_was(tmp_path: Path, twin: Cast) -> None:
    drops = Drops(random.Random(1))

    async def hook(cast: Cast, _: int) -> bool:
        for seat in drops.due(cast):
            before = cast.people[seat]
            await drops.drop(cast, seat)
            await drops.back(cast, seat)
            after = cast.people[seat]
            assert (after.view, after.seq) == (before.view, before.seq)
        return False

    async with meeting(tmp_path / "data") as cast:
        await cast.play(hook)
        assert drops.done == {(kind, seat) for kind in STEPS for seat in EVERYBODY}
        assert_twins(cast, twin)


async def test_each_seat_is_away_while_a_step_goes_on(tmp_path: Path, twin: Cast) -> None:
    """Several are away at once, while somebody acts and somebody speaks; then they come back."""
    drops = Drops(random.Random(2))

    async def hook(cast: Cast, actor: int) -> bool:
        # Between rounds the host acts.
        away = drops.due(cast, tuple(seat for seat in EVERYBODY if seat != max(actor, 0)))
        for seat in away:
            await drops.drop(cast, seat)
        if away:
            speaker = cast.people[max(actor, 0)]
            await speaker.ask(Chat(speaker.number(), speaker.table, f"{len(drops.done)} 够级"))
        await cast.act(actor)
        for seat in away:
            await drops.back(cast, seat)
        return True

    async with meeting(tmp_path / "data") as cast:
        await cast.play(hook)
        actors = {(kind, max(seats)) for kind, seats in twin.kinds.items() if len(seats) == 1}
        alone = {(kind, max(seat, 0)) for kind, seat in actors}
        assert drops.done == {(kind, seat) for kind in STEPS for seat in EVERYBODY} - alone
        assert len(cast.stories[0].chat) > len(STEPS) / 2
        assert_twins(cast, twin)


async def test_each_actor_drops_with_the_action_under_way(tmp_path: Path, twin: Cast) -> None:
    """Nobody knows whether it arrived; sent again it is done once."""
    drops = Drops(random.Random(3))

    async def hook(cast: Cast, actor: int) -> bool:
        if actor == NOBODY or not drops.due(cast, (actor,)):
            return False
        person, action = cast.people[actor], cast.choice(actor)
        number, decision = person.number(), cast.decision(actor)
        await person.send(Command(number, person.table, decision, format_action(action)))
        await drops.drop(cast, actor)
        await drops.back(cast, actor)
        answer = await cast.command_again(actor, number, decision, action)
        assert await cast.command_again(actor, number, decision, action) == answer
        return True

    async with meeting(tmp_path / "data") as cast:
        await cast.play(hook)
        assert drops.done == {
            (kind, seat) for kind, seats in twin.kinds.items() for seat in seats if seat != NOBODY
        }
        assert_twins(cast, twin)


async def test_a_spectator_comes_leaves_and_is_killed_in_each_step(tmp_path: Path, twin: Cast) -> None:
    met: set[Ask] = set()
    stayed: list[Witness] = []

    async def come(cast: Cast) -> Witness:
        guest = await Witness.come(cast.where[len(met) % 2], "guest")
        guest.story = Story(cast.stories[NOBODY].events, cast.stories[NOBODY].views)
        await guest.join(cast.people[0].table, seat=WATCH, chat=1000)
        assert guest.seq == 0
        while not guest.seq:
            await guest.next()
        assert guest.seq == cast.people[NOBODY].seq
        return guest

    async def hook(cast: Cast, _: int) -> bool:
        view = cast.people[0].view
        assert view is not None
        if view.public.pending.kind in met:
            return False
        met.add(view.public.pending.kind)
        while stayed:
            guest = stayed.pop()
            await guest.level_with(cast.people[NOBODY].seq)
            await guest.die()
        leaves, is_killed, stays = [await come(cast) for _ in range(3)]
        assert isinstance(await leaves.ask(Leave(leaves.number(), leaves.table)), Done)
        await is_killed.die()
        stayed.append(stays)
        return False

    async with meeting(tmp_path / "data") as cast:
        await cast.play(hook)
        assert met == STEPS
        assert_twins(cast, twin)


def faulty(fault: Fault) -> Callable[[int], Callable[[int], Course]]:
    return lambda viewer: drawn(f"{fault}/{viewer}", fault)


COURSES: dict[str, Callable[[int], Callable[[int], Course]]] = {
    "delay": lambda _: lambda _: Course(delay=0.002),
    "one byte": lambda viewer: lambda _: Course(chunk=1 if viewer in (2, 3) else 11),
    **{fault.value: faulty(fault) for fault in Fault if fault is not Fault.NONE},
}


@pytest.mark.parametrize("course", COURSES.values(), ids=COURSES)
async def test_bad_wires_change_nothing_that_is_seen(
    tmp_path: Path, twin: Cast, course: Callable[[int], Callable[[int], Course]]
) -> None:
    """Every viewer's connections break at any byte, the handshake's too; each comes back."""
    async with meeting(tmp_path / "data", Battered) as cast, cast.weather(course) as wires:
        await cast.play()
        strikes = sum(wire.strikes for wire in wires)
        assert strikes == 0 if course(0)(0).fault is Fault.NONE else strikes > 4 * len(wires)
        assert_twins(cast, twin)
