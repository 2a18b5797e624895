"""The rule book under chosen rules: which clauses hold, what they say, and where a word stands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import cache

from gouji_core.cases import run_case
from gouji_core.options import Rules, format_rules
from gouji_tui.rulebook.entries import Entry, cases, chapter_of, written
from gouji_tui.rulebook.terms import Glosser
from gouji_tui.texts import LANGUAGES

_ID = re.compile(r"[Rr]?(\d+)(?:\.(\d*))?")
_NEAR = 5


@dataclass(frozen=True, slots=True)
class Example:
    """Is a worked example: a rule case that comes out as told, and what it shows."""

    id: str
    caption: str


@dataclass(frozen=True, slots=True)
class Clause:
    """Is a clause as it holds under the rules; a part that begins with ``- `` is an item of a list."""

    id: str
    title: str
    parts: tuple[str, ...]
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """Is a line of the contents: a chapter or a clause."""

    id: str
    title: str

    @property
    def is_chapter(self) -> bool:
        """Whether it stands for a whole chapter."""
        return "." not in self.id


@dataclass(frozen=True, slots=True)
class Chapter:
    """Is a chapter with those of its clauses that hold."""

    id: str
    title: str
    clauses: tuple[Clause, ...]


class Book:
    """Holds the rules as they stand under chosen options, in one language."""

    def __init__(self, rules: Rules, lang: str) -> None:
        self.rules = rules
        self.lang = lang
        self._written = written(lang)
        self._entries = tuple(entry for entry in self._written.entries if entry.holds(rules))

    def contents(self) -> tuple[Heading, ...]:
        """Returns the chapters that hold, each followed by its clauses that hold."""
        gloss = Glosser(self.lang)
        out: list[Heading] = []
        for entry in self._entries:
            chapter = chapter_of(entry.id)
            if not any(heading.id == chapter for heading in out):
                out.append(Heading(chapter, gloss(self._titles[chapter])))
            if entry.id != chapter:
                out.append(Heading(entry.id, gloss(entry.title)))
        return tuple(out)

    def chapters(self) -> tuple[Chapter, ...]:
        """Returns all that holds, chapter by chapter."""
        clauses = self.clauses()
        parts = {chapter: [c for c in clauses if chapter_of(c.id) == chapter] for chapter in self._titles}
        return tuple(
            Chapter(chapter, self._titles[chapter], tuple(some)) for chapter, some in parts.items() if some
        )

    def chapter(self, name: str) -> Chapter | None:
        """Returns a chapter, or None where nothing of it holds."""
        clauses = self._read(entry for entry in self._entries if chapter_of(entry.id) == name)
        return Chapter(name, self._titles[name], clauses) if clauses else None

    def clauses(self) -> tuple[Clause, ...]:
        """Returns every clause that holds, in order."""
        return self._read(self._entries)

    def clause(self, name: str) -> Clause | None:
        """Returns a clause, or None where it is not in force or there is none of that name."""
        found = self._read(entry for entry in self._entries if entry.id == name)
        return found[0] if found else None

    def is_off(self, name: str) -> bool:
        """Tells whether a clause or chapter exists but says nothing under these rules."""
        known = {entry.id for entry in self._written.entries} | set(self._titles)
        held = {entry.id for entry in self._entries} | {chapter_of(entry.id) for entry in self._entries}
        return name in known and name not in held

    def needs(self, name: str) -> tuple[str, ...]:
        """Returns what options a clause or chapter that is off asks for, one text for each way."""
        for entry in self._written.entries:
            if name in (entry.id, chapter_of(entry.id)):
                off = entry.when if not entry.when.holds(self.rules) else entry.parts[0].when
                return tuple(off.lacks(self.rules))
        return ()

    def search(self, query: str) -> tuple[Clause, ...]:
        """Returns the clauses of an id, of a chapter, or with a word of either language.

        Clauses with the word in their title come first.
        """
        name = clause_id(query)
        if name is not None:
            return self._read(entry for entry in self._entries if name in (entry.id, chapter_of(entry.id)))
        words = _words(query)
        found = [entry for entry in self._entries if _has(self._all_text(entry), words)]
        titled = [entry for entry in found if _has(self._titles_of(entry), words)]
        under = [entry for entry in found if _has(self._chapter_titles_of(entry), words)]
        return self._read({entry.id: entry for entry in (*titled, *under, *found)}.values())

    def titled(self, query: str) -> tuple[Clause, ...]:
        """Returns the clauses with a word of either language in their title."""
        words = _words(query)
        return self._read(entry for entry in self._entries if _has(self._titles_of(entry), words))

    def near(self, query: str) -> tuple[Clause, ...]:
        """Returns clauses that somebody may have meant who asked for something that is not there."""
        name = clause_id(query)
        if name is not None:
            chapter = self._read(e for e in self._entries if chapter_of(e.id) == chapter_of(name))
            return chapter[:_NEAR]
        found: dict[str, Entry] = {}
        for term in _near_terms(_plain(query)):
            for word in (term, *written("en").terms[term]):
                words = _words(word)
                found |= {e.id: e for e in self._entries if _has(self._titles_of(e), words)}
        return self._read(tuple(found.values())[:_NEAR])

    @property
    def _titles(self) -> Mapping[str, str]:
        return self._written.chapters

    def _titles_of(self, entry: Entry) -> str:
        return _plain("\n".join(one.title for one in _in_both(entry.id)))

    def _chapter_titles_of(self, entry: Entry) -> str:
        return _plain("\n".join(written(lang).chapters[chapter_of(entry.id)] for lang in LANGUAGES))

    def _all_text(self, entry: Entry) -> str:
        said = [self._chapter_titles_of(entry)]
        for one in _in_both(entry.id):
            said += [one.title, *(part.text for part in one.parts if part.when.holds(self.rules))]
        return _plain("\n".join(said))

    def _read(self, entries: Iterable[Entry]) -> tuple[Clause, ...]:
        """Returns clauses as they are read one after the other, each word of the game explained once."""
        gloss = Glosser(self.lang)
        return tuple(
            Clause(
                entry.id,
                gloss(entry.title),
                tuple(gloss(self._filled(part.text)) for part in entry.parts if part.when.holds(self.rules)),
                tuple(
                    Example(shown.case, gloss(shown.caption))
                    for shown in entry.examples
                    if shown.when.holds(self.rules) and comes_out(shown.case, self.rules)
                ),
            )
            for entry in entries
        )

    def _filled(self, text: str) -> str:
        return text.replace("{rounds}", str(self.rules.rounds))


def clause_id(query: str) -> str | None:
    """Returns the clause or chapter that a query names, as the rules write it; None for a word."""
    match = _ID.fullmatch(unicodedata.normalize("NFKC", query).strip())
    if match is None:
        return None
    return f"R{int(match[1])}" + (f".{int(match[2])}" if match[2] else "")


@cache
def comes_out(case: str, rules: Rules) -> bool:
    """Tells whether an example comes out as told under these rules too, not only under its own."""
    return run_case(cases()[case] | {"rules": format_rules(rules)}).passed


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


def _words(query: str) -> tuple[re.Pattern[str], ...]:
    return tuple(map(_word, _plain(query).split()))


def _in_both(name: str) -> Iterator[Entry]:
    """Yields a clause in every language."""
    return (entry for lang in LANGUAGES for entry in written(lang).entries if entry.id == name)


def _word(word: str) -> re.Pattern[str]:
    # An English word is found from its beginning, so that "burn" finds "burning" but "ring" does not.
    return re.compile(rf"\b{re.escape(word)}" if word[:1].isascii() else re.escape(word))


def _has(text: str, words: tuple[re.Pattern[str], ...]) -> bool:
    return bool(words) and all(word.search(text) for word in words)


def _near_terms(plain: str) -> list[str]:
    """Returns words of the game that look like a word, the likest first."""
    words = {word: term for term, forms in written("en").terms.items() for word in (term, *forms)}
    close = [words[word] for word in get_close_matches(plain, words, n=_NEAR, cutoff=0.6)]
    if not plain.isascii():
        shared = (term for term in words.values() if set(term) & set(plain))
        close += sorted(shared, key=lambda term: -SequenceMatcher(None, term, plain).ratio())
    return list(dict.fromkeys(close))
