"""A step of a game that is decided and not yet safe: what is written of it, and what is done once it is.

The order is the same for every step, whoever acts: ``draft`` while nothing has changed, then the journal,
then ``settle``, which applies it, tells everybody and acknowledges the command. Between the two a table does
nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gouji_core.engine import Step as Decided
from gouji_core.events import RoundBegun, RoundVoid
from gouji_core.public import Ask, Phase
from gouji_core.state import State
from gouji_protocol.messages import Accepted, Deadline, Fairness
from gouji_server import notices
from gouji_server.answers import ReplyTo
from gouji_server.booking import book
from gouji_server.chronicle import Note
from gouji_server.delay import Shots
from gouji_server.happened import Happened, happened
from gouji_server.logs import note
from gouji_server.outbox import encoded
from gouji_server.packing import pack_event
from gouji_server.partners import hands_after
from gouji_server.rows import Charter, Row, Step, StepRow, pack

if TYPE_CHECKING:
    from gouji_server.table import Table


_SHUFFLING = frozenset({RoundBegun, RoundVoid})
"""The events after which cards are dealt anew."""


class Draft(Struct, frozen=True):
    """Is one step of a table's game; ``rows`` are written together, all or none."""

    step: Step
    events: Happened
    state: State
    """How the game stands after it."""
    said: Note
    charter: Charter
    booking: tuple[Row, ...]
    """What of ``rows`` is kept for good."""
    rows: tuple[Row, ...]
    reply: ReplyTo | None
    """Who is told that their command was done."""
    missed: bool
    """Whether it was done for a seat whose time was up."""


def draft(
    table: Table,
    seat: int,
    text: str,
    result: Decided,
    reply: ReplyTo | None = None,
    rows: tuple[Row, ...] = (),
    *,
    kept: tuple[int, ...] = (),
    missed: bool = False,
) -> Draft:
    """Returns the draft of a step; changes nothing.

    ``text`` is the action as it is kept, ``rows`` are written too. ``kept`` are the reserves, if the step
    takes something of them; ``missed`` says that the seat's time was up.
    """
    game = table.game
    by, command = (reply.by, reply.command) if reply is not None else (0, 0)
    events = happened(result.events)
    shuffles = not _SHUFFLING.isdisjoint(events.kinds)
    seed = table.house.dealer.draw(table.charter.game, game.shuffles) if shuffles else b""
    mark = game.mark() if RoundBegun in events.kinds or not game.steps else None
    step = Step(seat, text, by, command, tuple(map(pack_event, events.all)), seed, mark, kept)
    said = game.note(step, events, result.state)
    charter, booking = book(table, result.state, events, game.chronicle.part(said))
    row = StepRow(table.code, table.charter.game, game.steps, pack(step), mark is not None)
    return Draft(step, events, result.state, said, charter, booking, (row, *booking, *rows), reply, missed)


def settle(table: Table, done: Draft, now: float) -> None:
    """Applies a step that is safe in the journal, tells everybody and acknowledges the command."""
    table.house.withheld.take(done.booking)
    table.clock.restore(done.step.reserves)
    before = table.game.state
    frames = table.game.apply(done.step, done.events, done.state, done.said)
    if done.said.begins:
        table.clock.start_round()
    clock = mind_clock(table, now)
    news: list[Fairness | Deadline] = [*notices.fairness_of(table, done.step)]
    if clock is not None:
        news.append(clock)
    rest = b"".join(map(encoded, news))
    asker, answer = None, b""
    if (reply := done.reply) is not None:
        accepted = Accepted(reply.command, table.game.seen[done.step.seat])
        asker, answer = reply.link, table.answers.keep(reply.by, reply.command, encoded(accepted))
    open_hands = done.charter.options.open_hands
    for link, viewer in table.audience.live():
        data = frames[viewer.seat]
        if rest:
            data += rest
        if open_hands:
            data += hands_after(table.code, before, done.state, viewer.seat)
        if link is asker:
            data += answer
        if data:
            link.send(data)
    if table.delay is not None:
        notices.tell_late(table, Shots(done.events.all), *news)
    _keep_up(table, done)


def _keep_up(table: Table, done: Draft) -> None:
    """Brings what goes with the game up to it, and tells everybody where that changes."""
    if done.said.begins and any(chair.ready for chair in table.chairs):
        # They were ready for the round that has begun.
        for chair in table.chairs:
            chair.ready = False
        table.tell_state()
    old, table.charter = table.charter, done.charter
    over = done.state.public.phase is Phase.GAME_OVER
    if over or done.charter.evening is not old.evening:
        table.tell_state()
    if over:
        note("game over", table=table.code, game=done.charter.game)


def mind_clock(table: Table, now: float) -> Deadline | None:
    """Starts the clock of a new decision; returns what is told of it."""
    pending = table.game.state.public.pending
    if not table.clock.open(pending, now):
        return None
    table.bot_since = now
    if pending.kind is Ask.BEGIN:
        table.begin_at = now + table.times.round_pause
    return notices.deadline_of(table, now) if table.times.turn else None
