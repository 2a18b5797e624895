"""Passing by itself: only where nothing else can be done, once for each decision, and only if wished."""

import asyncio
from dataclasses import replace

import pytest

from gouji_core.actions import Action, Pass, Play
from gouji_core.cards import parse_cards
from gouji_core.errors import refuse
from gouji_core.state import State
from gouji_tui.autopass import AutoPass
from gouji_tui.game import Denied, TableChanged
from gouji_tui.settings import Settings
from gouji_tui.table import LinkState, Person, Presence, TableState
from tests.kit.positions import after, position
from tests.tui.local import at_table, settled
from tests.tui.tables import seen

ON = Settings(autopass="on")
HANDS = ("AA4", "556", "665", "AA7", "887", "779")


def asked(action: str, *more: str) -> State:
    return after(position(*HANDS), action, *more)


@pytest.mark.parametrize(
    ("state", "seat", "settings", "sent"),
    [
        (asked("0 play A", "1 pass", "2 pass"), 3, ON, []),
        (asked("0 play 4"), 1, ON, []),
        (asked("0 play 4"), 2, ON, []),
        (asked("0 play A"), 1, ON, [Pass()]),
        (asked("0 play A"), 1, Settings(), []),
        (position(*HANDS), 0, ON, []),
    ],
    ids=["can yield", "can beat", "not asked", "can do nothing else", "not wished", "leads"],
)
def test_only_what_is_forced_is_passed(
    state: State, seat: int, settings: Settings, sent: list[Action]
) -> None:
    told: list[Action] = []
    game = seen(state, seat)
    passing = AutoPass(told.append)
    for _ in range(2):
        passing.attend(game, settings)
    assert told == sent


def test_what_the_table_objects_to_and_a_lost_line_are_left_to_the_person() -> None:
    told: list[Action] = []
    game = seen(asked("0 play A"), 1)
    game.take(TableChanged(replace(TableState(), link=LinkState.RETRYING)))
    passing = AutoPass(told.append)
    assert not passing.attend(game, ON)
    game.take(TableChanged(TableState()))
    assert passing.attend(game, ON)
    game.take(Denied(refuse("R5.2", "not_asked")))
    assert not passing.attend(game, ON)
    assert told == [Pass()]


def test_a_seat_that_a_bot_plays_is_left_to_the_bot() -> None:
    told: list[Action] = []
    game = seen(asked("0 play A"), 1)
    table = TableState()
    bots = tuple(Person(presence=Presence.AUTO) for _ in table.people)
    game.take(TableChanged(replace(table, people=bots)))
    passing = AutoPass(told.append)
    assert not passing.attend(game, ON), "to pass would take the seat back"
    game.take(TableChanged(table))
    assert passing.attend(game, ON)


def test_the_table_passes_behind_a_screen_for_others_too() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS), 1) as table:
            table.app.choose(ON)
            await table.press("f4")
            table.visit.play(0, Play(parse_cards("A")))
            await settled(table.pilot)
            assert table.visit.sent == [Pass()]
            assert "You pass" not in table.text

    asyncio.run(test())


def test_the_table_passes_for_who_wishes_it_and_goes_on() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS), 1) as table:
            table.app.choose(ON)
            table.visit.play(0, Play(parse_cards("A")))
            await settled(table.pilot)
            assert table.visit.sent == [Pass()]
            assert "You pass" in table.text

    asyncio.run(test())
