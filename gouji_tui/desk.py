"""What lies on one's own desk: cards chosen, cursor, open questions, advice.

``gouji_tui.presses`` says what each key does to it; here is what it is, and what becomes of it when the game
moves on. All of it is values.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from gouji_core.actions import Action, Burn, Play, Referee, Return
from gouji_core.cards import BIG, NO_CARDS, Cards
from gouji_core.errors import Refusal
from gouji_core.public import Phase
from gouji_core.seats import NOBODY
from gouji_core.views import SeatView
from gouji_tui.deeds import Deed
from gouji_tui.finality import Final
from gouji_tui.moves import Moves
from gouji_tui.table import Person, TableState

CHOICES_SHOWN = 9
"""How many choices are numbered at once."""
UNDOS = 72
"""How many selections undo can go back: a dealt hand of 36 cards, chosen and taken back."""

LASTING = frozenset(
    {
        *("note.no_rank", "note.no_more", "note.pace_quick", "note.pace_normal", "note.pace_slow"),
        *("note.pace_server", "note.no_memory", "note.no_replay", "note.not_referee", "note.nobody_here"),
    }
)
"""The notes that hold whatever happens in the game, so that they can be read until the next key."""


_DOES: dict[type[Action], str] = {Burn: "note.hint_burn", Return: "note.hint_return"}
"""What is said of a hint with whose cards Enter does not play."""


class Question(StrEnum):
    """Names what the prompt asks besides the game's own decision."""

    NONE = "none"
    LEAVE = "leave"
    REPORT = "report"
    REFEREE = "referee"
    """Whom the referee means (R13.4)."""
    VERDICT = "verdict"
    """What the referee does about that seat."""
    LAST = "last"
    """Whether to make that seat last, which cannot be undone."""
    BAR = "bar"
    """Whether to bar who sits there, which cannot be undone."""
    SAY = "say"
    """What to say to the table."""
    PHRASE = "phrase"
    """Which quick phrase to say."""
    MUTE = "mute"
    """Whom to hear no more, or again."""


TALK = frozenset({Question.SAY, Question.PHRASE, Question.MUTE})
"""The questions about talk, which have nothing to do with the game."""


