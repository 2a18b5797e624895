"""What who is out of play sees of the partners still in play, at a table with open hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gouji_core.seats import NOBODY, partners
from gouji_protocol.messages import Hands
from gouji_server.outbox import encoded

if TYPE_CHECKING:
    from gouji_core.state import State


def hands_of(code: str, state: State, seat: int) -> Hands:
    """Returns the hands that a seat may see: none but between its last card and the end of the round."""
    # A server at which nobody plays has nothing of a game loaded.
    from gouji_core.public import Phase

    in_play = state.public.standing.in_play
    if seat == NOBODY or state.public.phase is not Phase.TRICKS or in_play >> seat & 1:
        return Hands(code)
    return Hands(
        code, tuple((mate, str(state.hands[mate])) for mate in partners(seat) if in_play >> mate & 1)
    )


def hands_after(code: str, before: State, after: State, seat: int) -> bytes:
    """Returns the frame that tells a seat what it sees after a step, empty if that is as before."""
    hands = hands_of(code, after, seat)
    return b"" if hands == hands_of(code, before, seat) else encoded(hands)
