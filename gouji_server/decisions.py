"""What a command leads to at a table: a step for the journal, or an answer that says why not."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gouji_core import engine
from gouji_core.action_texts import format_action, parse_action
from gouji_core.actions import Action, Dissolve, Report
from gouji_core.errors import NotationError, Refusal
from gouji_protocol.messages import Command, Failed, Refused, TooLate
from gouji_protocol.words import FailCode
from gouji_server import keeping
from gouji_server.answers import ReplyTo
from gouji_server.drafts import Draft, draft
from gouji_server.seats import Chair

if TYPE_CHECKING:
    from gouji_server.table import Table


_FREE_OF_DECISIONS = (Report, Dissolve)
"""A report or a vote answers no decision: none of them can be stale, and no time of one is used up."""


def decide(
    table: Table, chair: Chair, command: Command, reply: ReplyTo
) -> Draft | Refused | TooLate | Failed:
    """Returns what a command of a chair's owner leads to; changes nothing."""
    number = command.command
    try:
        action, text = _action_and_text(command.action)
    except NotationError as error:
        return Failed(number, FailCode.ACTION, (("wanted", error.wanted[:200]),))
    pending = table.game.state.public.pending.id
    answers = not isinstance(action, _FREE_OF_DECISIONS)
    if answers and command.decision != pending:
        return TooLate(number, pending)
    result = engine.step(table.game.state, chair.seat, action)
    if isinstance(result, Refusal):
        return Refused(number, result.clause, result.code, result.data)
    kept = table.clock.after(chair.seat, reply.at) if answers else ()
    rows = keeping.taking_back(table, chair)
    return draft(table, chair.seat, text, result, reply, rows, kept=kept)


@lru_cache(maxsize=2048)
def _action_and_text(text: str) -> tuple[Action, str]:
    """Returns the action a text means, and the text as it is kept; people do few things again and again.

    Raises:
        NotationError: if it means none.
    """
    action = parse_action(text)
    return action, format_action(action)