class Wish(StrEnum):
    """Names what a key wants from the app."""

    NONE = ""
    HINT = "hint"
    HELP = "help"
    RULES = "rules"
    LOG = "log"
    TRICK = "trick"
    MEMORY = "memory"
    SORT = "sort"
    SCORES = "scores"
    LOG_UP = "log_up"
    LOG_DOWN = "log_down"
    LANGUAGE = "language"
    REPLAY = "replay"
    PACE = "pace"
    SETTINGS = "settings"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Note:
    """Is something to be told in the prompt: a message, or the rules' objection."""

    code: str
    data: tuple[tuple[str, str], ...] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Is the state of one's own hand on the screen.

    ``past`` are the earlier selections for undo, ``answer`` counts through the legal answers,
    ``option`` is the choice at the cursor, ``hinted`` what Enter does when no card is chosen, ``sent`` the
    decision already answered. ``pick`` is the cursor in a question and ``judged`` the seat a referee means.
    ``laid`` are the combos laid down so far, ``ordered`` the combos of a partner ordered so far (R13.2).
    ``typed`` is the line of chat so far, ``sure`` what was asked once more before it is done; the question
    is the note, so that it stands as long as it can be read.
    """

    chosen: Cards = NO_CARDS
    cursor: int = BIG
    past: tuple[Cards, ...] = ()
    answer: int = -1
    option: int = 0
    note: Note | None = None
    question: Question = Question.NONE
    hinted: Action | None = None
    sent: int = 0
    pick: int = 0
    judged: int = NOBODY
    laid: tuple[Cards, ...] = ()
    ordered: tuple[int, ...] = ()
    typed: str = ""
    sure: Action | None = None

    @property
    def asks_if_sure(self) -> bool:
        """Whether the prompt asks whether one is sure."""
        return self.note is not None and self.note.code in list(Final)

    def free(self, hand: Cards) -> Cards:
        """Returns the cards of a hand that are not laid down yet."""
        return hand.less(sum(self.laid, NO_CARDS)) if self.laid else hand


@dataclass(frozen=True, slots=True)
class Step:
    """Is what a key led to: ``verdict`` is what the host decided as the referee, ``deed`` no move at all."""

    desk: Desk
    action: Action | None = None
    wish: Wish = Wish.NONE
    verdict: Referee | None = None
    deed: Deed | None = None


@dataclass(frozen=True, slots=True)
class Sight:
    """Is what keys are judged on: the view, what may be done in it, who sits there and who is the host."""

    view: SeatView
    moves: Moves = field(default=Moves())
    host: int = NOBODY
    people: tuple[Person, ...] = TableState().people
    confirm: bool = False
    """Whether what cannot be undone is asked once more."""
    memory: bool = True
    """Whether the table lets the cards played be shown counted."""
    rising: bool = False
    """Whether the lowest rank lies first in the hand."""

    @property
    def is_host(self) -> bool:
        """Whether this seat is the host, who is the referee."""
        return self.host != NOBODY and self.host == self.view.seat


def first_choice(option: int, count: int) -> int:
    """Returns the first choice shown, so that the one at the cursor is among them."""
    if count <= CHOICES_SHOWN:
        return 0
    return min(option // CHOICES_SHOWN * CHOICES_SHOWN, count - 1)


def with_hint(desk: Desk, action: Action | None, reason: str = "", choices: tuple[Action, ...] = ()) -> Desk:
    """Returns the desk with advice on it: the cards chosen, or an act that Enter then does."""
    data = (("hint", reason),)
    match action:
        case None:
            return replace(desk, note=Note("note.no_hint"))
        case Play(Cards() as cards) | Burn(Cards() as cards) | Return(Cards() as cards):
            note = Note(_DOES.get(type(action), "note.hint_cards"), data)
            return replace(desk, chosen=cards, past=past(desk), note=note, hinted=None, laid=())
        case _:
            note = Note("note.hint_act", data)
            option = choices.index(action) if action in choices else desk.option
            fresh = replace(desk, chosen=NO_CARDS, past=(), laid=(), ordered=(), option=option)
            return replace(fresh, note=note, hinted=action)


def past(desk: Desk) -> tuple[Cards, ...]:
    """Returns the selections to undo once this one is left."""
    return (*desk.past, desk.chosen)[-UNDOS:]


def refused(desk: Desk, refusal: Refusal | None, code: str = "note.refused") -> Desk:
    """Returns the desk after the server said no."""
    return replace(desk, sent=0, note=Note(code, refusal=refusal))


def after_change(desk: Desk, old: SeatView, new: SeatView) -> Desk:
    """Returns the desk after the game moved on: cards still held stay chosen, advice is dropped."""
    changes: dict[str, Any] = {}
    if new.hand != old.hand and desk.chosen:
        gone = old.hand.less(new.hand)
        changes |= {"chosen": _held(desk.chosen.less(gone), new.hand), "past": ()}
    if new.public.pending.id != old.public.pending.id:
        changes |= {"answer": -1, "option": 0, "hinted": None, "sent": 0, "note": None}
        changes |= {"laid": (), "ordered": (), "sure": None}
        if desk.note is not None and desk.note.code in LASTING:
            changes["note"] = desk.note
    if not new.hand.count(desk.cursor) and new.hand:
        changes["cursor"] = new.hand.ranks()[0]
    if desk.question not in {Question.NONE, Question.LEAVE, *TALK} and new.public.phase is Phase.GAME_OVER:
        changes["question"] = Question.NONE
    return replace(desk, **changes) if changes else desk


def _held(cards: Cards, hand: Cards) -> Cards:
    return Cards.of(rank for rank in range(BIG + 1) for _ in range(min(cards.count(rank), hand.count(rank))))
