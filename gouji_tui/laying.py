"""Laying the hand down combo by combo, and ordering a partner's, 挑牌 (R13.2)."""

from __future__ import annotations

from dataclasses import replace

from gouji_core.actions import LayDown, Order
from gouji_core.cards import NO_CARDS
from gouji_core.combos import Combo, combo_of
from gouji_core.errors import refuse
from gouji_core.views import SeatView
from gouji_tui.desk import CHOICES_SHOWN, Desk, Note, first_choice
from gouji_tui.keys import Press
from gouji_tui.moves import Moves


def lay(desk: Desk, view: SeatView, moves: Moves) -> Desk:
    """Lays down the cards chosen as one combo more; with none chosen, proposes a way for the whole hand."""
    if moves.plan is None:
        return replace(desk, note=Note("note.no_plan"), laid=())
    if not desk.chosen and not desk.laid:
        return replace(desk, past=(), hinted=moves.plan, note=Note("note.plan"))
    if not desk.chosen:
        return replace(desk, note=_more(desk, view))
    if combo_of(desk.chosen) is None:
        return replace(
            desk, note=Note("note.refused", refusal=refuse("R13.2", "lay_down_no_combo", cards=desk.chosen))
        )
    laid = replace(desk, laid=(*desk.laid, desk.chosen), chosen=NO_CARDS, past=(), answer=-1, hinted=None)
    if laid.free(view.hand):
        return replace(laid, note=_more(laid, view))
    return replace(laid, hinted=LayDown(laid.laid), note=Note("note.plan"))


def _more(desk: Desk, view: SeatView) -> Note:
    return Note("note.lay_more", (("count", str(len(desk.free(view.hand)))),))


def ordering(desk: Desk, key: Press, parts: tuple[Combo, ...]) -> tuple[Desk, Order | None]:
    """Returns what a key does while a partner's combos are ordered, and the order once it is whole."""
    rest = unordered(desk, parts)
    last = max(0, len(rest) - 1)
    plain = replace(desk, note=None, hinted=None)
    match key.name:
        case "next_answer" | "fewer" | "right":
            return replace(plain, option=min(desk.option + 1, last)), None
        case "previous_answer" | "more" | "left":
            return replace(plain, option=max(desk.option - 1, 0)), None
        case "enter" if isinstance(desk.hinted, Order):
            return desk, desk.hinted
        case "enter":
            index = min(desk.option, last)
        case "undo":
            return replace(plain, ordered=desk.ordered[:-1], option=0), None
        case "back":
            return replace(plain, ordered=(), option=0), None
        case _:
            index = first_choice(desk.option, len(rest)) + key.digit - 1
            if not 0 < key.digit <= CHOICES_SHOWN or index > last:
                return replace(desk, note=Note("note.choose")), None
    ordered = (*desk.ordered, rest[index])
    if len(rest) == 2:
        ordered = (*ordered, rest[1 - index])
    desk = replace(plain, ordered=ordered, option=0)
    return desk, Order(ordered) if len(ordered) == len(parts) else None


def unordered(desk: Desk, parts: tuple[Combo, ...]) -> tuple[int, ...]:
    """Returns the numbers of the combos that have no place in the order yet."""
    return tuple(number for number in range(len(parts)) if number not in desk.ordered)
