"""The end of a round: places, the score with its parts, tribute to come, hands laid open."""

import asyncio
import random
import re
from functools import cache

import pytest

from gouji_core.actions import Action, Begin, CallKind, Play, Settle
from gouji_core.cards import parse_cards
from gouji_core.events import RoundScored
from gouji_core.options import parse_rules
from gouji_core.public import Ask, Debt, DebtKind, Phase
from gouji_core.seats import NOBODY
from gouji_core.state import State
from gouji_core.values import replace
from gouji_tui.cells import text_of, width
from gouji_tui.game import Game, Synced, TableChanged
from gouji_tui.presenter.debts import debt_rows, reason
from gouji_tui.presenter.scores import score_rows
from gouji_tui.screens.pages import ScorePage
from gouji_tui.screens.table import TableScreen
from gouji_tui.texts import LANGUAGES, texts_in
from tests.kit.games import play
from tests.kit.positions import position
from tests.tui.local import LocalVisit, at_table, dump, settled
from tests.tui.tables import go_on, seen, texts_of
from tests.tui.test_plain_table import Teller, sit

RULES = ["online+rounds=2", "dagang+rounds=2", "jining+rounds=2", "simple+rounds=2"]
GAMES = [(rules, seed) for rules in RULES for seed in range(2)]


@cache
def last_act(rules: str, seed: int) -> tuple[State, int, Action]:
    """Returns the act of a random game that ends its first round, and the state before it."""
    for state, seat, action, done in play(parse_rules(rules), random.Random(seed)):
        if any(isinstance(event, RoundScored) for event in done.events):
            return state, seat, action  # type: ignore[return-value]
    raise AssertionError("the round has no end")


def ended(rules: str, seed: int, seat: int = 0, lang: str = "en") -> Game:
    """Returns a game after its first round, as one seat's client followed it."""
    state, actor, action = last_act(rules, seed)
    game = seen(state, seat, lang)
    state = go_on(game, state, actor, action)
    if state.public.phase is Phase.SETTLE:
        two = state.public.pending.seats
        go_on(game, state, two[0], Settle(two[1]))
    return game


def end(visit: LocalVisit, rules: str = "online+rounds=2", seed: int = 1) -> None:
    """Plays the end of a round at a table."""
    _, seat, action = last_act(rules, seed)
    visit.play(seat, action)
    if visit.state.public.phase is Phase.SETTLE:
        two = visit.state.public.pending.seats
        visit.play(two[0], Settle(two[1]))


def rows_of(game: Game, room: int = 76) -> list[str]:
    return texts_of(score_rows(game.scene, game.hands, room))


@pytest.mark.parametrize(("rules", "seed"), GAMES)
@pytest.mark.parametrize("seat", [0, 3])
def test_the_parts_of_a_score_make_the_score(rules: str, seed: int, seat: int) -> None:
    game = ended(rules, seed, seat)
    told = " ".join(rows_of(game, 500))
    score = game.view.public.setup.score
    assert score is not None
    for side, word in ((seat % 2, "ours"), (1 - seat % 2, "theirs")):
        found = re.search(rf"{word} (2 x )?\(?([-+0-9 ]+?)\)? = ([-+0-9]+)(?: \(booked ([-+0-9]+))?", told)
        assert found is not None, told
        double, parts, total, booked = found.groups()
        assert sum(map(int, parts.split())) * (2 if double else 1) == int(total)
        assert int(booked or total) == score[side]


def test_a_score_that_is_not_booked_says_so() -> None:
    state = position("4", "", "5", "", "6", "77", places={"1": 1, "3": 2}, leader=5, rules="dagang")
    game = seen(state, 5)
    go_on(game, state, 5, _play("77"))
    assert "theirs 2 x (+0 -2 -4) = -12 (booked 0, R12.1)" in " ".join(rows_of(game))


def _play(cards: str) -> Action:
    return Play(parse_cards(cards))


