"""Playing a seat for as long as there are games: the loop that most programs need."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from inspect import isawaitable

from gouji_client.client import Client, Decision
from gouji_client.errors import ActionRefusedError
from gouji_core.actions import Action
from gouji_core.public import Phase
from gouji_protocol.messages import Accepted, Failed, Refused, TooLate
from gouji_protocol.words import FailCode

Choose = Callable[[Decision], Action | Awaitable[Action]]
"""Decides: returns an action, or is an async function that does."""


async def play(client: Client, choose: Choose, table: str | None = None, *, games: int = 0) -> int:
    """Makes every decision of my seat with ``choose`` until the table is gone, or so many games are over.

    Returns how many games ended meanwhile; with ``games`` 0 there is no limit. Comes back by itself after a
    lost connection, as the client does.

    Raises:
        ActionRefusedError: if the rules do not allow what was chosen.
        DisconnectedError: if the session has ended.
    """
    code = client.table(table).table
    ended = 0
    while code in client.tables:
        decision = await client.my_decision(code)
        if decision is not None:
            await _decide(client, choose, decision)
        elif code in client.tables:
            ended += 1
            if ended == games:
                break
            while code in client.tables and _is_over(client, code):
                await client.changed()
    return ended


async def _decide(client: Client, choose: Choose, decision: Decision) -> None:
    chosen = choose(decision)
    action = await chosen if isawaitable(chosen) else chosen
    if decision.table not in client.tables:
        return
    match await client.act(action, decision.table, decision.id):
        case Accepted():
            pass
        case Refused(_, clause, code, data):
            raise ActionRefusedError(action, clause, code, data)
        case Failed(_, FailCode.RATE, data):
            await client.pause(wait_of(data))
        case TooLate() | Failed():
            # The news of what made it so is on its way.
            if decision.table in client.tables:
                await client.changed()


def wait_of(data: tuple[tuple[str, str], ...]) -> float:
    """Returns the seconds that a server wants who asked too much to wait; 1 if it does not say."""
    told = dict(data).get("seconds", "")
    return float(told) if told.isascii() and told.isdigit() and len(told) < 6 else 1.0


def _is_over(client: Client, code: str) -> bool:
    view = client.view(code)
    return view is not None and view.public.phase is Phase.GAME_OVER
