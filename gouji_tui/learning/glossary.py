"""The glossary: the words of the table with pinyin, a sentence in each language and the clause."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from gouji_tui.cells import Ink, Line, Span, wrap


@dataclass(frozen=True, slots=True)
class Word:
    """Is one word of the table."""

    zh: str
    pinyin: str
    en: str
    clause: str
    says: dict[str, str]


@cache
def glossary() -> tuple[Word, ...]:
    """Returns all words, in the order one meets them."""
    text = files("gouji_tui.learning").joinpath("glossary.toml").read_text("utf-8")
    return tuple(Word(**entry) for entry in tomllib.loads(text)["word"])


def look_up(query: str) -> tuple[Word, ...]:
    """Returns the words a query means: those that are it, else those that hold it, in any spelling.

    Pinyin is found with tones or without, with blanks or without.
    """
    wanted = _plain(query)
    if not wanted:
        return glossary()
    same = tuple(word for word in glossary() if wanted in _names(word))
    return same or tuple(word for word in glossary() if any(wanted in name for name in _names(word)))


def word_lines(words: Iterable[Word], lang: str, room: int) -> Iterator[Line]:
    """Yields the lines of words: what it is called, then the sentence in a language."""
    for word in words:
        yield (
            Span(word.zh, Ink.BOLD),
            Span(f"  {word.pinyin}  "),
            Span(word.en, Ink.BOLD),
            Span(f"  {word.clause}", Ink.DIM),
        )
        for line in wrap((Span(word.says[lang]),), max(room - 2, 10)):
            yield (Span("  "), *line)


def _names(word: Word) -> tuple[str, ...]:
    return tuple(map(_plain, (word.zh, word.pinyin, word.en)))


def _plain(text: str) -> str:
    """Returns a text without tones, blanks and capitals."""
    bare = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text)).lower()
    return "".join(letter for letter in bare if not unicodedata.combining(letter) and not letter.isspace())