@pytest.mark.parametrize(("rules", "seed"), GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_tribute_is_told_once_with_its_reason(rules: str, seed: int, lang: str) -> None:
    game = ended(rules, seed, 2, lang)
    scene, debts = game.scene, game.view.public.setup.debts
    rows = [" ".join(text_of(row).split()) for row in debt_rows(scene, 200)]
    for debt in debts:
        why = reason(scene, debt)
        assert why
        to = texts_in(lang)("score.to").strip()
        told = f"{debt.count} {scene.who(debt.giver)} {to} {scene.who(debt.taker)} {why}"
        assert rows.count(told) == 1, rows
    give = sum(debt.count for debt in debts if debt.giver == 2)
    get = sum(debt.count for debt in debts if debt.taker == 2)
    if debts:
        assert texts_in(lang)("score.own_tribute", give=give, get=get) in rows[0]


@pytest.mark.parametrize(
    ("opened", "giver", "taker", "words"),
    [
        ((), CallKind.NO, CallKind.NO, "giver not opened"),
        ((), CallKind.NO, CallKind.MING, "giver not opened, taker called ming"),
        ((), CallKind.YU, CallKind.YU, "giver not opened, taker called yu"),
        ((3,), CallKind.NO, CallKind.NO, "giver not opened, taker opened"),
        ((0, 3), CallKind.YU, CallKind.NO, "taker opened, giver called yu"),
        ((0, 3), CallKind.MING, CallKind.YU, "taker opened, giver called ming"),
        ((0,), CallKind.YU, CallKind.NO, ""),
    ],
)
def test_a_point_tribute_names_what_makes_it(
    opened: tuple[int, ...], giver: CallKind, taker: CallKind, words: str
) -> None:
    game = ended("online+rounds=2", 0)
    calls = (giver, CallKind.NO, CallKind.NO, taker, CallKind.NO, CallKind.NO)
    standing = game.view.public.standing
    standing = replace(standing, opened=sum(1 << seat for seat in opened), calls=calls, revolted=NOBODY)
    game.take(Synced(replace(game.view, public=replace(game.view.public, standing=standing))))
    assert reason(game.scene, Debt(DebtKind.POINT, 0, 3, 1)) == words


def test_after_a_sweep_there_is_no_tribute_and_the_page_says_why() -> None:
    rules = "laotou+sweep_ends_game=false"
    state = position("4", "", "5", "", "6", "77", places={"1": 1, "3": 2}, leader=5, rules=rules)
    game = seen(state, 5)
    state = go_on(game, state, 5, _play("77"))
    go_on(game, state, 2, Settle(2))
    assert game.view.public.phase is Phase.ROUND_OVER
    assert "After a sweep there is no tribute (R11.7)." in rows_of(game)


@pytest.mark.parametrize("seat", [0, NOBODY])
def test_who_comes_later_reads_the_same_page(seat: int) -> None:
    game = ended("online+rounds=2", 1, seat)
    rows = rows_of(game)
    assert any("left: " in row for row in rows)
    fresh = Game(texts_in("en"), game.view.public.rules, seat)
    fresh.take(TableChanged(game.table))
    fresh.take(Synced(game.view))
    assert rows_of(fresh) == rows
    assert not fresh.unread_scores


def test_who_was_away_when_the_round_ended_is_shown_the_page() -> None:
    async def test() -> None:
        state, *_ = last_act("online+rounds=2", 1)
        async with at_table(state) as table:
            await table.press("l")
            table.visit.tell(Synced(ended("online+rounds=2", 1).view))
            await settled(table.pilot)
            # Esc is meant for the page that is open, which says what there is to read below.
            assert not isinstance(table.app.screen, ScorePage)
            assert " Round over " in table.text
            await table.press("escape")
            assert isinstance(table.app.screen, ScorePage)
            assert "left: " in table.text
            await table.press("enter")
            table.visit.tell(Synced(ended("online+rounds=2", 1).view))
            await settled(table.pilot)
            assert isinstance(table.app.screen, TableScreen)

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("room", [56, 76])
def test_every_card_that_was_left_lies_open(lang: str, room: int) -> None:
    hands = ("", "XxAAA KKKK QQQQ JJJ TTTTT 99 88 77 66655544", "", "345", "", "9")
    state = position("4", *(hand.replace(" ", "") for hand in hands[1:]), leader=0, places={"2": 1, "4": 2})
    game = seen(state, 0, lang)
    go_on(game, state, 0, _play("4"))
    rows = rows_of(game, room)
    assert max(map(width, rows)) <= room
    start = rows.index(texts_in(lang)("score.hands"))
    told = " ".join(rows[start + 1 :])
    assert "X x AAA KKKK QQQQ JJJ 10 10 10 10 10 99 88 77 666 555 44" in " ".join(told.split())
    places = rows[2:8]
    assert [re.search(r"[ ：]5 4 3$", row) is not None for row in places].count(True) == 1
    assert [re.search(r"[ ：]9$", row) is not None for row in places].count(True) == 1
    assert not any("AAA" in row for row in places)


@pytest.mark.parametrize(("rules", "seed"), GAMES)
@pytest.mark.parametrize("room", [56, 76])
def test_no_row_is_wider_than_the_page(rules: str, seed: int, room: int) -> None:
    for lang in LANGUAGES:
        for seat in (0, NOBODY):
            assert max(map(width, rows_of(ended(rules, seed, seat, lang), room))) <= room


def test_who_watches_has_no_side() -> None:
    told = "\n".join(rows_of(ended("online+rounds=2", 0, NOBODY)))
    assert "seats 1/3/5 " in told
    assert not re.search(r"\b(ours|theirs|You|Partner|Opposite)\b", told)


def test_who_watched_the_last_round_reads_who_has_won() -> None:
    state = position("4", "", "5", "", "6", "77", places={"1": 1, "3": 2}, leader=5)
    game = seen(state, NOBODY)
    go_on(game, state, 5, _play("77"))
    assert "The winners: seats 2/4/6." in rows_of(game)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_the_page(snapshot: object, lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        state, *_ = last_act("online+rounds=2", 1)
        async with at_table(state, 0, lang, size) as table:
            end(table.visit)
            await settled(table.pilot)
            assert isinstance(table.app.screen, ScorePage)
            assert dump(table.app) == snapshot

    asyncio.run(test())


def test_a_long_page_says_that_it_goes_on_and_does() -> None:
    async def test() -> None:
        state, *_ = last_act("online+rounds=2", 1)
        async with at_table(state, 0, "en", (60, 20)) as table:
            end(table.visit)
            await settled(table.pilot)
            assert "PgDn shows more" in table.text
            assert "5th to 2nd" not in table.text
            await table.press("pagedown", "pagedown")
            assert "PgDn shows more" not in table.text
            assert "5th to 2nd" in table.text
            await table.press("pageup", "pageup")
            assert "Round 1 of 2 is over" in table.text

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("rounds", "code"), [(3, "score.asked"), (2, "score.begun")])
def test_who_reads_on_is_told_that_the_next_round_has_begun(lang: str, rounds: int, code: str) -> None:
    async def test() -> None:
        rules = f"online+rounds={rounds}"
        state, *_ = last_act(rules, 1)
        async with at_table(state, 0, lang) as table:
            end(table.visit, rules)
            await settled(table.pilot)
            texts = texts_in(lang)
            page, _, foot = table.text.rpartition(texts("score.continue", key="Enter", replay="g"))
            assert not foot.strip()
            table.visit.play(NOBODY, Begin())
            await settled(table.pilot)
            assert table.text == page + texts(code, key="Enter")
            await table.press("enter")
            assert isinstance(table.app.screen, TableScreen)

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_tell_it_all(lang: str) -> None:
    state, *_ = last_act("online+rounds=2", 1)

    async def test(visit: LocalVisit, tell: Teller) -> None:
        end(visit)
        game = visit.game
        assert game is not None
        assert not game.unread_scores
        game.unread_scores = True
        told = await tell("?")
        rows = rows_of(game)
        assert [row for row in told if row in rows] == rows

    sit(state, 0, test, lang)


def test_a_game_ended_by_all_has_no_score_and_no_tribute() -> None:
    game = ended("online+rounds=2", 0)
    public = replace(
        game.view.public, phase=Phase.GAME_OVER, pending=replace(game.view.public.pending, kind=Ask.NOTHING)
    )
    public = replace(public, setup=replace(public.setup, score=None, debts=()))
    game.take(Synced(replace(game.view, public=public)))
    told = "\n".join(rows_of(game))
    assert "This round" not in told
    assert "ribute" not in told
    assert "Total:" in told


@pytest.mark.parametrize("seat", [0, NOBODY])
def test_the_page_comes_again_on_enter_until_the_next_round(seat: int) -> None:
    async def test() -> None:
        state, *_ = last_act("online+rounds=2", 1)
        async with at_table(state, seat) as table:
            end(table.visit)
            await settled(table.pilot)
            assert isinstance(table.app.screen, ScorePage)
            page = table.text
            await table.press("enter")
            assert isinstance(table.app.screen, TableScreen)
            assert "Enter the scores" in table.text
            await table.press("enter")
            assert table.text == page
            await table.press("escape")
            assert isinstance(table.app.screen, TableScreen)

    asyncio.run(test())
