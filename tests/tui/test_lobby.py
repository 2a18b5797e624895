"""The lobby under keys: what is shown, which keys work, what they ask, and why the others do not."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from itertools import product

import msgspec
import pytest

from gouji_bots.bot import LEVELS
from gouji_client.updates import Kind, Phrase, Presence, SeatInfo, TableOptions, TablePhase, TableState
from gouji_core.seats import NOBODY
from gouji_tui import lobby
from gouji_tui.app import GoujiApp
from gouji_tui.around import person_of
from gouji_tui.cells import line_width
from gouji_tui.deeds import Deed, Do
from gouji_tui.desk import Note
from gouji_tui.lobby import KEYS, Lobby, closed, open_keys, press
from gouji_tui.look import Look
from gouji_tui.plan import Plan
from gouji_tui.presenter.lobby import key_rows, lobby_rows, rule_words, table_words
from gouji_tui.screens.boss import BossScreen
from gouji_tui.screens.lobby import LobbyScreen
from gouji_tui.screens.pages import ScorePage
from gouji_tui.screens.rules import RulesPage
from gouji_tui.screens.terms import TermsPage
from gouji_tui.stage import Stage
from gouji_tui.table import Evening, Score
from gouji_tui.table import TableState as Around
from gouji_tui.talk import Said
from gouji_tui.texts import LANGUAGES, texts_in
from gouji_tui.visit import Visit
from tests.tui.local import Table, dump, settled
from tests.tui.tables import texts_of
from tests.tui.test_round_end import ended

SIZES = [(60, 20), (80, 24), (120, 40)]


def human(name: str, *, ready: bool = False, presence: Presence = Presence.PRESENT) -> SeatInfo:
    return SeatInfo(name, Kind.HUMAN, presence, ready=ready, person=f"p-{name}")


def bot(level: str = "regular") -> SeatInfo:
    return SeatInfo("Bot", Kind.BOT, Presence.BOT, level=level)


FREE = SeatInfo()
SEATS = (human("Ann"), human("老王", ready=True), bot("novice"), FREE, human("[b]Cy[/b]"), FREE)


def waiting(
    seat: int = 0, host: int = 0, *, all_ready: bool = False, muted: tuple[str, ...] = ()
) -> TableState:
    options = TableOptions(all_ready=all_ready)
    rules = "online+hold_threes+rounds=3"
    return TableState("K7QX", seat, host, rules, options, TablePhase.LOBBY, SEATS, muted=muted)


class WaitingVisit(Visit):
    """Waits at a table that the test makes up; what is asked of it is noted."""

    def __init__(self, state: TableState, lang: str = "en") -> None:
        super().__init__(Plan(address="box.lan"), texts_in(lang))
        self.state = state
        self.deeds: list[Deed] = []
        self.begun = 0
        self.sitting.code = state.table

    @property
    def lobby(self) -> TableState:
        return self.state

    @property
    def around(self) -> Around:
        return Around(people=tuple(person_of(seat, 0.0, self.state.muted) for seat in self.state.seats))

    async def run(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._to(Stage.WAIT)
        await self._leaving.wait()
        self._to(Stage.ENDED)

    def do(self, deed: Deed) -> None:
        self.deeds.append(deed)

    def begin(self) -> None:
        self.begun += 1

    def tell(self, state: TableState) -> None:
        self.state = state
        self._changed()

    def hear(self, said: Said) -> None:
        self.sitting.hear(said)
        self._changed()


@asynccontextmanager
async def at_lobby(
    state: TableState, lang: str = "en", size: tuple[int, int] = (80, 24)
) -> AsyncGenerator[tuple[WaitingVisit, Table]]:
    app = GoujiApp(Look(lang))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        visit = WaitingVisit(state, lang)
        app.go_to(visit)
        await settled(pilot)
        yield visit, Table(app, pilot, visit)  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_lobby_of_the_host(snapshot: object, lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        async with at_lobby(waiting(), lang, size) as (visit, table):
            visit.hear(Said("老王", "[bold]hi[/] \\[", 1))
            visit.hear(Said("Ann", "hello", 0, "hello"))
            await table.pilot.pause()
            assert dump(table.app) == snapshot

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lobby_of_a_guest(snapshot: object, lang: str) -> None:
    async def test() -> None:
        async with at_lobby(waiting(1), lang) as (_, table):
            assert dump(table.app) == snapshot

    asyncio.run(test())


def test_keys_ask_the_table_for_what_they_say() -> None:
    async def test() -> None:
        async with at_lobby(waiting()) as (visit, table):
            for keys, deed in (
                ("r", Deed(Do.READY)),
                ("f", Deed(Do.FILL, 0)),
                ("4b", Deed(Do.BOT, 3, text="regular")),
                ("3b", Deed(Do.BOT, 2, text="regular")),
                ("3d", Deed(Do.BOT, 2)),
                ("6s", Deed(Do.SIT, 5)),
                ("2a", Deed(Do.FEDERATION, 1)),
                ("3o", Deed(Do.OPPOSITE, 2)),
                ("2x5x", Deed(Do.SWAP, 1, 4)),
                ("l", Deed(Do.LOTS, 4)),
                ("2ky", Deed(Do.KICK, 1)),
                ("5hy", Deed(Do.HAND_OVER, 4)),
                ("2m", Deed(Do.MUTE, text="p-老王")),
                ("e2", Deed(Do.SAY, text="good_luck")),
            ):
                visit.deeds.clear()
                await table.press(*keys)
                assert visit.deeds == [deed], keys
            visit.deeds.clear()
            await table.press("k", "n", "i", *"b [x]", "backspace", "k", "enter")
            assert visit.deeds == [Deed(Do.CHAT, text="b [xk")]
            await table.press("enter")
            assert visit.begun == 1

    asyncio.run(test())


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=["60x20", "80x24"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_holds_at_the_table_is_shown_whole_by_a_key(lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        options = TableOptions(all_ready=True, memory=False, open_hands=True, private=True)
        rules = "online+hold_threes+rounds=3+joker_exchange+tribute=false+scoring=positive"
        state = msgspec.structs.replace(waiting(), rules=rules, options=options)
        async with at_lobby(state, lang, size) as (visit, table):
            texts = table.app.texts
            assert texts("lobby.open_hands") not in table.text
            await table.press("w")
            await settled(table.pilot)
            assert isinstance(table.app.screen, TermsPage)
            seen = table.text
            assert texts("lobby.terms_keys") in seen
            await table.press("pagedown")
            await settled(table.pilot)
            told = "".join(f"{seen}{table.text}".split())
            for words in table_words(texts, state, visit.around.evening):
                assert "".join(words.split()) in told
            await table.press("w")
            await settled(table.pilot)
            assert isinstance(table.app.screen, RulesPage)
            await table.press("escape", "escape")
            assert isinstance(table.app.screen, LobbyScreen)

    asyncio.run(test())


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
def test_a_key_leaves_the_table_once_nothing_is_asked(key: str) -> None:
    async def test() -> None:
        async with at_lobby(waiting()) as (visit, table):
            await table.press("i", *"hm", key)
            assert visit.stage is Stage.WAIT
            assert "hm" not in table.text
            await table.press(key)
            await settled(table.pilot)
            assert visit.stage is Stage.ENDED
            assert visit.deeds == []

    asyncio.run(test())


def test_half_a_line_of_chat_is_hidden_by_a_key_that_is_no_letter() -> None:
    async def test() -> None:
        async with at_lobby(waiting()) as (_, table):
            await table.press("i", "a", "grave_accent", "f4")
            assert isinstance(table.app.screen, BossScreen)
            await table.press("x")
            await settled(table.pilot)
            assert "a`" in table.text

    asyncio.run(test())


def test_a_question_is_dropped_by_any_other_key() -> None:
    state = waiting()
    for opener, other in (("k", "n"), ("h", "escape"), ("e", "escape")):
        desk = press(Lobby(), state, "2").desk
        asked = press(desk, state, opener)
        assert asked.deed is None
        assert asked.desk.asking is not lobby.Asking.NONE
        answered = press(asked.desk, state, other)
        assert (answered.deed, answered.desk.asking) == (None, lobby.Asking.NONE)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seat", [NOBODY, 0, 1])
def test_a_key_works_exactly_when_it_is_shown_and_else_says_why(seat: int, lang: str) -> None:
    texts = texts_in(lang)
    for state in (waiting(seat), waiting(seat, all_ready=True, muted=("p-Ann",))):
        for place, scored in product(range(6), (False, True)):
            desk = Lobby(place, scored=scored)
            shown = open_keys(desk, state)
            for name, keys in KEYS.items():
                step = press(desk, state, keys[0])
                worked = step != lobby.LobbyStep(step.desk) or step.desk.asking is not lobby.Asking.NONE
                marked = step.desk.marked != NOBODY
                assert (name in shown) == (worked or marked), name
                if name not in shown:
                    assert step.desk.note is not None
                    assert step.desk.note.code in texts
                    rows = lobby_rows(texts, state, step.desk, (), Evening(), where="box", room=60, height=17)
                    assert any(texts(step.desk.note.code)[:8] in row for row in texts_of(rows)), name
            rows = key_rows(texts, state, desk, 60)
            assert all(line_width(row) == 60 for row in rows)
            assert f"Ctrl+Q {texts('lobby.key_leave')}" in " ".join(texts_of(rows))


def test_the_scores_of_the_last_game_can_be_looked_at_again() -> None:
    async def test() -> None:
        async with at_lobby(waiting()) as (visit, table):
            await table.press("t")
            assert "No game has been played here yet." in table.text
            visit.sitting.game = ended("online+rounds=1", 0)
            visit.tell(visit.state)
            await table.press("t")
            assert isinstance(table.app.screen, ScorePage)
            assert "The game is over after round 1 of 1" in table.text
            await table.press("escape")
            assert isinstance(table.app.screen, LobbyScreen)
            assert visit.stage is Stage.WAIT

    asyncio.run(test())


def test_the_host_waits_for_who_is_not_ready_where_all_must_be() -> None:
    state = waiting(all_ready=True)
    assert closed(Lobby(), state, "start") == "lobby.no_ready"
    step = press(Lobby(), state, "enter")
    assert step.desk.note == Note("lobby.no_ready", (("names", "[b]Cy[/b]"),))
    assert not step.start
    assert press(Lobby(), waiting(), "enter").start


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_bots_are_promised_to_a_full_table(lang: str) -> None:
    texts, free = texts_in(lang), waiting()
    full = msgspec.structs.replace(free, seats=tuple(one if one != FREE else bot() for one in free.seats))
    for state, code in ((free, "start.wait_keys"), (full, "start.full_keys")):
        rows = lobby_rows(texts, state, Lobby(), (), Evening(), where="box", room=80, height=20)
        assert texts(code) in texts_of(rows)


def test_a_full_width_letter_is_the_key_it_looks_like() -> None:
    assert lobby.key_name("ｒ", "ｒ") == "r"
    assert lobby.key_name("R", "R") == "r"
    assert lobby.key_name("f2", None) == "f2"


def test_every_level_and_phrase_can_be_chosen() -> None:
    assert sorted(lobby.LEVELS) == sorted(LEVELS)
    for number, phrase in enumerate(Phrase):
        desk = press(Lobby(), waiting(1), "e").desk
        for _ in range(number):
            desk = press(desk, waiting(1), "down").desk
        assert press(desk, waiting(1), "enter").deed == Deed(Do.SAY, text=phrase)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_are_told_as_the_preset_and_what_differs(lang: str) -> None:
    texts = texts_in(lang)
    assert len(rule_words(texts, "online")) == 1
    told = rule_words(texts, "dagang+rounds=3+tribute=false")
    assert len(told) == 3
    assert "3" in told[2] + told[1]
    assert rule_words(texts, "later+what=1") == ["later+what=1"]


def test_the_score_of_the_evening_is_told_best_first() -> None:
    evening = Evening(2, 6, (Score("Ann", -3), Score("老王", 3)))
    rows = lobby_rows(texts_in("en"), waiting(), Lobby(), (), evening, where="box", room=80, height=30)
    assert any("games: 2, rounds: 6.  老王 +3  Ann -3" in row for row in texts_of(rows))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_without_the_card_memory_is_told_so(lang: str) -> None:
    texts, state = texts_in(lang), waiting()
    off = msgspec.structs.replace(state, options=TableOptions(memory=False))
    word = texts("lobby.no_memory")
    assert not any(word in line for line in table_words(texts, state, Evening()))
    assert any(word in line for line in table_words(texts, off, Evening()))


@pytest.mark.parametrize("code", ["fail.rate", "line.offline"])
def test_why_something_was_not_done_is_told_in_words(code: str) -> None:
    texts = texts_in("en")
    desk = Lobby(note=Note("note.failed", (("code", code.partition(".")[2]),)))
    rows = lobby_rows(texts, waiting(), desk, (), Evening(), where="box", room=80, height=30)
    assert any(texts(code) in row for row in texts_of(rows))
