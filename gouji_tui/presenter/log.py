"""The log: what happened in the players' words, with the clause of the rules behind it.

The plays of one trick flow into one paragraph, for a trick is read as a whole and a new play then
changes one row only; every other event has a row of its own. A new event of the core is added to
``_WORDS`` or ``_QUIET`` and to the catalogues.
"""

from __future__ import annotations

from dataclasses import dataclass

from gouji_core import events as e
from gouji_core.actions import CallKind
from gouji_core.beating import is_dead, is_gouji
from gouji_core.events import Event
from gouji_core.seats import federation
from gouji_tui.cells import Ink, Line, Span, join, line_width, wrap
from gouji_tui.presenter.acts import suited
from gouji_tui.presenter.centre import signed
from gouji_tui.presenter.scene import Scene, rank_name, show_cards
from gouji_tui.talk import Became, Drew, Remark, Said, remark_line


@dataclass(frozen=True, slots=True)
class Entry:
    """Is one event in words; ``flows`` tells that it continues the paragraph of its trick.

    ``short`` is how that paragraph says it beside the table, which tells by itself what a combo is.
    """

    line: Line
    clause: str = ""
    flows: bool = False
    short: Line = ()


_FLOW: dict[type, tuple[str, str]] = {
    e.Played: ("log.played", "R5.2"),
    e.Passed: ("log.passed", "R5.2"),
    e.Yielded: ("log.yielded", "R5.4"),
    e.Claimed: ("log.claimed", "R8.2"),
    e.Burned: ("log.burned", "R7.2"),
    e.TrickClosed: ("log.closed", "R5.1"),
}
"""The events of a trick that flow into its paragraph."""

_WORDS: dict[type, tuple[str, str]] = {
    e.RoundBegun: ("log.round_begun", "R15"),
    e.Called: ("log.called", "R11.4"),
    e.Dealt: ("log.dealt", "R6.5"),
    e.Shown: ("log.shown", "R6.1"),
    e.LeaderChosen: ("log.leader", "R6"),
    e.Bought: ("log.bought", "R10.2"),
    e.TributeOffered: ("log.tribute_offered", "R11.1"),
    e.TributeSkipped: ("log.tribute_skipped", "R11.1"),
    e.TributeTaken: ("log.tribute_taken", "R11.1"),
    e.TributeRefused: ("log.tribute_refused", "R11.6"),
    e.ReturnProposed: ("log.return_proposed", "R11.6"),
    e.ReturnObjected: ("log.return_objected", "R11.6"),
    e.Returned: ("log.returned", "R11.5"),
    e.Revolted: ("log.revolted", "R9.1"),
    e.RoundVoid: ("log.void", "R9.2"),
    e.HeadChosen: ("log.head_kept", "R9.4"),
    e.Merged: ("log.merged", "R13.3"),
    e.BurnUndone: ("log.burn_undone", "R7.4"),
    e.BurnDone: ("log.burn_done", "R7.5"),
    e.BurnFailed: ("log.burn_failed", "R7.7"),
    e.DutyLapsed: ("log.duty_lapsed", "R7.6"),
    e.ChokeShown: ("log.choked", "R10.3"),
    e.ChokedOut: ("log.choked_out", "R10.3"),
    e.WentOut: ("log.went_out", "R8.1"),
    e.Headless: ("log.headless", "R8.4"),
    e.FreeGouji: ("log.free_gouji", "R8.3"),
    e.Opened: ("log.opened", "R11.2"),
    e.OpeningForfeited: ("log.forfeited", "R10.4"),
    e.Wind: ("log.wind", "R8.2"),
    e.MeleeBegun: ("log.melee", "R5.7"),
    e.LaidDown: ("log.laid_down", "R13.2"),
    e.Ordered: ("log.ordered", "R13.2"),
    e.PlanEnded: ("log.plan_ended", "R13.2"),
    e.Reported: ("log.reported", "R13.1"),
    e.RoundScored: ("log.scored", "R12.1"),
    e.Settled: ("log.settled", "R8.5"),
    e.RoundOver: ("log.round_over", "R12.3"),
    e.Refereed: ("log.referee_warn", "R13.4"),
    e.MadeLast: ("log.made_last", "R13.4"),
    e.DissolveVoted: ("log.vote_yes", "R12.3"),
    e.Dissolved: ("log.dissolved", "R12.3"),
}
"""The events with a row of their own: the message and the clause."""

