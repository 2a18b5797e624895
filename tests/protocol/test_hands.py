"""The hands of partners that a session keeps for who is out: as they were told last, whatever is in them."""

from gouji_core.cards import parse_cards
from gouji_protocol.messages import Hands
from gouji_protocol.mirror import Mirror


def test_the_hands_told_last_are_kept_and_none_that_cannot_be_read() -> None:
    mirror = Mirror("K7QX")
    assert mirror.take_hands(Hands("K7QX", ((2, "X22"), (4, "7")))) == mirror.hands
    assert mirror.hands == {2: parse_cards("X22"), 4: parse_cards("7")}
    mirror.take_hands(Hands("K7QX", ((2, "2"), (4, "what"))))
    assert mirror.hands == {2: parse_cards("2")}
    mirror.take_hands(Hands("K7QX"))
    assert mirror.hands == {}
