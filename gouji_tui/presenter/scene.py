"""Everything a panel needs to know, and how people, seats and cards are named on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from gouji_core.actions import CallKind
from gouji_core.cards import NO_CARDS, RANKS, Cards
from gouji_core.combos import Combo
from gouji_core.public import Phase
from gouji_core.seats import NOBODY, federation
from gouji_core.views import SeatView
from gouji_tui.cells import Ink, Line, Span, cut
from gouji_tui.moves import Moves
from gouji_tui.table import Presence, TableState
from gouji_tui.texts import Texts


class Relation(StrEnum):
    """Names what a seat is to the one that looks (R1.1)."""

    SELF = "self"
    NEXT = "next"
    PARTNER_NEXT = "partner_next"
    OPPOSITE = "opposite"
    PARTNER_PREVIOUS = "partner_previous"
    PREVIOUS = "previous"


_RELATIONS = tuple(Relation)


@dataclass(frozen=True, slots=True)
class Scene:
    """Is a moment of a table as one person sees it."""

    view: SeatView
    table: TableState
    texts: Texts
    moves: Moves = field(default=Moves())
    now: float | None = None
    """The time on the clock of deadlines, where countdowns are to be shown."""
    rising: bool = False
    """Whether the lowest rank lies first in the hand."""
    got: Cards = NO_CARDS
    """What came to the hand from others lately."""

    @property
    def auto(self) -> bool:
        """Whether a bot plays one's own seat, 托管."""
        return self.view.seat != NOBODY and self.table.people[self.view.seat].presence is Presence.AUTO

    @property
    def watching(self) -> bool:
        """Whether this is somebody who has no seat."""
        return self.view.seat == NOBODY

    @property
    def out(self) -> bool:
        """Whether one's own hand is played out, or laid down, while the round goes on."""
        public = self.view.public
        mine = self.view.seat != NOBODY and not self.view.hand
        return mine and public.phase is Phase.TRICKS and not public.standing.in_play >> self.view.seat & 1

    @property
    def mates(self) -> tuple[tuple[int, Cards], ...]:
        """The partners whose hands may be looked at, since one's own is played out, with those hands."""
        return () if self.view.hand else self.table.hands

    @property
    def me(self) -> int:
        """The seat at the bottom: one's own, for a spectator seat 0."""
        return max(self.view.seat, 0)

    def relation(self, seat: int) -> Relation:
        """Returns what a seat is to the one at the bottom."""
        return _RELATIONS[(seat - self.me) % 6]

    def seat_at(self, relation: Relation) -> int:
        """Returns the seat that stands in a relation to the one at the bottom."""
        return (self.me + _RELATIONS.index(relation)) % 6

    def name(self, seat: int) -> str:
        """Returns the name of whoever sits on a seat; a bot that sits for nobody is called so in words."""
        person = self.table.people[seat]
        if person.presence is Presence.BOT and not person.id:
            return self.texts("seat.bot", number=seat + 1)
        return person.name or self.texts("seat.number", number=seat + 1)

    def who(self, seat: int) -> str:
        """Returns a seat in words: what it is to me, and its name where that is not enough."""
        if seat == NOBODY:
            return self.texts("seat.nobody")
        if self.view.seat == NOBODY:
            return cut(self.name(seat), 12)
        relation = self.relation(seat)
        word = self.texts(f"relation.{relation}")
        if relation is Relation.SELF:
            return word
        return f"{word} {cut(self.name(seat), 12)}"

    def ink(self, seat: int) -> Ink:
        """Returns the ink of a seat: its federation as seen from the bottom."""
        return Ink.OURS if federation(seat) == federation(self.me) else Ink.THEIRS

    def line(self, code: str, /, **data: object) -> Line:
        """Returns a message as pieces, cards and keys and people in inks of their own."""
        out: list[Span] = []
        for piece in self.texts.pieces(code):
            if not piece.field:
                out.append(Span(piece.text))
                continue
            value = data.get(piece.text, "")
            match value:
                case Combo() | Cards():
                    out.append(Span(show_cards(value), Ink.CARDS))
                case int() if piece.text in {"who", "whom", "by"}:
                    out.append(Span(self.who(value), self.ink(value) if value >= 0 else Ink.PLAIN))
                case _:
                    out.append(Span(str(value), Ink.KEY if piece.text == "key" else Ink.PLAIN))
        return tuple(out)

    def place(self, place: int) -> str:
        """Returns the name of a place, 头科 to 大落."""
        return self.texts(f"place.{place}")

    def call(self, kind: CallKind) -> str:
        """Returns the name of a call on the opposite."""
        return self.texts(f"call.{kind}")


def rank_name(rank: int) -> str:
    """Returns a rank as people write it: 10 rather than T."""
    return "10" if RANKS[rank] == "T" else RANKS[rank]


def show_cards(cards: Combo | Cards | Iterable[int], room: int = 99) -> str:
    """Returns cards high to low, counted by rank where they would not fit.

    Tens are written 10, which keeps a blank between cards.
    """
    bag = cards.cards if isinstance(cards, Combo) else cards
    ranks = bag.ranks() if isinstance(bag, Cards) else tuple(sorted(bag, reverse=True))
    names = [rank_name(rank) for rank in ranks]
    full = (" " if "10" in names else "").join(names)
    if len(full) <= room:
        return full
    groups = [(name, names.count(name)) for name in dict.fromkeys(names)]
    return cut(" ".join(f"{name}*{count}" if count > 1 else name for name, count in groups), room)
