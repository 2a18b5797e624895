"""Six people and a spectator who play one game in one order, so that two runs can be laid side by side.

Whoever is asked acts, the lowest seat first where several are, and chooses by ``eager``. What each viewer
saw is kept as a ``Story``: a game with dropped connections is told right if every story is its twin's.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import trio

from gouji_core.actions import Action
from gouji_core.plain import decode_event
from gouji_core.public import TABLE_ASKS, Ask, Phase
from gouji_core.seats import NOBODY, SEATS
from gouji_core.views import SeatView, fold_view
from gouji_protocol.messages import Accepted, ChatLine, Deadline, Done, Events, Message, Snapshot, Start
from gouji_protocol.words import WATCH, Presence
from tests.kit.eager import choose
from tests.server.player import NO_CLOCK, Ended, Player, Where

LOST = (Ended, trio.BrokenResourceError, trio.ClosedResourceError)
"""What a person notices of a connection that is gone."""


@dataclass
class Story:
    """Is what one viewer saw: each event and the view after it, by the event's number; and the chat."""

    events: dict[int, Any] = field(default_factory=dict[int, Any])
    views: dict[int, SeatView] = field(default_factory=dict[int, SeatView])
    chat: list[ChatLine] = field(default_factory=list[ChatLine])

    def see(self, number: int, view: SeatView) -> None:
        """Notes a view; what was seen before after the same event was the same."""
        assert self.views.setdefault(number, view) == view, f"event {number} leads to two views"

    def assert_told_as(self, twin: Story) -> None:
        """Fails unless all that was seen is what the twin saw, to the same end."""
        assert self.views, "nothing was seen"
        assert max(self.views) == max(twin.views), "the story does not end where the twin's does"
        for number, event in self.events.items():
            assert event == twin.events[number], f"event {number} is another"
        for number, view in self.views.items():
            assert view == twin.views[number], f"the view after event {number} is another"


@dataclass
class Witness(Player):
    """A player whose story goes on over all connections."""

    story: Story = field(default_factory=Story)

    @classmethod
    async def come(cls, where: Where, name: str = "", token: str = "") -> Self:
        """Connects."""
        person = await cls.connect(where, name, token)
        assert isinstance(person, cls)
        return person

    async def die(self) -> None:
        """Ends the connection without a word; over TCP the server gets an RST."""
        self.stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        await self.close()

    def _note(self, message: Message) -> None:
        view, seq = self.view, self.seq
        super()._note(message)
        match message:
            case Snapshot():
                assert self.view is not None
                self.story.see(self.seq, self.view)
            case Events(_, _, events):
                for number, plain in enumerate(events, seq + 1):
                    assert view is not None
                    view = fold_view(view, decode_event(plain))
                    assert self.story.events.setdefault(number, plain) == plain
                    self.story.see(number, view)
            case ChatLine(_, number):
                assert number == len(self.story.chat) + 1, "a line is missing, or was told twice"
                self.story.chat.append(message)
            case _:
                pass

    def follow(self, old: Witness) -> None:
        """Goes on as the same person, with numbers that were never used."""
        self.story, self.seat, self.table = old.story, old.seat, old.table
        self._next = old._next

    async def level_with(self, number: int) -> None:
        """Reads until the view is at an event, or past it."""
        while self.seq < number:
            await self.next()


Hook = Callable[["Cast", int], Awaitable[bool]]
"""Is called before each decision with the seat in turn, -1 between rounds; True if it acted itself."""


