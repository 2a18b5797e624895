"""Every key of the table: one registry from the name of an action to its keys and its label.

The screen, the help page, the prompt line and the tests all read this; a new key is added here, to
``gouji_tui.presses`` that answers it and to the catalogues (``help.<name>``).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from gouji_core.cards import BIG, RANKS, SMALL


@dataclass(frozen=True, slots=True)
class KeyAction:
    """Is something a key does: ``keys`` are characters or names of keys, the first is shown."""

    name: str
    keys: tuple[str, ...]
    shown: str


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
_BY_KEY: dict[str, str] = {key: action.name for action in ACTIONS for key in action.keys}


@dataclass(frozen=True, slots=True)
class Press:
    """Is one key press: what it means by name, and the character typed if there was one."""

    name: str = ""
    rank: int = -1
    digit: int = -1


def read_key(key: str, character: str | None) -> Press:
    """Returns what a key means; an unknown one gives an empty press.

    A full-width letter from a Chinese input method counts as the plain one.
    """
    typed = unicodedata.normalize("NFKC", character) if character else ""
    if len(typed) != 1 or not typed.isprintable() or typed == " ":
        return Press(_BY_KEY.get("space" if typed == " " else key, ""))
    digit = int(typed) if typed in "0123456789" else -1
    rank = RANK_KEYS.get(typed, RANK_KEYS.get(typed.lower(), -1))
    name = "" if rank >= 0 else _BY_KEY.get(typed, _BY_KEY.get(typed.lower(), ""))
    return Press(name, rank, digit)


def is_wide(character: str | None) -> bool:
    """Tells whether a key came as a letter that only an input method makes."""
    return bool(character) and unicodedata.east_asian_width(str(character)[0]) in "WF"
