"""The hint: what the regular bot would do, and the reason as a code (texts live in the client)."""

from __future__ import annotations

from gouji_bots.advice import Advice, Reason
from gouji_bots.regular import advice
from gouji_core.views import SeatView

Hint = Advice


def hint(view: SeatView) -> Hint:
    """Returns advice for the seat that is waited for.

    Raises:
        ValueError: if the seat is not waited for.
    """
    return advice(view)


__all__ = ["Hint", "Reason", "hint"]
