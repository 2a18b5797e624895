"""The six seats as they sit: who it is, how they stand, what they did last in this trick."""

from __future__ import annotations

from math import ceil

from gouji_core.actions import Act, CallKind
from gouji_core.public import Mark, Phase, TopKind
from gouji_core.seats import NOBODY
from gouji_tui.cells import EMPTY, Ink, Line, Span, cut, fit, line_width, width
from gouji_tui.presenter.scene import Relation, Scene, show_cards
from gouji_tui.table import Presence

COUNTDOWN_STEP = 5
"""By how many seconds the countdown of somebody lost goes down."""
_MARKED = frozenset({Presence.LOST, Presence.AUTO, Presence.BOT, Presence.LEFT})


def seat_rows(scene: Scene, seat: int, room: int) -> tuple[Line, ...]:
    """Returns the three rows of a seat."""
    return (
        fit(seat_title(scene, seat), room),
        fit((Span(" "), *badges(scene, seat, room - 1)), room),
        fit((Span(" "), *last_act(scene, seat, room - 1)), room),
    )


def seat_title(scene: Scene, seat: int) -> Line:
    """Returns who sits there, with a mark when the table waits for them."""
    turn = is_waited(scene, seat)
    relation = scene.texts(f"relation.{scene.relation(seat)}")
    name = cut(scene.name(seat), 12)
    text = name if scene.view.seat == NOBODY else f"{relation} {name}"
    if scene.relation(seat) is Relation.SELF and scene.view.seat != NOBODY:
        text = f"{relation} ({name})"
    ink = Ink.TURN if turn else scene.ink(seat)
    return (Span(">" if turn else " ", Ink.BOLD), Span(text, ink))


def is_waited(scene: Scene, seat: int) -> bool:
    """Tells whether the table waits for a seat, as far as this viewer may know."""
    if seat == scene.view.seat:
        return scene.moves.waited
    return seat in scene.view.public.pending.seats


def own_row(scene: Scene, room: int) -> Line:
    """Returns the row above one's own hand: how one stands, and what one did last.

    Where not all of it has room, one's name gives way, then what one did.
    """
    me = scene.me
    title, stands, did = seat_title(scene, me), badges(scene, me), last_act(scene, me, room)
    bare = title if scene.watching else (title[0], Span(scene.who(me), title[1].ink))
    rows = (_apart(title, stands, did), _apart(bare, stands, did), _apart(bare, stands))
    return fit(next((row for row in rows if line_width(row) <= room), rows[-1]), room)


def _apart(*parts: Line) -> Line:
    """Returns what is there of several things, a blank between them."""
    out: list[Span] = []
    for part in filter(None, parts):
        out += [Span(" "), *part] if out else part
    return tuple(out)


def badges(scene: Scene, seat: int, room: int = 99) -> Line:
    """Returns how a seat stands, in short words: places, opening, heads, burning, absence.

    Where not all of it has room, that a bot sits there gives way.
    """
    words = badge_words(scene, seat)
    if sum(width(word) + 1 for word, _ in words) > room + 1:
        bot = scene.texts(f"presence.{Presence.BOT}")
        words = tuple(badge for badge in words if badge[0] != bot)
    out: list[Span] = []
    for word, ink in words:
        if out:
            out.append(Span(" "))
        out.append(Span(word, ink))
    return tuple(out) or EMPTY


def badge_words(scene: Scene, seat: int) -> tuple[tuple[str, Ink], ...]:
    """Returns the badges of a seat, the most telling first."""
    texts = scene.texts
    public = scene.view.public
    standing, trick = public.standing, public.trick
    out: list[tuple[str, Ink]] = []
    if standing.places[seat]:
        out.append((scene.place(standing.places[seat]), Ink.BOLD))
    if standing.revolted == seat:
        out.append((texts("badge.revolted"), Ink.BOLD))
    presence = scene.table.people[seat].presence
    if presence in _MARKED and not (presence is Presence.BOT and seat == scene.view.seat):
        ink = Ink.WARN if presence is Presence.LOST else Ink.DIM
        out.append((_presence(scene, seat), ink))
    if standing.burner is not None and standing.burner.seat == seat:
        out.append((texts("badge.burning"), Ink.WARN))
    if trick is not None and trick.kind is TopKind.FREE and trick.owner == seat:
        out.append((texts("badge.free"), Ink.WARN))
    if standing.free_left and standing.revolted != NOBODY and (standing.revolted + 3) % 6 == seat:
        out.append((texts("badge.free_left", count=standing.free_left), Ink.PLAIN))
    if standing.headless >> seat & 1 and public.phase is Phase.TRICKS:
        out.append((texts("badge.headless"), Ink.PLAIN))
    if standing.opened >> seat & 1:
        out.append((texts("badge.opened"), Ink.PLAIN))
    if standing.calls[seat] is not CallKind.NO:
        out.append((scene.call(standing.calls[seat]), Ink.PLAIN))
    if public.setup.votes >> seat & 1:
        out.append((texts("badge.dissolve"), Ink.WARN))
    count = shown_count(scene, seat)
    if count is not None:
        out.append((texts("badge.left", count=count), Ink.PLAIN))
    return tuple(out)


def _presence(scene: Scene, seat: int) -> str:
    """Returns the badge of somebody who is away, for a while with the time left until a bot plays."""
    person = scene.table.people[seat]
    if person.presence is Presence.AUTO and seat == scene.view.seat:
        return scene.texts("badge.auto_own", key=scene.texts.key("auto"))
    if person.presence is Presence.LOST and person.until is not None and scene.now is not None:
        # In steps: each change costs bytes.
        left = max(0, ceil((person.until - scene.now) / COUNTDOWN_STEP) * COUNTDOWN_STEP)
        return scene.texts("badge.lost_until", seconds=left)
    return scene.texts(f"presence.{person.presence}")


def shown_count(scene: Scene, seat: int) -> int | None:
    """Returns how many cards a seat holds where that may be shown: one's own, or reported (R13.1)."""
    public = scene.view.public
    if seat == scene.view.seat:
        return len(scene.view.hand) or None
    if public.rules.hold_threes or not public.standing.in_play >> seat & 1:
        return None
    reported = public.standing.reported[seat]
    # Since the report every card played was seen, so the number may follow the play.
    return public.counts[seat] if reported >= 0 else None


def last_mark(scene: Scene, seat: int) -> Mark | None:
    """Returns what a seat did last in this trick."""
    trick = scene.view.public.trick
    if trick is None:
        return None
    return next((mark for mark in reversed(trick.marks) if mark.seat == seat), None)


def last_act(scene: Scene, seat: int, room: int) -> Line:
    """Returns what a seat did last in this trick, in words."""
    mark = last_mark(scene, seat)
    if mark is None:
        return EMPTY
    if mark.combo is None:
        return (Span(scene.texts(f"did.{mark.act}"), Ink.DIM),)
    trick = scene.view.public.trick
    on_top = trick is not None and trick.owner == seat and trick.top == mark.combo
    cards = show_cards(mark.combo, room - 8)
    verb = scene.texts("did.burn") if mark.act is Act.BURN else scene.texts("did.play")
    return (Span(verb + " ", Ink.DIM), Span(cards, Ink.CARDS if on_top else Ink.PLAIN))
