"""The settings as lines: how each is told with its choices, and how a change is read.

Names and values may be the words of the file, their numbers, or what they are called in the language spoken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gouji_tui.settings import CHOICES, Settings
from gouji_tui.texts import Texts


class SettingError(Exception):
    """Says in one line why nothing can be changed."""


@dataclass(frozen=True, slots=True)
class Change:
    """Is one setting and the word it is to have; without a word it is only asked for."""

    name: str
    word: str = ""

    def made(self, settings: Settings) -> Settings:
        """Returns settings with this change."""
        return replace(settings, **{self.name: self.word}) if self.word else settings


def setting_line(settings: Settings, name: str, texts: Texts) -> str:
    """Returns a setting in a line: its number and names, its value, and its choices."""
    value = texts(f"settings.{name}_{getattr(settings, name)}")
    number, label = list(CHOICES).index(name) + 1, texts(f"settings.{name}")
    choices = _choices(name, texts)
    return texts("settings.line", number=number, name=name, label=label, value=value, choices=choices)


def setting_lines(settings: Settings, texts: Texts) -> Iterator[str]:
    """Yields all settings, a line each, and how to change one."""
    for name in CHOICES:
        yield setting_line(settings, name, texts)
    yield texts("settings.how")


def read_change(text: str, texts: Texts) -> Change:
    """Reads what stands behind ``set``: the setting, and its value if it is to be changed.

    Raises:
        SettingError: if there is no such setting, or it has no such value.
    """
    name, value = _found(text, _spellings(CHOICES, texts, "settings."))
    if not name:
        raise SettingError(texts("settings.unknown", name=text[:40] or "-", names=" ".join(CHOICES)))
    if not value:
        return Change(name)
    word, rest = _found(value, _spellings(CHOICES[name], texts, f"settings.{name}_"))
    if not word or rest:
        label, choices = texts(f"settings.{name}"), _choices(name, texts)
        raise SettingError(texts("settings.no_value", label=label, value=value[:40], choices=choices))
    return Change(name, word)


def _choices(name: str, texts: Texts) -> str:
    return texts("settings.pause").join(
        _choice(word, texts(f"settings.{name}_{word}"), texts) for word in CHOICES[name]
    )


def _choice(word: str, text: str, texts: Texts) -> str:
    """Returns a word and what it is called, once where that is the same."""
    return word if word == text else texts("settings.choice", word=word, text=text)


def _spellings(words: Iterable[str], texts: Texts, code: str) -> dict[str, str]:
    """Returns the words by all that may be typed for them."""
    found: dict[str, str] = {}
    for number, word in enumerate(words, 1):
        found |= {word: word, str(number): word, texts(f"{code}{word}").lower(): word}
    return found


def _found(text: str, spellings: dict[str, str]) -> tuple[str, str]:
    """Returns the word that a text begins with and what follows, both empty for none."""
    for spelling in sorted(spellings, key=len, reverse=True):
        if f"{text.lower()} ".startswith(f"{spelling} "):
            return spellings[spelling], text[len(spelling) :].strip()
    return "", ""
