"""Six seats in turn order (R1.1), and sets of them as bit masks.

A set of seats is an ``int`` with bit ``i`` for seat ``i``: sets are compared, copied and stored with
every step, and a bit mask is the smallest value that hashes and sorts the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable

SEATS = (0, 1, 2, 3, 4, 5)
NOBODY = -1
ALL = 0b111111


def opposite(seat: int) -> int:
    """Returns the seat across the table, 对头 (R1.1)."""
    return OPPOSITE[seat]


def next_seat(seat: int) -> int:
    """Returns the seat that is next in turn, 下家 (R1.1)."""
    return NEXT[seat]


def federation(seat: int) -> int:
    """Returns 0 for the even and 1 for the odd federation, 联邦 (R1.1)."""
    return seat & 1


def partners(seat: int) -> tuple[int, int]:
    """Returns the two other seats of the federation, the next in turn first."""
    return (seat + 2) % 6, (seat + 4) % 6


def mask(seats: Iterable[int]) -> int:
    """Returns the bit mask of some seats."""
    out = 0
    for seat in seats:
        out |= 1 << seat
    return out


def seats_in(bits: int) -> tuple[int, ...]:
    """Returns the seats of a bit mask in rising order."""
    return SEATS_IN[bits]


def after(seat: int, bits: int) -> tuple[int, ...]:
    """Returns the seats of a bit mask in turn order, beginning after ``seat``, without it."""
    return AFTER[seat][bits]


def next_in(seat: int, bits: int) -> int:
    """Returns the first seat of a bit mask after ``seat`` in turn order.

    Returns ``seat`` itself when it is the only one, and ``NOBODY`` for an empty mask.
    """
    order = AFTER[seat][bits]
    if order:
        return order[0]
    return seat if bits >> seat & 1 else NOBODY


OPPOSITE = (3, 4, 5, 0, 1, 2)
NEXT = (1, 2, 3, 4, 5, 0)
SEATS_IN: tuple[tuple[int, ...], ...] = tuple(tuple(i for i in SEATS if bits >> i & 1) for bits in range(64))
AFTER: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(i % 6 for i in range(seat + 1, seat + 6) if bits >> (i % 6) & 1) for bits in range(64))
    for seat in SEATS
)
FEDERATION_MASK = (0b010101, 0b101010)
