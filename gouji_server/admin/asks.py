"""What may be asked of a running server, and how it answers: one JSON object a line each way."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.json import Decoder, Encoder


class _Ask(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Is the common form of everything that may be asked."""


class ShowAll(_Ask, frozen=True, tag="list"):
    """Asks who is where."""


class Where(_Ask, frozen=True, tag="where"):
    """Asks for the journal's file."""


class Tell(_Ask, frozen=True, tag="tell"):
    """Says something to everybody, or at one table."""

    text: str
    table: str = ""


class Silence(_Ask, frozen=True, tag="mute"):
    """Lets somebody say nothing, or again everything."""

    person: str
    on: bool = True


class Kick(_Ask, frozen=True, tag="kick"):
    """Ends somebody's connection and gives their seats to bots; they may come back."""

    person: str
    text: str = ""


class Ban(_Ask, frozen=True, tag="ban"):
    """Kicks somebody for good, or lets them in again."""

    person: str
    text: str = ""
    on: bool = True


class Pause(_Ask, frozen=True, tag="pause"):
    """Stops all clocks, or lets them run again."""

    text: str = ""
    on: bool = True


class Drain(_Ask, frozen=True, tag="drain"):
    """Lets nothing begin any more and stops when nothing is under way, or takes that back."""

    text: str = ""
    on: bool = True


class Motd(_Ask, frozen=True, tag="motd"):
    """Sets the message of the day."""

    text: str


class Shutdown(_Ask, frozen=True, tag="shutdown"):
    """Stops the server after some seconds, or takes that back."""

    seconds: float = 0.0
    text: str = ""
    on: bool = True


Ask = ShowAll | Where | Tell | Silence | Kick | Ban | Pause | Drain | Motd | Shutdown
"""Whatever may be asked."""


class Answer(Struct, frozen=True, omit_defaults=True):
    """Is what the server says to that: lines for people, the same as data, or why it did nothing."""

    lines: tuple[str, ...] = ()
    data: dict[str, Any] = {}
    error: str = ""


ENCODER = Encoder()
ASKS: Decoder[Ask] = Decoder(Ask)
ANSWERS: Decoder[Answer] = Decoder(Answer)
