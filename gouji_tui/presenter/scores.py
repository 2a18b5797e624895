"""The end of a round: places, the score with its parts, what is owed, and the hands that were left."""

from __future__ import annotations

from gouji_core.cards import Cards
from gouji_core.public import Phase
from gouji_core.rules.scoring import place_points
from gouji_core.seats import NOBODY, SEATS, federation
from gouji_tui.cells import EMPTY, Ink, Line, Span, fit, line_width, pad, width, wrap
from gouji_tui.presenter.centre import signed
from gouji_tui.presenter.debts import debt_rows
from gouji_tui.presenter.hand import hand_text
from gouji_tui.presenter.lobby import evening_words
from gouji_tui.presenter.scene import Scene

NO_HANDS: tuple[Cards, ...] = (Cards(),) * 6


def score_rows(scene: Scene, hands: tuple[Cards, ...] = NO_HANDS, room: int = 76) -> tuple[Line, ...]:
    """Returns the page: who came where, what it scored, what is owed next, what was left in the hands.

    While the round is being played it tells how far that has come.
    """
    texts, public = scene.texts, scene.view.public
    setup = public.setup
    ends = {Phase.GAME_OVER: "score.game_over", Phase.ROUND_OVER: "score.round_over"}
    title = ends.get(public.phase, "score.under_way")
    places, long = _places(scene, hands, room)
    rows: list[Line] = [
        (Span(texts(title, round=setup.round, rounds=public.rules.rounds), Ink.TITLE),),
        EMPTY,
        *places,
        EMPTY,
        *_scores(scene, room),
    ]
    for part in (debt_rows(scene, room), _hands(scene, hands, long, room), _evening(scene, room)):
        rows += [EMPTY, *part] if part else []
    return tuple(rows)


def _places(scene: Scene, hands: tuple[Cards, ...], room: int) -> tuple[list[Line], list[int]]:
    """Returns a row for each place, with the hand that was left, and whose hand has no room there."""
    texts, public = scene.texts, scene.view.public
    places = public.standing.places
    scored = public.setup.score is not None
    names = max(width(scene.who(seat)) for seat in SEATS) + 2
    sides = max(width(_side_name(scene, side)) for side in (0, 1)) + 2
    rows: list[Line] = []
    long: list[int] = []
    for seat in sorted(SEATS, key=lambda seat: places[seat] or 9):
        place = places[seat]
        points = signed(place_points(public.rules, place)) if place and scored else ""
        row: Line = (
            Span("  " + pad(scene.place(place) if place else texts("place.none"), 6), Ink.BOLD),
            Span(points.rjust(3) + "  "),
            Span(pad(scene.who(seat), names), scene.ink(seat)),
            Span(pad(_side_name(scene, seat), sides), scene.ink(seat)),
        )
        if hands[seat]:
            count = len(hands[seat])
            open_hand = (
                Span(texts("score.left", count=count), Ink.DIM),
                Span(hand_text(hands[seat], rising=scene.rising), Ink.CARDS),
            )
            if line_width((*row, *open_hand)) <= room:
                row = (*row, *open_hand)
            else:
                row = (*row, Span(texts("badge.left", count=count), Ink.DIM))
                long.append(seat)
        rows.append(fit(row, room))
    return rows, long


def _scores(scene: Scene, room: int) -> list[Line]:
    """Returns what each federation scored and how it comes about, and the totals."""
    texts, public = scene.texts, scene.view.public
    setup = public.setup
    ours = federation(scene.me)
    rows: list[Line] = []
    if setup.score is not None:
        code = "score.swept" if public.standing.swept else "score.this_round"
        parts = texts("score.pause").join(_parts(scene, side) for side in (ours, 1 - ours))
        rows += wrap((Span(texts(code, scores=parts)),), room)
    totals = setup.totals
    names = [_side_name(scene, side) for side in (ours, 1 - ours)]
    figures = zip(names, (totals[ours], totals[1 - ours]), strict=True)
    total = texts(
        "score.total", scores=texts("score.pause").join(f"{name} {signed(n)}" for name, n in figures)
    )
    rows.append((Span(total, Ink.BOLD),))
    if public.phase is Phase.GAME_OVER:
        rows.append((Span(_verdict(scene, totals[ours], totals[1 - ours]), Ink.BOLD),))
    return rows


def _parts(scene: Scene, side: int) -> str:
    """Returns the score of a federation as a sum over its places, doubled by a sweep (R12)."""
    texts, public = scene.texts, scene.view.public
    standing, score = public.standing, (public.setup.score or (0, 0))[side]
    places = sorted(standing.places[seat] for seat in SEATS if federation(seat) == side)
    points = [place_points(public.rules, place) for place in places]
    total = sum(points) * (2 if standing.swept else 1)
    parts = " ".join(signed(part) if part else "+0" for part in points)
    if standing.swept:
        parts = f"2 x ({parts})"
    booked = "" if total == score else " " + texts("score.booked", score=signed(score))
    return f"{_side_name(scene, side)} {parts} = {signed(total)}{booked}"


def _hands(scene: Scene, hands: tuple[Cards, ...], seats: list[int], room: int) -> list[Line]:
    """Returns the hands that some seats laid open, with each card written out."""
    if not seats:
        return []
    rows: list[Line] = [(Span(scene.texts("score.hands"), Ink.BOLD),)]
    names = max(width(scene.who(seat)) for seat in seats) + 2
    for seat in seats:
        held = hand_text(hands[seat], rising=scene.rising)
        lines = wrap((Span(held, Ink.CARDS),), max(room - names - 2, 10))
        name = Span("  " + pad(scene.who(seat), names), scene.ink(seat))
        rows += [(name, *lines[0]), *((Span(" " * (names + 2)), *line) for line in lines[1:])]
    return rows


def _evening(scene: Scene, room: int) -> list[Line]:
    """Returns the score of the evening; alone there is none with others to keep count of."""
    if not scene.table.code:
        return []
    words = evening_words(scene.texts, scene.table.evening)
    return [line for said in words for line in wrap((Span(said),), room)]


def _side_name(scene: Scene, seat: int) -> str:
    """Returns the federation of a seat: ours or theirs, to a spectator its seats."""
    if scene.view.seat == NOBODY:
        return scene.texts("side.odd" if federation(seat) else "side.even")
    return scene.texts("side.ours" if federation(seat) == federation(scene.me) else "side.theirs")


def _verdict(scene: Scene, ours: int, theirs: int) -> str:
    if ours == theirs:
        return scene.texts("score.even")
    if scene.view.seat == NOBODY:
        return scene.texts("score.winner", who=_side_name(scene, 0 if ours > theirs else 1))
    return scene.texts("score.won" if ours > theirs else "score.lost")
