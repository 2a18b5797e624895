"""Cards that come from others: marked in the hand until one acts in a trick, and told at the table."""

import asyncio
import random
from functools import cache

import pytest

from gouji_core import events as e
from gouji_core.actions import Act
from gouji_core.cards import NO_CARDS, RANKS, parse_cards
from gouji_core.combos import parse_combo
from gouji_core.events import Event
from gouji_core.options import parse_rules
from gouji_core.public import Ask, Debt, DebtKind, Phase
from gouji_core.seats import NOBODY, SEATS
from gouji_core.state import State
from gouji_core.values import replace
from gouji_core.views import project, view_of
from gouji_tui.cells import text_of, width
from gouji_tui.game import Game, Happened, Synced
from gouji_tui.got import got_after, got_in
from gouji_tui.presenter.centre import centre_rows
from gouji_tui.presenter.hand import ORDER, PARTS, chosen_line, hand_part, hand_text
from gouji_tui.presenter.scene import show_cards
from gouji_tui.texts import LANGUAGES, texts_in
from tests.kit.games import Moment, play
from tests.kit.positions import after, position
from tests.tui.local import LocalVisit, at_table, dump
from tests.tui.tables import seen, texts_of, type_keys
from tests.tui.test_plain_table import Teller, sit

DEBT = Debt(DebtKind.FALL, 5, 0, 2)
TAKEN = e.TributeTaken(DEBT, parse_cards("X2"), 2)
BACK = e.Returned(DEBT, parse_cards("34"), 0)
SOLD, GIVEN = e.Bought(2, 4, 0, 12), e.Bought(2, 4, 0, -1)


@pytest.mark.parametrize(
    ("event", "seat", "got"),
    [
        (TAKEN, 0, "X2"),
        (TAKEN, 5, ""),
        (TAKEN, NOBODY, ""),
        (BACK, 5, "34"),
        (BACK, 0, ""),
        (SOLD, 2, "3"),
        (SOLD, 4, "2"),
        (SOLD, 1, ""),
        (GIVEN, 2, "3"),
        (GIVEN, 4, ""),
    ],
)
def test_what_comes_from_others_is_kept_in_mind(event: Event, seat: int, got: str) -> None:
    assert got_after(NO_CARDS, event, seat) == (parse_cards(got) if got else NO_CARDS)


@pytest.mark.parametrize(
    "event",
    [
        e.Passed(3),
        e.Yielded(3),
        e.Claimed(3),
        e.Played(3, parse_combo("3")),
        e.Burned(3, parse_combo("X")),
        e.LaidDown(3, (parse_combo("3"),)),
    ],
)
def test_an_act_of_ones_own_ends_it_and_nobody_elses(event: Event) -> None:
    assert got_after(parse_cards("X"), event, 3) == NO_CARDS
    assert got_after(parse_cards("X"), event, 2) == parse_cards("X")


@cache
def moments(rules: str, seed: int) -> tuple[Moment, ...]:
    return tuple(play(parse_rules(rules), random.Random(seed)))


@pytest.mark.parametrize("rules", ["online+rounds=2", "dagang+rounds=2", "jining+rounds=2"])
def test_it_is_never_more_than_one_holds_and_ends_with_the_first_act(rules: str) -> None:
    marked = 0
    games = [seen(moments(rules, 5)[0][0], viewer) for viewer in (*SEATS, NOBODY)]
    for _, _, _, done in moments(rules, 5):
        for game in games:
            seat = game.view.seat
            shown = (project(event, seat) for event in done.events)
            events = tuple(event for event in shown if event is not None)
            game.take(Happened(events, view_of(done.state, seat)))
            assert game.view.hand.holds(game.got)
            marked += bool(game.got)
            trick = game.view.public.trick
            if trick is not None and any(mark.seat == seat for mark in trick.marks):
                assert not game.got
            if done.state.public.phase is Phase.TRIBUTE and not any(done.state.public.setup.locked):
                # Who comes back in this phase sees the same marks.
                assert got_in(game.view) == game.got
    assert marked > 10
    assert not games[NOBODY].got


def test_what_goes_again_is_marked_no_more() -> None:
    game = seen(position("2244", "A56", "665", "AA7", "887", "779"))
    game.got = parse_cards("22")
    game.take(Happened((), replace(game.view, hand=parse_cards("2445"))))
    assert game.got == parse_cards("2")


