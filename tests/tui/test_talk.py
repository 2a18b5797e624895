"""Talk at the table: chat, quick phrases, mutes, what becomes of people, 托管, the score of the evening."""

import asyncio
from dataclasses import replace

import pytest

from gouji_client.updates import Kind, Phrase, SeatInfo
from gouji_client.updates import Presence as Told
from gouji_core.actions import Pass, Play
from gouji_core.cards import parse_cards
from gouji_tui.around import changes, person_of
from gouji_tui.cells import text_of
from gouji_tui.deeds import Deed, Do
from gouji_tui.game import TableChanged
from gouji_tui.presenter.scores import score_rows
from gouji_tui.presenter.seats import badge_words
from gouji_tui.screens.pages import LogPage
from gouji_tui.table import Evening, Person, Presence, Score, TableState
from gouji_tui.talk import Became, Drew, Said, remark_line, type_letter
from gouji_tui.texts import LANGUAGES, texts_in
from tests.kit.positions import position
from tests.tui.local import at_table, settled
from tests.tui.tables import seen, texts_of

HANDS = ("Xx22KK4", "AA56", "665", "AA7", "887", "779")
PEOPLE = tuple(
    Person(name, Presence.PRESENT, id=f"p-{name}") for name in ("Ann", "老王", "Cy", "小明", "Eve", "Fritz")
)


def with_people(*people: Person) -> TableChanged:
    return TableChanged(TableState(code="K7QX", people=(*people, *PEOPLE[len(people) :]), host=0))


def test_a_line_is_typed_literally_and_said_and_no_key_plays_meanwhile() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("k", "i", *"p[b]q x", "backspace", "好")
            assert "Say: p[b]q 好" in table.text
            assert "You lead" in table.text
            await table.press("enter")
            assert table.visit.deeds == [Deed(Do.CHAT, text="p[b]q 好")]
            assert table.visit.sent == []
            assert "Chosen K" in table.text
            await table.press("slash", "a", "escape")
            assert "Say:" not in table.text
            assert len(table.visit.deeds) == 1

    asyncio.run(test())


def test_what_is_said_stands_in_the_log_also_in_another_language() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            assert table.visit.game is not None
            table.visit.game.hear(Said("老王", "[b]hi[/] \\[", 1))
            table.visit.game.hear(Said("Ann", "hello", 0, "hello"))
            table.visit.game.hear(Said("Ann", "made up", 0, "later"))
            table.visit.play(0, Play(parse_cards("4")))
            await table.pilot.pause()
            for line in ("老王: [b]hi[/] \\[", "Ann: Hello!", "Ann: made up"):
                assert line in table.text
            await table.press("f2")
            assert "Ann: 大家好！" in table.text
            await table.press("l")
            await settled(table.pilot)
            assert isinstance(table.app.screen, LogPage)
            assert "老王: [b]hi[/] \\[" in table.text

    asyncio.run(test())


def test_a_phrase_is_picked_by_number_or_arrows() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("e", "1")
            await table.press("e", *["right"] * (len(Phrase) - 1), "enter")
            await table.press("e", "escape")
            assert table.visit.deeds == [Deed(Do.SAY, text="hello"), Deed(Do.SAY, text="bye")]

    asyncio.run(test())


def test_people_are_muted_and_heard_again() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            await table.press("m")
            assert "Nobody else is here" in table.text
            table.visit.tell(with_people(PEOPLE[0], replace(PEOPLE[1], muted=True)))
            await table.press("m")
            assert "hear Next 老王 again" in table.text
            await table.press("1", "m", "2")
            assert table.visit.deeds == [Deed(Do.HEAR, text="p-老王"), Deed(Do.MUTE, text="p-Cy")]

    asyncio.run(test())


def test_a_bot_plays_for_me_and_no_longer() -> None:
    async def test() -> None:
        async with at_table(position(*HANDS)) as table:
            table.visit.tell(with_people())
            await table.press("z")
            assert table.visit.deeds == [Deed(Do.AUTO)]
            table.visit.tell(with_people(replace(PEOPLE[0], presence=Presence.AUTO)))
            await table.pilot.pause()
            assert "a bot plays for you, z ends it" in table.text
            await table.press("z")
            assert table.visit.deeds[1:] == [Deed(Do.MANUAL)]

    asyncio.run(test())


