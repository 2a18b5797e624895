"""Bots as ordinary seats: they see the seat's view and answer like anybody.

``meek`` is what the table does for somebody whose time is up: the act that gives away least.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from gouji_core.actions import (
    Act,
    Action,
    Call,
    CallKind,
    Decline,
    Dissolve,
    Keep,
    Merge,
    Pass,
    Revolt,
    Show,
    Take,
)
from gouji_core.legal import acts_open, refusal
from gouji_core.views import SeatView
from gouji_server.logs import fault

if TYPE_CHECKING:
    from gouji_bots.bot import Bot

_MEEK: dict[Act, Action] = {
    Act.PASS: Pass(),
    Act.DECLINE: Decline(),
    Act.CALL: Call(CallKind.NO),
    Act.SHOW: Show(()),
    Act.REVOLT: Revolt(False),
    Act.TAKE: Take(),
    Act.KEEP: Keep(),
    Act.MERGE: Merge(""),
}
"""The acts that change nothing, where there is one."""


class BotSeats:
    """Is the bots of one table, one for each seat and level that was ever asked for."""

    def __init__(self) -> None:
        self._bots: dict[tuple[int, str], Bot] = {}

    def choose(self, view: SeatView, level: str, generator: Random) -> Action:
        """Returns what the bot of a seat does; a bot that fails is replaced by ``meek``."""
        try:
            bot = self._bots.get((view.seat, level))
            if bot is None:
                bot = self._bots[view.seat, level] = _make(level)
            action = bot.choose(view, generator)
            refused = refusal(view, action)
        except Exception:
            # Bots may be anybody's code; a table plays on whatever one of them does.
            fault("bot failed", level=level, seat=view.seat, kind=view.public.pending.kind)
            return meek(view)
        if refused is not None:
            fault("bot broke the rules", level=level, kind=view.public.pending.kind, code=refused.code)
            return meek(view)
        return action


def is_level(word: str) -> bool:
    """Tells whether there are bots of a level."""
    # Imported by the first table: an idle server on a small box does without them.
    from gouji_bots.bot import LEVELS

    return word in LEVELS


def _make(level: str) -> Bot:
    from gouji_bots.bot import make_bot

    return make_bot(level)


def meek(view: SeatView) -> Action:
    """Returns the least that may be done: to pass or decline, else the first legal action."""
    acts = acts_open(view)
    for act, action in _MEEK.items():
        if act in acts and refusal(view, action) is None:
            return action
    return _make("novice").choose(view, Random(0))


def agreed(view: SeatView, people: int) -> Action | None:
    """Returns a bot's vote for ending the game, once all the people at the table voted for it (R12.3)."""
    voted = view.public.setup.votes
    if not people or voted & people != people or voted >> view.seat & 1:
        return None
    return Dissolve(True)
