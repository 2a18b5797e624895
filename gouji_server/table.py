"""One table: the task that holds the truth and does one thing after the other.

The order is always the same: decide, write to the journal, apply, tell everybody, acknowledge. What the
table does of itself (deal, close a secret step, act for bots and for those whose time is up) is
planned by ``plan`` from the state and the clock, and goes the same way. Requests that are not
actions are in ``desk``.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

import trio
from msgspec.structs import replace

from gouji_core import engine
from gouji_core.actions import Dissolve, Report, TableAction, format_action, parse_action
from gouji_core.errors import NotationError, Refusal
from gouji_core.events import Event, RoundBegun, RoundVoid
from gouji_core.options import parse_rules
from gouji_core.public import Ask, Phase
from gouji_core.seats import NOBODY, SEATS
from gouji_protocol.messages import Accepted, Command, Failed, Refused, TooLate
from gouji_protocol.words import FailCode, Presence, TablePhase
from gouji_server import desk, notices
from gouji_server.audience import Audience
from gouji_server.botseat import BotSeats
from gouji_server.chat import Chat
from gouji_server.chronicle import header
from gouji_server.clocks import Clock, Times
from gouji_server.game import Game
from gouji_server.house import House
from gouji_server.identities import Identity
from gouji_server.journal import JournalError
from gouji_server.letters import Letter, Letterbox
from gouji_server.logs import fault, note
from gouji_server.outbox import Outbox, encoded
from gouji_server.packing import pack_event
from gouji_server.plan import Move, plan
from gouji_server.rows import (
    Charter,
    Holder,
    PlayerRow,
    RecordRow,
    Row,
    SeatRow,
    Step,
    StepRow,
    TableClosed,
    TableRow,
    pack,
)
from gouji_server.seats import Chair

ANSWERS_KEPT = 1024
"""How many answers to commands are remembered; clients repeat only their last few."""

RETRY = 1.0
"""Seconds until the table tries again what it could not do."""


@dataclass(frozen=True, slots=True)
class _Origin:
    """Is where a command came from: the link to answer, the identity and the command's id."""

    link: Outbox
    by: int
    command: int