@dataclass
class Cast:
    """Is six people and a spectator at one table.

    ``where`` is how each seat, and last the spectator, connects.
    """

    where: Sequence[Where]
    people: list[Witness] = field(default_factory=list[Witness])
    """By seat; the last one, which -1 indexes, watches."""
    kinds: dict[Ask, set[int]] = field(default_factory=dict[Ask, set[int]])
    """The kinds of decision that there were, with the seats that took them."""
    bots: set[int] = field(default_factory=set[int])
    """The seats that a bot plays."""
    asleep: set[int] = field(default_factory=set[int])
    """The viewers that read nothing."""

    @classmethod
    async def meet(cls, where: Sequence[Where], rules: str) -> Self:
        """Seats everybody at a new table and starts the game."""
        cast = cls(where)
        cast.people = [await Witness.come(at, f"p{number}") for number, at in enumerate(where)]
        host, *others, watcher = cast.people
        code = await host.create(rules, NO_CLOCK)
        for person in others:
            await person.join(code)
        await watcher.join(code, seat=WATCH)
        assert isinstance(await host.ask(Start(host.number(), code)), Done)
        for person in cast.people:
            while person.view is None:
                await person.next()
        return cast

    @property
    def stories(self) -> list[Story]:
        return [person.story for person in self.people]

    @property
    def awake(self) -> list[int]:
        """The viewers that read what they are told."""
        return [viewer for viewer in (*SEATS, NOBODY) if viewer not in self.asleep]

    async def play(self, hook: Hook | None = None) -> None:
        """Plays the game to its end."""
        while (seat := await self.turn()) is not None:
            asked = self.people[self.awake[0]].view
            assert asked is not None
            self.kinds.setdefault(asked.public.pending.kind, set()).add(seat)
            if hook is not None and await hook(self, seat):
                continue
            await self.act(seat)

    async def turn(self) -> int | None:
        """Waits until all are at the same decision and somebody is to act; None when the game is over.

        -1 is between rounds: the host may begin the next one.
        """
        while True:
            awake = self.awake
            newest = max(map(self.decision, awake))
            for viewer in awake:
                while self.decision(viewer) < newest:
                    await self.hear(viewer)
            if any(self.decision(viewer) > newest for viewer in awake):
                continue
            view = self.people[awake[0]].view
            assert view is not None
            if view.public.phase is Phase.GAME_OVER:
                return None
            if view.public.pending.kind is Ask.BEGIN and view.public.setup.round:
                return NOBODY
            asked = [seat for seat in awake if self.people[seat].waited_for and seat not in self.bots]
            if view.public.pending.kind not in TABLE_ASKS and asked:
                return asked[0]
            await self.table_acts()

    async def table_acts(self) -> None:
        """Waits for what the table does of itself."""
        await self.hear(self.awake[0])

    def decision(self, seat: int) -> int:
        """The number of the decision that a viewer sees as pending."""
        view = self.people[seat].view
        assert view is not None
        return view.public.pending.id

    async def hear(self, seat: int) -> None:
        """Waits for the next message to a viewer."""
        await self.people[seat].next()

    def choice(self, seat: int) -> Action:
        """What a seat does now."""
        view = self.people[seat].view
        assert view is not None
        return choose(view)

    async def act(self, seat: int) -> None:
        """Lets a seat, or between rounds the host, do what it does; it is accepted."""
        if seat == NOBODY:
            host = self.people[0]
            before = self.decision(0)
            assert isinstance(await host.ask(Start(host.number(), host.table)), Done)
            while self.decision(0) == before:
                await self.hear(0)
            return
        person, before = self.people[seat], self.people[seat].seq
        answer = await person.command(self.choice(seat))
        assert isinstance(answer, Accepted), answer
        assert before < answer.seq <= person.seq, "what was done is told before it is acknowledged"

    async def drop(self, seat: int, *, harshly: bool = False) -> None:
        """Ends a viewer's connection, as a program that is killed does or as a network that breaks."""
        person = self.people[seat]
        await (person.die() if harshly else person.close())

    async def back(self, seat: int, *, whole: bool = False) -> None:
        """Brings a viewer back by its token: to what came since, or with ``whole`` to a snapshot."""
        old = self.people[seat]
        person = await Witness.come(self.where[seat], token=old.token)
        self.people[seat] = person
        person.follow(old)
        if not whole:
            person.view, person.seq = old.view, old.seq
        watching = seat == NOBODY
        assert person.welcome is not None
        assert [(s.table, s.seat) for s in person.welcome.tables] == ([] if watching else [(old.table, seat)])
        since = 0 if whole else old.seq
        place = {"seat": WATCH} if watching else {}
        await person.join(old.table, since=since, chat=len(old.story.chat), **place)
        await person.expect(Deadline)
        assert person.seat == seat
        assert person.state is not None
        there = Presence.AUTO if seat in self.bots else Presence.PRESENT
        assert watching or person.state.seats[seat].presence is there

    async def command_again(self, seat: int, number: int, decision: int, action: Action) -> Accepted:
        """Sends a command that was sent before; it is accepted, now or as it was then."""
        answer = await self.people[seat].command(action, decision, number)
        assert isinstance(answer, Accepted), answer
        return answer


__all__ = ["LOST", "Cast", "Story", "Witness"]
