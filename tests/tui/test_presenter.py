"""What each panel shows for a position; no screen is needed for it."""

from typing import get_args

import pytest

from gouji_core import events as e
from gouji_core.actions import Begin, Burn, CallKind, Dissolve, Pass, Play, Report, Yield
from gouji_core.cards import NO_CARDS, Cards, parse_cards
from gouji_core.combos import Combo, combo_of
from gouji_core.engine import Step, step
from gouji_core.events import Event
from gouji_core.options import parse_rules
from gouji_core.seats import NOBODY
from gouji_core.state import new_game
from gouji_tui.cells import line_width, text_of
from gouji_tui.game import TableChanged
from gouji_tui.presenter import log
from gouji_tui.presenter.centre import centre_rows, clock_text, heading, signed
from gouji_tui.presenter.hand import PARTS, chosen_line, hand_part
from gouji_tui.presenter.log import LogBook
from gouji_tui.presenter.prompt import prompt_rows
from gouji_tui.presenter.scene import Relation, show_cards
from gouji_tui.presenter.scores import score_rows
from gouji_tui.presenter.seats import badge_words, seat_rows, shown_count
from gouji_tui.rulebook import Book
from gouji_tui.table import LinkState, Person, Presence, TableState
from gouji_tui.texts import texts_in
from tests.kit.positions import after, position
from tests.tui.tables import go_on, people, seen, texts_of, type_keys


def combo(text: str) -> Combo:
    found = combo_of(parse_cards(text))
    assert found is not None
    return found


HANDS = ("KK4", "AA56", "665", "AA7", "887", "779")


def test_seats_sit_counter_clockwise_from_the_next() -> None:
    scene = seen(position(*HANDS), 2).scene
    assert [scene.seat_at(relation) for relation in Relation] == [2, 3, 4, 5, 0, 1]
    assert scene.relation(5) is Relation.OPPOSITE


@pytest.mark.parametrize(("lang", "who"), [("en", "Opposite 小明"), ("zh", "对头 小明")])
def test_a_seat_is_named_by_relation_and_name(lang: str, who: str) -> None:
    assert seen(position(*HANDS), 0, lang).scene.who(3) == who


def test_a_long_name_is_cut_by_cells() -> None:
    assert seen(position(*HANDS)).scene.who(5) == "Previous Fritz the.."


def test_a_seat_shows_what_it_did_in_this_trick() -> None:
    game = seen(position(*HANDS))
    state = go_on(game, position(*HANDS), 0, Play(parse_cards("KK")))
    assert texts_of(seat_rows(game.scene, 0, 30)) == [" You (Ann)", " 1 left", " played KK"]
    assert texts_of(seat_rows(game.scene, 3, 30)) == [">Opposite 小明", "", ""]
    go_on(game, state, 3, Pass())
    # The trick is closed, and with it what was done in it.
    assert texts_of(seat_rows(game.scene, 3, 30))[2] == ""


def test_the_centre_shows_top_combo_owner_and_turn() -> None:
    game = seen(after(position(*HANDS), "0 play KK"), 3)
    assert [row.strip() for row in texts_of(centre_rows(game.scene, 30))] == [
        "KK",
        "Opposite Ann gouji",
        "Your turn",
    ]


def test_counts_of_others_are_shown_after_a_report_only() -> None:
    game = seen(position(*HANDS))
    assert shown_count(game.scene, 3) is None
    go_on(game, position(*HANDS), 0, Report(3))
    assert shown_count(game.scene, 3) == 3
    assert shown_count(game.scene, 1) is None


def test_badges_tell_places_heads_and_absence() -> None:
    game = seen(position("KK4", "", "665", "AA7", "887", "779", places={"1": 1}, opened=[3]))
    game.take(TableChanged(TableState(people=people(Presence.PRESENT, Presence.BOT, Presence.LOST))))
    words = [[word for word, _ in badge_words(game.scene, seat)] for seat in range(6)]
    assert words == [["3 left"], ["1st", "bot"], ["offline"], ["opened"], ["headless"], []]


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_row_fills_its_room_exactly(width: int, lang: str) -> None:
    game = seen(after(position(*HANDS), "0 play KK"), 3, lang)
    scene, third = game.scene, width // 3
    rows = [heading(scene, width), *centre_rows(scene, third), *prompt_rows(scene, game.desk, width)]
    assert {line_width(row) for row in rows} == {width, third}
    assert all(line_width(row) == third for seat in range(6) for row in seat_rows(scene, seat, third))


