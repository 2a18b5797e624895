"""Paragraphs broken into lines that fit a width in cells, Chinese punctuation kept off line starts.

These are texts of ours, in which every letter has one cell or two; help is told without loading what
measures the names and the talk of other people.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import pairwise

_CLOSING = "、，。；：？！）」』》】)"
_OPENING = "（「『《【("


def width(text: str) -> int:
    """Returns how many cells a text of ours fills."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def wrapped(text: str, room: int, *, first: str = "", rest: str = "") -> Iterator[str]:
    """Yields the lines of a paragraph, each at most ``room`` cells with its indent."""
    row = first
    empty = True
    for piece in _pieces(text):
        if not empty and width(row + piece.rstrip()) > room:
            yield row.rstrip()
            row, empty = rest, True
        while width(row + piece.rstrip()) > room:
            head, piece = _split(piece, room - width(row))
            yield row + head
            row = rest
        row += piece
        empty = False
    yield row.rstrip()


def _split(piece: str, room: int) -> tuple[str, str]:
    """Splits what is longer than a whole line: as much as fits, but something."""
    size = 1
    while size < len(piece) and width(piece[: size + 1]) <= room:
        size += 1
    return piece[:size], piece[size:]


def _pieces(text: str) -> Iterator[str]:
    """Yields what must stay on one line: a word with its blank, a wide letter with its punctuation."""
    piece = ""
    inside = False
    for letter, after in pairwise(text + "\0"):
        piece += letter
        # The English book explains a word by the Chinese one in brackets; those stay together.
        inside = letter == "(" or (inside and letter != ")")
        if _may_break(letter, after) and not (inside and letter != " "):
            yield piece
            piece = ""
    if piece:
        yield piece


def _may_break(letter: str, after: str) -> bool:
    if after in _CLOSING or after == " " or letter in _OPENING:
        return False
    return letter == " " or width(letter) > 1 or width(after) > 1
