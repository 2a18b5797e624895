"""A client's session: one person at one server, through however many connections, without any IO.

The driver dials when ``link`` is DIAL, tells what became of it, feeds bytes with ``received``, writes
``data_to_send``, calls ``tick`` at ``next_deadline`` and closes its socket when ``up`` is false. The program
asks with ``create``, ``join``, ``act`` and so on, and reads ``outputs``. After a reconnect the session takes
its tables up where they were and sends unanswered commands again; requests that were under way fail.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from msgspec import structs

from gouji_core.actions import Action, RefereeAct
from gouji_protocol.codec import Unread
from gouji_protocol.errors import RemoteProtocolError
from gouji_protocol.ledger import Ledger, ResumeFailedError
from gouji_protocol.limits import MAX_NAME, MAX_TEXT, OLDEST_VERSION, PROTOCOL_VERSION
from gouji_protocol.link import Link, LinkState
from gouji_protocol.messages import (
    AddBots,
    Arrange,
    Auto,
    Chat,
    ClientMessage,
    Create,
    GetRecord,
    GetStats,
    Goodbye,
    HandOver,
    Hello,
    Join,
    Kick,
    Leave,
    ListTables,
    Message,
    Mute,
    Ping,
    Ready,
    Referee,
    SetSeat,
    Start,
    TableOptions,
    Welcome,
)
from gouji_protocol.mirror import Mirror, Sent
from gouji_protocol.outputs import Connected, Disconnected, LinkCode, Output
from gouji_protocol.texts import clean_text
from gouji_protocol.words import ANY_SEAT, WATCH, Arrangement, ByeCode, Phrase

FINAL = frozenset(
    {
        ByeCode.BYE,
        ByeCode.VERSION,
        ByeCode.PROTOCOL,
        ByeCode.PASSWORD,
        ByeCode.REPLACED,
        ByeCode.KICKED,
        ByeCode.BANNED,
    }
)
"""The goodbyes after which coming back by itself would be wrong or useless."""

Texts = tuple[tuple[str, str], ...]
"""Pairs of names and texts."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Is who a client says it is."""

    name: str = ""
    token: str = ""
    lang: str = ""
    password: str = ""
    build: str = "gouji"
    features: tuple[str, ...] = ()


