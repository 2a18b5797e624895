"""The game as spectators of a delayed table see it: all as it was, so many seconds later.

What happens is put into a queue with the time at which it may be shown; who comes to watch is told how the
game stood for those who watch already. So what they are sent never depends on anything younger than the
delay, not when they come back and not after a restart either. Results and records, for which anybody may ask,
wait as long elsewhere (``withheld``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf

from msgspec.structs import replace

from gouji_core.events import Event
from gouji_core.plain import encode
from gouji_core.seats import NOBODY
from gouji_core.views import SeatView, fold_view, project
from gouji_protocol.messages import (
    Deadline,
    Evening,
    Events,
    Fairness,
    ServerMessage,
    Snapshot,
    TableOptions,
    TableState,
)
from gouji_protocol.words import Spectators, TablePhase
from gouji_server.outbox import encoded
from gouji_server.packing import pack_event


@dataclass(frozen=True, slots=True)
class Scene:
    """Is the whole game at a moment, as of event number ``seq``."""

    view: SeatView
    seq: int


@dataclass(frozen=True, slots=True)
class Shots:
    """Is what happened in one step."""

    events: tuple[Event, ...]


News = TableState | Scene | Shots | Deadline | Fairness


def delay_of(table: str, options: TableOptions) -> Delay | None:
    """Returns what a table with such options shows later, None if it shows all at once."""
    late = options.spectators is Spectators.DELAYED and options.delay_seconds > 0
    return Delay(table, options.delay_seconds) if late else None


@dataclass(slots=True)
class Delay:
    """Is what is shown of one table now, and what is not shown yet."""

    table: str
    seconds: float
    state: TableState | None = None
    view: SeatView | None = None
    seq: int = 0
    clock: Deadline | None = None
    fairness: Fairness | None = None
    """The commitment to the shuffle of the round that is shown."""
    _since: float = 0.0
    """When ``clock`` was shown; it runs down from then."""
    _queue: deque[tuple[float, News]] = field(default_factory=deque[tuple[float, News]])

    def take(self, now: float, *news: News) -> None:
        """Takes what happened now; while no game goes on, who sits where is no secret."""
        for piece in news:
            open_to_all = isinstance(piece, TableState) and piece.phase is not TablePhase.PLAYING
            due = now if open_to_all else now + self.seconds
            self._queue.append((max(due, self._queue[-1][0]) if self._queue else due, piece))

    def resume(self, now: float, state: TableState) -> None:
        """Begins anew after a restart: how old what the journal knows is, nobody can tell."""
        self.state = replace(state, phase=TablePhase.LOBBY, evening=Evening())
        self._queue.append((now + self.seconds, state))

    @property
    def due(self) -> float:
        """When there is something to show."""
        return self._queue[0][0] if self._queue else inf

    def release(self, now: float) -> list[TableState | bytes]:
        """Returns what is due for everybody who watches."""
        out: list[TableState | bytes] = []
        while self._queue and self._queue[0][0] <= now:
            out += self._show(self._queue.popleft()[1], now)
        return out

    def _show(self, piece: News, now: float) -> list[TableState | bytes]:
        match piece:
            case TableState():
                self.state = piece
                return [piece]
            case Scene(view, seq):
                self.view, self.seq, self.fairness = view, seq, None
                return [encoded(self.snapshot(view))]
            case Shots(events):
                return self._play(tuple(filter(None, (project(event, NOBODY) for event in events))))
            case Deadline():
                self.clock, self._since = piece, now
            case Fairness():
                self.fairness = None if piece.seed else piece
        return [encoded(piece)]

    def _play(self, events: tuple[Event, ...]) -> list[TableState | bytes]:
        if self.view is None or not events:
            return []
        first = self.seq + 1
        for event in events:
            self.view = fold_view(self.view, event)
        self.seq += len(events)
        return [encoded(Events(self.table, first, tuple(map(pack_event, events))))]

    def snapshot(self, view: SeatView) -> Snapshot:
        """Returns all that is shown of the game."""
        return Snapshot(self.table, self.seq, encode(SeatView, view))

    def known(self, now: float, since: int) -> Sequence[ServerMessage]:
        """Returns what somebody is told of the game who has just come, or come back after an event."""
        if self.view is None:
            return ()
        told: list[ServerMessage] = []
        if since != self.seq or not since:
            told.append(self.snapshot(self.view))
        if self.clock is not None:
            left = self.clock.left
            gone = round((now - self._since) * 1000)
            told.append(replace(self.clock, left=left if left < 0 else max(0, left - gone)))
        if self.fairness is not None:
            told.append(self.fairness)
        return told
