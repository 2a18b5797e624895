"""One table, which holds the truth and does one thing after the other.

The order is always the same: decide, write to the journal, apply, tell everybody, acknowledge. A step that is
being written down holds the table: its task waits, and so does whatever is posted. What the table does of
itself (deal, close a secret step, act for bots and for those whose time is up) is planned by ``plan`` from
the state and the clock, and goes the same way. What a command does is in ``decisions``, requests that are
not actions are in ``desk``.
"""

from __future__ import annotations

from functools import partial
from math import inf

import trio

from gouji_core import engine
from gouji_core.action_texts import format_action
from gouji_core.actions import Act, TableAction
from gouji_core.errors import Refusal
from gouji_core.options import parse_rules
from gouji_core.public import Ask, Phase
from gouji_core.seats import NOBODY, SEATS
from gouji_protocol.messages import Command, Deadline, Failed, Leave
from gouji_protocol.words import FailCode, Presence, TablePhase
from gouji_server import desk, keeping, notices
from gouji_server.answers import Answers, ReplyTo
from gouji_server.audience import Audience
from gouji_server.botseat import BotSeats
from gouji_server.chat import Chat
from gouji_server.clocks import LATE, Clock, Times
from gouji_server.decisions import decide
from gouji_server.delay import delay_of
from gouji_server.drafts import Draft, draft, settle
from gouji_server.game import Game
from gouji_server.house import House
from gouji_server.identities import Identity
from gouji_server.journal import JournalError
from gouji_server.letters import Letter, Letterbox
from gouji_server.logs import fault
from gouji_server.outbox import Outbox, encoded
from gouji_server.plan import Move, plan, quiet_until
from gouji_server.rows import Charter, Row
from gouji_server.seats import Chair

RETRY = 1.0
"""Seconds until the table tries again what it could not do."""