class Table:
    """Is one table; ``run`` is its task, ``post`` its door."""

    def __init__(self, code: str, charter: Charter, house: House) -> None:
        options = charter.options
        config = house.config
        self.code = code
        self.charter = charter
        self.house = house
        self.times = Times(
            options.turn_seconds,
            options.reserve_seconds,
            options.grace_seconds,
            config.window,
            config.bot_pace,
            config.round_pause,
        )
        self.chairs = [Chair(seat) for seat in SEATS]
        self.audience = Audience()
        self.game = self._new_game()
        self.clock = Clock(self.times)
        self.bots = BotSeats()
        self.chat = Chat(code)
        self.closed = False
        self.begin_at = 0.0
        """When the next round may begin."""
        self.bot_at = 0.0
        """When the next bot may act."""
        self._not_before = 0.0
        self._answers: OrderedDict[tuple[int, int], bytes] = OrderedDict()
        self._letters = Letterbox()

    def _new_game(self) -> Game:
        charter = self.charter
        return Game(self.code, parse_rules(charter.rules), charter.position, seen=list(charter.seen))

    # The door.

    def post(self, letter: Letter) -> None:
        """Takes a message; who already has too many waiting is told so at once."""
        if not self._letters.post(letter):
            self._fail(letter, FailCode.BUSY)

    def wake(self) -> None:
        """Lets the table look at its clock again."""
        self._letters.wake()

    def detach(self, link: Outbox) -> None:
        """Takes note that a connection is gone; its seat is lost and counts down."""
        seat = self.audience.viewers.get(link)
        if seat is None:
            return
        self.audience.remove(link)
        if seat != NOBODY:
            chair = self.chairs[seat]
            if chair.presence is Presence.PRESENT:
                chair.lose(trio.current_time() + self.times.grace)
            elif chair.presence is Presence.AUTO:
                chair.hand_to_bot()
        self.tell_state()
        self.wake()

    # The task.

    async def run(self) -> None:
        """Does what is to be done, for as long as the table is open."""
        while not self.closed:
            decision = self.game.state.public.pending.id
            wake = await self._advance()
            if wake is None and decision == self.game.state.public.pending.id:
                # Bots that answer at once all do so before a letter, so a seed makes the same game each time.
                continue
            letter = await self._letters.next(wake or 0.0)
            if letter is not None:
                await self._serve(letter)
        for letter in self._letters.rest():
            self._fail(letter, FailCode.NO_TABLE)

    async def _serve(self, letter: Letter) -> None:
        try:
            if isinstance(letter.message, Command):
                await self._command(letter, letter.message)
            else:
                await desk.serve(self, letter, letter.message)
        except JournalError:
            fault("journal failed", table=self.code)
            self._fail(letter, FailCode.STORAGE)
        except Exception:
            # The sender is told; the game and everybody else go on.
            fault("request failed", table=self.code, kind=type(letter.message).__name__)
            self._fail(letter, FailCode.INTERNAL)

    def _fail(self, letter: Letter, code: FailCode) -> None:
        letter.link.tell(Failed(letter.number, code))

    async def _advance(self) -> float | None:
        """Does one thing that is due, or returns when something will be."""
        now = trio.current_time()
        if now < self._not_before:
            return self._not_before
        try:
            await self._mind_seats(now)
            move = plan(self, now)
            if not isinstance(move, Move):
                return min(move, *(chair.until for chair in self.chairs)) if not self.closed else None
            await self._do(move, now)
        except Exception:
            # Whatever it is, the other tables and this table's clients must not notice more than a delay.
            fault("table failed", table=self.code)
            self._not_before = now + RETRY
        return None

    async def _mind_seats(self, now: float) -> None:
        for chair in self.chairs:
            if now < chair.until:
                continue
            if self.phase is TablePhase.LOBBY:
                await self.free(chair.seat)
            else:
                chair.hand_to_bot()
                self.bot_at = now
            self.tell_state()
        idle = self.phase in (TablePhase.LOBBY, TablePhase.OVER) and not self.audience.viewers
        if idle and all(chair.until == inf for chair in self.chairs):
            await self.close()

    async def _do(self, move: Move, now: float) -> None:
        seat, action = move.seat, move.action
        result = engine.step(self.game.state, seat, action)
        if isinstance(result, Refusal):
            raise RuntimeError(f"the table's own move was refused: {result}")
        # Who missed a secret step must not be told: it would say who was asked.
        missed = move.late and not self.game.state.public.pending.secret
        if missed:
            self.clock.acted(seat, now)
        await self.commit(seat, "" if isinstance(action, TableAction) else format_action(action), result)
        self.bot_at = max(self.bot_at, now + self.times.bot_pace)
        if missed and self.chairs[seat].miss():
            self.tell_state()

    # Commands.

    async def _command(self, letter: Letter, command: Command) -> None:
        link, key = letter.link, (letter.sender.id, command.command)
        known = self._answers.get(key)
        if known is not None:
            link.send(known)
            return
        chair = self.chair_of(letter.sender)
        if chair is None or chair.link is not link:
            link.tell(Failed(command.command, FailCode.NO_SEAT))
            return
        if self.charter.game == 0:
            link.tell(Failed(command.command, FailCode.NOT_NOW))
            return
        refused = await self._try(chair, command, _Origin(link, *key))
        if refused is not None:
            self._keep_answer(key, encoded(refused))
            link.send(self._answers[key])

    async def _try(
        self, chair: Chair, command: Command, origin: _Origin
    ) -> Refused | TooLate | Failed | None:
        """Does what a command asks; returns why not, if not."""
        number = command.command
        try:
            action = parse_action(command.action)
        except NotationError as error:
            return Failed(number, FailCode.ACTION, (("wanted", error.wanted[:200]),))
        pending = self.game.state.public.pending.id
        # A report or a vote answers no decision, so none can be stale.
        if command.decision != pending and not isinstance(action, Report | Dissolve):
            return TooLate(number, pending)
        result = engine.step(self.game.state, chair.seat, action)
        if isinstance(result, Refusal):
            return Refused(number, result.clause, result.code, result.data)
        now = trio.current_time()
        self.clock.acted(chair.seat, now)
        await self.commit(chair.seat, format_action(action), result, origin)
        if chair.act():
            self.tell_state()
        return None

    def _keep_answer(self, key: tuple[int, int], answer: bytes) -> None:
        self._answers[key] = answer
        if len(self._answers) > ANSWERS_KEPT:
            self._answers.popitem(last=False)

    async def commit(
        self,
        seat: int,
        text: str,
        result: engine.Step,
        origin: _Origin | None = None,
        rows: tuple[Row, ...] = (),
    ) -> None:
        """Writes a step to the journal, then applies it, tells everybody and acknowledges the command.

        ``rows`` are written with it, all or none.
        """
        game = self.game
        by, command = (origin.by, origin.command) if origin is not None else (0, 0)
        events = result.events
        begins = any(isinstance(event, RoundBegun) for event in events)
        shuffles = begins or any(isinstance(event, RoundVoid) for event in events)
        seed = self.house.dealer.draw(self.charter.game, game.shuffles) if shuffles else b""
        mark = game.mark() if begins else None
        step = Step(seat, text, by, command, tuple(map(pack_event, events)), seed, mark)
        said = game.note(step, events, result.state)
        part = game.chronicle.part(said)
        row = StepRow(self.code, self.charter.game, game.steps, pack(step), mark is not None)
        await self.house.journal.write(row, *self._record(self.charter, part), *rows)
        frames = game.apply(step, events, result.state, said)
        now = trio.current_time()
        rest = notices.fairness_of(self, step) + self._mind_clock(now, events)
        answer = b""
        if origin is not None:
            answer = encoded(Accepted(command, game.seen[seat]))
            self._keep_answer((by, command), answer)
        for link, viewer in tuple(self.audience.viewers.items()):
            data = frames[viewer] + rest
            if origin is not None and link is origin.link:
                data += answer
            if data:
                link.send(data)
        if result.state.public.phase is Phase.GAME_OVER:
            note("game over", table=self.code, game=self.charter.game)
            self.tell_state()

    def _record(self, charter: Charter, part: str) -> tuple[RecordRow, ...]:
        return (RecordRow(self.code, charter.game, part),) if part else ()

    def _mind_clock(self, now: float, events: tuple[Event, ...]) -> bytes:
        """Starts the clock of a new decision; returns what is told of it."""
        pending = self.game.state.public.pending
        if any(isinstance(event, RoundBegun) for event in events):
            self.clock.start_round()
        if not self.clock.open(pending, now):
            return b""
        self.bot_at = now + self.times.bot_pace
        if pending.kind is Ask.BEGIN:
            self.begin_at = now + self.times.round_pause
        return encoded(notices.deadline_of(self, now)) if self.times.turn else b""

    def _start_clock(self) -> bytes:
        """Starts the clock where no event does; returns what is told of it."""
        self.clock.start_round()
        return self._mind_clock(trio.current_time(), ())

    # What others ask about the table.

    @property
    def phase(self) -> TablePhase:
        """Where the table is."""
        if self.closed:
            return TablePhase.CLOSED
        if self.charter.game == 0:
            return TablePhase.LOBBY
        over = self.game.state.public.phase is Phase.GAME_OVER
        return TablePhase.OVER if over else TablePhase.PLAYING

    @property
    def attended(self) -> bool:
        """Whether somebody is there to play: without anyone the next round waits."""
        return any(chair.link is not None for chair in self.chairs)

    def chair_of(self, person: Identity) -> Chair | None:
        """Returns the chair somebody has here."""
        return next((chair for chair in self.chairs if chair.owner == person.id), None)

    def tell_state(self) -> None:
        """Tells everybody how the table is now."""
        notices.tell_state(self)

    # What changes the table, apart from the game; first in the journal, then here.

    async def seat(self, *chairs: Chair) -> None:
        """Puts chairs in the place of those with their numbers."""
        rows = [SeatRow(self.code, chair.seat, pack(chair.holder())) for chair in chairs]
        players = self._players(*chairs) if self.charter.game else ()
        await self.house.journal.write(*rows, *players)
        for chair in chairs:
            self.chairs[chair.seat] = chair

    async def free(self, seat: int) -> None:
        """Empties a seat; the host's right goes to somebody else who is here."""
        await self.seat(Chair(seat))
        await self.pass_host()

    async def pass_host(self) -> None:
        """Gives the host's right to somebody else once the host has no seat any more."""
        if any(chair.owner == self.charter.host and chair.owned for chair in self.chairs):
            return
        heirs = [chair for chair in self.chairs if chair.owned]
        heirs.sort(key=lambda chair: chair.link is None)
        if heirs:
            await self._amend(replace(self.charter, host=heirs[0].owner))
        else:
            await self.close()

    async def start_game(self) -> None:
        """Starts the first game, or the next one."""
        charter = replace(self.charter, game=self.charter.game + 1, seen=tuple(self.game.seen))
        players = tuple(chair.name for chair in self.chairs)
        await self._amend(
            charter,
            *self._record(charter, header(parse_rules(charter.rules), players)),
            *self._players(*self.chairs),
        )
        self.game = self._new_game()
        self.clock = Clock(self.times)
        self.begin_at = 0.0
        clock = self._start_clock() if charter.position else b""
        self.tell_state()
        for link, viewer in tuple(self.audience.viewers.items()):
            link.tell(self.game.snapshot(viewer))
            if clock:
                link.send(clock)
        note("game begun", table=self.code, game=charter.game, rules=charter.rules)

    async def close(self) -> None:
        """Closes the table for good, since nobody has a seat here any more."""
        await self.house.journal.write(TableClosed(self.code))
        self.closed = True
        self.tell_state()
        note("table closed", table=self.code)

    async def _amend(self, charter: Charter, *more: Row) -> None:
        await self.house.journal.write(TableRow(self.code, pack(charter)), *more)
        self.charter = charter

    def _players(self, *chairs: Chair) -> tuple[PlayerRow, ...]:
        """Returns who of some chairs may ask for records from now on."""
        return tuple(PlayerRow(self.code, chair.owner) for chair in chairs if chair.owner)

    def restore_seat(self, seat: int, holder: Holder) -> None:
        """Gives a seat back to whom the journal knows there; they have the full time to come back."""
        self.chairs[seat].restore(holder, trio.current_time() + self.times.grace)

    def restore_game(self, steps: Iterable[Step]) -> None:
        """Brings the game to where the journal knows it; everybody has the full time again."""
        for step in steps:
            self.game.restore(step)
            if step.command:
                answer = Accepted(step.command, self.game.seen[step.seat])
                self._keep_answer((step.by, step.command), encoded(answer))
        if self.charter.game:
            self._start_clock()
