"""What a command does at a table: a step for the journal, or an answer that says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gouji_core import engine
from gouji_core.action_texts import format_action, parse_action
from gouji_core.actions import Dissolve, Report
from gouji_core.errors import NotationError, Refusal
from gouji_protocol.messages import Command, Failed, Refused, TooLate
from gouji_protocol.words import FailCode
from gouji_server import keeping
from gouji_server.answers import ReplyTo
from gouji_server.drafts import Draft, draft
from gouji_server.outbox import encoded
from gouji_server.seats import Chair

if TYPE_CHECKING:
    from gouji_server.letters import Letter
    from gouji_server.table import Table


def decide(table: Table, letter: Letter, command: Command) -> Draft | None:
    """Returns the step that a command leads to; None if that is none and its sender was told why."""
    link, by, number = letter.link, letter.sender.id, command.command
    known = table.answers.known(by, number)
    if known is not None:
        link.send(known)
        return None
    chair = table.chair_of(letter.sender)
    if chair is None or chair.link is not link:
        link.tell(Failed(number, FailCode.NO_SEAT))
        return None
    still = table.house.still if table.charter.game else FailCode.NOT_NOW
    if still is not None:
        # Not remembered: the same command may be sent again when it is time.
        link.tell(Failed(number, still))
        return None
    found = _found(table, chair, command, ReplyTo(link, by, number, letter.at))
    if isinstance(found, Draft):
        return found
    table.house.tally.refuse_action(found)
    link.send(table.answers.keep(by, number, encoded(found)))
    return None


def _found(
    table: Table, chair: Chair, command: Command, reply: ReplyTo
) -> Draft | Refused | TooLate | Failed:
    number = command.command
    try:
        action = parse_action(command.action)
    except NotationError as error:
        return Failed(number, FailCode.ACTION, (("wanted", error.wanted[:200]),))
    pending = table.game.state.public.pending.id
    # A report or a vote answers no decision, so none can be stale.
    if command.decision != pending and not isinstance(action, Report | Dissolve):
        return TooLate(number, pending)
    result = engine.step(table.game.state, chair.seat, action)
    if isinstance(result, Refusal):
        return Refused(number, result.clause, result.code, result.data)
    kept = table.clock.after(chair.seat, reply.at)
    rows = keeping.taking_back(table, chair)
    return draft(table, chair.seat, format_action(action), result, reply, rows, kept=kept)
