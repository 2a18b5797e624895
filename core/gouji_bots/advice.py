"""What a bot decided and why: the action with a reason that the client's catalogue can put in words.

Every reason is a code of ``Reason``; ``data`` carries what the sentence needs. Text for people is
not made here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gouji_core.actions import Action


class Reason(StrEnum):
    """Names what an action is for."""

    OUT = "out"
    """It empties the hand. Data: ``cards``."""
    RUN = "run"
    """The hand is expected to go out in a row from here. Data: ``cards``, ``left`` combos after it."""
    LEAD_LOW = "lead_low"
    """Gets rid of cards that win nothing later. Data: ``cards``."""
    LEAD_OPEN = "lead_open"
    """A gouji combo that should stand, so as to open, 开点. Data: ``cards``, ``chance`` in percent."""
    LEAD_STRONG = "lead_strong"
    """Should stand and keep the lead. Data: ``cards``, ``chance``."""
    FEED = "feed"
    """Offers a partner who is about to go out a size to go out with, 送科. Data: ``cards``, ``seat``."""
    ANSWER_CHEAP = "answer_cheap"
    """Gets rid of cards at no cost. Data: ``cards``."""
    ANSWER_WORTH = "answer_worth"
    """Costs a turn later, but less than to let the top combo stand. Data: ``cards``."""
    ANSWER_WIN = "answer_win"
    """Should win the trick, and the lead is worth it. Data: ``cards``, ``chance``."""
    ANSWER_OPPOSITE = "answer_opposite"
    """Nobody else may stop the opposite's gouji combo. Data: ``cards``."""
    BLOCK = "block"
    """Stops an enemy who is about to go out. Data: ``cards``, ``seat``."""
    PASS_PARTNER = "pass_partner"
    """The top combo is a partner's. Data: ``seat``."""
    PASS_SAVE = "pass_save"
    """Beating it costs more than it gains."""
    PASS_CANNOT = "pass_cannot"
    """Nothing in the hand beats it."""
    YIELD = "yield"
    """Keeps every right and lets the others speak first, 让牌."""
    CLOSE = "close"
    """The last word: better to let the trick end."""
    CLAIM = "claim"
    """The lead comes by the wind if nobody beats the bottom, 接风."""
    BURN = "burn"
    """The rest of the hand should go out, 烧牌. Data: ``cards``, ``chance``, ``seat``."""
    DECLINE = "decline"
    """Burning is not worth its duty."""
    CALL_NO = "call_no"
    CALL_STRONG = "call_strong"
    """The hand is so strong that a call should pay, 叫点."""
    SHOW = "show"
    """Wants the first lead. Data: ``cards``."""
    SHOW_NOTHING = "show_nothing"
    TAKE = "take"
    RETURN_LOW = "return_low"
    """The cards that are missed least. Data: ``cards``."""
    OBJECT = "object"
    """Would be left with lone low cards. Data: ``cards``."""
    KEEP = "keep"
    REVOLT = "revolt"
    """A hand that would come last sits out as 四科 instead."""
    STAY = "stay"
    """The hand can still do something."""
    KEEP_HEAD = "keep_head"
    """Enough gouji combos to make use of. Data: ``count``."""
    NO_HEAD = "no_head"
    MERGE = "merge"
    """Takes ranks out of play that would have to be led. Data: ``ranks``."""
    MERGE_NONE = "merge_none"
    LAY_DOWN = "lay_down"
    """All combos should stand in a row. Data: ``count``."""
    ORDER = "order"
    """The surest combos first, the weakest last."""
    SETTLE = "settle"
    """Who owes the fewest good cards should be last. Data: ``seat``."""
    PLAY_ON = "play_on"
    """Does not agree to end the game."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Is an action with its reason; ``data`` pairs names with texts, as in a refusal."""

    action: Action
    reason: Reason
    data: tuple[tuple[str, str], ...] = ()


def advise(action: Action, reason: Reason, **data: object) -> Advice:
    """Makes advice, turning its data into text."""
    return Advice(action, reason, tuple((name, str(value)) for name, value in data.items()))
