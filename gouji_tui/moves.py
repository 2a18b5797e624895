"""What a seat may do now, worked out once for each view.

The core judges everything on the seat's own view; this only gathers its answers in the form that
the prompt, the keys and the plain mode need: cards to choose, or a list to choose from.
"""

from __future__ import annotations

from dataclasses import dataclass

from gouji_core.actions import Act, Action, Burn, Claim, Decline, LayDown, Pass, Play, Report, Return, Yield
from gouji_core.cards import Cards
from gouji_core.combos import Combo
from gouji_core.errors import Refusal
from gouji_core.legal import acts_open, legal_actions, legal_combos, refusal, side_actions, waited_for
from gouji_core.public import Ask
from gouji_core.seats import NOBODY
from gouji_core.views import SeatView

CARD_ASKS = frozenset({Ask.LEAD, Ask.ANSWER, Ask.LAST_WORD, Ask.BURN})
"""The decisions answered with cards of the hand, or with one of a few keys."""

_KEYED: tuple[tuple[Act, Action], ...] = (
    (Act.PASS, Pass()),
    (Act.YIELD, Yield()),
    (Act.CLAIM, Claim()),
    (Act.DECLINE, Decline()),
)


@dataclass(frozen=True, slots=True)
class Moves:
    """Is what a seat may do: ``combos`` to play or burn, or ``choices`` to choose one from.

    ``closed`` says of the acts with a key of their own why they are not open now, ``returns`` are the cards
    that could be returned for a tribute, ``plan`` is how the hand could be laid down, ``parts`` are a
    partner's combos to order.
    """

    waited: bool = False
    acts: tuple[Act, ...] = ()
    combos: tuple[Combo, ...] = ()
    choices: tuple[Action, ...] = ()
    closed: tuple[tuple[Act, Refusal], ...] = ()
    returns: tuple[Cards, ...] = ()
    plan: LayDown | None = None
    parts: tuple[Combo, ...] = ()

    @property
    def answers(self) -> tuple[Cards, ...]:
        """Every choice of cards that Enter would do."""
        return self.returns or tuple(combo.cards for combo in self.combos)

    @property
    def burning(self) -> bool:
        """Whether the cards chosen would burn rather than be played."""
        return Act.BURN in self.acts or Act.DECLINE in self.acts

    @property
    def returning(self) -> bool:
        """Whether the cards chosen would be returned for a tribute."""
        return Act.RETURN in self.acts


def moves_of(view: SeatView) -> Moves:
    """Returns what a view's seat may do now."""
    if view.seat == NOBODY:
        return Moves()
    waited = waited_for(view)
    acts = acts_open(view)
    combos: tuple[Combo, ...] = ()
    choices: tuple[Action, ...] = ()
    returns: tuple[Cards, ...] = ()
    parts: tuple[Combo, ...] = ()
    kind, laid = view.public.pending.kind, view.public.standing.plan
    if kind in CARD_ASKS:
        if Act.PLAY in acts or Act.BURN in acts:
            combos = tuple(legal_combos(view))
    elif waited and kind is Ask.RETURN:
        returns = tuple(
            action.cards
            for action in legal_actions(view)
            if isinstance(action, Return) and isinstance(action.cards, Cards)
        )
    elif waited and kind is Ask.ORDER and laid is not None and len(laid.combos) > 1:
        parts = laid.combos
    elif waited:
        choices = tuple(legal_actions(view))
    closed = tuple(
        (act, no)
        for act, action in _KEYED
        if kind in CARD_ASKS and act not in acts and act is not Act.DECLINE
        if (no := refusal(view, action)) is not None
    )
    plan = None
    if Act.LAY_DOWN in acts:
        plan = next((action for action in legal_actions(view) if isinstance(action, LayDown)), None)
    return Moves(waited, acts, combos, choices, closed, returns, plan, parts)


def card_action(moves: Moves, cards: Cards) -> Action:
    """Returns what Enter does with the cards chosen."""
    if moves.returning:
        return Return(cards)
    return Burn(cards) if moves.burning else Play(cards)


def keyed_action(act: Act) -> Action:
    """Returns the action of an act that has a key of its own."""
    return next(action for kind, action in _KEYED if kind is act)


def why_not(view: SeatView, action: Action) -> Refusal | None:
    """Returns the rules' objection to an action, None if it is legal as far as this seat can know."""
    return refusal(view, action)


def side_questions(view: SeatView) -> tuple[Action, ...]:
    """Returns what may be asked of the table beside the decision: counts (R13.1), and to end it (R12.3)."""
    if view.seat == NOBODY:
        return ()
    return tuple(
        action for action in side_actions(view) if not (isinstance(action, Report) and action.of == view.seat)
    )
