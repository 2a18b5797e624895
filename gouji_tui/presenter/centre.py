"""The middle of the table: the top combo, what it is, and the heading with score and round."""

from __future__ import annotations

from gouji_core.beating import is_dead, is_gouji
from gouji_core.public import Ask, Offer, Phase, TopKind
from gouji_core.seats import NOBODY, federation
from gouji_tui.cells import EMPTY, Ink, Line, Span, cut, fit, join, line_width, width
from gouji_tui.presenter.scene import Scene, show_cards
from gouji_tui.table import LinkState

CLOCK_CELLS = 6


def centre_rows(scene: Scene, room: int) -> tuple[Line, ...]:
    """Returns the three rows in the middle of the table."""
    return tuple(_middle(line, room) for line in _lines(scene, room))


def _lines(scene: Scene, room: int) -> tuple[Line, Line, Line]:
    public = scene.view.public
    trick = public.trick
    if public.phase is Phase.TRIBUTE and public.setup.offer is not None:
        return (*_tribute(scene, public.setup.offer, room), turn_line(scene))
    if trick is None or public.phase is not Phase.TRICKS:
        return (EMPTY, (Span(scene.texts(f"phase.{public.phase}"), Ink.BOLD),), turn_line(scene))
    if trick.top is None:
        word = "centre.melee" if trick.melee else "centre.empty"
        return ((Span(scene.texts(word), Ink.DIM),), EMPTY, turn_line(scene))
    top = (Span(show_cards(trick.top, room), Ink.CARDS),)
    kind = _kind(scene)
    who = cut(scene.who(trick.owner), max(room - line_width(kind), 0))
    return (top, (Span(who, scene.ink(trick.owner)), *kind), turn_line(scene))


def _tribute(scene: Scene, offer: Offer, room: int) -> tuple[Line, Line]:
    """Returns who gives and what, or who returns how much of it (R11.5)."""
    debt, back = offer.debt, offer.returning
    seat = debt.taker if back else debt.giver
    said = scene.texts("centre.returns" if back else "centre.gives", count=back)
    cards = offer.returned or offer.cards
    who = Span(cut(scene.who(seat), room - width(said) - 1), scene.ink(seat))
    return (who, Span(f" {said}")), (Span(show_cards(cards, room), Ink.CARDS),)


def _kind(scene: Scene) -> Line:
    public = scene.view.public
    trick = public.trick
    if trick is None or trick.top is None:
        return EMPTY
    words: list[str] = []
    if is_dead(public.rules, trick.top):
        words.append("centre.dead")
    elif trick.kind is TopKind.FREE:
        words.append("centre.free")
    elif trick.melee:
        words.append("centre.melee")
    elif is_gouji(public.rules, trick.top):
        words.append("centre.gouji")
    if trick.bottom:
        words.append("centre.bottom")
    return tuple(Span(" " + scene.texts(word), Ink.WARN) for word in words)


def turn_line(scene: Scene) -> Line:
    """Returns whom the table waits for, as far as this viewer may know."""
    pending = scene.view.public.pending
    if scene.moves.waited:
        return (Span(scene.texts("turn.you"), Ink.TURN),)
    if pending.secret:
        return (Span(scene.texts(f"turn.{pending.kind}"), Ink.DIM),)
    if len(pending.seats) == 1:
        return scene.line("turn.one", who=pending.seats[0])
    if pending.seats:
        return (Span(scene.texts("turn.many", count=len(pending.seats))),)
    if pending.kind is Ask.NOTHING:
        return EMPTY
    return (Span(scene.texts("turn.table"), Ink.DIM),)


def _middle(line: Line, room: int) -> Line:
    left = max((room - line_width(line)) // 2, 0)
    return fit((Span(" " * left), *line), room)


def heading(scene: Scene, room: int) -> Line:
    """Returns the first row: the game, the round, the score and how the line to the server is.

    What has no room for all of it is left out whole: first the name of the game, then that of the rules.
    """
    public, texts = scene.view.public, scene.texts
    parts = {"name": Span(texts("app.name"), Ink.TITLE)}
    if public.setup.round:
        number = texts("head.round", round=public.setup.round, rounds=public.rules.rounds)
        parts["round"] = Span(number, Ink.TITLE)
        parts["score"] = Span(_score(scene), Ink.TITLE)
    if scene.table.link is not LinkState.UP:
        parts["link"] = Span(" " + texts(f"link.{scene.table.link}") + " ", Ink.WARN)
    parts["rules"] = Span(texts(f"preset.{public.rules.preset}"), Ink.TITLE)
    if scene.table.code:
        parts["table"] = Span(texts("head.table", code=scene.table.code), Ink.TITLE)
    for spared in ("name", "rules", "table"):
        if sum(width(part.text) + 2 for part in parts.values()) - 1 > room:
            parts.pop(spared, None)
    out = [Span(" ", Ink.TITLE)]
    for part in parts.values():
        out += [part, Span("  ", Ink.TITLE)]
    filled = fit(tuple(out), room)
    return join(tuple(Span(s.text, Ink.TITLE if s.ink is Ink.PLAIN else s.ink) for s in filled))


def _score(scene: Scene) -> str:
    """Returns the score so far: ours and theirs, for who only watches by the seats."""
    texts, totals, ours = scene.texts, scene.view.public.setup.totals, federation(scene.me)
    if scene.view.seat == NOBODY:
        return texts("head.score_even", even=signed(totals[0]), odd=signed(totals[1]))
    return texts("head.score", ours=signed(totals[ours]), theirs=signed(totals[1 - ours]))


def signed(score: int) -> str:
    """Returns a score with its sign, as in +3."""
    return f"+{score}" if score > 0 else str(score)


def clock_text(left: float | None, reserve: float | None = None) -> str:
    """Returns the time left as 0:07, the seat's reserve as +1:30 once that runs, blanks without a clock."""
    if left is None:
        return " " * CLOCK_CELLS
    sign = " "
    if left < 0 and reserve is not None and reserve > 0:
        sign, left = "+", reserve + left
    seconds = max(0, int(left + 0.999))
    return f"{sign}{min(seconds // 60, 99)}:{seconds % 60:02}".rjust(CLOCK_CELLS)
