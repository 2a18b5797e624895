"""The rule book as lines for a terminal of some width, and the page for a query of ``gouji rules``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gouji_core.options import Rules, format_rules
from gouji_tui.cells import EMPTY, Ink, Line, Span, text_of, width
from gouji_tui.rulebook.book import Book, Clause, Example, clause_id
from gouji_tui.rulebook.entries import written
from gouji_tui.rulebook.listing import start_lines, step_lines
from gouji_tui.rulebook.options import options, presets
from gouji_tui.wrapping import wrapped

_IN_FULL = 3
"""So many clauses found by a word are shown whole; more would bury the others."""
_HANDS_GAP = "   "


def page(query: str | None, rules: Rules, lang: str, width: int) -> str:
    """Returns the page for a clause, a chapter, a word, or without a query the contents, as plain text."""
    return "\n".join(text_of(line).rstrip() for line in page_lines(query, rules, lang, width))


def page_lines(query: str | None, rules: Rules, lang: str, width: int) -> tuple[Line, ...]:
    """Returns the lines of the page for a query, each at most ``width`` cells."""
    return tuple(_Page(rules, lang, max(width, 20)).lines(query))


def found(query: str | None, rules: Rules, lang: str) -> bool:
    """Tells whether there is anything to show for a query; where not, the page says so."""
    return not (query or "").strip() or bool(Book(rules, lang).search(query or ""))


class _Page:
    def __init__(self, rules: Rules, lang: str, room: int) -> None:
        self._book = Book(rules, lang)
        self._words = written(lang).words
        self._rules = rules
        self._lang = lang
        self._room = room

    def lines(self, query: str | None) -> Iterator[Line]:
        query = (query or "").strip()
        if not query:
            return self._contents()
        clauses = self._book.search(query)
        if not clauses:
            return self._not_found(query)
        if clause_id(query) is not None:
            return self._named(clauses)
        return self._word(query, clauses)

    # --- pages ---

    def _contents(self) -> Iterator[Line]:
        yield (Span(self._words["book"], Ink.TITLE),)
        yield from self._paragraph(self._words["in_force"].format(rules=format_rules(self._rules)))
        yield EMPTY
        for heading in self._book.contents():
            if heading.is_chapter:
                yield from self._heading(heading.id, heading.title)
            else:
                yield from self._hanging(f"  {heading.id:<6}", heading.title, Ink.KEY)
        yield EMPTY
        yield (Span(self._words["options_in_force"], Ink.TITLE),)
        yield from self._options()
        yield EMPTY
        yield from self._paragraph(self._words["how"], Ink.DIM)

    def _named(self, clauses: tuple[Clause, ...]) -> Iterator[Line]:
        for number, clause in enumerate(clauses):
            if number:
                yield EMPTY
            yield from self._clause(clause)

    def _word(self, query: str, clauses: tuple[Clause, ...]) -> Iterator[Line]:
        whole = self._book.titled(query) or clauses
        whole = whole if len(whole) <= _IN_FULL else ()
        shown = {clause.id for clause in whole}
        yield from self._named(whole)
        others = [clause for clause in clauses if clause.id not in shown]
        if not others:
            return
        if whole:
            yield EMPTY
        yield from self._paragraph(
            self._words["also" if whole else "places"].format(word=query, count=len(others)), Ink.TITLE
        )
        yield from self._list(others)

    def _not_found(self, query: str) -> Iterator[Line]:
        name = clause_id(query)
        off = name is not None and self._book.is_off(name)
        words = self._words["off" if off else "not_found"]
        needs = self._words["or"].join(self._book.needs(name)) if off and name else ""
        rules = format_rules(self._rules)
        yield from self._paragraph(words.format(word=name or query, rules=rules, needs=needs))
        near = self._book.near(query)
        if near:
            yield EMPTY
            yield from self._paragraph(self._words["same_chapter" if off else "near"], Ink.TITLE)
            yield from self._list(near)
        yield EMPTY
        yield from self._paragraph(self._words["how"], Ink.DIM)

    def _list(self, clauses: Iterable[Clause]) -> Iterator[Line]:
        for clause in clauses:
            yield from self._hanging(f"  {clause.id:<6}", clause.title, Ink.KEY)

    # --- pieces ---

    def _clause(self, clause: Clause) -> Iterator[Line]:
        yield from self._heading(clause.id, clause.title)
        for part in clause.parts:
            if part.startswith("- "):
                yield from self._paragraph(part[2:], first="- ", rest="  ")
            else:
                yield from self._paragraph(part)
        if clause.id == "R14":
            yield from self._presets()
        for number, example in enumerate(clause.examples, 1):
            yield EMPTY
            yield from self._example(example, number if len(clause.examples) > 1 else 0)

    def _example(self, example: Example, number: int) -> Iterator[Line]:
        label = self._words["example"].format(number=number or "").strip()
        yield from self._hanging(f"  {label}  ", example.caption, Ink.BOLD)
        yield from self._start(start_lines(example.id, self._rules, self._lang))
        for told in step_lines(example.id, self._rules, self._lang):
            if told.follows:
                yield from self._paragraph(told.text, Ink.DIM, first="      => ", rest="         ")
            else:
                yield from self._paragraph(told.text, first="    - ", rest="      ")

    def _start(self, lines: tuple[str, ...]) -> Iterator[Line]:
        """Yields hands in columns where the width allows, then the rest of the start."""
        hands, more = lines[:6], lines[6:]
        column = max(map(width, hands)) + len(_HANDS_GAP)
        across = next((n for n in (6, 3, 2) if 4 + n * column - len(_HANDS_GAP) <= self._room), 1)
        for first in range(0, 6, across):
            row = "".join(hand + " " * (column - width(hand)) for hand in hands[first : first + across])
            if across > 1:
                yield (Span("    " + row.rstrip(), Ink.CARDS),)
            else:
                yield from self._paragraph(row.rstrip(), Ink.CARDS, first="    ", rest="      ")
        for line in more:
            yield from self._paragraph(line, first="    ", rest="      ")

    def _presets(self) -> Iterator[Line]:
        yield EMPTY
        for preset in presets(self._lang):
            yield from self._hanging(
                f"  {preset.name:<8}", f"{preset.title}{self._words['colon']}{preset.text}"
            )
        yield EMPTY
        yield from self._paragraph(
            self._words["options_of"].format(rules=format_rules(self._rules)), Ink.TITLE
        )
        yield from self._options()

    def _options(self) -> Iterator[Line]:
        for option in options(self._rules, self._lang):
            yield from self._paragraph(
                f"{option.title}{self._words['colon']}{option.text} ({option.name}={option.value})",
                first="  ",
                rest="    ",
            )

    def _heading(self, name: str, title: str) -> Iterator[Line]:
        return self._hanging(f"{name}  ", title, Ink.TITLE, Ink.TITLE)

    def _hanging(
        self, label: str, text: str, label_ink: Ink = Ink.KEY, ink: Ink = Ink.PLAIN
    ) -> Iterator[Line]:
        """Yields a text beside a label, its further lines under its first."""
        indent = " " * min(width(label), self._room // 2)
        for number, line in enumerate(wrapped(text, self._room, first=indent, rest=indent)):
            if number:
                yield (Span(line, ink),)
            else:
                yield (Span(label, label_ink), Span(line[len(indent) :], ink))

    def _paragraph(
        self, text: str, ink: Ink = Ink.PLAIN, *, first: str = "", rest: str = ""
    ) -> Iterator[Line]:
        return ((Span(line, ink),) for line in wrapped(text, self._room, first=first, rest=rest))
