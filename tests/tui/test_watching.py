"""The table of somebody who only watches: no hand, no keys of a player, no side of their own."""

import asyncio
import random
import re

import pytest

from gouji_core.actions import Pass
from gouji_core.options import parse_rules
from gouji_core.public import Ask
from gouji_core.seats import NOBODY
from gouji_core.views import project, view_of
from gouji_tui.cells import text_of, width
from gouji_tui.desk import Question
from gouji_tui.game import Happened, TableChanged
from gouji_tui.keys import ACTIONS, RANK_KEYS, read_key
from gouji_tui.presenter.prompt import prompt_rows
from gouji_tui.screens.table import TableScreen
from gouji_tui.table import TableState
from gouji_tui.texts import LANGUAGES, texts_in
from tests.kit.games import play
from tests.kit.positions import after, position
from tests.tui.local import LocalVisit, at_table, dump
from tests.tui.tables import people, seen, texts_of
from tests.tui.test_plain_table import Teller, sit

HANDS = ("KK4", "A56", "665", "AA7", "887", "779")
TRICK = after(position(*HANDS), "0 play 4", "1 play 5")
SIZES = [(60, 20), (80, 24), (120, 40)]
OPEN = {
    *("chat", "phrase", "mute", "auto", "trick", "memory", "log", "log_up", "log_down", "rules", "replay"),
    *("boss", "help", "language", "back", "leave", "referee", "pace", "settings"),
}
"""The keys that do not need a seat, or say themselves that they do."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_table(snapshot: object, lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        async with at_table(TRICK, NOBODY, lang, size) as table:
            assert dump(table.app) == snapshot

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES, (40, 12)])
def test_there_is_no_hand_and_no_card_to_choose(lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        texts = texts_in(lang)
        async with at_table(TRICK, NOBODY, lang, size) as table:
            assert texts("hand.none") not in table.text
            assert not re.search(r"\bX\b|\[X\]", table.text)
            assert texts("wait.watching") in table.text
            await table.press("t", "enter")
            assert texts("hand.none") not in table.text
            assert table.visit.sent == []

    asyncio.run(test())


def test_the_room_of_the_hand_goes_to_the_log() -> None:
    async def heights() -> list[int]:
        found: list[int] = []
        for seat in (0, NOBODY):
            async with at_table(TRICK, seat) as table:
                assert isinstance(table.app.screen, TableScreen)
                found.append(table.app.screen.query_one("#log").size.height)
        return found

    own, watching = asyncio.run(heights())
    assert watching == own + 3


def test_what_the_seat_at_the_bottom_did_is_told_like_the_others() -> None:
    async def test() -> None:
        async with at_table(TRICK, NOBODY) as table:
            assert "Ann played 4" in table.text
            assert "played 5" in table.text

    asyncio.run(test())


@pytest.mark.parametrize(
    ("key", "character"),
    [
        *((key, key) for key in RANK_KEYS),
        *((key, None) for action in ACTIONS if action.name not in OPEN for key in action.keys),
    ],
)
def test_every_key_of_a_player_says_that_one_watches(key: str, character: str | None) -> None:
    game = seen(TRICK, NOBODY)
    step = game.key(read_key(key, character if character is not None else key if len(key) == 1 else None))
    assert (step.action, step.deed, step.verdict, step.wish) == (None, None, None, "")
    assert game.desk.note is not None
    assert game.desk.note.code == "note.watching"


def test_every_key_is_a_players_or_open_to_all() -> None:
    assert {action.name for action in ACTIONS} >= OPEN


def test_leaving_asks_whether_to_watch_no_longer() -> None:
    async def test() -> None:
        async with at_table(TRICK, NOBODY) as table:
            await table.press("ctrl+q")
            assert table.visit.game is not None
            assert table.visit.game.desk.question is Question.LEAVE
            assert "Stop watching?" in table.text
            assert "A bot will play your seat" not in table.text

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("room", [60, 80])
def test_the_prompt_of_a_whole_game_fits_and_never_speaks_of_a_seat_of_ones_own(lang: str, room: int) -> None:
    mine = re.compile(r"\b(you may|your|Ours|Theirs|ours|theirs)\b|你可以|我方|对方")
    game, asked = None, set[Ask]()
    for state, _, _, done in play(parse_rules("online+rounds=1"), random.Random(4)):
        game = game or seen(state, NOBODY, lang)
        shown = (project(event, NOBODY) for event in done.events)
        events = tuple(event for event in shown if event is not None)
        game.take(Happened(events, view_of(done.state, NOBODY)))
        asked.add(done.state.public.pending.kind)
        rows = prompt_rows(game.scene, game.desk, room)
        assert max(width(text_of(row)) for row in rows) <= room
        assert not mine.search("\n".join(texts_of(rows)))
    assert game is not None
    assert {Ask.LEAD, Ask.ANSWER, Ask.BURN} <= asked
    assert not mine.search("\n".join(texts_of(game.log.rows(100, 400))))


@pytest.mark.parametrize(("memory", "shown"), [(True, True), (False, False)])
def test_the_keys_of_the_prompt_do_something(memory: bool, shown: bool) -> None:
    async def test() -> None:
        async with at_table(TRICK, NOBODY) as table:
            table.visit.tell(TableChanged(TableState(code="K7QX", people=people(), memory=memory)))
            await table.pilot.pause()
            assert ("n cards played" in table.text) is shown
            await table.press("s")
            assert "This trick" in table.text
            await table.press("i", "h", "i", "enter")
            assert [deed.text for deed in table.visit.deeds] == ["hi"]

    asyncio.run(test())


def test_who_watches_sees_the_game_go_on() -> None:
    async def test() -> None:
        async with at_table(TRICK, NOBODY) as table:
            assert "You are watching. Cy to act" in table.text
            table.visit.play(2, Pass())
            await table.pilot.pause()
            assert "You are watching. 小明 to act" in table.text

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_say_that_one_watches(lang: str) -> None:
    texts = texts_in(lang)

    async def test(visit: LocalVisit, tell: Teller) -> None:
        assert await tell("hand") == [texts("note.watching")]
        assert (await tell("K"))[0].startswith(texts("refusal.spectator"))
        assert visit.sent == []
        assert any("Cy" in line for line in await tell("table"))

    sit(TRICK, NOBODY, test, lang)
