"""Every key of the table: one registry from the name of an action to its keys and its label.

The screen, the help page, the prompt line and the tests all read this; a new key is added here, to
``gouji_tui.presses`` that answers it and to the catalogues (``help.<name>``). Messages name the key in force
by a field, as in ``{key_hint}``. Which keys are in force a ``Keymap`` says: these, but for the ones that
somebody has chosen instead.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import TYPE_CHECKING

from gouji_core.cards import BIG, RANKS, SMALL

if TYPE_CHECKING:
    from gouji_tui.texts import Texts


@dataclass(frozen=True, slots=True)
class KeyAction:
    """Is something a key does: ``keys`` are characters or names of keys, the first is shown."""

    name: str
    keys: tuple[str, ...]
    shown: str

    @property
    def movable(self) -> bool:
        """Whether another key may be chosen for it: for a letter or a sign, not for Enter or an arrow."""
        return len(self.keys[0]) == 1


ACTIONS: tuple[KeyAction, ...] = (
    KeyAction("enter", ("enter",), "Enter"),
    KeyAction("pass", ("p",), "p"),
    KeyAction("yield", ("y",), "y"),
    KeyAction("claim", ("c",), "c"),
    KeyAction("burn", ("b",), "b"),
    KeyAction("decline", ("d",), "d"),
    KeyAction("hint", ("h",), "h"),
    KeyAction("next_answer", ("tab",), "Tab"),
    KeyAction("previous_answer", ("shift+tab",), "S-Tab"),
    KeyAction("undo", ("u", "backspace", "delete"), "u"),
    KeyAction("left", ("left",), "Left"),
    KeyAction("right", ("right",), "Right"),
    KeyAction("more", ("space", "up"), "Space"),
    KeyAction("whole", ("shift+up",), "S-Up"),
    KeyAction("fewer", ("down",), "Down"),
    KeyAction("sort", ("f",), "f"),
    KeyAction("lay_down", ("v",), "v"),
    KeyAction("report", ("r",), "r"),
    KeyAction("referee", ("o",), "o"),
    KeyAction("chat", ("i", "/"), "i"),
    KeyAction("phrase", ("e",), "e"),
    KeyAction("mute", ("m",), "m"),
    KeyAction("auto", ("z",), "z"),
    KeyAction("trick", ("s",), "s"),
    KeyAction("memory", ("n",), "n"),
    KeyAction("log", ("l",), "l"),
    KeyAction("log_up", ("pageup",), "PgUp"),
    KeyAction("log_down", ("pagedown",), "PgDn"),
    KeyAction("rules", ("w",), "w"),
    KeyAction("replay", ("g",), "g"),
    KeyAction("pace", ("+", "="), "+"),
    KeyAction("settings", (",", "f3"), ","),
    KeyAction("boss", ("`", "f4"), "`"),
    KeyAction("help", ("?", "f1"), "?"),
    KeyAction("language", ("ctrl+l", "f2"), "F2"),
    KeyAction("back", ("escape",), "Esc"),
    KeyAction("leave", ("ctrl+q", "ctrl+c"), "Ctrl+Q"),
)
"""The actions of the table that are not a rank."""

RANK_KEYS: dict[str, int] = {
    **{letter: RANKS.index(letter) for letter in "3456789"},
    "0": RANKS.index("T"),
    "t": RANKS.index("T"),
    **{letter.lower(): RANKS.index(letter) for letter in "JQKA"},
    "2": RANKS.index("2"),
    "x": SMALL,
    "X": BIG,
}
"""The keys that add a card of a rank to the selection."""

BY_NAME: dict[str, KeyAction] = {action.name: action for action in ACTIONS}
MOVABLE: tuple[str, ...] = tuple(action.name for action in ACTIONS if action.movable)
"""The actions for which another key may be chosen."""
FUNCTION_KEYS: tuple[str, ...] = tuple(f"f{number}" for number in range(1, 13))
ELSEWHERE: dict[str, frozenset[str]] = {
    "boss": frozenset(ascii_lowercase + "[]"),
    "rules": frozenset("g[]"),
}
"""The actions that also work where there are other keys, in the lobby and a replay, and which those are."""


@dataclass(frozen=True, slots=True)
class Press:
    """Is one key press: what it means by name, and the character typed if there was one.

    ``whole`` tells that all cards of the rank are meant: its letter was a capital.
    """

    name: str = ""
    rank: int = -1
    digit: int = -1
    whole: bool = False


@dataclass(frozen=True, slots=True)
class NoKey:
    """Is why a key cannot be chosen: a message, the key as it is shown, and whose it is already."""

    code: str
    key: str
    by: str = ""

    def text(self, texts: Texts) -> str:
        """Returns it in words."""
        return texts(self.code, key=self.key[:40], act=texts(f"help.{self.by}") if self.by else "")


@dataclass(frozen=True)
class Keymap:
    """Is the keys in force; ``own`` are the actions with the keys chosen for them, by name.

    An own key takes the place of the first of its action; what the action has besides, as F4, stays.
    """

    own: tuple[tuple[str, str], ...] = ()

    def keys(self, name: str) -> tuple[str, ...]:
        """Returns the keys of an action."""
        keys = BY_NAME[name].keys
        chosen = self._chosen.get(name)
        return keys if chosen is None else (chosen, *(key for key in keys[1:] if key != chosen))

    def shown(self, name: str) -> str:
        """Returns the key of an action as people read it."""
        chosen = self._chosen.get(name)
        return BY_NAME[name].shown if chosen is None else key_label(chosen)

    def objection(self, name: str, key: str) -> NoKey | None:
        """Returns why a key cannot be chosen for an action, None if it can."""
        label = key_label(key)
        if key not in FUNCTION_KEYS and not (len(key) == 1 and "!" <= key <= "~"):
            return NoKey("keymap.no_key", label)
        if key in RANK_KEYS or key.isdigit():
            return NoKey("keymap.cards", label)
        if key in ELSEWHERE.get(name, ()):
            return NoKey("keymap.elsewhere", label)
        others = (action.name for action in ACTIONS if action.name != name)
        by = next((other for other in others if key in self.keys(other)), "")
        return NoKey("keymap.taken", label, by) if by else None

    def choosing(self, name: str, key: str) -> Keymap:
        """Returns the keys with another one for an action, or its usual one where ``key`` is empty."""
        others = {one: chosen for one, chosen in self.own if one != name}
        if key and key != BY_NAME[name].keys[0]:
            others[name] = key
        return Keymap(tuple((one, others[one]) for one in MOVABLE if one in others))

    def read(self, key: str, character: str | None) -> Press:
        """Returns what a key means; an unknown one gives an empty press.

        A full-width letter from a Chinese input method counts as the plain one.
        """
        typed = _plain(character)
        if typed in {"", " "}:
            return Press(self._by_key.get("space" if typed else key, ""))
        digit = int(typed) if typed in "0123456789" else -1
        rank = RANK_KEYS.get(typed, RANK_KEYS.get(typed.lower(), -1))
        name = "" if rank >= 0 else self._by_key.get(typed.lower(), "")
        # The jokers are told apart by size already.
        return Press(name, rank, digit, whole=0 <= rank < SMALL and typed.isupper())

    @cached_property
    def _chosen(self) -> dict[str, str]:
        return dict(self.own)

    @cached_property
    def _by_key(self) -> dict[str, str]:
        return dict(self._pairs())

    def _pairs(self) -> Iterator[tuple[str, str]]:
        for action in ACTIONS:
            for key in self.keys(action.name):
                yield key, action.name


STANDARD = Keymap()
"""The keys of whoever has chosen none."""

read_key = STANDARD.read


def chosen_key(key: str, character: str | None) -> str:
    """Returns a key as it is kept when it is chosen: its letter or sign, small and plain, or its name."""
    return _plain(character).strip().lower() or unicodedata.normalize("NFKC", key).lower()


def key_label(key: str) -> str:
    """Returns a key that may be chosen as people read it."""
    return key.upper() if key in FUNCTION_KEYS else key


def _plain(character: str | None) -> str:
    """Returns the sign typed, empty for none; a full-width letter of an input method is the plain one."""
    typed = unicodedata.normalize("NFKC", character) if character else ""
    return typed if len(typed) == 1 and typed.isprintable() else ""


def is_wide(character: str | None) -> bool:
    """Tells whether a key came as a letter that only an input method makes."""
    return bool(character) and unicodedata.east_asian_width(str(character)[0]) in "WF"
