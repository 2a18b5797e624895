"""What people ask of a table that is no move of the game: seats, bots, readiness, talk, 托管.

A deed is a value, so that the screen and the plain mode ask alike and a test can see what was asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gouji_client import Client
from gouji_client.updates import Arrangement, Phrase
from gouji_core.seats import NOBODY


class Do(StrEnum):
    """Names what can be asked."""

    READY = "ready"
    NOT_READY = "not_ready"
    FILL = "fill"
    """Bots on all free seats."""
    BOT = "bot"
    """A bot of the level ``text`` on a seat; without one it goes."""
    KICK = "kick"
    HAND_OVER = "hand_over"
    SIT = "sit"
    FEDERATION = "federation"
    OPPOSITE = "opposite"
    SWAP = "swap"
    LOTS = "lots"
    CHAT = "chat"
    SAY = "say"
    """A quick phrase, whose word is ``text``."""
    MUTE = "mute"
    """The person whose identity is ``text``."""
    HEAR = "hear"
    AUTO = "auto"
    MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class Deed:
    """Is one thing asked of a table: about a seat, another one, or with words."""

    do: Do
    seat: int = NOBODY
    other: int = NOBODY
    text: str = ""


async def carry_out(client: Client, table: str, deed: Deed) -> None:
    """Asks the server for a deed.

    Raises:
        RequestFailedError: if it is not done.
    """
    match deed.do:
        case Do.READY | Do.NOT_READY:
            await client.ready(deed.do is Do.READY, table)
        case Do.FILL:
            await client.add_bots(table=table)
        case Do.BOT:
            await client.set_seat(deed.seat, deed.text, table)
        case Do.KICK:
            await client.kick(deed.seat, table)
        case Do.HAND_OVER:
            await client.hand_over(deed.seat, table)
        case Do.SIT:
            await client.join(table, deed.seat)
        case Do.FEDERATION | Do.OPPOSITE | Do.SWAP | Do.LOTS:
            await client.arrange(Arrangement(deed.do.value), deed.seat, deed.other, table)
        case Do.CHAT:
            await client.chat(deed.text, table)
        case Do.SAY:
            await client.say(Phrase(deed.text), table)
        case Do.MUTE | Do.HEAR:
            await client.mute(deed.text, deed.do is Do.MUTE)
        case Do.AUTO | Do.MANUAL:
            await client.auto(deed.do is Do.AUTO, table)
