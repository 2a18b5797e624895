"""A step of a game that is decided and not yet safe: what is written of it, and what is done once it is.

The order is the same for every step, whoever acts: ``draft`` while nothing has changed, then the journal,
then ``settle``, which applies it, tells everybody and acknowledges the command. Between the two a table does
nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gouji_core import engine
from gouji_core.events import RoundBegun, RoundVoid
from gouji_core.public import Phase
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
    news: Happened
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
    result: engine.Step,
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
    if not table.times.window and engine.due(result.state):
        # Where no secret step is held open, its end belongs to the step after which nobody is waited for.
        ended = engine.settle(result.state)
        result = engine.Step((*result.events, *ended.events), ended.state)
    by, command = (reply.by, reply.command) if reply is not None else (0, 0)
    news = happened(result.events)
    shuffles = not _SHUFFLING.isdisjoint(news.kinds)
    seed = table.house.dealer.draw(table.charter.game, game.shuffles) if shuffles else b""
    mark = game.mark() if RoundBegun in news.kinds or not game.steps else None
    step = Step(seat, text, by, command, tuple(map(pack_event, news.events)), seed, mark, kept)
    said = game.note(step, news, result.state)
    charter, booking = book(table, result.state, news, game.chronicle.part(said))
    row = StepRow(table.code, table.charter.game, game.steps, pack(step), mark is not None)
    return Draft(step, news, result.state, said, charter, booking, (row, *booking, *rows), reply, missed)


def settle(table: Table, done: Draft, now: float) -> None:
    """Applies a step that is safe in the journal, tells everybody and acknowledges the command."""
    table.house.withheld.take(done.booking)
    table.clock.restore(done.step.reserves)
    before = table.game.state
    frames = table.game.apply(done.step, done.news, done.state, done.said)
    if done.said.begins:
        table.clock.start_round()
    clock = table.mind_clock(now)
    notes: list[Fairness | Deadline] = [*notices.fairness_of(table, done.step)]
    if clock is not None:
        notes.append(clock)
    rest = b"".join(map(encoded, notes))
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
        notices.tell_late(table, Shots(done.news.events), *notes)
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
