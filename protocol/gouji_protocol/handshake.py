"""The first and the last words of a conversation; frozen for ever, so nothing here may ever change."""

from __future__ import annotations

from gouji_protocol.wire import WireStruct
from gouji_protocol.words import (
    LongText,
    Name,
    Number,
    Pairs,
    Password,
    SeatOrNone,
    Token,
    Word,
    Words,
)


class Hello(WireStruct, frozen=True, array_like=True, tag=0):
    """Opens a connection: what the client speaks and who it is. Frozen for ever."""

    min_version: Number
    max_version: Number
    build: Word = ""
    features: Words = ()
    token: Token = ""
    """Empty for somebody new; the server then makes one up and tells it."""
    name: Name = ""
    lang: Word = ""
    password: Password = ""
    """Of the server, not of a table."""


class Seated(WireStruct, frozen=True, array_like=True):
    """Is a table at which the identity holds a seat."""

    table: Word
    seat: SeatOrNone


class Welcome(WireStruct, frozen=True, array_like=True, tag=1):
    """Answers ``Hello``: the version chosen, who you are, where you sit. Frozen for ever."""

    version: Number
    build: Word
    features: Words
    identity: Word
    """Public: what others may call this person by, where names repeat."""
    token: Token
    """Secret: keep it to come back as the same person."""
    server: Name
    tables: tuple[Seated, ...] = ()
    motd: LongText = ""


class Goodbye(WireStruct, frozen=True, array_like=True, tag=2):
    """Ends a connection, from either side. Frozen for ever.

    From a server ``code`` is one of ``ByeCode`` or newer, and ``text`` can be printed by a client that knows
    nothing else. From a client ``bye`` means that the person leaves, and the seat is given to a bot;
    any other code ends the connection only.
    """

    code: Word
    text: LongText = ""
    data: Pairs = ()
