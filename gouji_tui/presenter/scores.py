"""The end of a round: places, score, what is owed, and the hands that were left."""

from __future__ import annotations

from gouji_core.cards import Cards
from gouji_core.public import Phase
from gouji_core.seats import SEATS, federation
from gouji_tui.cells import EMPTY, Ink, Line, Span, pad, wrap
from gouji_tui.presenter.centre import signed
from gouji_tui.presenter.lobby import evening_words
from gouji_tui.presenter.scene import Scene, show_cards

NO_HANDS: tuple[Cards, ...] = (Cards(),) * 6


def score_rows(scene: Scene, hands: tuple[Cards, ...] = NO_HANDS, room: int = 76) -> tuple[Line, ...]:
    """Returns the place table: who came where, what each federation scored, what is owed next."""
    texts, public = scene.texts, scene.view.public
    standing, setup = public.standing, public.setup
    title = "score.game_over" if public.phase is Phase.GAME_OVER else "score.round_over"
    rows: list[Line] = [
        (Span(texts(title, round=setup.round, rounds=public.rules.rounds), Ink.TITLE),),
        EMPTY,
    ]
    order = sorted(SEATS, key=lambda seat: standing.places[seat] or 9)
    for seat in order:
        place = scene.place(standing.places[seat]) if standing.places[seat] else texts("place.none")
        left = show_cards(hands[seat], max(room - 44, 8)) if hands[seat] else ""
        rows.append(
            (
                Span("  " + pad(place, 8), Ink.BOLD),
                Span(pad(scene.who(seat), 24), scene.ink(seat)),
                Span(pad(_federation(scene, seat), 8), scene.ink(seat)),
                Span(left, Ink.DIM),
            )
        )
    rows.append(EMPTY)
    ours = federation(scene.me)
    if setup.score is not None:
        code = "score.swept" if standing.swept else "score.this_round"
        rows.append(scene.line(code, ours=signed(setup.score[ours]), theirs=signed(setup.score[1 - ours])))
    totals = setup.totals
    rows.append(scene.line("score.total", ours=signed(totals[ours]), theirs=signed(totals[1 - ours])))
    if public.phase is Phase.GAME_OVER:
        rows.append((Span(texts(_verdict(totals[ours], totals[1 - ours])), Ink.BOLD),))
    for debt in setup.debts:
        kind = texts(f"debt.{debt.kind}")
        rows.append(scene.line("score.debt", kind=kind, who=debt.giver, whom=debt.taker, count=debt.count))
    if scene.table.code:
        # Alone there is no evening with others to keep count of.
        evening = evening_words(texts, scene.table.evening)
        rows += (
            [EMPTY, *(line for words in evening for line in wrap((Span(words),), room))] if evening else []
        )
    return tuple(rows)


def _federation(scene: Scene, seat: int) -> str:
    return scene.texts("side.ours" if federation(seat) == federation(scene.me) else "side.theirs")


def _verdict(ours: int, theirs: int) -> str:
    return "score.won" if ours > theirs else "score.lost" if ours < theirs else "score.even"