_QUIET = frozenset(
    {
        e.Waiting,
        e.Declared,
        e.DutyBegun,
        e.StepClosed,
        e.TributeDone,
        e.TrickBegun,
        e.WindowOpened,
        e.Asked,
        e.Choked,
        e.FreeStood,
    }
)
"""The events that the rest of the screen shows, or nobody is told of."""

_FIELDS = {
    "seat": "who",
    "buyer": "who",
    "leader": "who",
    "drawer": "who",
    "seller": "whom",
    "burnt": "whom",
    "choked": "whom",
    "asker": "by",
    "by": "by",
    "closer": "by",
    "winner": "who",
    "combo": "cards",
    "cards": "cards",
    "count": "count",
    "round": "round",
}


def entry_of(scene: Scene, event: Event | Remark) -> Entry | None:
    """Returns an event in words, None for one that needs none."""
    if isinstance(event, Said | Became | Drew):
        return Entry(remark_line(event, scene.texts))
    kind = type(event)
    flow = _FLOW.get(kind)
    if flow is not None:
        data = _data(scene, event)
        line = _quiet(scene.line(flow[0], **data))
        if isinstance(event, e.Played | e.Burned) and is_dead(scene.view.public.rules, event.combo):
            # It closes the trick at once, so nothing else has the time to tell.
            code = "log.burned_dead" if isinstance(event, e.Burned) else "log.played_dead"
            return Entry(_quiet(scene.line(code, **data)), "R3.4", flows=True)
        if isinstance(event, e.Played) and is_gouji(scene.view.public.rules, event.combo):
            return Entry(_quiet(scene.line("log.played_gouji", **data)), "R4.1", flows=True, short=line)
        if isinstance(event, e.TrickClosed):
            # Beside the table the next lead tells who has won.
            return Entry(line, flow[1], flows=True, short=scene.line("log.over"))
        return Entry(line, flow[1], flows=True)
    words = _WORDS.get(kind)
    if words is None:
        return None
    code, clause = _variant(event, *words)
    if scene.watching and isinstance(event, e.RoundScored | e.RoundOver):
        # Who watches has no federation of their own.
        code = code.replace("log.", "openlog.", 1)
    if not code:
        return None
    ink = Ink.BOLD if kind in {e.WentOut, e.RoundBegun, e.RoundScored, e.BurnDone} else None
    line = _quiet(scene.line(code, **_data(scene, event)))
    if ink is not None:
        line = join(tuple(Span(span.text, ink) for span in line))
    return Entry(line, clause)


def _quiet(line: Line) -> Line:
    """Returns a line in few inks: each change of ink costs bytes whenever the log scrolls."""
    return join(tuple(Span(span.text, Ink.BOLD if span.ink is Ink.CARDS else Ink.PLAIN) for span in line))


def _variant(event: Event, code: str, clause: str) -> tuple[str, str]:
    """Returns the message where one event has several; an empty one for an event that says nothing."""
    match event:
        case e.Called(call=CallKind.NO) | e.Shown(cards=()):
            return "", clause
        case e.Bought(payment=payment) if payment < 0:
            return "log.given", "R10.4"
        case e.HeadChosen(keep=False):
            return "log.head_gone", clause
        case e.Merged(ranks=""):
            return "log.merged_none", clause
        case e.FreeGouji(left=left) if left >= 0:
            return "log.free_gouji_left", "R9.4"
        case e.Reported(count=count) if count < 0:
            return "log.reported_many", clause
        case e.RoundScored(swept=True):
            return "log.swept", "R12.2"
        case e.RoundOver(final=True):
            return "log.game_over", clause
        case e.Refereed(act=act):
            return f"log.referee_{act}", clause
        case e.DissolveVoted(yes=False):
            return "log.vote_no", clause
        case _:
            return code, clause


