"""What a table remembers of a round while it is played: nothing that Python's collector has to look at.

The collector stops every table while it looks, and the more there is, the longer.
"""

from __future__ import annotations

import gc
from random import Random
from typing import get_args

from gouji_bots.bot import make_bot
from gouji_core.action_texts import format_action
from gouji_core.actions import Action, Begin, Deal
from gouji_core.engine import Step, settle, step, waiting
from gouji_core.events import Event
from gouji_core.options import parse_rules
from gouji_core.public import Ask
from gouji_core.seats import NOBODY
from gouji_core.views import view_of
from gouji_server import rows
from gouji_server.answers import ANSWERS_KEPT, Answers
from gouji_server.dealer import Dealer
from gouji_server.game import Game
from gouji_server.packing import pack_event

MOVES = 200


def play(game: Game) -> None:
    """Lets bots play some moves of the first round."""
    bot, chance, dealer = make_bot("novice"), Random(1), Dealer(7)
    take(game, NOBODY, Begin())
    for _ in range(MOVES):
        if game.state.public.pending.kind is Ask.DEAL:
            take(game, NOBODY, dealer.deal(game.state.public, dealer.draw(1, 0)))
        else:
            seat = waiting(game.state)[0]
            take(game, seat, bot.choose(view_of(game.state, seat), chance))


def take(game: Game, seat: int, action: Action | Begin | Deal) -> None:
    """Does one step, as one that is read back from the journal."""
    result = step(game.state, seat, action)
    assert isinstance(result, Step)
    events = (*result.events, *settle(result.state).events)
    text = "" if isinstance(action, Begin | Deal) else format_action(action)
    game.restore(rows.Step(seat, text, 0, 0, tuple(map(pack_event, events))))


def looked_at(kinds: tuple[type, ...] = (object,)) -> int:
    """Tells how many things of some kinds there are that the collector looks at."""
    gc.collect()
    return sum(isinstance(found, kinds) for found in gc.get_objects())


def test_the_collector_looks_at_no_event_of_a_round() -> None:
    before = looked_at(get_args(Event))
    game = Game("HBZW", parse_rules("online"))
    play(game)
    assert game.since(0, game.seen[0] - MOVES) is not None, "it remembers them"
    assert looked_at(get_args(Event)) == before


def test_the_collector_looks_at_no_answer() -> None:
    answers, before = Answers(), looked_at()
    gc.disable()
    try:
        for number in range(ANSWERS_KEPT):
            answers.keep(number % 6, number, b"yes")
        assert len(gc.get_objects()) - before < 10
    finally:
        gc.enable()
    assert answers.known(3, 3) == b"yes"
    assert answers.known(2, 3) is None
