"""What a bot is: a view and a generator in, an action out, the same for the same seed."""

import ast
import random
from pathlib import Path
from typing import get_type_hints

import pytest

import gouji_bots
from gouji_bots import LEVELS, Bot, hint, make_bot
from gouji_bots.sim import Game
from gouji_core.action_texts import format_action
from gouji_core.actions import Action
from gouji_core.legal import legal_actions
from gouji_core.options import parse_rules
from gouji_core.seats import SEATS
from gouji_core.state import State, new_game
from gouji_core.views import SeatView, view_of
from tests.kit.positions import position

ROOM = Path(gouji_bots.__file__).parent

TABLE_SIDE = {"sim.py", "match.py", "simjson.py"}
"""The modules that run whole games, and so hold what players must not see."""

HIDDEN = {"gouji_core.state", "gouji_core.engine", "gouji_core.dealing", "gouji_core.events"}


@pytest.mark.parametrize("file", sorted(file.name for file in ROOM.glob("*.py")))
def test_players_do_not_know_of_the_whole_game(file: str) -> None:
    tree = ast.parse((ROOM / file).read_text(encoding="utf-8"))
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    if file in TABLE_SIDE:
        return
    assert not named & (HIDDEN | {"gouji_bots.sim", "gouji_bots.match"})


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_takes_a_view_and_a_generator_and_nothing_else(level: str) -> None:
    hints = get_type_hints(type(make_bot(level)).choose)
    assert hints == {"view": SeatView, "rng": random.Random, "return": Action}


def test_an_unknown_level_is_named_with_the_levels_there_are() -> None:
    with pytest.raises(ValueError, match="'grandmaster'; the levels are novice, regular"):
        make_bot("grandmaster")


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_plays_the_same_game(level: str) -> None:
    def lines(seed: str) -> list[str]:
        out: list[str] = []
        bots = [make_bot(level) for _ in SEATS]
        rules = parse_rules("online+rounds=1")

        def watch(view: SeatView, action: Action) -> None:
            out.append(f"{view.seat} {format_action(action)}")

        list(Game(rules, bots, seed=seed, watch=watch).rounds())
        return out

    first = lines("a")
    assert len(first) > 60
    assert first == lines("a")
    assert first != lines("b")


@pytest.mark.parametrize("level", LEVELS)
def test_what_others_hold_does_not_change_a_choice(level: str) -> None:
    mine = "KK55"
    one = position(mine, "AA66", "77", "AA88", "99", "TT", rules="online")
    other = position(mine, "7799", "TT", "6688", "AA", "AA", rules="online")
    bot = make_bot(level)
    choices = [bot.choose(view_of(state, 0), random.Random(1)) for state in (one, other)]
    assert choices[0] == choices[1]


def test_the_hint_is_what_the_regular_bot_does() -> None:
    view = view_of(position("KK55", "AA66", "77", "AA88", "99", "TT"), 0)
    assert hint(view).action == make_bot("regular").choose(view, random.Random(1))


NOT_ASKED = [
    pytest.param(new_game(parse_rules("online")), 0, id="before the round"),
    pytest.param(position("KK55", "AA66", "77", "AA88", "99", "TT"), 1, id="somebody else leads"),
]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("state", "seat"), NOT_ASKED)
def test_a_bot_that_is_not_waited_for_says_so(level: str, state: State, seat: int) -> None:
    with pytest.raises(ValueError, match=f"seat {seat} is not waited for"):
        make_bot(level).choose(view_of(state, seat), random.Random(1))


def test_peoples_own_bots_have_the_same_shape() -> None:
    class AnyMove:
        """Does any legal thing."""

        level = "any"

        def choose(self, view: SeatView, rng: random.Random) -> Action:
            return rng.choice(legal_actions(view))

    own: Bot = AnyMove()
    bots: list[Bot] = [own, *(make_bot("novice") for _ in range(5))]
    rounds = list(Game(parse_rules("online+rounds=1"), bots, seed="own").rounds())
    assert len(rounds) == 1
