"""How events that end a round or a game change the public state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gouji_core import events as e
from gouji_core.fold.change import next_pending, nobody, with_, with_setup
from gouji_core.public import Ask, Phase, Public
from gouji_core.values import replace


def _round_scored(public: Public, event: e.RoundScored) -> Public:
    standing = replace(public.standing, places=event.places, swept=event.swept, burner=None, plan=None)
    setup = replace(public.setup, score=event.score, hands=event.hands)
    trick = public.trick and replace(public.trick, queue=())
    return replace(public, standing=standing, setup=setup, trick=trick, pending=nobody(public))


def _settled(public: Public, event: e.Settled) -> Public:
    standing = replace(public.standing, places=event.places)
    return with_(public, standing=standing, pending=nobody(public))


def _round_over(public: Public, event: e.RoundOver) -> Public:
    phase = Phase.GAME_OVER if event.final else Phase.ROUND_OVER
    return replace(
        public,
        phase=phase,
        setup=replace(public.setup, totals=event.totals, debts=event.debts, debt=0),
        pending=next_pending(public, Ask.NOTHING if event.final else Ask.BEGIN),
    )


def _dissolve_voted(public: Public, event: e.DissolveVoted) -> Public:
    votes = public.setup.votes | 1 << event.seat if event.yes else 0
    return with_setup(public, votes=votes)


def _dissolved(public: Public, event: e.Dissolved) -> Public:
    return replace(
        public,
        phase=Phase.GAME_OVER,
        setup=replace(public.setup, debts=(), votes=0),
        pending=nobody(public),
    )


FOLDS: dict[type, Callable[[Public, Any], Public]] = {
    e.RoundScored: _round_scored,
    e.Settled: _settled,
    e.RoundOver: _round_over,
    e.DissolveVoted: _dissolve_voted,
    e.Dissolved: _dissolved,
}
