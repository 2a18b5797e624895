"""What a session has asked and not been answered, and what it knows of its tables.

It takes what an open conversation brings and turns it into outputs; what has to be asked in turn, such
as a snapshot, it asks by itself. It knows nothing of connections beyond whether a message could be sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec.structs import replace

from gouji_core.action_texts import format_action
from gouji_core.actions import Action, Dissolve, Report
from gouji_core.errors import NotationError
from gouji_protocol.codec import Unread
from gouji_protocol.errors import LocalProtocolError, ProtocolError, RemoteProtocolError
from gouji_protocol.limits import NAME_CELLS, NOTICE_CELLS
from gouji_protocol.messages import (
    Accepted,
    Answer,
    ChatLine,
    ClientMessage,
    Command,
    Create,
    Deadline,
    Done,
    Drawn,
    Events,
    Failed,
    Fairness,
    Hands,
    Join,
    Leave,
    Message,
    Notice,
    PlayerStats,
    Pong,
    Record,
    Refused,
    Removed,
    Request,
    Resync,
    SeatBrief,
    Snapshot,
    Stats,
    Tables,
    TableState,
    TooLate,
)
from gouji_protocol.mirror import Held, Mirror, Sent
from gouji_protocol.outputs import (
    ChatReceived,
    ClockChanged,
    CommandAnswered,
    FairnessTold,
    HandsShown,
    LinkCode,
    LotsDrawn,
    NoticeTold,
    Output,
    RequestAnswered,
    TableChanged,
    TableLost,
)
from gouji_protocol.texts import clean_text
from gouji_protocol.words import ANY_SEAT, WATCH, ByeCode, FailCode, RemoveCode, TablePhase

_PASSING = frozenset(
    {
        FailCode.RATE,
        FailCode.BUSY,
        FailCode.PAUSED,
        FailCode.SHUTTING_DOWN,
        FailCode.STORAGE,
        FailCode.INTERNAL,
    }
)
"""The reasons that say nothing about whether we still are at a table."""

_P = TypeVar("_P", SeatBrief, PlayerStats)

_NONCE_BITS = 38
_COUNT_BITS = 24


class ResumeFailedError(ProtocolError):
    """Says that a table could not be taken up just now; a new connection is to try again."""

    def __init__(self, code: str) -> None:
        super().__init__("the server could not take the game up again")
        self.code = code


class Ledger:
    """Keeps requests, commands and tables of one session."""

    def __init__(
        self, nonce: int, send: Callable[[ClientMessage], bool], tell: Callable[[Output], None]
    ) -> None:
        self.tables: dict[str, Mirror] = {}
        self.sent: dict[int, Sent] = {}
        self._base = (nonce % (1 << _NONCE_BITS)) << _COUNT_BITS
        self._count = 0
        self._asked: dict[int, Request] = {}
        self._own: set[int] = set()
        """The requests that the session made by itself; their answers are nobody else's business."""
        self._send = send
        self._tell = tell

    def new_id(self) -> int:
        """Returns an id for a request."""
        self._count += 1
        return self._count

    def ask(self, request: Request) -> int:
        """Sends a request, or answers that there is no connection; returns its id."""
        if self._send(request):
            self._asked[request.request] = request
        else:
            self._tell(RequestAnswered(request.request, Failed(request.request, LinkCode.OFFLINE)))
        return request.request

    def ask_myself(self, request: Request) -> None:
        """Sends a request whose answer the program does not hear of."""
        self._own.add(request.request)
        self.ask(request)

    def act(self, table: str, action: Action, decision: int | None) -> int:
        """Sends an action or keeps it for the next connection; returns its id.

        Raises:
            LocalProtocolError: if no game is known at this table.
        """
        mirror = self.tables.get(table)
        if mirror is None or mirror.view is None:
            raise LocalProtocolError(f"there is no game at table {table!r}")
        if isinstance(action, (Report, Dissolve)):
            decision = 0
        elif decision is None:
            decision = mirror.view.public.pending.id
        sent = Sent(self._base | self.new_id(), table, decision, action)
        self.sent[sent.command] = sent
        self._send_command(sent)
        return sent.command

    def resume(self, seated: Iterable[str]) -> None:
        """Takes all tables up again after a welcome, with those where the server says we sit."""
        for table in seated:
            self._mirror(table)
        for mirror in self.tables.values():
            since = 0 if mirror.lost else mirror.seq
            seat = WATCH if mirror.watching else ANY_SEAT
            join = Join(self.new_id(), mirror.table, seat, mirror.password, since, mirror.chat)
            self.ask_myself(join)
        for sent in self.sent.values():
            self._send_command(sent)

    def drop_requests(self, code: str) -> None:
        """Fails the requests that nobody will answer any more."""
        for request in self._asked:
            if request not in self._own:
                self._tell(RequestAnswered(request, Failed(request, code)))
        self._asked.clear()
        self._own.clear()

    def forget(self, code: str) -> None:
        """Gives all tables up."""
        for table in tuple(self.tables):
            self._drop_table(table, code)

    def take(self, message: Message | Unread, now: float) -> None:
        """Takes what a server says in an open conversation.

        Raises:
            RemoteProtocolError: if a snapshot cannot be read, because the server is too new.
            ResumeFailedError: if a table cannot be taken up just now.
        """
        match message:
            case Done() | Failed() | Tables() | Pong() | Record() | Stats():
                self._answered(message)
            case Unread(_, request, code):
                # An answer too new to be read still ends what it answers.
                self._answered(Failed(request, code))
            case Accepted(command, seq) if command in self.sent:
                sent = self.sent.pop(command)
                mirror = self.tables.get(sent.table)
                if mirror is None or seq <= mirror.seq:
                    self._tell(CommandAnswered(command, sent.table, sent.action, message))
                else:
                    mirror.held.append(Held(sent, message))
            case Refused() | TooLate() if message.command in self.sent:
                sent = self.sent.pop(message.command)
                self._tell(CommandAnswered(sent.command, sent.table, sent.action, message))
            case TableState():
                mirror = self._mirror(message.table)
                self._tell(TableChanged(message.table, mirror.take_state(message, now)))
                if message.phase is TablePhase.CLOSED:
                    self._drop_table(message.table, RemoveCode.CLOSED)
            case Removed(table, code, data):
                self._drop_table(table, code, data)
            case Notice():
                self._tell(NoticeTold(replace(message, text=clean_text(message.text, NOTICE_CELLS))))
            case Events() | Snapshot() | Deadline() | ChatLine() | Fairness() | Drawn() | Hands():
                mirror = self.tables.get(message.table)
                if mirror is not None:
                    self._told(mirror, message, now)
            case _:
                pass

    def _told(
        self,
        mirror: Mirror,
        message: Events | Snapshot | Deadline | ChatLine | Fairness | Drawn | Hands,
        now: float,
    ) -> None:
        match message:
            case Events():
                was_lost = mirror.lost
                changed = mirror.take_events(message)
                if changed is not None:
                    self._tell(changed)
                    self._release(mirror)
                elif mirror.lost and not was_lost:
                    self.ask_myself(Resync(self.new_id(), mirror.table))
            case Snapshot():
                try:
                    self._tell(mirror.take_snapshot(message))
                except NotationError as error:
                    raise RemoteProtocolError(f"the game cannot be read: {error}", ByeCode.VERSION) from None
                self._release(mirror)
            case Deadline():
                self._tell(ClockChanged(mirror.table, mirror.take_deadline(message, now)))
            case ChatLine():
                line = mirror.take_chat(message)
                if line is not None:
                    self._tell(ChatReceived(line))
            case Fairness():
                self._tell(FairnessTold(message))
            case Drawn():
                self._tell(LotsDrawn(message))
            case Hands():
                self._tell(HandsShown(mirror.table, mirror.take_hands(message)))

    def _answered(self, answer: Answer) -> None:
        if isinstance(answer, Failed) and answer.request in self.sent:
            sent = self.sent.pop(answer.request)
            self._tell(CommandAnswered(sent.command, sent.table, sent.action, answer))
            return
        request = self._asked.pop(answer.request, None)
        if request is None:
            return
        match request, answer:
            case Create() | Join(), Done(_, table, seat):
                mirror = self._mirror(table)
                mirror.sit(seat)
                mirror.watching = request.seat == WATCH
                mirror.password = request.password if isinstance(request, Join) else ""
            case Leave(_, table), Done():
                self._drop_table(table, LinkCode.LEFT)
            case Join(_, table) | Resync(_, table), Failed(_, code, data) if request.request in self._own:
                if code in _PASSING:
                    raise ResumeFailedError(code)
                self._drop_table(table, code, data)
            case _:
                pass
        if request.request in self._own:
            self._own.discard(request.request)
        else:
            self._tell(RequestAnswered(request.request, _harmless(answer)))

    def _mirror(self, table: str) -> Mirror:
        mirror = self.tables.get(table)
        if mirror is None:
            mirror = self.tables[table] = Mirror(table)
        return mirror

    def _drop_table(self, table: str, code: str, data: tuple[tuple[str, str], ...] = ()) -> None:
        mirror = self.tables.pop(table, None)
        if mirror is None:
            return
        for held in mirror.held:
            self._tell_accepted(held)
        for sent in [sent for sent in self.sent.values() if sent.table == table]:
            del self.sent[sent.command]
            failed = Failed(sent.command, code, data)
            self._tell(CommandAnswered(sent.command, table, sent.action, failed))
        self._tell(TableLost(table, code, data))

    def _release(self, mirror: Mirror) -> None:
        for held in mirror.released():
            self._tell_accepted(held)

    def _tell_accepted(self, held: Held) -> None:
        sent = held.sent
        self._tell(CommandAnswered(sent.command, sent.table, sent.action, held.answer))

    def _send_command(self, sent: Sent) -> None:
        self._send(Command(sent.command, sent.table, sent.decision, format_action(sent.action)))


def _harmless(answer: Answer) -> Answer:
    """Returns an answer with the names of people fit to be shown."""
    match answer:
        case Tables(tables=tables):
            return replace(answer, tables=tuple(replace(one, seats=_named(one.seats)) for one in tables))
        case Stats(own=own, players=players):
            return replace(answer, own=_named((own,))[0], players=_named(players))
        case _:
            return answer


def _named(people: tuple[_P, ...]) -> tuple[_P, ...]:
    return tuple(replace(one, name=clean_text(one.name, NAME_CELLS)) for one in people)
