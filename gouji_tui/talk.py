"""What is said at a table, and what became of its people, as lines beside the game's own events.

What comes from people is clean already and is shown literally; a phrase is told in the reader's language.
"""

from __future__ import annotations

from dataclasses import dataclass

from gouji_client.updates import ChatLine
from gouji_core.seats import NOBODY
from gouji_tui.cells import Ink, Line, Span
from gouji_tui.letters import is_letter
from gouji_tui.table import Presence
from gouji_tui.texts import Texts

TALK_KEPT = 200
"""How many lines are kept while a table waits."""
CHAT_LETTERS = 200
"""The longest line a server takes."""


@dataclass(frozen=True, slots=True)
class Said:
    """Is a line that somebody said; ``phrase`` is the word of a quick phrase."""

    name: str
    text: str
    seat: int = NOBODY
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Became:
    """Is what became of the person on a seat; ``seconds`` until a bot plays, -1 without a countdown."""

    seat: int
    name: str
    presence: Presence
    seconds: int = -1
    missed: bool = False
    """Whether a bot plays because of deadlines missed, and not by choice."""
    fresh: bool = False
    """Whether they have only just sat down."""


@dataclass(frozen=True, slots=True)
class Drew:
    """Is that lots were drawn for the seats (S2.5)."""


Remark = Said | Became | Drew
"""A line of the table's that is no event of the game."""


def said_of(line: ChatLine) -> Said:
    """Returns a line of chat as the client shows it."""
    return Said(line.name, line.text, line.seat, line.phrase)


def said_text(said: Said, texts: Texts) -> str:
    """Returns the words of a line: a phrase in the reader's language, anything else literally."""
    code = f"phrase.{said.phrase}"
    return texts(code) if said.phrase and code in texts else said.text


def remark_line(remark: Remark, texts: Texts) -> Line:
    """Returns a remark in words."""
    match remark:
        case Said():
            return (Span(f"{remark.name}: ", Ink.BOLD), Span(said_text(remark, texts)))
        case Became():
            return (Span(_became(remark, texts), Ink.PLAIN),)
        case Drew():
            return (Span(texts("talk.drew")),)


def _became(became: Became, texts: Texts) -> str:
    name = became.name or texts("seat.number", number=became.seat + 1)
    if became.fresh:
        return texts("talk.sat", name=name)
    match became.presence:
        case Presence.LOST if became.seconds >= 0:
            return texts("talk.lost_until", name=name, seconds=became.seconds)
        case Presence.AUTO if became.missed:
            return texts("talk.missed", name=name)
        case _:
            return texts(f"talk.{became.presence}", name=name)


def type_letter(typed: str, key: str, character: str | None) -> tuple[str, str | None]:
    """Returns the line after a key, and what to say: None while it is typed, empty if nothing is said."""
    match key:
        case "enter":
            return "", typed.strip()
        case "escape":
            return "", ""
        case "backspace" | "delete":
            return typed[:-1], None
        case _:
            letter = character or ""
            if is_letter(letter) and len(typed) < CHAT_LETTERS:
                return typed + letter, None
            return typed, None
