"""A decision that waits for my seat, with what the rules let me do."""

from __future__ import annotations

from dataclasses import dataclass

from gouji_core.actions import Action
from gouji_core.errors import Refusal
from gouji_core.legal import legal_actions, refusal
from gouji_core.views import SeatView


@dataclass(frozen=True, slots=True)
class Decision:
    """Is a decision that waits for my seat."""

    table: str
    id: int
    view: SeatView

    def actions(self) -> list[Action]:
        """Returns every legal action, sorted as the rules list them."""
        return legal_actions(self.view)

    def refusal(self, action: Action) -> Refusal | None:
        """Returns why an action is not legal, None if it is."""
        return refusal(self.view, action)
