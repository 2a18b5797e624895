"""One game as the client follows it: the view, the table around it, the desk and the log.

The link feeds it ``Update`` values and keys come through ``key``; both only change what is kept
here. Screens and the plain mode read it and never change it otherwise, so a resize loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gouji_core.actions import Action
from gouji_core.cards import NO_CARDS, Cards
from gouji_core.errors import Refusal
from gouji_core.events import Event, RoundBegun, RoundScored
from gouji_core.options import Rules
from gouji_core.public import Phase
from gouji_core.views import SeatView, new_view
from gouji_tui.desk import Desk, Note, Sight, Step, after_change, refused
from gouji_tui.got import got_after, got_in, held
from gouji_tui.keys import Press
from gouji_tui.moves import Moves, card_action, moves_of, why_not
from gouji_tui.presenter.log import Entry, LogBook, entry_of
from gouji_tui.presenter.prompt import asked_clause
from gouji_tui.presenter.scene import Scene
from gouji_tui.presenter.scores import NO_HANDS
from gouji_tui.presses import press
from gouji_tui.settings import Settings
from gouji_tui.table import TableState
from gouji_tui.talk import Remark
from gouji_tui.talking import letter
from gouji_tui.texts import Texts


@dataclass(frozen=True, slots=True)
class Synced:
    """The whole view came anew: on joining, after a gap, after coming back."""

    view: SeatView


@dataclass(frozen=True, slots=True)
class Happened:
    """Events came, each already shown to this viewer's view; ``view`` is after the last."""

    events: tuple[Event, ...]
    view: SeatView


@dataclass(frozen=True, slots=True)
class TableChanged:
    """Something around the game changed: people, clock, connection."""

    table: TableState


@dataclass(frozen=True, slots=True)
class Denied:
    """The server did not do an action: the rules objected, or ``code`` says why."""

    refusal: Refusal | None = None
    code: str = ""


Update = Synced | Happened | TableChanged | Denied
"""What a link tells."""


class Game:
    """Holds one game as the client knows it."""

    def __init__(self, texts: Texts, rules: Rules, seat: int) -> None:
        self.texts = texts
        self.view = new_view(rules, seat)
        self.table = TableState()
        self.desk = Desk()
        self.moves = Moves()
        self.hands: tuple[Cards, ...] = NO_HANDS
        """The hands that were laid open at the end of the round, none before it."""
        self.got = NO_CARDS
        """What came to the hand from others since one's last act in a trick."""
        self.log = LogBook()
        self.events: list[Event | Remark] = []
        """What happened and what was said, the oldest first."""
        self.count = 0
        self.synced = False
        self.unread_scores = False
        self.confirm = False
        """Whether a key that cannot be undone is asked once more."""
        self.rising = False
        """Whether the lowest rank lies first in the hand."""

    @property
    def scene(self) -> Scene:
        """The moment as the presenter wants it."""
        return Scene(self.view, self.table, self.texts, self.moves, got=self.got, rising=self.rising)

    @property
    def over(self) -> bool:
        """Whether the last round has been played."""
        return self.view.public.phase is Phase.GAME_OVER

    @property
    def scored(self) -> bool:
        """Whether the round has been scored and nothing of it is left to decide."""
        return self.view.public.phase in {Phase.ROUND_OVER, Phase.GAME_OVER}

    @property
    def ends_unread(self) -> bool:
        """Whether the round is over and what came of it has not been read."""
        return self.unread_scores and self.scored

    @property
    def waits_for_me(self) -> bool:
        """Whether a decision is mine that I have not answered."""
        return self.moves.waited and self.desk.sent != self.view.public.pending.id

    def heed(self, settings: Settings) -> None:
        """Takes what was chosen for good, as far as the game is shown and played by it."""
        self.confirm, self.rising = settings.confirm != "off", settings.rising

    def take(self, update: Update) -> None:
        """Takes in what the link told."""
        match update:
            case Synced(view):
                watched, self.synced = self.synced and not self.scored, True
                self.got = got_in(view)
                self._see(view)
                # Who was away when the round ended has not read how it did.
                self.unread_scores = self.unread_scores or (watched and self.scored)
            case Happened(events, view):
                for event in events:
                    self._note(event)
                self._see(view)
            case TableChanged(table):
                self.table = table
            case Denied(refusal, code):
                self.desk = refused(self.desk, refusal)
                if refusal is None:
                    note = Note("note.late") if code == "late" else Note("note.failed", (("code", code),))
                    self.desk = replace(self.desk, note=note)

    def key(self, key: Press) -> Step:
        """Does what a key does to the desk and returns what else it led to."""
        table = self.table
        sight = Sight(
            self.view,
            self.moves,
            table.host,
            table.people,
            confirm=self.confirm,
            memory=table.memory,
            rising=self.rising,
        )
        step = press(self.desk, key, sight)
        self.desk = step.desk
        return step

    def letter(self, key: str, character: str | None) -> Step:
        """Takes a letter for the line of chat and returns what else it led to."""
        step = letter(self.desk, key, character)
        self.desk = step.desk
        return step

    def tell(self, note: Note) -> None:
        """Puts a note into the prompt."""
        self.desk = replace(self.desk, note=note)

    def hint(self) -> Action | None:
        """Puts a bot's advice on the desk and returns it."""
        from gouji_bots import hint
        from gouji_tui.desk import with_hint

        if self.desk.sent == self.view.public.pending.id:
            self.desk = replace(self.desk, note=Note("note.sent"))
            return None
        if not self.moves.waited:
            self.desk = with_hint(self.desk, None)
            return None
        advice = hint(self.view)
        self.desk = with_hint(self.desk, advice.action, advice.reason, self.moves.choices)
        return advice.action

    @property
    def clause(self) -> str:
        """The clause behind what the prompt says, else behind the last line of the log; empty without any.

        That is the rules' objection where there is one, else what is asked for or waited for.
        """
        desk = self.desk
        if desk.note is not None and desk.note.refusal is not None:
            return desk.note.refusal.clause
        if desk.chosen and not desk.laid and self.moves.waited:
            no = why_not(self.view, card_action(self.moves, desk.chosen))
            if no is not None:
                return no.clause
        asked = asked_clause(self.scene, desk)
        return asked or next((entry.clause for entry in self.told() if entry.clause), "")

    def told(self) -> Iterator[Entry]:
        """Yields what was told of the game, each event with its clause, the newest first."""
        scene = self.scene
        for event in reversed(self.events):
            entry = entry_of(scene, event)
            if entry is not None:
                yield entry

    def hear(self, remark: Remark) -> None:
        """Takes in what was said at the table or became of its people."""
        self._log(remark)

    def speak(self, texts: Texts) -> None:
        """Changes the language; the log is told again in it."""
        self.texts = texts
        self.log = LogBook()
        for event in self.events:
            self.log.add(self.scene, event)

    def _see(self, view: SeatView) -> None:
        old, self.view = self.view, view
        self.moves = moves_of(view)
        self.hands = view.public.setup.hands or NO_HANDS
        self.got = held(self.got, view.hand)
        self.desk = after_change(self.desk, old, view)

    def _note(self, event: Event) -> None:
        self.got = got_after(self.got, event, self.view.seat)
        match event:
            case RoundBegun():
                self.unread_scores = False
            case RoundScored():
                self.unread_scores = True
            case _:
                pass
        self._log(event)

    def _log(self, event: Event | Remark) -> None:
        self.events.append(event)
        self.count += 1
        del self.events[:-1500]
        self.log.add(self.scene, event)
