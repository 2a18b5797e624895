"""The texts of the manual, read from its data files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

COMMON = "common"
"""The section of what several commands have."""
OWN = ("about", "more", "examples")
"""What a section has besides the texts of its options; the first and the last in every one."""


@dataclass(frozen=True, slots=True)
class Example:
    """Is a line to type, and what it does where that is not plain."""

    line: str
    note: str = ""


class Manual:
    """Is the manual in one language."""

    def __init__(self, lang: str) -> None:
        self._sections = _read(lang)

    def word(self, name: str, /, **data: object) -> str:
        """Returns a word that every page has."""
        return str(self._sections["page"][name]).format(**data)

    def about(self, command: str) -> str:
        """Returns in a sentence what a command does."""
        return str(self._sections[command]["about"])

    def more(self, command: str) -> tuple[str, ...]:
        """Returns the paragraphs of what else is to be said of a command."""
        return tuple(self._sections[command].get("more", ()))

    def examples(self, command: str) -> tuple[Example, ...]:
        """Returns the examples of a command."""
        parts = (re.split("   +", line, maxsplit=1) for line in self._sections[command]["examples"])
        return tuple(Example(*part) for part in parts)

    def option(self, command: str, name: str) -> str:
        """Returns what an option does."""
        return str(self._of(command, name))

    def default(self, command: str, name: str) -> str:
        """Returns what holds without an option, where that must be told in words; else nothing."""
        return str(self._of(command, f"{name}_default", ""))

    def names(self) -> dict[str, set[str]]:
        """Returns the names of all texts, by their sections."""
        return {name: set(section) for name, section in self._sections.items()}

    def _of(self, command: str, name: str, without: str | None = None) -> Any:
        own, common = self._sections[command], self._sections[COMMON]
        if name in own or (name not in common and without is None):
            return own[name]
        return common.get(name, without)


@cache
def _read(lang: str) -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(files("gouji_tui.manual").joinpath(f"{lang}.toml").read_text(encoding="utf-8"))
