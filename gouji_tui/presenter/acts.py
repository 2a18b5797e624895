"""Actions in words: what a choice does, and which key an act has."""

from __future__ import annotations

from gouji_core.actions import (
    Act,
    Action,
    Burn,
    Call,
    Dissolve,
    Head,
    LayDown,
    Merge,
    Object,
    Order,
    Play,
    Referee,
    Report,
    Return,
    Revolt,
    Settle,
    Show,
    Unreadable,
    act_of,
)
from gouji_core.cards import Card, Cards, format_suited
from gouji_core.public import Ask
from gouji_tui.cells import text_of
from gouji_tui.presenter.scene import Scene, show_cards
from gouji_tui.texts import Texts


def action_text(scene: Scene, action: Action | Referee) -> str:
    """Returns what an action does, for a list of choices."""
    texts = scene.texts
    match action:
        case Call(call):
            return texts(f"choice.call_{call}")
        case Show(cards):
            return texts("choice.show", cards=suited(cards, texts)) if cards else texts("choice.show_none")
        case Revolt(yes):
            return texts("choice.revolt_yes" if yes else "choice.revolt_no")
        case Head(keep):
            return texts("choice.head_keep" if keep else "choice.head_none")
        case Merge(ranks):
            return texts("choice.merge", ranks=" ".join(ranks)) if ranks else texts("choice.merge_none")
        case (
            Play(Cards() as cards)
            | Burn(Cards() as cards)
            | Return(Cards() as cards)
            | Object(Cards() as cards)
        ):
            return texts(f"choice.{act_of(action)}", cards=show_cards(cards))
        case Order(order):
            return texts("choice.order", cards=_ordered(scene, order))
        case LayDown(combos):
            return texts(
                "choice.lay_down", cards=" / ".join(show_cards(c) for c in combos if isinstance(c, Cards))
            )
        case Settle(last):
            return text_of(scene.line("choice.settle", who=last))
        case Dissolve(yes):
            return texts("choice.dissolve_yes" if yes else "choice.dissolve_no")
        case Report(of):
            return text_of(scene.line("choice.report", who=of))
        case Referee(act):
            return texts(f"choice.referee_{act}")
        case _:
            return act_text(scene, act_of(action))


def act_text(scene: Scene, act: Act) -> str:
    """Returns what an act is called now: to pass in the last word is to close the trick."""
    closes = act is Act.PASS and scene.view.public.pending.kind is Ask.LAST_WORD
    return scene.texts("keys.close" if closes else f"act.{act}")


def suited(cards: tuple[Card, ...] | Unreadable, texts: Texts) -> str:
    """Returns cards of one suit in words, others as they are typed: ``3h3d``."""
    if isinstance(cards, Unreadable):
        return str(cards)
    suits = {card.suit for card in cards}
    if len(suits) != 1 or "" in suits:
        return format_suited(cards)
    return texts(f"suit.{suits.pop()}", cards=show_cards(tuple(card.rank for card in cards)))


def _ordered(scene: Scene, order: tuple[int, ...]) -> str:
    plan = scene.view.public.standing.plan
    if plan is None:
        return " ".join(map(str, order))
    return " / ".join(show_cards(plan.combos[index]) for index in order if index < len(plan.combos))
