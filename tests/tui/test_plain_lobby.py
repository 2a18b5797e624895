"""The lobby and the talk in the plain mode: what is told, and what each word asks of the table."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from gouji_tui.deeds import Deed, Do
from gouji_tui.desk import Note
from gouji_tui.plain import PlainTable
from gouji_tui.talk import Said
from gouji_tui.texts import texts_in
from tests.kit.positions import position
from tests.tui.local import LocalVisit, in_lines
from tests.tui.test_lobby import SEATS, WaitingVisit, human, waiting

Teller = Callable[[str], list[str]]


def sit(test: Callable[[WaitingVisit, Teller], None], lang: str = "en", seat: int = 0) -> None:
    """Waits at a table; the teller types a line and returns what was said since the last one."""

    async def run() -> None:
        said: list[str] = []
        visit = WaitingVisit(waiting(seat), lang)
        async with in_lines(visit, said, lang) as table:

            def tell(line: str) -> list[str]:
                if line:
                    said.clear()
                table.line(line)
                table.changed()
                return list(said)

            test(visit, tell)

    asyncio.run(run())


WORDS = [
    ("ready", "准备", Deed(Do.READY)),
    ("bots", "补满", Deed(Do.FILL, 4)),
    ("bot 4", "电脑 4", Deed(Do.BOT, 3, text="regular")),
    ("bot 4 novice", "电脑 4 新手", Deed(Do.BOT, 3, text="novice")),
    ("nobot 3", "撤 3", Deed(Do.BOT, 2)),
    ("sit 6", "坐 6", Deed(Do.SIT, 5)),
    ("join 2", "联邦 2", Deed(Do.FEDERATION, 1)),
    ("opposite 3", "对头 3", Deed(Do.OPPOSITE, 2)),
    ("swap 2 5", "对换 2 5", Deed(Do.SWAP, 1, 4)),
    ("lots", "抽签", Deed(Do.LOTS, 4)),
    ("kick 2", "请离 2", Deed(Do.KICK, 1)),
    ("host 5", "房主 5", Deed(Do.HAND_OVER, 4)),
    ("say b [x] ｙ", "说 b [x] ｙ", Deed(Do.CHAT, text="b [x] y")),
    ("phrase 2", "短语 2", Deed(Do.SAY, text="good_luck")),
]


@pytest.mark.parametrize(("word", "said", "deed"), WORDS)
def test_every_word_asks_what_it_says(word: str, said: str, deed: Deed) -> None:
    for lang, typed in (("en", word), ("zh", said)):

        def test(visit: WaitingVisit, tell: Teller, typed: str = typed) -> None:
            tell(typed)
            assert [one.do for one in visit.deeds] == [deed.do]
            assert deed.do in _ANY or visit.deeds == [deed]

        sit(test, lang)


_ANY = {Do.FILL, Do.LOTS}
"""What is about no seat, whatever it names."""


def test_the_table_is_told_whole_and_then_what_changes() -> None:
    def test(visit: WaitingVisit, tell: Teller) -> None:
        said = tell("table")
        assert "Table K7QX: 4 of 6 seats taken." in said
        assert "  Seat 2: 老王, ready" in said
        assert "  Seat 3: bot, novice" in said
        assert any("Hold-threes" in line for line in said)
        assert tell("table") == said
        visit.state = replace(visit.state, seats=(*SEATS[:5], human("Dee")))
        visit.hear(Said("Dee", "[hi]", 5))
        said = tell("?")
        assert said[0].startswith("Words, N is a seat")
        visit.state = replace(visit.state, seats=SEATS)
        assert tell("phrase 1") == ["  Seat 6: free", "Table K7QX: 4 of 6 seats taken."]

    sit(test)


def test_what_is_said_is_told_once() -> None:
    def test(visit: WaitingVisit, tell: Teller) -> None:
        tell("table")
        visit.hear(Said("Dee", "[hi]", 5))
        assert "Dee: [hi]" in tell("")
        assert not any("[hi]" in line for line in tell("lots"))
        visit.note = Note("note.failed", (("code", "rate"),))
        assert tell("lots") == ["The server did not do it: too much at once; try again in a moment."]

    sit(test)


def test_what_does_not_work_says_why() -> None:
    def guest(visit: WaitingVisit, tell: Teller) -> None:
        assert tell("kick 1") == ["Only the host may do that."]
        assert tell("sit 1") == ["Somebody sits there; choose another seat."]
        assert tell("sit")[0].startswith("Which seat?")
        assert tell("dance")[0].startswith('"dance" is no word here')
        assert any("Type phrase" in line for line in tell("phrase"))
        assert "  1 Ann" in tell("mute")
        assert visit.deeds == []

    sit(guest, seat=1)


def test_enter_starts_for_the_host_alone() -> None:
    def host(visit: WaitingVisit, tell: Teller) -> None:
        tell("")
        assert visit.begun == 1

    def guest(visit: WaitingVisit, tell: Teller) -> None:
        tell("")
        assert visit.begun == 0

    sit(host)
    sit(guest, seat=1)


def test_people_talk_and_let_bots_play_at_the_table() -> None:
    async def run(test: Callable[[LocalVisit, PlainTable], Awaitable[None]]) -> None:
        visit = LocalVisit(position("KK4", "A56", "665", "AA7", "887", "779"), 0, texts_in("en"))
        async with in_lines(visit, said) as table:
            await test(visit, table)

    async def test(visit: LocalVisit, table: PlainTable) -> None:
        table.line("say KK [b]")
        table.line("auto")
        assert visit.deeds == [Deed(Do.CHAT, text="KK [b]"), Deed(Do.AUTO)]
        assert visit.game is not None
        visit.game.hear(Said("老王", "[b]x", 1))
        table.changed()
        assert "老王: [b]x" in said
        assert visit.sent == []

    said: list[str] = []
    asyncio.run(run(test))