def test_the_hand_stands_in_fifteen_columns_with_counts_and_choice() -> None:
    game = seen(position("Xx2TTT43", "4", "4", "4", "4", "4"))
    type_keys(game, "00x")
    parts = [hand_part(game.scene, game.desk, part, 5) for part in range(PARTS)]
    rows = [
        "".join(row).rstrip()
        for row in zip(*(["".join(s.text for s in line) for line in p] for p in parts), strict=True)
    ]
    assert rows == [
        " X   [x]   2    A    K    Q    J    10   9    8    7    6    5    4    3",
        " 1    1    1    -    -    -    -    3    -    -    -    -    -    1    1",
        "     +1                            +2",
    ]
    assert texts_of((chosen_line(game.scene, game.desk, 40),)) == ["Chosen x 10 10 ok"]


@pytest.mark.parametrize(
    ("cards", "room", "shown"),
    [
        ("Xx2TTT", 99, "X x 2 10 10 10"),
        ("KK", 99, "KK"),
        ("TTTTTTT", 8, "10*7"),
        ("2KKKKKKK", 6, "2 K*7"),
        ("", 10, ""),
    ],
)
def test_cards_are_shown_high_to_low_within_their_room(cards: str, room: int, shown: str) -> None:
    assert show_cards(parse_cards(cards), room) == shown


def test_the_prompt_offers_what_is_open_and_says_why_the_rest_is_not() -> None:
    game = seen(after(position("K4", "A56", "665", "A27", "887", "779"), "0 play K", "1 pass", "2 pass"), 3)
    assert texts_of(prompt_rows(game.scene, game.desk, 100)) == [
        "Opposite Ann played K: beat it or pass.",
        "Enter play  p pass  y yield  Tab plays (2)  h hint  w why  l log  ? help",
        "c claim the wind: Only on the previous hand's bottom. R8.2",
    ]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_key_of_the_help_is_told_however_little_room_there_is(lang: str) -> None:
    state = after(position("K4", "A56", "665", "A27", "887", "779"), "0 play K", "1 pass", "2 pass")
    game = seen(state, 3, lang)
    for room, more in ((50, "?"), (60, "h?"), (68, "hw?"), (85, "hwl?")):
        words = texts_of(prompt_rows(game.scene, game.desk, room))[1].split()
        assert [word for word in words if word in "pyhwl?"] == ["p", "y", *more]


def test_the_last_word_is_a_prompt_of_its_own() -> None:
    state = after(
        position("K4", "456", "665", "A27", "887", "779"), "0 play K", "1 pass", "2 pass", "3 yield"
    )
    game = seen(after(state, "4 pass", "5 pass"), 3)
    rows = texts_of(prompt_rows(game.scene, game.desk, 100))
    assert rows[0] == "Last word: beat Opposite Ann's K, or close the trick."
    assert "p close the trick" in rows[1]


def test_a_burn_window_asks_for_burning() -> None:
    state = after(position("KK4", "Xxx22AA", "665", "AA7", "887", "779"), "0 play KK")
    game = seen(state, 1, "zh")
    rows = texts_of(prompt_rows(game.scene, game.desk, 100))
    assert rows[0] == "烧不烧 上家 Ann 的 KK？选好牌烧，或者不烧。"
    assert rows[1].startswith("Enter 烧牌  d 不烧  Tab")
    other = seen(state, 2, "zh")
    # Whoever may not burn is not told who may.
    assert texts_of(prompt_rows(other.scene, other.desk, 100))[0] == "有人可以烧牌。"


def test_an_illegal_choice_says_why_with_its_clause() -> None:
    game = seen(after(position("K4", "A56", "665", "A27", "887", "779"), "0 play K"), 1)
    type_keys(game, "5")
    assert texts_of(prompt_rows(game.scene, game.desk, 100))[2] == "No: 5 do not beat K."
    type_keys(game, "\r")
    assert texts_of(prompt_rows(game.scene, game.desk, 100))[0].strip() == "5 do not beat K. (R3.1)"


def test_a_lost_server_is_the_first_thing_said() -> None:
    game = seen(position(*HANDS), link=LinkState.RETRYING)
    assert "trying again" in texts_of(prompt_rows(game.scene, game.desk, 80))[0]
    assert "connection lost" in texts_of((heading(game.scene, 80),))[0]


def test_a_spectator_sees_names_and_no_hand() -> None:
    game = seen(position(*HANDS), -1)
    assert game.scene.who(3) == "小明"
    assert texts_of(seat_rows(game.scene, 0, 30))[0].strip(" >") == "Ann"
    assert all(shown_count(game.scene, seat) is None for seat in range(6))


