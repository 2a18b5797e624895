"""The tribute that a round leaves for the next: who gives whom how many cards, and for what (R11)."""

from __future__ import annotations

from gouji_core.actions import CallKind
from gouji_core.public import Debt, DebtKind, Phase
from gouji_core.rules.scoring import counts_as_opened
from gouji_core.seats import NOBODY
from gouji_tui.cells import Ink, Line, Span, line_width, pad, width, wrap
from gouji_tui.presenter.scene import Scene

_CLAUSES = {
    DebtKind.CHOKE: "R10.3",
    DebtKind.BURN: "R7.5",
    DebtKind.POINT: "R11.3",
    DebtKind.FALL: "R11.5",
    DebtKind.SWEEP: "R11.7",
}
_INDENT = 7


def debt_rows(scene: Scene, room: int) -> list[Line]:
    """Returns the tribute to come in words, or why there is none; nothing where none can come."""
    texts, public = scene.texts, scene.view.public
    debts = public.setup.debts
    if public.phase is not Phase.ROUND_OVER or not public.rules.tribute:
        return []
    if not debts:
        return [(Span(texts("score.no_tribute_sweep" if public.standing.swept else "score.no_tribute")),)]
    rows: list[Line] = [(Span(texts("score.tribute"), Ink.BOLD), *_own(scene, debts))]
    givers = max(width(scene.who(debt.giver)) for debt in debts)
    takers = max(width(scene.who(debt.taker)) for debt in debts)
    kinds = dict.fromkeys(debt.kind for debt in debts)
    for kind in kinds:
        heading = texts("score.kind", kind=texts(f"debt.{kind}"), clause=_CLAUSES[kind])
        more = texts("score.returned") if kind is DebtKind.FALL else ""
        rows.append((Span(f"  {heading}{more}"),))
        for debt in debts:
            if debt.kind is kind:
                rows += _row(scene, debt, givers, takers, room)
    return rows


def _row(scene: Scene, debt: Debt, givers: int, takers: int, room: int) -> list[Line]:
    """Returns one tribute, what it is for behind it or where there is no room below."""
    line = (
        Span(f"{debt.count:>5}  ", Ink.BOLD),
        Span(pad(scene.who(debt.giver), givers), scene.ink(debt.giver)),
        Span(scene.texts("score.to")),
        Span(pad(scene.who(debt.taker), takers), scene.ink(debt.taker)),
    )
    why = Span(reason(scene, debt), Ink.DIM)
    whole = (*line, Span("  "), why)
    if line_width(whole) <= room:
        return [whole]
    return [line, *((Span(" " * _INDENT), *part) for part in wrap((why,), max(room - _INDENT, 10)))]


def _own(scene: Scene, debts: tuple[Debt, ...]) -> Line:
    """Returns in short what one gives and gets oneself."""
    me = scene.view.seat
    if me == NOBODY:
        return ()
    give = sum(debt.count for debt in debts if debt.giver == me)
    get = sum(debt.count for debt in debts if debt.taker == me)
    return (Span(" " + scene.texts("score.own_tribute", give=give, get=get)),)


def reason(scene: Scene, debt: Debt) -> str:
    """Returns for what a tribute is owed."""
    match debt.kind:
        case DebtKind.POINT:
            return scene.texts("score.pause").join(_point(scene, debt))
        case DebtKind.FALL:
            places = scene.view.public.standing.places
            return scene.texts(
                "score.fall", one=scene.place(places[debt.giver]), other=scene.place(places[debt.taker])
            )
        case DebtKind.CHOKE | DebtKind.BURN | DebtKind.SWEEP:
            return scene.texts(f"score.by_{debt.kind}")


def _point(scene: Scene, debt: Debt) -> list[str]:
    """Returns what makes a point tribute, in the order of R11.3."""
    texts, public = scene.texts, scene.view.public
    rules, standing = public.rules, public.standing
    closed = not counts_as_opened(rules, standing, debt.giver)
    call, own_call = standing.calls[debt.taker], standing.calls[debt.giver]
    out: list[str] = []
    if closed:
        out.append(texts("score.closed"))
        if call is not CallKind.NO:
            out.append(texts("score.taker_called", call=scene.call(call)))
    if counts_as_opened(rules, standing, debt.taker):
        out.append(texts("score.taker_opened"))
        if own_call is not CallKind.NO:
            out.append(texts("score.giver_called", call=scene.call(own_call)))
    return out