class Session:
    """Is a person's session at a server.

    ``nonce`` is a random number: together with a count it makes command ids that are never used twice,
    not even by another run of the program with the same token.
    """

    def __init__(self, profile: Profile, *, nonce: int, spread: Callable[[], float] = lambda: 0.5) -> None:
        self.profile = profile
        self.welcome: Welcome | None = None
        self._link = Link(spread)
        self._out: deque[Output] = deque()
        self._ledger = Ledger(nonce, self._send, self._out.append)
        self._now = 0.0

    @property
    def tables(self) -> Mapping[str, Mirror]:
        """What is known of the tables we are at, by their codes."""
        return self._ledger.tables

    @property
    def unanswered(self) -> tuple[Sent, ...]:
        """The actions that were sent and not answered yet, in order."""
        return tuple(self._ledger.sent.values())

    # What a driver uses.

    @property
    def link(self) -> LinkState:
        """What the connection is at, and what the driver is to do."""
        return self._link.state

    @property
    def up(self) -> bool:
        """Whether the driver is to keep its socket open."""
        return self._link.up

    def dialled(self, now: float) -> None:
        """Takes a new connection into use and says hello."""
        self._now = now
        me = self.profile
        versions = (OLDEST_VERSION, PROTOCOL_VERSION)
        hello = Hello(*versions, me.build, me.features, me.token, me.name, me.lang, me.password)
        self._link.greet(hello, now)

    def unreachable(self, text: str, now: float, tried: Texts = ()) -> None:
        """Notes that no connection could be made; ``tried`` are addresses and what came of each."""
        self._now = now
        self._lose(LinkCode.UNREACHABLE, text, tried)

    def lost(self, text: str, now: float) -> None:
        """Notes that the connection broke or ended; after the session's own end of it this does nothing."""
        self._now = now
        if self.up:
            self._lose(LinkCode.LOST, text)

    def received(self, data: bytes, now: float) -> None:
        """Takes bytes that arrived."""
        self._now = now
        if not self.up:
            return
        self._link.heard(data, now)
        try:
            while self.up and (message := self._link.connection.next_message()) is not None:
                self._take(message)
        except RemoteProtocolError as error:
            self._give_up_on(error)
        except ResumeFailedError as error:
            self._lose(error.code, str(error), slowly=True)

    def data_to_send(self) -> bytes:
        """Returns the bytes to write now; each is returned once."""
        return self._link.taken()

    def next_deadline(self) -> float | None:
        """Returns when ``tick`` is due, None if it is not."""
        return self._link.deadline()

    def tick(self, now: float) -> None:
        """Does what time asks for: pings, giving up on silence, ending a pause."""
        self._now = now
        if self.link is LinkState.WAIT:
            deadline = self._link.deadline()
            if deadline is not None and now >= deadline:
                self._link.dial()
        elif self._link.silent(now):
            self._lose(LinkCode.SILENT, "the server says nothing any more")
        elif self._link.ping_due(now):
            self._ledger.ask_myself(Ping(self._ledger.new_id()))

    def retry_now(self) -> None:
        """Ends the pause before the next try."""
        self._link.dial()

    def outputs(self) -> list[Output]:
        """Returns what happened since the last call."""
        out = list(self._out)
        self._out.clear()
        return out

    # What a program uses; every request returns its id, which its answer will carry.

    def create(self, rules: str, options: TableOptions | None = None, seat: int = ANY_SEAT) -> int:
        return self._ledger.ask(Create(self._ledger.new_id(), rules, options or TableOptions(), seat))

    def list_tables(self) -> int:
        return self._ledger.ask(ListTables(self._ledger.new_id()))

    def join(self, table: str, seat: int = ANY_SEAT, password: str = "") -> int:
        return self._ledger.ask(Join(self._ledger.new_id(), table, seat, password))

    def watch(self, table: str, password: str = "") -> int:
        return self.join(table, WATCH, password)

    def leave(self, table: str) -> int:
        return self._ledger.ask(Leave(self._ledger.new_id(), table))

    def start(self, table: str) -> int:
        return self._ledger.ask(Start(self._ledger.new_id(), table))

    def add_bots(self, table: str, level: str) -> int:
        return self._ledger.ask(AddBots(self._ledger.new_id(), table, level))

    def set_seat(self, table: str, seat: int, level: str) -> int:
        return self._ledger.ask(SetSeat(self._ledger.new_id(), table, seat, level))

    def auto(self, table: str, on: bool) -> int:
        return self._ledger.ask(Auto(self._ledger.new_id(), table, on))

    def chat(self, table: str, text: str) -> int:
        return self._ledger.ask(Chat(self._ledger.new_id(), table, text))

    def say(self, table: str, phrase: Phrase) -> int:
        return self._ledger.ask(Chat(self._ledger.new_id(), table, phrase=phrase.value))

    def mute(self, person: str, on: bool) -> int:
        return self._ledger.ask(Mute(self._ledger.new_id(), person, on))

    def ready(self, table: str, on: bool) -> int:
        return self._ledger.ask(Ready(self._ledger.new_id(), table, on))

    def arrange(self, table: str, how: Arrangement, seat: int = -1, other: int = -1) -> int:
        return self._ledger.ask(Arrange(self._ledger.new_id(), table, how.value, seat, other))

    def kick(self, table: str, seat: int) -> int:
        return self._ledger.ask(Kick(self._ledger.new_id(), table, seat))

    def hand_over(self, table: str, seat: int) -> int:
        return self._ledger.ask(HandOver(self._ledger.new_id(), table, seat))

    def stats(self, start: int = 0) -> int:
        return self._ledger.ask(GetStats(self._ledger.new_id(), start))

    def ping(self) -> int:
        return self._ledger.ask(Ping(self._ledger.new_id()))

    def record(self, table: str, game: int = -1, start: int = 0) -> int:
        return self._ledger.ask(GetRecord(self._ledger.new_id(), table, game, start))

    def referee(self, table: str, act: RefereeAct, seat: int) -> int:
        return self._ledger.ask(Referee(self._ledger.new_id(), table, act.value, seat))

    def act(self, table: str, action: Action, decision: int | None = None) -> int:
        """Sends an action, also later if there is no connection now; returns the command's id.

        ``decision`` is the one it answers; without it, the one that the view shows as pending.

        Raises:
            LocalProtocolError: if no game is known at this table.
        """
        return self._ledger.act(table, action, decision)

    def close(self, *, leave: bool = False) -> None:
        """Ends the session; ``leave`` gives the seats to bots, else they are kept for a while."""
        if self.link is LinkState.ENDED:
            return
        if leave and self.up:
            self._link.send(Goodbye(ByeCode.BYE), self._now)
        self._ledger.drop_requests(LinkCode.CLOSED)
        self._link.end()
        self._out.append(Disconnected(LinkCode.CLOSED))

    # The end of a connection, and what comes in over it.

    def _send(self, message: ClientMessage) -> bool:
        if self.link is not LinkState.ONLINE:
            return False
        self._link.send(message, self._now)
        return True

    def _lose(self, code: str, text: str, data: Texts = (), *, slowly: bool = False) -> None:
        self._ledger.drop_requests(LinkCode.LOST)
        pause = self._link.pause(self._now, at_least=2 if slowly else 0)
        self._out.append(Disconnected(code, text, data, pause))

    def _end(self, code: str, text: str, data: Texts = ()) -> None:
        self._ledger.drop_requests(LinkCode.LOST)
        self._link.end()
        self._out.append(Disconnected(code, text, data))

    def _give_up_on(self, error: RemoteProtocolError) -> None:
        self._link.send(error.answer, self._now)
        if error.answer.code == ByeCode.VERSION:
            self._end(ByeCode.VERSION, str(error))
        elif self._link.ever:
            self._lose(LinkCode.PROTOCOL, str(error), slowly=True)
        else:
            self._end(LinkCode.PROTOCOL, str(error))

    def _take(self, message: Message | Unread) -> None:
        match message:
            case Welcome():
                self._welcomed(message)
            case Goodbye(code=ByeCode.TOKEN) if self.profile.token:
                self._forget()
                self._lose(message.code, clean_text(message.text, MAX_TEXT), message.data)
            case Goodbye(code, text, data) if code in FINAL:
                self._end(code, clean_text(text, MAX_TEXT), data)
            case Goodbye(code, text, data):
                self._lose(code, clean_text(text, MAX_TEXT), data, slowly=True)
            case _:
                self._ledger.take(message, self._now)

    def _welcomed(self, welcome: Welcome) -> None:
        if not OLDEST_VERSION <= welcome.version <= PROTOCOL_VERSION:
            raise RemoteProtocolError(f"version {welcome.version} was not offered", ByeCode.VERSION)
        fresh = self.welcome is None
        server, motd = clean_text(welcome.server, MAX_NAME), clean_text(welcome.motd, MAX_TEXT)
        welcome = self.welcome = structs.replace(welcome, server=server, motd=motd)
        self.profile = replace(self.profile, token=welcome.token)
        self._link.welcomed()
        self._out.append(Connected(welcome, fresh))
        self._ledger.resume(seat.table for seat in welcome.tables)

    def _forget(self) -> None:
        # The server does not know us any more, so our seats are gone with it: come back as somebody new.
        self.profile = replace(self.profile, token="")
        self._ledger.forget(ByeCode.TOKEN)
