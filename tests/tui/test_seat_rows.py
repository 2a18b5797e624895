"""The rows of the seats where room is short, and what the log says of cards that nothing beats."""

import pytest

from gouji_core.actions import Burn, Play
from gouji_core.cards import parse_cards
from gouji_tui.cells import text_of, width
from gouji_tui.game import TableChanged
from gouji_tui.presenter.centre import centre_rows
from gouji_tui.presenter.seats import own_row, seat_rows
from gouji_tui.table import Presence, TableState
from tests.kit.positions import after, position
from tests.tui.tables import go_on, people, seen, texts_of


@pytest.mark.parametrize(("lang", "narrow"), [("en", "headless opened"), ("zh", "无头 开点")])
def test_that_a_seat_is_a_bots_gives_way_to_how_it_stands(lang: str, narrow: str) -> None:
    game = seen(position("KK4", "", "665", "AA7", "887", "779", places={"1": 1}, opened=[4]), 0, lang)
    game.take(TableChanged(TableState(people=people(*(Presence.BOT,) * 6))))
    room = width(narrow) + 2
    assert text_of(seat_rows(game.scene, 4, room)[1]).strip() == narrow
    assert text_of(seat_rows(game.scene, 4, 40)[1]).strip() == f"{game.texts('presence.bot')} {narrow}"


@pytest.mark.parametrize(
    ("lang", "row"), [("en", ">You headless opened 3 left"), ("zh", ">你 无头 开点 剩3")]
)
def test_ones_own_row_has_the_count_where_it_has_no_room_for_ones_name(lang: str, row: str) -> None:
    game = seen(position("KK4", "AA5", "665", "", "887", "779", places={"3": 1}, opened=[0]), 0, lang)
    assert text_of(own_row(game.scene, width(row))).rstrip() == row
    assert "(Ann)" in text_of(own_row(game.scene, 40))


def test_what_one_did_gives_way_to_how_one_stands_and_takes_no_room_of_it() -> None:
    state = after(position("KKK4", "AA5", "665", "", "887", "779", places={"3": 1}, opened=[0]), "0 play KK")
    scene = seen(state, 0).scene
    rows = {text_of(own_row(scene, room)).rstrip() for room in range(27, 45)}
    assert rows == {
        " You headless opened 2 left",
        " You headless opened 2 left played KK",
        " You (Ann) headless opened 2 left played KK",
    }


def test_that_cards_are_dead_is_told_with_them_since_they_close_the_trick_at_once() -> None:
    state = position("XX4", "AA6", "665", "AA7", "887", "779")
    game = seen(state, 0)
    go_on(game, state, 0, Play(parse_cards("XX")))
    assert texts_of(game.log.rows(90, 9))[0] == "You XX (dead)  closed"


def test_a_burn_with_dead_cards_is_told_so_too() -> None:
    state = position("KK4", "XXAA", "665", "AA7", "887", "779")
    game = seen(state, 0)
    state = go_on(game, state, 0, Play(parse_cards("KK")))
    go_on(game, state, 1, Burn(parse_cards("XX")))
    assert "Next 老王 burn XX (dead)" in texts_of(game.log.rows(90, 9))[0]


@pytest.mark.parametrize(("lang", "kind"), [("en", "bottom"), ("zh", "底牌")])
def test_what_the_top_combo_is_stays_longer_than_the_name_of_its_owner(lang: str, kind: str) -> None:
    state = after(position("KK4", "AA5", "665", "AA7", "88", "7", leader=5), "5 play 7")
    owner = text_of(centre_rows(seen(state, 0, lang).scene, 20)[1]).strip()
    assert owner.endswith(f" {kind}")
    assert width(owner) <= 20
