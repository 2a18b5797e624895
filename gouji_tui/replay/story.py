"""What a replay tells: each step in sentences, the six open hands, and what a record proves."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from gouji_core.actions import Act, Begin, Deal, Referee, act_of
from gouji_core.cards import Cards
from gouji_core.engine import waiting
from gouji_core.events import TrickBegun
from gouji_core.record import Commit, Done, GameRecord, Seed
from gouji_core.seats import NOBODY, SEATS
from gouji_core.state import State
from gouji_core.views import SeatView
from gouji_tui.cells import Ink, Line, Span, clean, fit, pad
from gouji_tui.presenter.acts import action_text
from gouji_tui.presenter.hand import hand_text
from gouji_tui.presenter.log import Entry, entry_of, pack
from gouji_tui.presenter.scene import Scene
from gouji_tui.presenter.seats import badges, last_act, seat_title
from gouji_tui.replay.film import Film, Moment
from gouji_tui.table import Person, Presence, TableState
from gouji_tui.texts import Texts

_REACH = 120
"""From how many steps back the log is told; more than a screen shows."""

_CLAUSES = {
    Act.CALL: "R11.4",
    Act.SHOW: "R6.1",
    Act.BURN: "R7.2",
    Act.DECLINE: "R7.2",
    Act.REVOLT: "R9.1",
}
"""The clauses behind what is declared in secret."""


class Story:
    """Tells a film in one language; everything is as a spectator sees it who sees all hands."""

    def __init__(self, film: Film, texts: Texts, *, rising: bool = False) -> None:
        self.film = film
        self._rising = rising
        # A replay has no federation of one's own, so scores are told by seats.
        self.texts = texts.instead("log", "openlog")
        self._table = TableState(people=people(film.record))
        self.told = lru_cache(maxsize=4096)(self._told)

    def scene(self, state: State) -> Scene:
        """Returns a moment as the panels want it; who is waited for in a secret step is no secret here."""
        pending = replace(state.public.pending, seats=waiting(state))
        return Scene(SeatView(replace(state.public, pending=pending), NOBODY), self._table, self.texts)

    def _told(self, at: int) -> tuple[Entry, ...]:
        """Returns a step in sentences with their clauses."""
        moment = self.film.moments[at]
        scene = self.scene(moment.state)
        said = tuple(entry for event in moment.events if (entry := entry_of(scene, event)) is not None)
        match moment.entry:
            case None:
                key = "replay.position" if self.film.record.start else "replay.start"
                return (Entry(scene.line(key, rules=self.texts(f"preset.{self._preset}"))),)
            case Commit(digest):
                return (Entry(scene.line("replay.commit", digest=digest)),)
            case Seed(seed):
                return (Entry(scene.line("replay.seed", seed=seed)),)
            case Done(seat, action) if not isinstance(action, Begin | Deal | Referee):
                # What others may not know makes no sentence in the log; here nothing is hidden.
                if not moment.events or entry_of(scene, moment.events[0]) is None:
                    act = action_text(self.scene(moment.before), action)
                    clause = _CLAUSES.get(act_of(action), "")
                    return (Entry(scene.line("replay.did", who=seat, act=act), clause), *said)
                return said
            case _:
                return said

    @property
    def _preset(self) -> str:
        return self.film.record.rules.preset

    def where(self, at: int) -> str:
        """Returns how far the film is: round, trick and step."""
        moment = self.film.moments[at]
        return self.texts(
            "replay.where", round=moment.round, trick=moment.trick or "-", step=at, steps=self.film.last
        )

    def clause(self, at: int) -> str:
        """Returns the clause that a step comes from, empty if it names none."""
        return next((entry.clause for entry in self.told(at) if entry.clause), "")

    def step_line(self, at: int) -> Line:
        """Returns a step in one line, with its clauses."""
        out: list[Span] = []
        for entry in self.told(at):
            out += [Span("  ")] * bool(out)
            out += entry.line
            if entry.clause:
                out.append(Span(" " + entry.clause, Ink.DIM))
        return tuple(out)

    def log_rows(self, at: int, room: int, count: int) -> tuple[Line, ...]:
        """Returns the last rows of what happened until a step, a trick as one paragraph."""
        paragraphs: list[list[Line]] = []
        flowing = False
        for number in range(max(0, at - _REACH), at + 1):
            for entry in self.told(number):
                if entry.flows and flowing:
                    paragraphs[-1].append(entry.line)
                else:
                    clause = (Span(" " + entry.clause, Ink.DIM),) if entry.clause and not entry.flows else ()
                    paragraphs.append([(*entry.line, *clause)])
                flowing = entry.flows
            flowing = flowing and not begins_trick(self.film.moments[number])
        rows = [row for paragraph in paragraphs for row in pack(tuple(paragraph), max(room, 1))]
        return tuple(rows[-count:]) if count else ()

    def hand_rows(self, state: State, room: int) -> tuple[Line, ...]:
        """Returns two rows for each seat: who it is and what they did, and the open hand."""
        scene = self.scene(state)
        rows: list[Line] = []
        for seat in SEATS:
            line = seat_title(scene, seat)
            for more in (badges(scene, seat), last_act(scene, seat, room)):
                line = (*line, Span("  "), *more) if more else line
            rows.append(fit(line, room))
            ink = Ink.DIM if state.secret.aside[seat] else Ink.CARDS
            rows.append(fit((Span(self._counted(state, seat, room), ink),), room))
        return tuple(rows)

    def hand_lines(self, state: State) -> tuple[str, ...]:
        """Returns the six hands as lines of text."""
        scene = self.scene(state)
        return tuple(f"  {pad(scene.who(seat), 14)}{self._counted(state, seat)}" for seat in SEATS)

    def _counted(self, state: State, seat: int, room: int = 200) -> str:
        """Returns how many cards a seat holds and which, rank by rank, in at most ``room`` cells."""
        cards = open_hand(state, seat)
        count = f"{len(cards):>4}  "
        return count + (hand_text(cards, rising=self._rising, room=room - len(count)) or "-")

    def places(self, state: State) -> str:
        """Returns who came where, as far as the places are given."""
        scene, places = self.scene(state), state.public.standing.places
        order = sorted((place, seat) for seat, place in enumerate(places) if place)
        return ", ".join(f"{scene.place(place)} {scene.name(seat)}" for place, seat in order)


def people(record: GameRecord) -> tuple[Person, ...]:
    """Returns the players of a record as they sat."""
    return tuple(Person(clean(name), Presence.PRESENT) for name in record.players)


def open_hand(state: State, seat: int) -> Cards:
    """Returns the cards a seat holds, or laid down when it sat out (R9.1)."""
    return state.secret.aside[seat] or state.hands[seat]


def begins_trick(moment: Moment) -> bool:
    """Tells whether somebody is to lead after a step, or in the position at the beginning."""
    at_once = moment.entry is None and moment.trick > 0
    return at_once or any(isinstance(event, TrickBegun) for event in moment.events)