@pytest.mark.parametrize(
    ("acts", "marked"),
    [
        ((), True),
        (("0 play 4", "1 pass"), True),
        (("0 play X",), False),
        (("0 play 4", "1 pass", "2 pass"), False),
    ],
)
def test_who_comes_back_sees_it_until_they_acted_or_a_trick_is_over(
    acts: tuple[str, ...], marked: bool
) -> None:
    state = after(position("X44", "A56", "665", "AA7", "887", "779"), *acts)
    setup = replace(state.public.setup, received=(NO_CARDS, NO_CARDS, parse_cards("6"), *(NO_CARDS,) * 3))
    view = view_of(replace(state, public=replace(state.public, setup=setup)), 2)
    assert bool(got_in(view)) is marked


def receiver(kind: Ask) -> tuple[State, int]:
    """Returns a moment after which a seat holds cards got, and that seat."""
    for seed in range(9):
        for state, seat, _, _ in moments("online+rounds=2", seed):
            if state.public.pending.kind is kind and seat >= 0 and state.public.setup.received[seat]:
                return state, seat
    raise AssertionError(f"nobody got anything before {kind}")


def marks(game: Game, column: int) -> str:
    """Returns the row below the hand."""
    parts = [hand_part(game.scene, game.desk, part, column)[2] for part in range(PARTS)]
    return "".join(text_of(part) for part in parts)


@pytest.mark.parametrize("column", [4, 5, 7])
def test_the_hand_marks_each_rank_with_how_many_are_new(column: int) -> None:
    state, seat = receiver(Ask.RETURN)
    game = seen(state, seat)
    got = game.got
    assert got == state.public.setup.received[seat] != NO_CARDS
    row = marks(game, column)
    cells = [row[index * column : (index + 1) * column].strip() for index in range(len(ORDER))]
    assert cells == [f"*{got.count(rank)}" if got.count(rank) else "" for rank in ORDER]


def test_cards_chosen_keep_the_mark_of_their_rank() -> None:
    state, seat = receiver(Ask.LEAD)
    game = seen(state, seat)
    type_keys(game, RANKS[game.got.ranks()[0]])
    assert "+1* " in marks(game, 4)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("room", [29, 36])
def test_a_line_says_what_the_mark_means(lang: str, room: int) -> None:
    state, seat = receiver(Ask.RETURN)
    game = seen(state, seat, lang)
    line = text_of(chosen_line(game.scene, game.desk, room))
    assert line.split()[0] == texts_in(lang)("hand.got", mark="*").split()[0]
    assert hand_text(game.got) in line
    game.take(
        Synced(
            replace(
                game.view,
                public=replace(
                    game.view.public, setup=replace(game.view.public.setup, received=(NO_CARDS,) * 6)
                ),
            )
        )
    )
    assert texts_in(lang)("hand.none") in text_of(chosen_line(game.scene, game.desk, room))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", [Ask.TRIBUTE, Ask.RETURN, Ask.OBJECT])
@pytest.mark.parametrize("room", [20, 26, 40])
def test_the_middle_of_the_table_shows_the_tribute(lang: str, kind: Ask, room: int) -> None:
    state, seat = next(
        (state, seat)
        for seed in range(9)
        for state, seat, _, _ in moments("dagang+rounds=2", seed)
        if state.public.pending.kind is kind
    )
    offer = state.public.setup.offer
    assert offer is not None
    for viewer in (seat, NOBODY):
        game = seen(state, viewer, lang)
        rows = centre_rows(game.scene, room)
        assert max(map(width, texts_of(rows))) <= room
        said = [row.strip() for row in texts_of(rows)]
        giver = offer.debt.taker if offer.returning else offer.debt.giver
        code = "centre.returns" if offer.returning else "centre.gives"
        assert said[0].endswith(texts_in(lang)(code, count=offer.returning))
        assert said[0].startswith(game.scene.who(giver)[:4])
        assert said[1] == show_cards(offer.returned or offer.cards, room)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_the_table_while_cards_are_returned(snapshot: object, lang: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        state, seat = receiver(Ask.RETURN)
        async with at_table(state, seat, lang, size) as table:
            assert dump(table.app) == snapshot

    asyncio.run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_tell_what_is_new_until_one_acts(lang: str) -> None:
    state, seat = receiver(Ask.LEAD)

    async def test(visit: LocalVisit, tell: Teller) -> None:
        assert visit.game is not None
        got = visit.game.got
        cards = " ".join(show_cards(got.only(rank)) for rank in dict.fromkeys(got.ranks()))
        told = texts_in(lang)("plain.got", cards=cards)
        assert (await tell("hand"))[-1] == told
        combo = visit.game.moves.combos[0]
        assert Act.PLAY in visit.game.moves.acts
        await tell(str(combo))
        assert visit.sent != []
        assert told not in await tell("hand")

    sit(state, seat, test, lang)
