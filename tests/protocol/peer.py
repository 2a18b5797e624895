"""A server of one table in memory: the same sans-IO pieces seen from the other end, and the real rules.

The session sits on seat 0, unless it watches; the peer plays the other seats. ``Rig`` is session, peer, a
wire that can be cut at any byte, and a clock that moves only when told.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from gouji_core.action_texts import parse_action
from gouji_core.actions import Action, Begin, Proceed, TableAction
from gouji_core.dealing import deal, shuffled
from gouji_core.engine import due, step
from gouji_core.errors import Refusal
from gouji_core.events import Event
from gouji_core.legal import legal_actions, waited_for
from gouji_core.options import parse_rules
from gouji_core.plain import encode, encode_event
from gouji_core.public import Ask, Phase
from gouji_core.seats import NOBODY, SEATS
from gouji_core.state import State, new_game
from gouji_core.views import SeatView, project, view_of
from gouji_protocol.codec import Unread
from gouji_protocol.connection import Connection, Party
from gouji_protocol.connection import State as Talk
from gouji_protocol.link import LinkState
from gouji_protocol.messages import (
    Accepted,
    Command,
    Create,
    Deadline,
    Done,
    Events,
    Failed,
    Goodbye,
    Hello,
    Join,
    Leave,
    Message,
    Ping,
    Pong,
    Refused,
    Resync,
    Seated,
    SeatInfo,
    ServerMessage,
    Snapshot,
    Start,
    TableOptions,
    TableState,
    TooLate,
    Welcome,
)
from gouji_protocol.outputs import Output
from gouji_protocol.session import Profile, Session
from gouji_protocol.words import WATCH, FailCode, Kind, Presence, TablePhase

CODE = "K7QX"

_T = TypeVar("_T")


def some(things: Sequence[object], kind: type[_T]) -> list[_T]:
    """Returns those of one kind."""
    return [thing for thing in things if isinstance(thing, kind)]


def only(things: Sequence[object], kind: type[_T]) -> _T:
    """Returns the only one of a kind."""
    found = some(things, kind)
    assert len(found) == 1, things
    return found[0]


class Peer:
    """Is the server: it lives through all connections."""

    def __init__(self, rules: str = "online", seed: int = 1) -> None:
        self.rules = parse_rules(rules)
        self.rules_text = rules
        self.random = Random(seed)
        self.connection = Connection(Party.SERVER)
        self.heard: list[Message | Unread] = []
        self.state: State | None = None
        self.seen: list[Event] = []
        self.viewer = NOBODY
        self.joined = self.listening = False
        self.answers: dict[int, ServerMessage] = {}
        self.buffered = 10_000
        """How many events back a resume may reach."""
        self.interceptor: Callable[[Message | Unread], ServerMessage | None] = lambda message: None
        self.wire = b""

    def accept(self) -> None:
        """Takes a new connection in place of the old one."""
        self.connection = Connection(Party.SERVER)
        self.listening = False
        self.wire = b""

    def say(self, message: ServerMessage) -> None:
        self.wire += self.connection.send(message)

    def feed(self, data: bytes) -> None:
        self.connection.feed(data)
        while (message := self.connection.next_message()) is not None:
            self.heard.append(message)
            answer = self.interceptor(message)
            if answer is not None:
                self.say(answer)
            else:
                self._take(message)

    def _take(self, message: Message | Unread) -> None:
        match message:
            case Hello():
                tables = (Seated(CODE, self.viewer),) if self.joined and self.viewer >= 0 else ()
                self.say(Welcome(1, "peer", (), "id", message.token or "secret", "peer", tables))
            case Create(request) | Join(request):
                self.viewer = NOBODY if message.seat == WATCH else 0
                self.joined = self.listening = True
                self.say(Done(request, CODE, self.viewer))
                self.tell_state()
                if self.state is not None:
                    self._catch_up(message.since if isinstance(message, Join) else 0)
            case Leave(request):
                self.joined = self.listening = False
                self.say(Done(request, CODE))
            case Start(request):
                self.say(Done(request, CODE))
                self.start()
            case Resync(request):
                self.say(Done(request, CODE))
                self._catch_up(0)
            case Ping(request):
                self.say(Pong(request))
            case Command():
                self._command(message)
            case Goodbye():
                pass
            case _:
                raise AssertionError(f"the peer does not do {message}")

    def tell_state(self, phase: TablePhase | None = None) -> None:
        seats = tuple(SeatInfo(f"p{seat}", Kind.HUMAN, Presence.PRESENT) for seat in SEATS)
        now = phase or (TablePhase.LOBBY if self.state is None else TablePhase.PLAYING)
        self.say(TableState(CODE, self.viewer, 0, self.rules_text, TableOptions(), now, seats))

    def start(self) -> None:
        self.state = new_game(self.rules)
        if self.listening:
            self._catch_up(0)
        self.run()

    def _catch_up(self, since: int) -> None:
        assert self.state is not None
        if since and len(self.seen) - since <= self.buffered:
            missed = tuple(encode_event(event) for event in self.seen[since:])
            self.say(Events(CODE, since + 1, missed))
        else:
            self.say(Snapshot(CODE, len(self.seen), encode(SeatView, view_of(self.state, self.viewer))))

    def _command(self, command: Command) -> None:
        answer = self.answers.get(command.command)
        if answer is None:
            answer = self.answers[command.command] = self._try(command)
            self.say(answer)
            if isinstance(answer, Accepted):
                self.run()
        else:
            self.say(answer)

    def _try(self, command: Command) -> Accepted | Refused | TooLate | Failed:
        assert self.state is not None
        pending = self.state.public.pending.id
        if command.decision not in (0, pending):
            return TooLate(command.command, pending)
        result = self.act(0, parse_action(command.action))
        if isinstance(result, Refusal):
            return Refused(command.command, result.clause, result.code, result.data)
        return Accepted(command.command, len(self.seen))

    def act(self, seat: int, action: Action | TableAction) -> Refusal | None:
        """Does one action and tells of it."""
        assert self.state is not None
        result = step(self.state, seat, action)
        if isinstance(result, Refusal):
            return result
        self.state = result.state
        told = [seen for event in result.events if (seen := project(event, self.viewer)) is not None]
        if told and self.listening:
            plain = tuple(encode_event(event) for event in told)
            self.say(Events(CODE, len(self.seen) + 1, plain))
            self.say(Deadline(CODE, self.state.public.pending.id, 30_000))
        self.seen += told
        return None

    def run(self) -> None:
        """Plays the table and all other seats until seat 0 is waited for or the round is over."""
        while (state := self.state) is not None:
            move = self._move(state)
            if move is None:
                return
            assert self.act(*move) is None, move

    def _move(self, state: State) -> tuple[int, Action | TableAction] | None:
        public = state.public
        if public.phase is Phase.GAME_OVER or (public.pending.kind is Ask.BEGIN and public.setup.round):
            return None
        if public.pending.kind is Ask.BEGIN:
            return NOBODY, Begin()
        if public.pending.kind is Ask.DEAL:
            return NOBODY, deal(public, shuffled(self.random.randbytes(8), self.rules))
        if due(state):
            return NOBODY, Proceed()
        others = SEATS if self.viewer == NOBODY else SEATS[1:]
        for seat in others:
            view = view_of(state, seat)
            if waited_for(view):
                return seat, self.random.choice(legal_actions(view))
        return None

    @property
    def over(self) -> bool:
        """Whether a round has been played to its end."""
        if self.state is None:
            return False
        public = self.state.public
        return public.phase is Phase.GAME_OVER or (
            public.pending.kind is Ask.BEGIN and public.setup.round > 0
        )

    def refuse_all(self, code: FailCode) -> None:
        """Answers every request from now on with a failure."""

        def answer(message: Message | Unread) -> ServerMessage | None:
            number = getattr(message, "request", None)
            return None if number is None else Failed(number, code)

        self.interceptor = answer


class Rig:
    """Is a session on a wire to a peer."""

    def __init__(self, rules: str = "online", seed: int = 1, profile: Profile | None = None) -> None:
        self.now = 100.0
        self.session = Session(profile or Profile("ann"), nonce=7)
        self.peer = Peer(rules, seed)
        self.outputs: list[Output] = []

    def connect(self) -> list[Output]:
        """Connects and lets both sides talk until nothing is left to say."""
        assert self.session.link is LinkState.DIAL
        self.peer.accept()
        self.session.dialled(self.now)
        return self.pump()

    def pump(self) -> list[Output]:
        """Carries bytes both ways until there are none; returns what the session told."""
        while self.session.up:
            out = self.session.data_to_send()
            if out and self.peer.connection.state is not Talk.CLOSED:
                self.peer.feed(out)
            back, self.peer.wire = self.peer.wire, b""
            if back:
                self.session.received(back, self.now)
            elif not out:
                break
        return self.told()

    def told(self) -> list[Output]:
        """Returns what the session told since the last call."""
        news = self.session.outputs()
        self.outputs += news
        return news

    def cut(self, keep: int = 0) -> list[Output]:
        """Breaks the connection; only so many bytes under way to the session still arrive."""
        self.session.received(self.peer.wire[:keep], self.now)
        self.peer.wire = b""
        self.peer.listening = False
        self.session.data_to_send()
        self.session.lost("cut", self.now)
        return self.told()

    def pass_time(self, seconds: float) -> list[Output]:
        """Lets time pass for the session."""
        self.now += seconds
        self.session.tick(self.now)
        return self.pump()

    def reconnect(self) -> list[Output]:
        """Waits the pause out and connects again."""
        deadline = self.session.next_deadline()
        assert deadline is not None
        self.now = deadline
        self.session.tick(self.now)
        return self.connect()

    @property
    def view(self) -> SeatView:
        view = self.session.tables[CODE].view
        assert view is not None
        return view

    def start(self) -> list[Output]:
        """Connects, makes a table and starts the game."""
        self.connect()
        self.session.create(self.peer.rules_text)
        self.pump()
        self.session.start(CODE)
        return self.pump()

    def follows(self) -> bool:
        """Whether the session sees exactly what its seat may see."""
        assert self.peer.state is not None
        return self.view == view_of(self.peer.state, self.peer.viewer)
