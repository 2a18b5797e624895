"""The plain mode at single positions: what is asked, what a line does, what is told."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from gouji_core.actions import LayDown, Order, Pass, Play, Referee, RefereeAct
from gouji_core.cards import parse_cards
from gouji_core.record import format_record
from gouji_core.state import State
from gouji_tui.look import Chosen
from gouji_tui.settings import Settings
from gouji_tui.texts import LANGUAGES, texts_in
from tests.kit.positions import after, position
from tests.kit.records import played
from tests.tui.local import LocalVisit, in_lines

HANDS = ("KK4", "A56", "665", "AA7", "887", "779")
Teller = Callable[[str], Awaitable[list[str]]]


def sit(
    state: State,
    seat: int,
    test: Callable[[LocalVisit, Teller], Awaitable[None]],
    lang: str = "en",
    *,
    confirm: bool = False,
) -> None:
    """Sits at a position; the teller types a line and returns what was said since the last one."""

    async def run() -> None:
        said: list[str] = []
        visit = LocalVisit(state, seat, texts_in(lang))
        chosen = Chosen(Settings(confirm="on" if confirm else "off"))
        async with in_lines(visit, said, lang, chosen) as table:

            async def tell(line: str) -> list[str]:
                said.clear()
                table.line(line)
                for _ in range(3):
                    await asyncio.sleep(0)
                table.changed()
                return list(said)

            await test(visit, tell)

    asyncio.run(run())


LAYING = position("22KK5", "A56", "665", "AA7", "887", "779", rules="dagang")


def test_a_hand_is_laid_down_as_proposed_or_as_one_likes() -> None:
    async def proposed(visit: LocalVisit, tell: Teller) -> None:
        said = await tell("v")
        assert said[0].startswith("lay down 5 / KK / 22")
        await tell("")
        assert visit.sent == [LayDown(tuple(map(parse_cards, ("5", "KK", "22"))))]

    async def own(visit: LocalVisit, tell: Teller) -> None:
        assert any("lay_down_incomplete" not in line and "missing" in line for line in await tell("lay 22KK"))
        await tell("lay 22KK 5")
        assert visit.sent == [LayDown((parse_cards("22KK"), parse_cards("5")))]

    sit(LAYING, 0, proposed)
    sit(LAYING, 0, own)


def test_a_partner_orders_by_numbers_and_may_leave_the_last_out() -> None:
    async def whole(visit: LocalVisit, tell: Teller) -> None:
        said = await tell("1 2 9")
        assert "is no number" in said[0]
        await tell("3 1 2")
        assert visit.sent == [Order((2, 0, 1))]

    async def short(visit: LocalVisit, tell: Teller) -> None:
        await tell("3 1")
        assert visit.sent == [Order((2, 0, 1))]

    async def wrong(visit: LocalVisit, tell: Teller) -> None:
        assert any("R13.2" in line for line in await tell("3 3 1"))
        assert visit.sent == []

    laid = after(LAYING, "0 lay_down 5 KK 22")
    sit(laid, 2, whole)
    sit(laid, 2, short)
    sit(laid, 2, wrong)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_referee_is_asked_by_numbers(lang: str) -> None:
    texts = texts_in(lang)

    async def test(visit: LocalVisit, tell: Teller) -> None:
        said = await tell("o")
        assert said[0] == texts("prompt.question_referee")
        assert said[4].startswith("  4 ")
        assert len(await tell("4")) == 6
        said = await tell("3")
        assert said[-1] == texts("prompt.sure_keys", key="y")
        said = await tell("w")
        assert said[0].startswith("R13.4")
        await tell("n")
        assert visit.verdicts == []
        for line in ("o", "4", "3", "y"):
            said = await tell(line)
        assert visit.verdicts == [Referee(RefereeAct.LAST, 3)]
        assert any("R13.4" in line for line in said)

    sit(after(position(*HANDS), "0 play 4"), 0, test, lang)


def test_somebody_else_is_told_that_the_host_is_the_referee() -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        assert await tell("referee") == ["Only the table's host is the referee: that is Previous Ann."]
        assert await tell("1") != []
        assert visit.verdicts == []

    sit(position(*HANDS), 1, test)


def test_the_log_names_the_clause_of_every_line() -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        visit.play(0, Play(parse_cards("KK")))
        visit.play(3, Pass())
        said = await tell("log")
        assert "  You KK (gouji) R4.1" in said
        assert "  Opposite 小明 closed, won by You R5.1" in said

    sit(position(*HANDS), 0, test)


def test_the_rule_book_opens_at_what_is_asked() -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        assert (await tell("w"))[0].startswith("R13.2")

    sit(after(LAYING, "0 lay_down 5 KK 22"), 2, test)


def test_the_rounds_that_are_over_are_told_or_why_not() -> None:
    async def test(visit: LocalVisit, tell: Teller) -> None:
        assert "no round is over yet" in (await tell("g"))[0]
        visit.recorded = format_record(played("online", 1))
        said = await tell("replay")
        assert any(line.startswith("Round 1, trick 1: the hands") for line in said)
        visit.recorded = "nonsense"
        assert (await tell("replay"))[0].startswith("There is no replay: ")

    sit(position(*HANDS), 0, test)
