"""What somebody with a good memory knows: the cards played by rank, 记牌器, and the trick as a ladder."""

from __future__ import annotations

from functools import cache

from gouji_core.actions import Act
from gouji_core.dealing import full_deck
from gouji_core.options import Deck
from gouji_tui.cells import EMPTY, Ink, Line, Span, fit, pad
from gouji_tui.presenter.hand import ORDER, ranks_of
from gouji_tui.presenter.scene import Scene, rank_name, show_cards

LABEL, COLUMN = 13, 3


@cache
def _dealt(deck: Deck) -> tuple[int, ...]:
    """Returns how many cards of each rank a deck has."""
    ranks = [card.rank for card in full_deck(deck)]
    return tuple(ranks.count(rank) for rank in range(len(ORDER)))


def memory_rows(scene: Scene, room: int) -> tuple[Line, ...]:
    """Returns by rank what has been played in this round and what others still hold."""
    public, hand = scene.view.public, scene.view.hand
    order = ranks_of(rising=scene.rising)
    played = [public.played.count(rank) for rank in order]
    dealt = _dealt(public.rules.deck)
    out = [max(0, dealt[rank] - public.played.count(rank) - hand.count(rank)) for rank in order]
    rows = (
        _row("", [rank_name(rank) for rank in order], Ink.BOLD),
        _row(scene.texts("memory.played"), [str(count or "-") for count in played], Ink.DIM),
        _row(scene.texts("memory.out"), [str(count or "-") for count in out], Ink.PLAIN),
    )
    return tuple(fit(row, room) for row in rows)


def _row(label: str, cells: list[str], ink: Ink) -> Line:
    return (Span(pad(label, LABEL)), Span("".join(cell.rjust(COLUMN) for cell in cells), ink))


def ladder_rows(scene: Scene, room: int) -> tuple[Line, ...]:
    """Returns the trick step by step: each play on a row with who let it stand, and who may still answer."""
    trick = scene.view.public.trick
    if trick is None or not trick.marks:
        return ((Span(scene.texts("centre.empty"), Ink.DIM),),)
    rows: list[Line] = []
    for mark in trick.marks:
        if mark.combo is not None:
            verb = scene.texts("did.burn" if mark.act is Act.BURN else "did.play")
            who = Span(scene.who(mark.seat), scene.ink(mark.seat))
            rows.append((who, Span(f" {verb} "), Span(show_cards(mark.combo), Ink.CARDS)))
        else:
            said = f"  {scene.who(mark.seat)} {scene.texts(f'did.{mark.act}')}"
            rows[-1:] = [(*(rows[-1] if rows else EMPTY), Span(said, Ink.DIM))]
    asked = [scene.who(seat) for seat in trick.queue]
    if asked:
        rows.append((Span(scene.texts("memory.asked", who=", ".join(asked))),))
    return tuple(fit(row, room) for row in rows)
