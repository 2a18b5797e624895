from dataclasses import replace

import pytest

from gouji_core.actions import Decline, Play
from gouji_core.cards import NO_CARDS, Cards, parse_cards
from gouji_core.combos import Combo
from gouji_core.errors import NotationError
from gouji_core.events import Declared, TrickBegun, Waiting
from gouji_core.options import parse_rules
from gouji_core.plain import decode, decode_event, encode, encode_event
from gouji_core.public import Ask, Phase
from gouji_core.views import SeatView, new_view


@pytest.mark.parametrize("answer", [None, Decline(), Play(parse_cards("KK"))])
def test_an_action_is_its_text_also_where_there_may_be_none(answer: Decline | Play | None):
    view = replace(new_view(parse_rules("online"), 3), answer=answer)
    plain = encode(SeatView, view)
    assert isinstance(plain, list)
    assert plain[5] == (None if answer is None else {Decline: "decline", Play: "play KK"}[type(answer)])
    assert decode(SeatView, plain) == view


def test_an_action_in_an_event_is_its_text():
    assert encode_event(Declared(2, Decline())) == ["Declared", 2, "decline"]


def test_fields_of_a_later_version_are_skipped():
    assert decode_event(["TrickBegun", 4, True, "a later field", [1]]) == TrickBegun(4, True)
    view = new_view(parse_rules("online"), 3)
    plain = encode(SeatView, view)
    assert isinstance(plain, list)
    assert isinstance(plain[0], list)
    assert decode(SeatView, [[*plain[0], "more"], *plain[1:], "more"]) == view


def test_fields_of_a_later_version_may_be_missing():
    assert decode_event(["Waiting", "deal", "deal"]) == Waiting(Phase.DEAL, Ask.DEAL)
    for plain in (["TrickBegun", 4], ["TrickBegun"], []):
        with pytest.raises(NotationError):
            decode_event(plain)


@pytest.mark.parametrize("union", [int | str, Cards | Combo])
def test_a_union_without_room_for_a_name_is_refused(union: object) -> None:
    with pytest.raises(TypeError, match="no plain form"):
        encode(union, NO_CARDS)
