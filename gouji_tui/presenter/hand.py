"""The own hand by rank: a column for each rank with how many are held and how many are chosen.

All fifteen columns always stand in the same place, so that a key changes a few cells only and the
eye finds a rank where it was.
"""

from __future__ import annotations

from functools import lru_cache

from gouji_core.cards import BIG, NO_CARDS, Cards
from gouji_core.public import Phase
from gouji_tui.cells import EMPTY, Ink, Line, Span, cut, fit, join
from gouji_tui.desk import Desk
from gouji_tui.moves import card_action, why_not
from gouji_tui.presenter.refusals import short_refusal
from gouji_tui.presenter.scene import Scene, rank_name, show_cards

PARTS = 5
"""Into how many pieces the hand is split, so that a change repaints one piece only."""

UNDEALT = frozenset({Phase.NEW, Phase.CALL_BEFORE, Phase.DEAL})
"""The steps of a round in which nobody has cards yet."""

GOT = "*"
"""Marks the cards that came from others lately."""

ORDER = tuple(range(BIG, -1, -1))
"""The ranks as they lie in the hand, high to low unless somebody wants them rising."""


def column_width(room: int) -> int:
    """Returns how many cells a rank has when the hand may fill ``room`` cells."""
    return max(4, min(7, room // len(ORDER)))


def hand_part(scene: Scene, desk: Desk, part: int, column: int) -> tuple[Line, ...]:
    """Returns the three rows of one piece of the hand."""
    each = len(ORDER) // PARTS
    ranks = ranks_of(rising=scene.rising)[part * each : (part + 1) * each]
    if scene.mates:
        return _mates(scene, ranks, column)
    hand = desk.free(scene.view.hand)
    cells = tuple((hand.count(rank), desk.chosen.count(rank), scene.got.count(rank)) for rank in ranks)
    return _columns(ranks, cells, desk.cursor if desk.cursor in ranks else -1, column)


@lru_cache(maxsize=1024)
def _columns(
    ranks: tuple[int, ...], cells: tuple[tuple[int, int, int], ...], cursor: int, column: int
) -> tuple[Line, ...]:
    """Returns the rows of some ranks: for each how many are held, chosen and new.

    They are remembered, since a key changes one piece of the hand and all are asked for.
    """
    names: list[Span] = []
    counts: list[Span] = []
    chosen: list[Span] = []
    for rank, (held, taken, got) in zip(ranks, cells, strict=True):
        name = rank_name(rank)
        at_cursor = cursor == rank
        label = f"[{name}]" if at_cursor else f" {name} "
        ink = Ink.CURSOR if at_cursor else Ink.BOLD if held else Ink.DIM
        names += [Span(label, ink), Span(" " * (column - len(label)))]
        counts.append(
            Span(f" {held}".ljust(column) if held else " -".ljust(column), Ink.PLAIN if held else Ink.DIM)
        )
        mark = f"+{taken}" if taken else ""
        new = (GOT if taken else f"{GOT}{got}") if got else ""
        chosen += [
            Span(mark, Ink.CHOSEN),
            Span(new, Ink.BOLD),
            Span(" " * (column - len(mark) - len(new))),
        ]
    return (join(tuple(names)), join(tuple(counts)), join(tuple(chosen)))


def _mates(scene: Scene, ranks: tuple[int, ...], column: int) -> tuple[Line, ...]:
    """Returns the ranks, and below them how many of each the partners hold whom one may look at."""
    names = tuple(Span(f" {rank_name(rank)}".ljust(column), Ink.BOLD) for rank in ranks)
    rows = [join(names)]
    for _, hand in scene.mates:
        counts = [hand.count(rank) for rank in ranks]
        cells = (Span(f" {count or '-'}".ljust(column), Ink.PLAIN if count else Ink.DIM) for count in counts)
        rows.append(join(tuple(cells)))
    return (*rows, EMPTY)[:3]


def ranks_of(*, rising: bool) -> tuple[int, ...]:
    """Returns all ranks in the order in which a hand lies."""
    return ORDER[::-1] if rising else ORDER


def hand_text(hand: Cards, *, rising: bool = False, room: int = 200) -> str:
    """Returns a hand in one line, a group for each rank in the order in which it lies.

    Where the room is short, many of a rank are counted. What is played is no hand: a combo reads high to low.
    """
    groups = [hand.only(rank) for rank in ranks_of(rising=rising) if hand.count(rank)]
    full = " ".join(map(show_cards, groups))
    if len(full) <= room:
        return full
    counted = (
        min(show_cards(group), f"{rank_name(group.ranks()[0])}*{len(group)}", key=len) for group in groups
    )
    return cut(" ".join(counted), room)


def chosen_line(scene: Scene, desk: Desk, room: int) -> Line:
    """Returns the cards chosen and whether they may be played, blank when none are."""
    if desk.laid:
        laid = " / ".join(map(show_cards, (*desk.laid, *([desk.chosen] if desk.chosen else ()))))
        return fit((Span(scene.texts("hand.laid") + " "), Span(cut(laid, room - 8), Ink.CARDS)), room)
    if scene.mates:
        # All are partners, so their names say enough, and both have room.
        who = scene.texts("hand.mates_and").join(cut(scene.name(seat), 12) for seat, _ in scene.mates)
        return fit((Span(cut(scene.texts("hand.mates", who=who), room)),), room)
    if scene.view.public.phase in UNDEALT:
        return fit((Span(scene.texts("hand.undealt"), Ink.DIM),), room)
    if desk.chosen == NO_CARDS and scene.got:
        got = hand_text(scene.got, rising=scene.rising, room=max(room - 12, 4))
        return fit((Span(scene.texts("hand.got", mark=GOT) + " "), Span(got, Ink.CARDS)), room)
    if desk.chosen == NO_CARDS:
        return fit((Span(scene.texts("hand.none"), Ink.DIM),), room)
    cards = show_cards(desk.chosen, room - 14)
    line = (Span(scene.texts("hand.chosen") + " "), Span(cards, Ink.CARDS))
    if not scene.moves.waited:
        return fit(line, room)
    no = why_not(scene.view, card_action(scene.moves, desk.chosen))
    verdict = Span(" " + scene.texts("hand.fits"), Ink.KEY) if no is None else Span(" " + no.clause, Ink.WARN)
    return fit((*line, verdict), room)


def objection(scene: Scene, desk: Desk) -> str:
    """Returns why the cards chosen may not be played, empty when they may or none are chosen."""
    if desk.chosen == NO_CARDS or desk.laid or not scene.moves.waited:
        return ""
    no = why_not(scene.view, card_action(scene.moves, desk.chosen))
    return "" if no is None else short_refusal(scene, no)