def test_every_event_has_words_or_is_quiet_on_purpose() -> None:
    every = set(get_args(Event))
    said, flows, quiet = set(log._WORDS), set(log._FLOW), set(log._QUIET)
    assert said | flows | quiet == every
    assert not said & quiet
    assert not said & flows
    assert not flows & quiet


PLAYERS_WORDS = [
    (e.Played(0, combo("KK")), "够级"),
    (e.Burned(1, combo("XX")), "烧牌"),
    (e.BurnUndone(1), "解烧"),
    (e.BurnDone(1, 0), "烧成功"),
    (e.BurnFailed(1, 6, NO_CARDS), "烧失败"),
    (e.Opened(3), "开点"),
    (e.Claimed(1), "接风"),
    (e.Wind(1), "接风"),
    (e.FreeGouji(3, -1), "够死级"),
    (e.Headless(3), "无头"),
    (e.MeleeBegun(), "四人乱缠"),
    (e.RoundScored((1, 4, 2, 5, 3, 6), (6, -6), True, (NO_CARDS,) * 6), "串三户"),
    (e.Revolted(2, NO_CARDS), "革命"),
    (e.HeadChosen(5, True), "要头"),
    (e.ChokeShown(2, 3), "闷"),
    (e.ChokedOut(3, 6, NO_CARDS), "闷"),
    (e.Called(2, CallKind.YU), "预点"),
    (e.Called(2, CallKind.MING), "明点"),
    (e.Passed(2), "过"),
    (e.Yielded(3), "让"),
    (e.TrickClosed(0, 3), "扣牌"),
    (e.LaidDown(2, (combo("KK"),)), "挑牌"),
    (e.Merged(0, "3", (NO_CARDS,) * 6), "会牌"),
    (e.LeaderChosen(2), "上班"),
    (e.WentOut(2, 1), "头科"),
    (e.WentOut(2, 6), "大落"),
    (e.DissolveVoted(2, True), "解散"),
    (e.Reported(0, 2, -1), "不够报"),
]
"""Events and the word of the players for each."""


@pytest.mark.parametrize(("event", "word"), PLAYERS_WORDS, ids=lambda part: str(part)[:24])
def test_the_log_speaks_the_players_words_and_names_the_clause(event: Event, word: str) -> None:
    game = seen(position(*HANDS), 0, "zh")
    entry = log.entry_of(game.scene, event)
    assert entry is not None
    assert word in text_of(entry.line)
    assert entry.clause in every_clause()


def every_clause() -> set[str]:
    """Returns the clauses of the rule book under any rules."""
    found: set[str] = set()
    for preset in ("online", "dagang", "jining", "online+hold_threes"):
        found |= {heading.id for heading in Book(parse_rules(preset), "zh").contents()}
    return found


def test_a_trick_is_one_paragraph_of_the_log() -> None:
    game = seen(position("K4", "A56", "665", "A27", "887", "779"))
    state = position("K4", "A56", "665", "A27", "887", "779")
    for seat, action in ((0, Play(parse_cards("K"))), (1, Pass()), (2, Pass()), (3, Yield()), (4, Pass())):
        state = go_on(game, state, seat, action)
    assert texts_of(game.log.rows(100, 5)) == [
        "You K  Next 老王 pass  Partner Cy pass  Opposite 小明 yield  Partner Eve pass"
    ]
    for seat, action in ((5, Pass()), (3, Pass())):
        state = go_on(game, state, seat, action)
    assert texts_of(game.log.rows(150, 5))[-1].endswith(
        "Previous Fritz the.. pass  Opposite 小明 pass  closed"
    )


def test_the_whole_log_tells_who_has_won_a_trick_and_who_closed_it() -> None:
    scene = seen(position("K4", "A56", "665", "A27", "887", "779")).scene
    entry = log.entry_of(scene, e.TrickClosed(0, 3))
    assert entry is not None
    assert text_of(entry.line) == "Opposite 小明 closed, won by You"
    assert text_of(entry.short) == "closed"


def test_the_log_speaks_another_language_at_once() -> None:
    game = seen(position("K4", "A56", "665", "A27", "887", "779"))
    go_on(game, position("K4", "A56", "665", "A27", "887", "779"), 0, Play(parse_cards("K")))
    game.speak(texts_in("zh"))
    assert texts_of(game.log.rows(60, 3)) == ["你 K"]


