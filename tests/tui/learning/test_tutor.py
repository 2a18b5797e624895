"""The tutor: what it says about each decision, once in a run, in the prompt and in lines."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from gouji_core.public import TABLE_ASKS, Ask
from gouji_core.state import State
from gouji_core.values import replace as changed
from gouji_tui.cells import Line, Span, text_of, width
from gouji_tui.learning.tutor import (
    ANSWER,
    BY_ASK,
    DUTY,
    GOUJI,
    HEADLESS,
    LEAD,
    MELEE,
    WIND,
    YIELD,
    Lesson,
    Tutor,
    lesson_of,
)
from gouji_tui.screens.menu import MenuScreen
from gouji_tui.texts import LANGUAGES, texts_in
from tests.kit.positions import after, position
from tests.tui.local import LocalVisit, Table, at_table, in_lines, settled
from tests.tui.tables import seen, texts_of

HANDS = ("KK4", "AA56", "665", "AA7", "887", "779")
LESSONS: set[Lesson] = {*BY_ASK.values(), LEAD, DUTY, ANSWER, YIELD, WIND, GOUJI, HEADLESS, MELEE}


def name(lesson: Lesson) -> str:
    return lesson.first


def running(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]


def test_every_decision_of_a_seat_has_a_lesson() -> None:
    assert set(BY_ASK) == set(Ask) - TABLE_ASKS - {Ask.NOTHING}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", sorted(LESSONS, key=name), ids=name)
def test_a_lesson_fits_the_smallest_table(lesson: Lesson, lang: str) -> None:
    texts = texts_in(lang)
    wide = len(lesson.clause) + 1
    assert 0 < width(texts(lesson.first)) <= 60
    assert 0 < width(texts(lesson.second)) + wide <= 60


BURNER = {"seat": 0, "burnt": 1}


@pytest.mark.parametrize(
    ("state", "seat", "lesson"),
    [
        (position(*HANDS), 0, LEAD),
        (position(*HANDS), 1, None),
        (position("XX4", *HANDS[1:], burner=BURNER), 0, DUTY),
        (after(position(*HANDS), "0 play 4"), 1, ANSWER),
        (after(position(*HANDS), "0 play 4", "1 pass", "2 pass"), 3, YIELD),
        (after(position(*HANDS), "0 play KK"), 3, GOUJI),
        (after(position("4", *HANDS[1:]), "0 play 4"), 1, WIND),
        (after(position("KK4", "AA56", "665", "", "887", "779", places={"3": 1}), "0 play 4"), 1, ANSWER),
        (after(position("KK4", "", "665", "AA7", "", "779", places={"1": 1, "4": 2}), "0 play 4"), 2, MELEE),
        (
            after(position("", "AA56", "665", "22", "8", "77", places={"0": 1}, leader=5), "5 play 7"),
            1,
            ANSWER,
        ),
        (
            after(position("", "AA56", "665", "22", "887", "KK9", places={"0": 1}, leader=5), "5 play KK"),
            2,
            GOUJI,
        ),
        (
            after(
                position("", "AA56", "665", "22", "887", "KK9", places={"0": 1}, leader=5),
                "5 play KK",
                "2 pass",
            ),
            3,
            HEADLESS,
        ),
        (after(position("KK4", "XXx5", *HANDS[2:]), "0 play KK"), 1, BY_ASK[Ask.BURN]),
    ],
)
def test_the_lesson_is_that_of_the_decision(state: State, seat: int, lesson: Lesson | None) -> None:
    assert lesson_of(seen(state, seat).scene) == lesson


def test_a_lesson_is_told_once_and_until_its_decision_is_over() -> None:
    state = position(*HANDS)
    game = seen(state, 0)
    tutor = Tutor(on=True)
    assert len(tutor.lines(game.scene)) == 2
    assert len(tutor.lines(game.scene)) == 2
    later = position(*HANDS)
    again = seen(replace_id(later), 0)
    assert tutor.lines(again.scene) == ()
    assert len(Tutor(on=True).lines(again.scene)) == 2
    assert Tutor().lines(game.scene) == ()


def replace_id(state: State) -> State:
    pending = changed(state.public.pending, id=state.public.pending.id + 9)
    return changed(state, public=changed(state.public, pending=pending))


def test_a_lesson_for_another_decision_takes_the_place_of_one_not_heard() -> None:
    tutor = Tutor(on=True)
    assert text_of(tutor.lines(seen(position(*HANDS), 0).scene)[1]).endswith("R5.1")
    answering = seen(replace_id(after(position(*HANDS), "0 play 4")), 1)
    assert text_of(tutor.lines(answering.scene)[1]).endswith("R5.2")
    waiting = seen(position(*HANDS), 1)
    assert tutor.lines(waiting.scene) == ()


def test_a_lesson_stands_below_the_rows_it_leaves_room_for() -> None:
    scene = seen(position(*HANDS), 0).scene
    row = (Span("a row of the log"),)
    asked: list[int] = []

    def newest(count: int) -> tuple[Line, ...]:
        asked.append(count)
        return (row,)

    lesson = [
        "You lead: cards of one rank, as many as you like.",
        "2s and jokers may join. Get rid of low cards early. R5.1",
    ]
    taught = Tutor(on=True).below(newest, scene, 5)
    assert texts_of(taught) == ["a row of the log", "", "", *lesson]
    assert asked == [3]
    assert texts_of(Tutor(on=True).below(newest, scene, 2)) == ["a row of the log"]
    assert Tutor().below(newest, scene, 5) == (row,)
    assert asked == [3, 2, 5]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_menu_switches_the_tutor_on_and_the_table_shows_it(lang: str) -> None:
    async def test() -> None:
        texts = texts_in(lang)
        async with at_table(position(*HANDS), 0, lang, (60, 20)) as table:
            assert texts("tutor.lead") not in table.text
            await table.press("ctrl+q", "enter")
            await settled(table.pilot)
            assert type(table.app.screen) is MenuScreen
            assert texts("menu.keys", tutor=texts("tutor.off"))[:20] in table.text
            await table.press("h")
            await settled(table.pilot)
            await sit_again(table, lang)
            assert texts("tutor.lead") in table.text
            assert texts("tutor.lead_more") in table.text
            assert table.text.count("\n") == 19
            # The keys stand where they always stand, and the lesson stays as long as cards are chosen.
            assert f"Enter {texts('keys.play')}" in table.text
            await table.press("k")
            await settled(table.pilot)
            assert texts("tutor.lead") in table.text
            for panel in "n", "n", "s", "s":
                await table.press(panel)
                await settled(table.pilot)
            assert texts("tutor.lead") in table.text
            await table.press("enter")
            await settled(table.pilot)
            assert texts("tutor.lead") not in table.text

    running(test)


async def sit_again(table: Table, lang: str) -> None:
    table.app.go_to(LocalVisit(position(*HANDS), 0, texts_in(lang)))
    await settled(table.pilot)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_hold_the_lesson_behind_the_question(lang: str) -> None:
    async def test() -> None:
        texts = texts_in(lang)
        said: list[str] = []
        visit = LocalVisit(position(*HANDS), 0, texts)
        visit.plan = replace(visit.plan, tutor=True)
        async with in_lines(visit, said, lang):
            at = said.index("  " + texts("tutor.lead"))
            assert said[at - 1] == texts("ask.lead")
            assert said[at + 1] == "  " + texts("tutor.lead_more") + " R5.1"

    running(test)
