"""What a practice position asks for, and whether it came about, judged by what everybody was told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from gouji_core import events as e
from gouji_core.errors import NotationError
from gouji_core.events import Event
from gouji_core.seats import federation


class Aim(StrEnum):
    """Names what can be asked for; the letters after it in a goal are a seat, a place or a number."""

    OUT = "out"
    """Go out at this place or before."""
    SEND = "send"
    """A partner, the first number, goes out at the place that is the second, or before."""
    AHEAD = "ahead"
    """Go out before this seat does."""
    OPEN = "open"
    BURN = "burn"
    """Burn, and go out under the duty."""
    UNDO = "undo"
    """Undo the burn of this seat."""
    LEAD = "lead"
    """Lead the next trick."""
    CHOKE = "choke"
    """Choke this seat."""
    WHOLE = "whole"
    """Go out without having been choked."""
    CLEAR = "clear"
    """Owe nothing when the round is over."""
    SCORE = "score"
    """The own federation scores this much or more."""


class Outcome(StrEnum):
    """Names what became of a goal."""

    OPEN = "open"
    REACHED = "reached"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Goal:
    """Is what a seat is to bring about."""

    aim: Aim
    numbers: tuple[int, ...]
    seat: int

    def outcome(self, events: Iterable[Event]) -> Outcome:
        """Returns what the events since the position made of the goal; the first that decides counts."""
        went = False
        for event in events:
            found = self._after_going(event) if went else self._decided(event)
            if found is not Outcome.OPEN:
                return found
            went = went or (isinstance(event, e.WentOut) and event.seat == self.seat)
        return Outcome.OPEN

    def _decided(self, event: Event) -> Outcome:
        match self.aim:
            case Aim.OUT:
                return _placed(event, self.seat, self.numbers[0])
            case Aim.SEND:
                return _placed(event, self.numbers[0], self.numbers[1])
            case Aim.AHEAD:
                return _ahead(event, self.seat, self.numbers[0])
            case Aim.OPEN:
                return _opened(event, self.seat)
            case Aim.BURN:
                return _burnt(event, self.seat)
            case Aim.UNDO:
                return _undone(event, self.numbers[0])
            case Aim.LEAD:
                return _led(event, self.seat)
            case Aim.CHOKE:
                return _choke(event, self.seat, self.numbers[0])
            case Aim.WHOLE:
                return Outcome.MISSED if _choked(event, self.seat) else Outcome.OPEN
            case Aim.CLEAR:
                return _cleared(event, self.seat)
            case Aim.SCORE:
                return _scored(event, self.seat, self.numbers[0])

    def _after_going(self, event: Event) -> Outcome:
        """Decides what is known only some events after going out: a choke is told right behind it."""
        if self.aim is not Aim.WHOLE:
            return self._decided(event)
        if _choked(event, self.seat):
            return Outcome.MISSED
        return Outcome.OPEN if isinstance(event, e.BurnDone) else Outcome.REACHED


class GoalError(NotationError):
    """Says that a text is no goal of a practice position."""

    sentences: ClassVar[Mapping[str, str]] = {"goal": "a goal, as in: out 1"}


def parse_goal(text: str, seat: int) -> Goal:
    """Reads a goal such as ``out 1``.

    Raises:
        GoalError: if it is none.
    """
    word, *rest = text.split()
    try:
        return Goal(Aim(word), tuple(map(int, rest)), seat)
    except ValueError as error:
        raise GoalError(text, "goal") from error


def _either(*, reached: bool) -> Outcome:
    return Outcome.REACHED if reached else Outcome.MISSED


def _placed(event: Event, seat: int, place: int) -> Outcome:
    match event:
        case e.WentOut(who, got) if who == seat:
            return _either(reached=got <= place)
        case e.WentOut(_, got) if got >= place:
            return Outcome.MISSED
        case e.BurnFailed(who) | e.ChokedOut(who) | e.MadeLast(who) if who == seat:
            return Outcome.MISSED
        case e.RoundScored(places=places):
            return _either(reached=places[seat] <= place)
        case _:
            return Outcome.OPEN


def _ahead(event: Event, seat: int, other: int) -> Outcome:
    match event:
        case e.WentOut(who):
            return _either(reached=who == seat) if who in (seat, other) else Outcome.OPEN
        case e.RoundScored(places=places):
            return _either(reached=places[seat] < places[other])
        case _:
            return Outcome.OPEN


def _opened(event: Event, seat: int) -> Outcome:
    match event:
        case e.Opened(who) if who == seat:
            return Outcome.REACHED
        case e.OpeningForfeited(who) if who == seat:
            return Outcome.MISSED
        case e.MeleeBegun() | e.RoundScored():
            return Outcome.MISSED
        case _:
            return Outcome.OPEN


def _burnt(event: Event, seat: int) -> Outcome:
    match event:
        case e.BurnDone(who) if who == seat:
            return Outcome.REACHED
        case e.BurnUndone(who) | e.BurnFailed(who) | e.DutyLapsed(who) if who == seat:
            return Outcome.MISSED
        case e.RoundScored():
            return Outcome.MISSED
        case _:
            return Outcome.OPEN


def _undone(event: Event, seat: int) -> Outcome:
    match event:
        case e.BurnUndone(who) if who == seat:
            return Outcome.REACHED
        case _:
            return Outcome.OPEN if _burnt(event, seat) is Outcome.OPEN else Outcome.MISSED


def _led(event: Event, seat: int) -> Outcome:
    match event:
        case e.TrickBegun(leader):
            return _either(reached=leader == seat)
        case e.RoundScored():
            return Outcome.MISSED
        case _:
            return Outcome.OPEN


def _choke(event: Event, seat: int, other: int) -> Outcome:
    match event:
        case e.ChokeShown(by, choked) | e.Choked(by, choked) if (by, choked) == (seat, other):
            return Outcome.REACHED
        case e.RoundScored():
            return Outcome.MISSED
        case _:
            return Outcome.OPEN


def _cleared(event: Event, seat: int) -> Outcome:
    match event:
        case e.RoundOver(debts=debts):
            return _either(reached=all(debt.giver != seat for debt in debts))
        case _:
            return Outcome.OPEN


def _scored(event: Event, seat: int, wanted: int) -> Outcome:
    match event:
        case e.RoundScored(score=score):
            return _either(reached=score[federation(seat)] >= wanted)
        case _:
            return Outcome.OPEN


def _choked(event: Event, seat: int) -> bool:
    return isinstance(event, e.Choked | e.ChokeShown) and event.choked == seat
