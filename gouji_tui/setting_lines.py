"""The settings as lines: how each is told with its choices, and how a change is read.

Names and values may be the words of the file, their numbers, or what they are called in the language spoken.
The keys of one's own choice are the last: ``keys hint ;`` chooses one, ``usual`` in its place takes it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gouji_tui.keys import MOVABLE, STANDARD, Keymap, chosen_key
from gouji_tui.settings import CHOICES, KEYS, Settings
from gouji_tui.texts import Texts

USUAL = "usual"
"""The word in place of a key that gives the usual one back."""


_SAME = {act: act for act in MOVABLE}


class SettingError(Exception):
    """Says in one line why nothing can be changed."""


@dataclass(frozen=True, slots=True)
class Change:
    """Is one setting and the word it is to have; without a word it is only asked for.

    Of the keys, ``act`` is the act that the word is the key for, empty for all of them.
    """

    name: str
    word: str = ""
    act: str = ""

    def made(self, settings: Settings) -> Settings:
        """Returns settings with this change."""
        if self.name == KEYS:
            return replace(settings, keymap=self._keymap(settings.keymap)) if self.word else settings
        return replace(settings, **{self.name: self.word}) if self.word else settings

    def _keymap(self, keymap: Keymap) -> Keymap:
        if not self.act:
            return STANDARD
        return keymap.choosing(self.act, "" if self.word == USUAL else self.word)


def setting_line(settings: Settings, name: str, texts: Texts) -> str:
    """Returns a setting in a line: its number and names, its value, and its choices."""
    if name == KEYS:
        return _keys_line(settings.keymap, texts)
    value = texts(f"settings.{name}_{getattr(settings, name)}")
    number, label = list(CHOICES).index(name) + 1, texts(f"settings.{name}")
    choices = _choices(name, texts)
    return texts("settings.line", number=number, name=name, label=label, value=value, choices=choices)


def setting_lines(settings: Settings, texts: Texts, how: str = "settings.how") -> Iterator[str]:
    """Yields all settings, a line each, and the message of how to change one."""
    for name in (*CHOICES, KEYS):
        yield setting_line(settings, name, texts)
    yield texts(how)


def read_change(text: str, texts: Texts, settings: Settings) -> Change:
    """Reads what stands behind ``set``: the setting, and its value if it is to be changed.

    Raises:
        SettingError: if there is no such setting, or it has no such value beside the settings there are.
    """
    names = {**_spellings(CHOICES, texts, "settings."), **_spellings_of_keys(texts)}
    name, value = _found(text, names)
    if not name:
        listed = " ".join((*CHOICES, KEYS))
        raise SettingError(texts("settings.unknown", name=text[:40] or "-", names=listed))
    if name == KEYS:
        return _read_key(value, texts, settings.keymap)
    if not value:
        return Change(name)
    word, rest = _found(value, _spellings(CHOICES[name], texts, f"settings.{name}_"))
    if not word or rest:
        label, choices = texts(f"settings.{name}"), _choices(name, texts)
        raise SettingError(texts("settings.no_value", label=label, value=value[:40], choices=choices))
    return Change(name, word)


def _keys_line(keymap: Keymap, texts: Texts) -> str:
    # Signs that part words may be keys themselves.
    told = "  ".join(_key_told(act, keymap, texts) for act in MOVABLE)
    return texts("settings.keys_line", number=len(CHOICES) + 1, name=KEYS, keys=told)


def _key_told(act: str, keymap: Keymap, texts: Texts) -> str:
    """Returns an act with its key, and with the usual one where that is another."""
    name, usual = _choice(act, texts(f"movable.{act}"), texts), STANDARD.shown(act)
    told = f"{name} {keymap.shown(act)}"
    return f"{told} {texts('keymap.usual', key=usual)}" if act in dict(keymap.own) else told


def _spellings_of_keys(texts: Texts) -> dict[str, str]:
    return dict.fromkeys((KEYS, str(len(CHOICES) + 1), texts("settings.keymap").lower()), KEYS)


def _read_key(text: str, texts: Texts, keymap: Keymap) -> Change:
    """Reads what stands behind ``keys``: an act and the key for it, or nothing."""
    if text.lower() in {"", USUAL}:
        return Change(KEYS, text.lower())
    act, key = _found(text, {**{texts(f"movable.{act}").lower(): act for act in MOVABLE}, **_SAME})
    if not act:
        raise SettingError(texts("settings.no_act", act=text.split()[0][:40], acts=" ".join(MOVABLE)))
    if not key:
        return Change(KEYS)
    key = chosen_key(key, key)
    no = keymap.objection(act, STANDARD.keys(act)[0] if key == USUAL else key)
    if no is not None:
        raise SettingError(no.text(texts))
    return Change(KEYS, key, act)


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
