"""Who sits where, and the order of ranks (R1.1, R1.3)."""

import pytest

from gouji_core.cards import RANKS
from gouji_core.seats import (
    NOBODY,
    SEATS,
    after,
    federation,
    mask,
    next_in,
    next_seat,
    opposite,
    partners,
    seats_in,
)


def test_relations() -> None:
    """R1.1."""
    for seat in SEATS:
        assert opposite(seat) == (seat + 3) % 6
        assert next_seat(seat) == (seat + 1) % 6
        assert federation(seat) == seat % 2 == federation(partners(seat)[0]) == federation(partners(seat)[1])
        assert federation(opposite(seat)) != federation(seat)
        assert {seat, *partners(seat)} == {other for other in SEATS if other % 2 == seat % 2}


@pytest.mark.parametrize(
    ("seat", "seats", "order", "first"),
    [
        (0, (0, 1, 2, 3, 4, 5), (1, 2, 3, 4, 5), 1),
        (4, (0, 1, 4, 5), (5, 0, 1), 5),
        (2, (2,), (), 2),
        (2, (), (), NOBODY),
        (3, (3, 0), (0,), 0),
    ],
)
def test_turn_order(seat: int, seats: tuple[int, ...], order: tuple[int, ...], first: int) -> None:
    bits = mask(seats)
    assert after(seat, bits) == order
    assert next_in(seat, bits) == first
    assert seats_in(bits) == tuple(sorted(seats))


def test_order_of_ranks() -> None:
    """R1.3."""
    assert RANKS == "3456789TJQKA2xX"
