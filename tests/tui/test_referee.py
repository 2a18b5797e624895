"""The host as referee: the questions, what they lead to, and what everybody else is told."""

import asyncio

import pytest

from gouji_client import RequestFailedError
from gouji_client.updates import Failed
from gouji_core.actions import Pass, Play, Referee, RefereeAct
from gouji_core.cards import parse_cards
from gouji_core.errors import Refusal
from gouji_tui.desk import Question
from gouji_tui.failures import Reason, objection
from gouji_tui.game import Denied, Game
from gouji_tui.keys import read_key
from gouji_tui.presenter.prompt import prompt_rows
from gouji_tui.texts import LANGUAGES, texts_in
from tests.kit.positions import after, position
from tests.tui.local import at_table, settled
from tests.tui.tables import go_on, seen, texts_of

HANDS = ("KK4", "A56", "665", "AA7", "887", "779")


def asked(lang: str = "en", host: int = 0) -> Game:
    return seen(after(position(*HANDS), "0 play 4"), 0, lang, host=host)


def judge(game: Game, keys: str) -> list[Referee]:
    """Presses keys; returns the verdicts they led to."""
    steps = [game.key(read_key({"\r": "enter", "\x1b": "escape"}.get(key, key), key)) for key in keys]
    assert all(step.action is None for step in steps)
    return [step.verdict for step in steps if step.verdict is not None]


@pytest.mark.parametrize(
    ("keys", "verdict"),
    [
        ("o21", Referee(RefereeAct.WARN, 1)),
        ("o22", Referee(RefereeAct.CANCEL, 1)),
        ("o43y", Referee(RefereeAct.LAST, 3)),
        ("o64y", Referee(RefereeAct.BAR, 5)),
        ("o11", Referee(RefereeAct.WARN, 0)),
        ("o\r\r", Referee(RefereeAct.WARN, 0)),
    ],
)
def test_a_verdict_takes_the_seat_then_the_act(keys: str, verdict: Referee) -> None:
    game = asked()
    assert judge(game, keys) == [verdict]
    assert game.desk.question is Question.NONE


@pytest.mark.parametrize("keys", ["o43\r", "o43n", "o64\r", "o64\x1b", "o4\x1b\x1b", "o\x1b"])
def test_what_cannot_be_undone_is_not_done_without_a_yes(keys: str) -> None:
    game = asked()
    assert judge(game, keys) == []
    assert game.desk.question is Question.NONE


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_question_fits_and_names_whom_it_is_about(lang: str) -> None:
    game = asked(lang)
    texts = texts_in(lang)
    for keys in ("o", "4", "3"):
        judge(game, keys)
        rows = texts_of(prompt_rows(game.scene, game.desk, 80))
        assert not any(".." in row.replace("Fritz the..", "") for row in rows), rows
        assert game.clause == "R13.4"
    assert "小明" in rows[0]
    assert rows[0] == texts("prompt.question_last", who=game.scene.who(3))


def test_somebody_else_is_told_who_the_referee_is() -> None:
    game = asked(host=3)
    assert judge(game, "o") == []
    said = texts_of(prompt_rows(game.scene, game.desk, 80))[0]
    assert said == "Only the table's host is the referee: that is Opposite 小明."
    spectator = seen(position(*HANDS), -1, host=-1)
    assert judge(spectator, "o") == []
    assert spectator.desk.question is Question.NONE


def test_what_the_rules_refuse_is_told_at_once() -> None:
    game = asked()
    assert judge(game, "o32") == []
    assert game.desk.note is not None
    assert game.desk.note.refusal == Refusal("R13.4", "referee_not_asked", (("seat", "2"),))
    assert judge(game, "o14") == []
    assert game.desk.note is not None
    assert game.desk.note.code == "note.referee_self"


def test_a_verdict_is_done_and_told_at_the_table() -> None:
    async def test() -> None:
        async with at_table(after(position(*HANDS), "0 play 4")) as table:
            await table.press("o", "2", "2")
            assert table.visit.verdicts == [Referee(RefereeAct.CANCEL, 1)]
            assert "The host cancelled the answer of Next 老王 R13.4" in table.text
            await table.press("o", "4", "3")
            await settled(table.pilot)
            assert "This cannot be undone" in table.text
            await table.press("y")
            assert "Opposite 小明 got the place last" in table.text

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("keys", "name"), [("o", "whom"), ("o4", "what"), ("o44", "sure")])
def test_the_questions_on_the_screen(snapshot: object, lang: str, keys: str, name: str) -> None:
    async def test() -> None:
        async with at_table(after(position(*HANDS), "0 play 4"), 0, lang) as table:
            await table.press(*keys)
            assert "\n".join(table.text.split("\n")[-3:]) == snapshot(name=name)  # type: ignore[operator]

    asyncio.run(test())


def test_an_objection_of_the_server_is_told_in_words() -> None:
    why = (("clause", "R13.4"), ("code", "referee_wait"))
    no, code = objection(RequestFailedError(Failed(1, "refused", why)))
    assert (no, code) == (Refusal("R13.4", "referee_wait"), "refused")
    game = asked()
    game.take(Denied(no, code))
    assert "(R13.4)" in texts_of(prompt_rows(game.scene, game.desk, 80))[0]
    game.take(Denied(*objection(RequestFailedError(Failed(1, "not_host")))))
    said = texts_of(prompt_rows(game.scene, game.desk, 80))[0]
    assert said == "The server did not do it: only the table's host may do that."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_code_of_a_newer_server_is_told_as_the_server_says_it(lang: str) -> None:
    texts = texts_in(lang)
    assert Reason("moonphase", ("bye", "line"), "come at full moon").text(texts) == "come at full moon"
    assert Reason("moonphase").text(texts) == "moonphase"
    assert Reason("shutdown", ("bye", "line"), "in English").text(texts) == texts("bye.shutdown")
    assert Reason("offline").text(texts) == texts("line.offline")


def test_a_question_outlives_what_others_do() -> None:
    game = asked()
    judge(game, "o3")
    state = go_on(game, after(position(*HANDS), "0 play 4"), 1, Play(parse_cards("5")))
    assert game.desk.question is Question.VERDICT
    go_on(game, state, 2, Pass())
    assert judge(game, "1") == [Referee(RefereeAct.WARN, 2)]
