"""The rule book as it is written: clauses with all their parts, before any rules are chosen.

This is the one place that knows the shape of the data files.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, cast

from gouji_core.options import Rules


@dataclass(frozen=True, slots=True)
class Condition:
    """Says under which options something holds: one of its choices does, with every option in it.

    No choices at all mean always.
    """

    choices: tuple[Mapping[str, tuple[object, ...]], ...] = ()

    def holds(self, rules: Rules) -> bool:
        """Tells whether it holds under these rules."""
        return not self.choices or any(
            all(getattr(rules, name) in allowed for name, allowed in choice.items())
            for choice in self.choices
        )

    def lacks(self, rules: Rules) -> Iterator[str]:
        """Yields for each choice what the rules would have to say for it, as ``name=value``."""
        for choice in self.choices:
            yield " + ".join(
                f"{name}={'|'.join(str(value).lower() for value in allowed)}"
                for name, allowed in choice.items()
                if getattr(rules, name) not in allowed
            )

    @property
    def names(self) -> frozenset[str]:
        """The options it asks about."""
        return frozenset(name for choice in self.choices for name in choice)


ALWAYS = Condition()
_FILES = ("words", "cards", "tricks", "round", "options")
"""The files of one language; clauses stand in them in order."""


@dataclass(frozen=True, slots=True)
class Part:
    """Is a paragraph of a clause; one that begins with ``- `` is an item of a list."""

    text: str
    when: Condition


@dataclass(frozen=True, slots=True)
class Shown:
    """Is a rule case shown as an example, and what it shows."""

    case: str
    caption: str
    when: Condition


@dataclass(frozen=True, slots=True)
class Entry:
    """Is a clause with everything it may ever say."""

    id: str
    title: str
    when: Condition
    parts: tuple[Part, ...]
    examples: tuple[Shown, ...]

    def holds(self, rules: Rules) -> bool:
        """Tells whether the clause says anything under these rules."""
        return self.when.holds(rules) and any(part.when.holds(rules) for part in self.parts)


@dataclass(frozen=True, slots=True)
class OptionEntry:
    """Is an option in words: what it is about, each value, and when it matters at all."""

    title: str
    when: Condition
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Written:
    """Is the whole book in one language.

    ``terms`` maps a word of the game in Chinese to its forms in this language; the Chinese book has none.
    """

    chapters: Mapping[str, str]
    entries: tuple[Entry, ...]
    presets: Mapping[str, tuple[str, str]]
    options: Mapping[str, OptionEntry]
    terms: Mapping[str, tuple[str, ...]]
    words: Mapping[str, str]


def chapter_of(clause: str) -> str:
    """Returns the chapter of a clause: ``R5`` of ``R5.3``."""
    return clause.partition(".")[0]


@cache
def written(lang: str) -> Written:
    """Reads the book in ``zh`` or ``en``."""
    data: dict[str, Any] = {"clause": []}
    for name in _FILES:
        read = tomllib.loads(_read(lang, f"{name}.toml"))
        data["clause"] += read.pop("clause", [])
        data |= read
    return Written(
        chapters=data["chapters"],
        entries=tuple(_entry(one) for one in data["clause"]),
        presets={name: (one["title"], one["text"]) for name, one in data["preset"].items()},
        options={name: _option(one) for name, one in data["option"].items()},
        terms={term: tuple(forms) for term, forms in data.get("terms", {}).items()},
        words=data["words"],
    )


@cache
def cases() -> Mapping[str, dict[str, Any]]:
    """Reads the rule cases that serve as examples, by id."""
    return {str(case["id"]): case for case in json.loads(_read("examples.json"))}


def _read(*path: str) -> str:
    return files("gouji_tui.rulebook").joinpath(*path).read_text(encoding="utf-8")


def _entry(one: dict[str, Any]) -> Entry:
    return Entry(
        id=one["id"],
        title=one["title"],
        when=_condition(one.get("when")),
        parts=tuple(Part(part["text"], _condition(part.get("when"))) for part in one["parts"]),
        examples=tuple(
            Shown(example["case"], example["caption"], _condition(example.get("when")))
            for example in one.get("examples", ())
        ),
    )


def _option(one: dict[str, Any]) -> OptionEntry:
    return OptionEntry(one["title"], _condition(one.get("when")), one["values"])


def _condition(data: object) -> Condition:
    """Reads a condition: a table of options, or a list of such tables of which one must hold."""
    if data is None:
        return ALWAYS
    tables = cast("list[dict[str, object]]", data if isinstance(data, list) else [data])
    return Condition(tuple({name: _allowed(value) for name, value in table.items()} for table in tables))


def _allowed(value: object) -> tuple[object, ...]:
    return tuple(cast("list[object]", value)) if isinstance(value, list) else (value,)