class Table:
    """Is one table; ``run`` is its task, ``post`` its door."""

    def __init__(self, code: str, charter: Charter, house: House) -> None:
        options, config = charter.options, house.config
        self.code = code
        self.charter = charter
        self.house = house
        self.times = Times(
            options.turn_seconds,
            options.reserve_seconds,
            options.grace_seconds,
            config.window,
            config.round_pause,
        )
        self.chairs = [Chair(seat) for seat in SEATS]
        self.delay = delay_of(code, options)
        """What spectators are shown of the game, where they see it later than it is played."""
        self.audience = Audience(late=self.delay is not None)
        self.game = self.new_game()
        self.clock = Clock(self.times)
        self.bots = BotSeats()
        self.chat = Chat(code)
        self.closed = False
        self.begin_at = 0.0
        """When the next round may begin."""
        self.bot_since = 0.0
        """Since when the next bot takes its time."""
        self.host_until = 0.0
        """Until when a host who only watched and whose connection is gone may come back as such."""
        self._not_before = 0.0
        self.answers = Answers()
        self._letters = Letterbox()

    def new_game(self) -> Game:
        """Returns a game that has not begun, by the table's rules."""
        charter = self.charter
        return Game(self.code, parse_rules(charter.rules), charter.position, seen=list(charter.seen))

    # The door.

    @property
    def waiting(self) -> int:
        """How many letters wait."""
        return self._letters.waiting

    def post(self, letter: Letter) -> None:
        """Takes a message; who already has too many waiting is told so at once.

        While nothing else is under way the task of the table need not be woken for a command.
        """
        if self._letters.idle and isinstance(letter.message, Command):
            self._act(letter, letter.message)
        elif not self._letters.post(letter):
            self._fail(letter, FailCode.BUSY)

    def wake(self) -> None:
        """Lets the table look at its clock again."""
        self._letters.wake()

    def detach(self, link: Outbox) -> None:
        """Takes note that a connection is gone; its seat is lost and counts down."""
        seat = self.audience.seat_of(link)
        if seat is None or link in self.audience.parting:
            return
        person = self.audience.viewers[link].person
        self.audience.remove(link)
        if seat == NOBODY and person == self.charter.host:
            self.host_until = trio.current_time() + self.times.grace
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
        try:
            await self._go_on()
        finally:
            # What was given to the journal is answered also when the server ends, but nothing new begins.
            self._not_before = inf
            with trio.CancelScope(shield=True):
                await self._letters.free()
        for letter in self._letters.take_all():
            self._fail(letter, FailCode.NO_TABLE)

    async def _go_on(self) -> None:
        while not self.closed:
            decision = self.game.state.public.pending.id
            wake = await self._advance()
            if wake is None and self._bots_first(decision):
                continue
            letter = await self._letters.next(wake)
            self._forgive(self._letters.late)
            if letter is not None:
                await self._serve(letter)

    def _forgive(self, late: float) -> None:
        """Makes up for time in which this server did nothing: nobody could answer or come back in it."""
        if late < LATE:
            return
        self.clock.forgive(late)
        for chair in self.chairs:
            chair.forgive(late)
        # Which seats a secret step waits for decides when the table wakes, so nothing is told of that.
        if self.clock.credit and not self.clock.secret:
            now = trio.current_time()
            notices.tell_game(self, notices.deadline_of(self, now))

    async def _serve(self, letter: Letter) -> None:
        try:
            if isinstance(letter.message, Command):
                self._act(letter, letter.message)
                await self._letters.free()
            else:
                await desk.serve(self, letter, letter.message)
        except Exception as error:
            self._tell_fault(letter.link, letter.number, type(letter.message), error)
        if letter.link in self.audience.parting and isinstance(letter.message, Leave):
            # Whoever could not be let go, as on a full disk, is gone all the same.
            self.audience.parting.discard(letter.link)
            self.detach(letter.link)

    def _fail(self, letter: Letter, code: FailCode) -> None:
        letter.link.tell(Failed(letter.number, code))

    async def _advance(self) -> float | None:
        """Does one thing that is due, or returns when something will be."""
        now = trio.current_time()
        if now < self._not_before:
            return self._not_before
        try:
            if self.delay is not None:
                notices.tell_late(self)
            if self.house.still:
                # What was played before is shown all the same once it is old enough.
                return inf if self.delay is None else self.delay.due
            await keeping.mind_seats(self, now)
            move = plan(self, now)
            if not isinstance(move, Move):
                return min(move, self._next_due(now)) if not self.closed else None
            if move.late and self._letters.oldest <= self.clock.expiry(move.seat):
                # What came in time is served in time, whatever the table was busy with.
                return now
            self._do(move, now)
        except Exception:
            self._retry_later(now)
        await self._letters.free()
        return None

    def _next_due(self, now: float) -> float:
        due = min([chair.until for chair in self.chairs])
        if self.delay is not None:
            due = min(due, self.delay.due)
        return min([due, *(time for time in (self.host_until, self._not_before) if time > now)])

    def _do(self, move: Move, now: float) -> None:
        """Begins to write down what the table does."""
        seat, action = move.seat, move.action
        result = engine.step(self.game.state, seat, action)
        if isinstance(result, Refusal):
            raise RuntimeError(f"the table's own move was refused: {result}")
        # Who missed a secret step must not be told: it would say who was asked.
        missed = move.late and not self.game.state.public.pending.secret
        kept = self.clock.after(seat, now) if missed else ()
        text = "" if isinstance(action, TableAction) else format_action(action)
        self._write(draft(self, seat, text, result, kept=kept, missed=missed))

    def _act(self, letter: Letter, command: Command) -> None:
        """Answers a command, or begins to write down what it leads to."""
        try:
            self._answer(letter, command)
        except Exception as error:
            self._tell_fault(letter.link, command.command, Command, error)

    def _answer(self, letter: Letter, command: Command) -> None:
        link, by, number = letter.link, letter.sender.id, command.command
        chair = self.chair_of(letter.sender)
        still = self.house.still if self.charter.game else FailCode.NOT_NOW
        if (known := self.answers.known(by, number)) is not None:
            link.send(known)
        elif chair is None or chair.link is not link:
            link.tell(Failed(number, FailCode.NO_SEAT))
        elif still is not None:
            # Not remembered: the same command may be sent again when it is time.
            link.tell(Failed(number, still))
        else:
            found = decide(self, chair, command, ReplyTo(link, by, number, letter.at))
            if isinstance(found, Draft):
                self._write(found)
                return
            self.house.tally.refuse_action(found)
            link.send(self.answers.keep(by, number, encoded(found)))
        self.house.tally.acted.note(trio.current_time() - letter.at)

    def _write(self, done: Draft) -> None:
        """Has a step written down; until that is safe the table does nothing else."""
        self._letters.hold()
        self.house.journal.put(done.rows, partial(self._conclude, done))

    def _conclude(self, done: Draft, error: JournalError | None) -> None:
        """Does what is to be done once a step is safe, or cannot be written; then lets the table go on."""
        now, decision = trio.current_time(), self.game.state.public.pending.id
        until: float | None = 0.0
        try:
            self._settle(done, error, now)
            until = self._begin_next(now, decision)
        except Exception:
            self._retry_later(now)
        if until is not None:
            self._letters.release(until)

    def _settle(self, done: Draft, error: JournalError | None, now: float) -> None:
        reply = done.reply
        try:
            if error is not None:
                raise error
            settle(self, done, now)
        except Exception as failure:
            if reply is None:
                raise
            self._tell_fault(reply.link, reply.command, Command, failure)
            return
        chair = self.chairs[done.step.seat]
        if reply is None:
            self.bot_since = max(self.bot_since, now)
            if done.missed and chair.miss():
                self.tell_state()
            return
        chair.chosen = False
        # Who fell out while this was written down is lost by now, and stays so.
        if chair.link is reply.link and chair.act(passed=done.step.action == Act.PASS):
            self.tell_state()
        self.house.tally.acted.note(now - reply.at)

    def _begin_next(self, now: float, decision: int) -> float | None:
        """Begins what the game goes on with by itself, and returns None, after a decision was pending.

        Else it returns until when there is nothing to do; 0 where the task has to see.
        """
        until = quiet_until(self)
        if until:
            return min(until, self._next_due(now))
        may = self._letters.empty or self._bots_first(decision)
        if may and now >= self._not_before and not self.house.still:
            move = plan(self, now)
            if isinstance(move, Move) and not move.late:
                self._do(move, now)
                return None
        return 0.0

    def _bots_first(self, decision: int) -> bool:
        """Tells whether bots that answer at once come before a letter: to the decision that was pending.

        So a seed makes the same game each time.
        """
        return decision == self.game.state.public.pending.id

    def _tell_fault(self, link: Outbox, number: int, kind: type, error: Exception) -> None:
        """Tells the sender of an exception being handled; the game and everybody else go on."""
        disk = isinstance(error, JournalError)
        fault("journal failed" if disk else "request failed", table=self.code, kind=kind.__name__)
        link.tell(Failed(number, FailCode.STORAGE if disk else FailCode.INTERNAL))

    def _retry_later(self, now: float) -> None:
        """Lets the table try again in a moment what it could not do; others notice no more than that."""
        fault("table failed", table=self.code)
        self._not_before = now + RETRY

    async def commit(self, seat: int, text: str, result: engine.Step, rows: tuple[Row, ...] = ()) -> None:
        """Writes down a step that a request led to, then applies it and tells everybody.

        ``rows`` are written with it, all or none.

        Raises:
            JournalError: if it could not be written; then nothing changed.
        """
        done = draft(self, seat, text, result, rows=rows)
        await self.house.journal.write(*done.rows)
        settle(self, done, trio.current_time())

    def mind_clock(self, now: float) -> Deadline | None:
        """Starts the clock of a new decision; returns what is told of it."""
        pending = self.game.state.public.pending
        if not self.clock.open(pending, now):
            return None
        self.bot_since = now
        if pending.kind is Ask.BEGIN:
            self.begin_at = now + self.times.round_pause
        return notices.deadline_of(self, now) if self.times.turn else None

    def start_clock(self) -> Deadline | None:
        """Starts the clock where no event does; returns what is told of it."""
        if not self.clock.reserves:
            self.clock.start_round()
        return self.mind_clock(trio.current_time())

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
    def between(self) -> bool:
        """Whether no round is being played: before a game, between two rounds, after a game."""
        return self.phase is not TablePhase.PLAYING or self.game.state.public.pending.kind is Ask.BEGIN

    @property
    def attended(self) -> bool:
        """Whether somebody is there to play: without anyone the next round waits."""
        return any(chair.link is not None for chair in self.chairs)

    def chair_of(self, person: Identity) -> Chair | None:
        """Returns the chair somebody has here."""
        for chair in self.chairs:
            if chair.owner == person.id:
                return chair
        return None

    def tell_state(self) -> None:
        """Tells everybody how the table is now."""
        notices.tell_state(self)
