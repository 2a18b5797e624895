"""Text measured in terminal cells: cutting, padding and cleaning what other people wrote.

A Chinese character fills two cells, so no width here is ever a length. The layout uses no glyph of
ambiguous width (a test holds the catalogues to that), so these widths hold in every terminal.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from rich.cells import cell_len, set_cell_size

_HARM = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f"
    "\\ud800-\\udfff\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffb\\U000e0000-\\U000e0fff]"
)
"""Controls, marks of direction, letters of no width and halves of letters: a terminal obeys them."""

_CLOSING = frozenset("，。；：、！？）」』】》")
"""The signs that no row of Chinese begins with."""
_BETWEEN_KEYS = re.compile("(，|, |  +)")

CUT = ".."
"""Marks where a text was cut; the usual ellipsis has an ambiguous width."""


class Ink(StrEnum):
    """Names what a piece of text means; ``gouji_tui.palette`` says how that looks.

    Every ink that carries meaning is also said in words or signs: nothing is told by colour alone.
    """

    PLAIN = "plain"
    DIM = "dim"
    BOLD = "bold"
    TURN = "turn"
    OURS = "ours"
    THEIRS = "theirs"
    KEY = "key"
    CARDS = "cards"
    WARN = "warn"
    TITLE = "title"
    CURSOR = "cursor"
    CHOSEN = "chosen"


@dataclass(frozen=True, slots=True)
class Span:
    """Is a piece of one line in one ink."""

    text: str
    ink: Ink = Ink.PLAIN


Line = tuple[Span, ...]
"""One row of the screen."""

EMPTY: Line = ()


def width(text: str) -> int:
    """Returns how many cells a text fills."""
    return cell_len(text)


def line_width(line: Line) -> int:
    """Returns how many cells a line fills."""
    return sum(cell_len(span.text) for span in line)


def cut(text: str, room: int) -> str:
    """Returns a text that fills at most ``room`` cells, marked where it was cut."""
    if cell_len(text) <= room:
        return text
    if room <= len(CUT):
        return set_cell_size(text, max(room, 0)).rstrip()
    return set_cell_size(text, room - len(CUT)).rstrip() + CUT


def pad(text: str, room: int) -> str:
    """Returns a text that fills exactly ``room`` cells, cut or filled with blanks on the right."""
    text = cut(text, room)
    return text + " " * (room - cell_len(text))


def centre(text: str, room: int) -> str:
    """Returns a text in the middle of exactly ``room`` cells."""
    text = cut(text, room)
    left = (room - cell_len(text)) // 2
    return pad(" " * left + text, room)


def fit(line: Line, room: int) -> Line:
    """Returns a line of exactly ``room`` cells, cut or filled with blanks, neighbours of one ink joined."""
    left = room - line_width(line)
    if left >= 0:
        return join((*line, Span(" " * left)))
    bare = text_of(line).rstrip(" ")
    # Blanks at the end may go without a mark that something was cut.
    end = room if cell_len(bare) <= room else max(room - len(CUT), 0)
    out: list[Span] = []
    for span in line:
        out.append(Span(set_cell_size(span.text, min(cell_len(span.text), end)), span.ink))
        end -= cell_len(out[-1].text)
    if cell_len(bare) > room:
        out.append(Span(CUT[:room]))
    return join(tuple(out))


def bar(text: str, room: int, ink: Ink = Ink.TITLE) -> Line:
    """Returns a row of one ink over its whole width."""
    return (Span(pad(" " + text, room), ink),)


def keys_bar(text: str, room: int) -> Line:
    """Returns a row of keys; where not all have room, the last one stays, which is the way back."""
    parts = _BETWEEN_KEYS.split(text)
    while len(parts) > 1 and width("".join(parts)) > room - 1:
        del parts[-3:-1]
    return bar("".join(parts), room)


def join(line: Line) -> Line:
    """Returns the same line with neighbouring pieces of one ink as one piece."""
    out: list[Span] = []
    for span in line:
        if not span.text:
            continue
        if out and out[-1].ink == span.ink:
            out[-1] = Span(out[-1].text + span.text, span.ink)
        else:
            out.append(span)
    return tuple(out)


def text_of(line: Line) -> str:
    """Returns the text of a line without its inks."""
    return "".join(span.text for span in line)


def wrap(line: Line, room: int) -> tuple[Line, ...]:
    """Returns a line broken into lines of at most ``room`` cells, at blanks where there are any."""
    pieces: list[Span] = []
    for span in line:
        word = ""
        for letter in span.text:
            if letter == " " or cell_len(letter) > 1:
                if word:
                    pieces.append(Span(word, span.ink))
                    word = ""
                pieces.append(Span(letter, span.ink))
            else:
                word += letter
        if word:
            pieces.append(Span(word, span.ink))
    lines: list[Line] = []
    row: list[Span] = []
    used = 0
    for piece in pieces:
        size = cell_len(piece.text)
        if used + size > room and row:
            kept = _kept_together(row) if piece.text in _CLOSING else 0
            lines.append(join(tuple(row[: len(row) - kept])))
            row = row[len(row) - kept :]
            used = line_width(tuple(row))
            if piece.text == " ":
                continue
        row.append(piece)
        used += size
    if row or not lines:
        lines.append(join(tuple(row)))
    return tuple(lines)


def _kept_together(row: list[Span]) -> int:
    """Returns how many pieces at the end of a row go to the next one with the closing sign that follows."""
    kept = 1
    while kept < len(row) and row[-kept].text in _CLOSING:
        kept += 1
    return kept if kept < len(row) else 0


def first_shown(at: int, count: int, height: int) -> int:
    """Returns which of some rows is shown first: the row at the cursor is in the middle where it can be."""
    return min(max(at - height // 2, 0), max(count - height, 0))


def harmless(text: str) -> str:
    """Returns a row without what a terminal would obey instead of show.

    What comes from others is cleaned where it arrives; this is for what was forgotten there.
    """
    return _HARM.sub("", text)


def clean(text: str) -> str:
    """Returns a text from other people without controls, marks of direction and letters of no width."""
    kept: list[str] = []
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        if letter in "\t\n\r":
            kept.append(" ")
        elif kind[0] != "C" and kind not in {"Zl", "Zp"} and cell_len(letter) > 0:
            kept.append(letter)
    return " ".join("".join(kept).split())
