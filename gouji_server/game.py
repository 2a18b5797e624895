"""The truth of one table: its game's state and history, and each viewer's numbering of it.

``Game`` only remembers; the table decides, writes to the journal and then calls ``apply``, which makes
what each viewer is sent of the step. Each viewer counts only the events it was sent, since a
shared number would tell of hidden ones by its gaps.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from gouji_core.events import Dissolved, Event, RoundScored, RoundVoid
from gouji_core.options import Rules
from gouji_core.plain import encode
from gouji_core.seats import NOBODY, SEATS
from gouji_core.state import State, evolve, new_game
from gouji_core.views import SeatView, project, same_for_all, view_of
from gouji_protocol.limits import MAX_EVENTS
from gouji_protocol.messages import Events, Snapshot
from gouji_protocol.numbered import Numbered
from gouji_server.chronicle import Chronicle, Note, chronicle_from, note_of
from gouji_server.happened import Happened, happened
from gouji_server.outbox import encoded
from gouji_server.packing import pack_event, pack_state, unpack_event, unpack_state
from gouji_server.position import restore_position
from gouji_server.rows import Mark, Step

VIEWERS = (*SEATS, NOBODY)
"""All seats, and -1 for those who watch: indices into lists of seven, for -1 is the last."""

_FREEING = frozenset({RoundVoid, RoundScored, Dissolved})
"""The events after which the seed of a shuffle need not be kept secret."""


@dataclass(slots=True)
class Game:
    """Is the game of one table, from its first event to its last; ``position`` is where it begins."""

    table: str
    rules: Rules
    position: str = ""
    steps: int = 0
    seen: list[int] = field(default_factory=lambda: [0] * 7)
    """How many events each viewer was sent, over all games of the table."""
    seed: bytes = b""
    """Of the round's shuffle, told when it is over."""
    shuffles: int = 0
    """How many seeds were drawn."""
    told: bytes = b""
    """The seed that the last step made free to tell."""
    chronicle: Chronicle = field(init=False)
    state: State = field(init=False)
    _round: list[msgspec.Raw] = field(default_factory=list[msgspec.Raw])
    """The events since the round began, for those who come back.

    As they are kept: bytes are nothing that Python's collector looks at, and while it looks all tables stop.
    """

    def __post_init__(self) -> None:
        self.chronicle = chronicle_from(self.position)
        if self.position:
            self.state = restore_position(self.rules, self.position)
        else:
            self.state = new_game(self.rules)

    def note(self, step: Step, news: Happened, state: State) -> Note:
        """Returns what the game's record says of a step that leads to a state; changes nothing."""
        told = b"" if _FREEING.isdisjoint(news.kinds) else self.seed
        return note_of(step, news, self.state, state, self.seed, told)

    def apply(self, step: Step, news: Happened, state: State, note: Note) -> list[bytes]:
        """Takes a step that is safe in the journal; returns the frame for each viewer, empty for none."""
        self._take(step, news, state, note)
        return self._frames(step, news)

    def _take(self, step: Step, news: Happened, state: State, note: Note) -> None:
        self.steps += 1
        self.state = state
        self.chronicle.take(note)
        if note.begins:
            self._round.clear()
        self._round += step.events
        self.told = note.told
        if self.told:
            self.seed = b""
        if step.seed:
            self.seed = step.seed
            self.shuffles += 1

    def _frames(self, step: Step, news: Happened) -> list[bytes]:
        before = self.seen
        if same_for_all(news.kinds):
            self.seen = [seen + len(step.events) for seen in before]
            numbered = Numbered(self.table, step.events)
            made = {seen: numbered.frame(seen + 1) for seen in set(before)}
            return [made[seen] for seen in before]
        parts: list[list[msgspec.Raw]] = [[] for _ in VIEWERS]
        for whole, event in zip(step.events, news.events, strict=True):
            _share(whole, event, parts)
        self.seen = [seen + len(part) for seen, part in zip(before, parts, strict=True)]
        return list(map(self._frame, before, parts))

    def _frame(self, seen: int, part: list[msgspec.Raw]) -> bytes:
        return encoded(Events(self.table, seen + 1, tuple(part))) if part else b""

    def restore(self, step: Step) -> Happened:
        """Takes a step that was read back from the journal; returns what happened."""
        news = happened(tuple(map(unpack_event, step.events)))
        state = self.state
        for event in news.events:
            state = evolve(state, event)
            for viewer in VIEWERS:
                self.seen[viewer] += project(event, viewer) is not None
        self._take(step, news, state, self.note(step, news, state))
        return news

    def mark(self) -> Mark:
        """Returns how the game stands, for the journal."""
        return Mark(pack_state(self.state), tuple(self.seen), self.steps, self.shuffles)

    def jump(self, by: int) -> None:
        """Lets the count of every viewer grow, so that nothing sent before is taken for something else."""
        self.seen = [seen + by for seen in self.seen]

    def resume(self, mark: Mark) -> None:
        """Takes the game up at a mark of the journal."""
        self.state = unpack_state(mark.state)
        self.seen = list(mark.seen)
        self.steps, self.shuffles = mark.steps, mark.shuffles

    def view(self, viewer: int) -> SeatView:
        """Returns what a viewer may see."""
        return view_of(self.state, viewer)

    def snapshot(self, viewer: int) -> Snapshot:
        """Returns all a viewer may know."""
        return Snapshot(self.table, self.seen[viewer], encode(SeatView, self.view(viewer)))

    def since(self, viewer: int, number: int) -> Events | None:
        """Returns what a viewer missed after an event, None if that is too much or no longer known."""
        missing = self.seen[viewer] - number
        if number <= 0 or not 0 <= missing <= MAX_EVENTS:
            return None
        found: list[msgspec.Raw] = []
        for whole in reversed(self._round):
            if len(found) == missing:
                break
            event = unpack_event(whole)
            seen = project(event, viewer)
            if seen is not None:
                found.append(whole if seen is event else pack_event(seen))
        if len(found) < missing:
            return None
        return Events(self.table, number + 1, tuple(reversed(found)))


def _share(whole: msgspec.Raw, event: Event, parts: list[list[msgspec.Raw]]) -> None:
    """Adds to each viewer's part what it may see of an event; ``whole`` is the event as it is kept."""
    if same_for_all((type(event),)):
        for part in parts:
            part.append(whole)
        return
    for viewer, part in zip(VIEWERS, parts, strict=True):
        seen = project(event, viewer)
        if seen is not None:
            part.append(whole if seen is event else pack_event(seen))