def test_the_log_scrolls_back_and_keeps_its_newest() -> None:
    game = seen(position(*HANDS))
    book = LogBook(keep=5)
    from gouji_core.events import WentOut

    for number in range(8):
        book.add(game.scene, WentOut(number % 6, number % 6 + 1))
    assert len(book.rows(60, 99)) == 5
    assert texts_of(book.rows(60, 2)) == ["You went out: 1st R8.1", "Next 老王 went out: 2nd R8.1"]
    assert texts_of(book.rows(60, 2, back=3)) == texts_of(book.rows(60, 99))[:2]


def test_a_burn_is_told_with_its_outcome() -> None:
    state = position("KK4", "XXAA", "665", "AA7", "887", "779")
    game = seen(state, 0)
    state = go_on(game, state, 0, Play(parse_cards("KK")))
    go_on(game, state, 1, Burn(parse_cards("XX")))
    assert "Next 老王 burn XX" in texts_of(game.log.rows(90, 9))[0]


def test_the_place_table_has_places_scores_and_what_was_left() -> None:
    state = position("4", "", "5", "", "6", "77", places={"1": 1, "3": 2}, leader=5)
    game = seen(state, 5, "zh")
    go_on(game, state, 5, Play(parse_cards("77")))
    rows = texts_of(score_rows(game.scene, game.hands))
    assert rows[0] == "打完第 1 回合，本局结束（共 5 回合）"
    assert [row.split()[0] for row in rows[2:8]] == ["头科", "二科", "三科", "四科", "二落", "大落"]
    assert "串三户" in rows[9]


@pytest.mark.parametrize(
    ("left", "reserve", "shown"),
    [
        (None, None, "      "),
        (0.0, None, "  0:00"),
        (-3.0, None, "  0:00"),
        (6.2, 90.0, "  0:07"),
        (61.0, None, "  1:01"),
        (-1.0, 91.0, " +1:30"),
        (-99.0, 90.0, " +0:00"),
        (6000.0, None, " 99:00"),
    ],
)
def test_the_clock_counts_down_to_nothing(left: float | None, reserve: float | None, shown: str) -> None:
    assert clock_text(left, reserve) == shown


def test_scores_carry_their_sign() -> None:
    assert [signed(score) for score in (2, 0, -1)] == ["+2", "0", "-1"]


def test_a_person_without_a_name_is_a_number() -> None:
    game = seen(position(*HANDS))
    game.take(TableChanged(TableState(people=(Person(),) * 6)))
    assert game.scene.name(3) == "Seat 4"


@pytest.mark.parametrize(("lang", "bot"), [("en", "bot 3"), ("zh", "电脑3")])
def test_a_bot_of_the_table_is_named_in_the_language_spoken(lang: str, bot: str) -> None:
    game = seen(position(*HANDS), lang=lang)
    there = (
        Person("Ann"),
        Person("老王", Presence.BOT, id="7"),
        Person("bot 3", Presence.BOT),
        *(Person(),) * 3,
    )
    game.take(TableChanged(TableState(people=there)))
    assert [game.scene.name(seat) for seat in range(3)] == ["Ann", "老王", bot]


def test_no_hands_are_shown_before_the_round_has_ended() -> None:
    game = seen(position(*HANDS))
    assert game.hands == (Cards(),) * 6


@pytest.mark.parametrize(
    ("lang", "badge", "key"), [("en", "would end", "r end the game?"), ("zh", "要解散", "r 解散？")]
)
def test_a_proposal_to_end_the_game_stands_where_all_see_it(lang: str, badge: str, key: str) -> None:
    game = seen(position(*HANDS), 0, lang)
    state = go_on(game, position(*HANDS), 3, Dissolve(True))
    assert badge in [word for word, _ in badge_words(game.scene, 3)]
    assert key in texts_of(prompt_rows(game.scene, game.desk, 100))[1]
    state = go_on(game, state, 0, Dissolve(True))
    assert key not in texts_of(prompt_rows(game.scene, game.desk, 100))[1]
    go_on(game, state, 2, Dissolve(False))
    assert badge not in [word for seat in range(6) for word, _ in badge_words(game.scene, seat)]


@pytest.mark.parametrize(("lang", "words"), [("en", "not dealt yet"), ("zh", "还没开牌")])
def test_before_the_deal_nobody_seems_to_have_played_the_hand_out(lang: str, words: str) -> None:
    begun = step(new_game(parse_rules("online")), NOBODY, Begin())
    assert isinstance(begun, Step)
    game = seen(begun.state, 0, lang)
    assert words in text_of(chosen_line(game.scene, game.desk, 36))
    game = seen(position(*HANDS), 0, lang)
    assert words not in text_of(chosen_line(game.scene, game.desk, 36))
