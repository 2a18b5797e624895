"""Buying a 3 or a 4 with held threes, 买三 (R10.2, R10.4). Nobody is asked: it happens by itself."""

from __future__ import annotations

from gouji_core.cards import BIG, FOUR, SMALL, THREE, TWO
from gouji_core.events import Bought, Revolted
from gouji_core.rules.revolution import void_if_two
from gouji_core.rules.run import Run
from gouji_core.seats import federation, opposite, partners

_GIFT = -1


def begin(run: Run) -> bool:
    """Lets everybody buy who must; never waits, but may void the round (R9.2)."""
    rules = run.rules
    if not rules.hold_threes:
        return False
    for rank in (THREE, FOUR) if rules.buy_four else (THREE,):
        for turn in range(6):
            _buy(run, (run.public.setup.drawer + turn) % 6, rank)
    return void_if_two(run)


def _buy(run: Run, buyer: int, rank: int) -> None:
    hand = run.hand(buyer)
    if not run.standing.in_play >> buyer & 1 or hand.count(rank):
        return
    payment = next((paid for paid in (TWO, SMALL, BIG) if hand.count(paid)), None)
    gifts = run.rules.buy_four
    sellers = _sellers(run, buyer, rank, enemies=payment is not None, friends=gifts or payment is not None)
    if sellers:
        seller = sellers[0]
        free = gifts and federation(seller) == federation(buyer)
        run.emit(Bought(buyer, seller, rank, _GIFT if free or payment is None else payment))
    elif payment is None and rank == THREE and run.rules.revolution != "off":
        run.emit(Revolted(buyer, hand))


def _sellers(run: Run, buyer: int, rank: int, *, enemies: bool, friends: bool) -> list[int]:
    """Returns who could sell, the one who must first: the opposite, its federation, one's own."""

    def spare(seat: int) -> bool:
        return bool(run.standing.in_play >> seat & 1) and run.hand(seat).count(rank) >= 2

    def most_first(seats: tuple[int, ...]) -> list[int]:
        near = sorted(seats, key=lambda seat: (seat - buyer) % 6)
        return sorted(filter(spare, near), key=lambda seat: -run.hand(seat).count(rank))

    across = opposite(buyer)
    out: list[int] = []
    if enemies:
        out += [across] if spare(across) else []
        out += most_first(partners(across))
    if friends:
        out += most_first(partners(buyer))
    return out