def test_somebody_lost_is_counted_down() -> None:
    game = seen(position(*HANDS))
    game.take(with_people(PEOPLE[0], replace(PEOPLE[1], presence=Presence.LOST, until=100.0)))
    for now, words in ((41.0, "bot in 60 s"), (96.0, "bot in 5 s"), (200.0, "bot in 0 s")):
        scene = replace(game.scene, now=now)
        assert words in badge_words(scene, 1)[0][0]
    assert badge_words(game.scene, 1)[0][0] == "offline"


def test_each_change_of_a_person_is_told_in_other_words() -> None:
    lost = replace(PEOPLE[1], presence=Presence.LOST, until=60.0)
    cases = [
        (PEOPLE[1], lost, "老王 lost the connection; a bot plays in 60 s"),
        (PEOPLE[1], replace(lost, until=None), "老王 lost the connection"),
        (lost, replace(lost, presence=Presence.BOT), "老王 is away; a bot plays"),
        (lost, PEOPLE[1], "老王 is back"),
        (PEOPLE[1], replace(PEOPLE[1], presence=Presence.AUTO), "老王 lets a bot play"),
        (
            PEOPLE[1],
            replace(PEOPLE[1], presence=Presence.AUTO, missed=True),
            "老王 missed too many deadlines; a bot plays",
        ),
        (PEOPLE[1], replace(PEOPLE[1], presence=Presence.LEFT), "老王 left"),
        (PEOPLE[1], Person(), "老王 left"),
        (Person(), PEOPLE[1], "老王 sat down"),
        (PEOPLE[1], PEOPLE[1], ""),
    ]
    for old, new, words in cases:
        told = changes((PEOPLE[0], old), (PEOPLE[0], new), 0.0)
        assert " ".join(text_of(remark_line(one, texts_in("en"))) for one in told) == words


def test_changing_seats_is_no_change_of_people() -> None:
    assert changes(PEOPLE, PEOPLE[::-1], 0.0) == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_remark_has_words(lang: str) -> None:
    texts = texts_in(lang)
    remarks = [Drew(), *(Became(0, "", presence) for presence in Presence if presence is not Presence.EMPTY)]
    for remark in remarks:
        assert "talk." not in text_of(remark_line(remark, texts))


def test_a_person_is_read_from_what_the_table_tells() -> None:
    told = SeatInfo("a\x1b[1mb", Kind.HUMAN, Told.LOST, 5000, missed=True, person="7")
    person = person_of(told, 10.0, ("7",))
    assert person == Person("a[1mb", Presence.LOST, 15.0, True, "7", True)
    assert person_of(SeatInfo(), 0.0) == Person()


def test_a_line_ends_with_enter_escape_or_never() -> None:
    assert type_letter("a", "", "b") == ("ab", None)
    assert type_letter("a", "enter", None) == ("", "a")
    assert type_letter(" ", "enter", None) == ("", "")
    assert type_letter("a", "escape", None) == ("", "")
    assert type_letter("ab", "backspace", None) == ("a", None)
    assert type_letter("a", "f5", None) == ("a", None)
    assert type_letter("a" * 200, "", "b") == ("a" * 200, None)


@pytest.mark.parametrize(("code", "shown"), [("K7QX", True), ("", False)])
def test_the_evening_stands_on_the_place_table_where_there_are_others(code: str, shown: bool) -> None:
    game = seen(position(*HANDS))
    evening = Evening(1, 4, (Score("Ann", -2), Score("老王", 2)))
    game.take(TableChanged(TableState(code=code, people=PEOPLE, evening=evening)))
    told = "\n".join(texts_of(score_rows(game.scene)))
    assert ("games: 1, rounds: 4.  老王 +2  Ann -2" in told) is shown


def test_talk_goes_on_while_others_play() -> None:
    async def test() -> None:
        async with at_table(position("KK4", "A56", "665", "AA7", "887", "779"), 3) as table:
            await table.press("i", "a")
            table.visit.play(0, Play(parse_cards("KK")))
            await table.pilot.pause()
            assert "Say: a" in table.text
            await table.press("p", "enter")
            assert table.visit.deeds == [Deed(Do.CHAT, text="ap")]
            await table.press("p")
            assert table.visit.sent == [Pass()]

    asyncio.run(test())