def _data(scene: Scene, event: Event) -> dict[str, object]:
    out: dict[str, object] = {}
    for name, field in _FIELDS.items():
        if hasattr(event, name):
            out[field] = getattr(event, name)
    match event:
        case (
            e.TributeOffered(debt=debt)
            | e.TributeSkipped(debt=debt)
            | e.TributeTaken(debt=debt)
            | e.TributeRefused(debt=debt)
            | e.ReturnProposed(debt=debt)
            | e.ReturnObjected(debt=debt)
            | e.Returned(debt=debt)
        ):
            out |= {"who": debt.giver, "whom": debt.taker, "kind": scene.texts(f"debt.{debt.kind}")}
        case e.Called(call=call):
            out["call"] = scene.call(call)
        case e.Shown(cards=cards):
            out["cards"] = suited(cards, scene.texts)
        case e.Bought(rank=rank, payment=payment):
            out |= {"rank": rank_name(rank), "payment": rank_name(payment)}
        case e.Merged(ranks=ranks):
            out["ranks"] = " ".join(ranks)
        case (
            e.WentOut(place=place)
            | e.MadeLast(place=place)
            | e.BurnFailed(place=place)
            | e.ChokedOut(place=place)
        ):
            out["place"] = scene.place(place)
        case e.FreeGouji(left=left):
            out["left"] = left
        case e.RoundScored(score=score) | e.RoundOver(totals=score):
            ours = federation(scene.me)
            out |= {"ours": signed(score[ours]), "theirs": signed(score[1 - ours])}
        case e.LaidDown(combos=combos) | e.Ordered(combos=combos):
            out["cards"] = " / ".join(map(show_cards, combos))
        case _:
            pass
    return out


SCROLL = 4
"""By how many rows the log moves when it is full."""


class LogBook:
    """Holds the paragraphs of the log and their rows at the width last asked for."""

    def __init__(self, keep: int = 600) -> None:
        self._keep = keep
        self._paragraphs: list[tuple[Line, ...]] = []
        self._rows: list[tuple[Line, ...]] = []
        self._room = 0
        self._open = False

    def add(self, scene: Scene, event: Event | Remark) -> None:
        """Adds an event; plays of one trick go on in its paragraph."""
        if isinstance(event, e.TrickBegun):
            self._open = False
        entry = entry_of(scene, event)
        if entry is None:
            return
        if entry.flows and self._open:
            self._paragraphs[-1] = (*self._paragraphs[-1], entry.short or entry.line)
            self._rows[-1] = pack(self._paragraphs[-1], self._room or 1)
            return
        clause = (Span(" " + entry.clause, Ink.DIM),) if entry.clause and not entry.flows else ()
        self._paragraphs.append(((*(entry.short or entry.line), *clause),))
        self._rows.append(pack(self._paragraphs[-1], self._room or 1))
        self._open = entry.flows
        del self._paragraphs[: -self._keep], self._rows[: -self._keep]

    def rows(self, room: int, count: int, back: int = 0) -> tuple[Line, ...]:
        """Returns the last rows, or rows from further ``back``; the newest is at the bottom."""
        if room != self._room:
            self._room = room
            self._rows = [pack(paragraph, room) for paragraph in self._paragraphs]
        out: list[Line] = []
        for rows in reversed(self._rows):
            out[:0] = rows
            if len(out) >= count + back:
                break
        end = max(len(out) - back, min(count, len(out)))
        return tuple(out[max(0, end - count) : end])

    def latest(self, room: int, count: int) -> tuple[Line, ...]:
        """Returns the newest rows, some room for more below: scrolling by several rows at once is rare."""
        self.rows(room, 0)
        total = self.total()
        if total <= count:
            return self.rows(room, count)
        free = -(total - count) % SCROLL
        return self.rows(room, count - free)

    def total(self) -> int:
        """Returns how many rows there are at the width last asked for."""
        return sum(map(len, self._rows))


def pack(parts: tuple[Line, ...], room: int) -> tuple[Line, ...]:
    """Returns the parts of a paragraph in rows, broken between parts and inside one only if it must be."""
    rows: list[Line] = []
    row: Line = ()
    for part in parts:
        longer = (*row, Span("  "), *part) if row else part
        if line_width(longer) <= room:
            row = longer
            continue
        if row:
            rows.append(join(row))
        *whole, row = wrap(part, room)
        rows += whole
    return (*rows, join(row))
