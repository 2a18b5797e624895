"""One conversation of a client and a server, seen from either end, without any input or output.

Bytes that arrived go in with ``feed``; ``next_message`` gives one message after another. ``send`` checks
a message and returns its bytes. Both ends step through the same table, ``MAY``, which says by the
state of the conversation who may say what; the table knows parties, not which of them is "me".

The conversation is FRESH until the client said hello, GREETED until the server answered, then OPEN, and
CLOSED after a goodbye. Whoever said goodbye hears nothing more: what was under way is passed by.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, get_args

from gouji_protocol import limits
from gouji_protocol.codec import Unread, decode_client_message, decode_server_message, encode_message
from gouji_protocol.errors import LocalProtocolError, RemoteProtocolError
from gouji_protocol.frames import FrameDecoder, frame
from gouji_protocol.messages import (
    Answer,
    Command,
    CommandAnswer,
    Goodbye,
    Hello,
    Message,
    Request,
    Told,
    Welcome,
)


class Party(Enum):
    """Names the two ends."""

    CLIENT = "client"
    SERVER = "server"

    @property
    def other(self) -> Party:
        return Party.SERVER if self is Party.CLIENT else Party.CLIENT


class State(Enum):
    """Names how far the conversation is."""

    FRESH = "fresh"
    GREETED = "greeted"
    OPEN = "open"
    CLOSED = "closed"


_ASKED: Final = (*get_args(Request), Command, Unread)
_TOLD: Final = (*get_args(Answer), *get_args(CommandAnswer), *get_args(Told), Unread)

MAY: Final[Mapping[tuple[State, Party], Mapping[type, State]]] = {
    (State.FRESH, Party.CLIENT): {Hello: State.GREETED, Goodbye: State.CLOSED},
    (State.FRESH, Party.SERVER): {Goodbye: State.CLOSED},
    (State.GREETED, Party.CLIENT): {Goodbye: State.CLOSED},
    (State.GREETED, Party.SERVER): {Welcome: State.OPEN, Goodbye: State.CLOSED},
    (State.OPEN, Party.CLIENT): {Goodbye: State.CLOSED, **dict.fromkeys(_ASKED, State.OPEN)},
    (State.OPEN, Party.SERVER): {Goodbye: State.CLOSED, **dict.fromkeys(_TOLD, State.OPEN)},
    (State.CLOSED, Party.CLIENT): {},
    (State.CLOSED, Party.SERVER): {},
}
"""By state and sender: what may be said, and the state after it."""

_LIMIT: Final = {Party.CLIENT: limits.MAX_REQUEST, Party.SERVER: limits.MAX_REPLY}
_DECODE: Final = {Party.CLIENT: decode_client_message, Party.SERVER: decode_server_message}


class Connection:
    """Is one end of a conversation."""

    __slots__ = ("_broken", "_decode", "_frames", "_limit", "_mine", "_state", "_theirs", "me")

    def __init__(self, me: Party) -> None:
        self.me = me
        self.state = State.FRESH
        self._broken: RemoteProtocolError | None = None
        self._limit = _LIMIT[me]
        self._frames = FrameDecoder(_LIMIT[me.other])
        self._decode = _DECODE[me.other]

    @property
    def state(self) -> State:
        """How far the conversation is."""
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state = state
        # Looked up once a state and not once a message: hashing enums is slow.
        self._mine, self._theirs = MAY[state, self.me], MAY[state, self.me.other]

    def send(self, message: Message) -> bytes:
        """Returns the bytes of a message, to be written in this order.

        Raises:
            LocalProtocolError: if it may not be sent now, or is too long; the state stays as it was.
        """
        after = self._mine.get(type(message))
        if after is None:
            raise LocalProtocolError(
                f"a {self.me.value} may not send {_name(message)} when {self.state.value}"
            )
        data = frame(encode_message(message), self._limit)
        if after is not self._state:
            self.state = after
        return data

    def feed(self, data: bytes) -> None:
        """Takes bytes that arrived; after a goodbye or an error they are dropped."""
        if self._state is not State.CLOSED and self._broken is None:
            self._frames.feed(data)

    def next_message(self) -> Message | Unread | None:
        """Returns the next message that has arrived whole, None if there is none.

        Raises:
            RemoteProtocolError: if the other side broke the protocol. It did so for good: send the
                error's answer, which ``send`` still takes, and close.
        """
        if self._state is State.CLOSED:
            return None
        if self._broken is not None:
            raise self._broken
        try:
            return self._next()
        except RemoteProtocolError as error:
            self._broken = error
            raise

    def _next(self) -> Message | Unread | None:
        body = self._frames.next_body()
        if body is None:
            return None
        message = self._decode(body)
        after = self._theirs.get(type(message))
        if after is None:
            who, when = self.me.other.value, self.state.value
            raise RemoteProtocolError(f"a {who} may not send {_name(message)} when {when}")
        if after is not self._state:
            self.state = after
        return message


def _name(message: Message | Unread) -> str:
    return f"message {message.tag}" if isinstance(message, Unread) else type(message).__name__
