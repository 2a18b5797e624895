"""Every word for people, in Chinese and English, by code.

The catalogues are the data files beside this module; both hold the same codes with the same
placeholders, which a test holds. A code is read as ``section.name``. What the rules and the wire say
comes as codes and data, and becomes prose only here. A field ``key_<action>`` is the key in force for it.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter

from gouji_tui.keys import STANDARD, Keymap

LANGUAGES = ("zh", "en")
_KEY = "key_"
"""What the name of a field begins with that is the key of an action."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Is a piece of a message: plain text, or the name of a field to fill in."""

    text: str
    field: bool = False


class Texts:
    """Holds the catalogue of one language, with the keys that its messages name."""

    def __init__(self, lang: str, messages: Mapping[str, str], keymap: Keymap = STANDARD) -> None:
        self.lang = lang
        self.keymap = keymap
        self._messages = messages
        self._pieces: dict[str, tuple[Piece, ...]] = {}

    def __call__(self, code: str, /, **data: object) -> str:
        """Returns a message with its fields filled in."""
        return "".join(
            str(data.get(piece.text, "")) if piece.field else piece.text for piece in self.pieces(code)
        )

    def __contains__(self, code: str) -> bool:
        return code in self._messages

    def __iter__(self) -> Iterator[str]:
        return iter(self._messages)

    def pieces(self, code: str) -> tuple[Piece, ...]:
        """Returns a message as its pieces; a code that is in no catalogue is shown as it is."""
        found = self._pieces.get(code)
        if found is None:
            found = self._pieces[code] = tuple(self._split(self._messages.get(code, code)))
        return found

    def key(self, name: str) -> str:
        """Returns the key in force for an action, as people read it."""
        return self.keymap.shown(name)

    def fields(self, code: str) -> tuple[str, ...]:
        """Returns the names of a message's fields, sorted."""
        message = self._messages.get(code, code)
        return tuple(sorted({name for _, name, _, _ in Formatter().parse(message) if name}))

    def instead(self, section: str, other: str) -> Texts:
        """Returns the catalogue in which a section says what another says under the same names."""
        changed = {
            f"{section}.{code.removeprefix(other + '.')}": message
            for code, message in self._messages.items()
            if code.startswith(other + ".")
        }
        return Texts(self.lang, {**self._messages, **changed}, self.keymap)

    def _split(self, message: str) -> Iterator[Piece]:
        for text, name, _, _ in Formatter().parse(message):
            if text:
                yield Piece(text)
            if name and name.startswith(_KEY):
                yield Piece(self.key(name.removeprefix(_KEY)))
            elif name:
                yield Piece(name, field=True)


@cache
def texts_in(lang: str, keymap: Keymap = STANDARD) -> Texts:
    """Returns the catalogue of a language, one of ``LANGUAGES``, with the keys it names."""
    return Texts(lang, _messages(lang), keymap)


@cache
def _messages(lang: str) -> Mapping[str, str]:
    source = files("gouji_tui.texts").joinpath(f"{lang}.toml").read_text(encoding="utf-8")
    messages: dict[str, str] = {}
    for section, entries in tomllib.loads(source).items():
        messages.update({f"{section}.{name}": str(text) for name, text in entries.items()})
    return messages


def own_language(environment: Mapping[str, str] = os.environ) -> str:
    """Returns the language the environment asks for: Chinese for a Chinese locale, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"
