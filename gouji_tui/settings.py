"""What a person has chosen for good: language, signs, colours, pace, bell, keys; kept in a file of theirs.

Every setting but the keys is a word out of ``CHOICES``; a new one is added to ``Settings``, to ``CHOICES``
and to the catalogues (``settings.<name>`` and ``settings.<name>_<word>``). A file that is wrong changes
nothing, and lies beside the new one once something else is kept.
"""

from __future__ import annotations

import os
import re
import tempfile
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gouji_tui.keys import MOVABLE, STANDARD, Keymap, chosen_key
from gouji_tui.texts import own_language

if TYPE_CHECKING:
    from gouji_tui.failures import Failure


@dataclass(frozen=True, slots=True)
class Settings:
    """Is what was chosen; each word is one of ``CHOICES``, and ``keymap`` the keys of one's own choice."""

    lang: str = "auto"
    """``auto`` is that of the locale."""
    glyphs: str = "auto"
    """``auto`` draws lines where the terminal says that they are one cell wide."""
    colours: str = "on"
    pace: str = "normal"
    """How long bots take in a game alone; the key ``pace`` of the table changes it there."""
    bell: str = "people"
    """When it rings on one's turn: ``people`` is at a server."""
    title: str = "off"
    """Whether the window's title says that it is one's turn; off, for it costs bytes in every trick."""
    confirm: str = "on"
    """Whether what cannot be undone in the game is asked once more."""
    autopass: str = "off"
    """Whether to pass without a key where nothing else can be done."""
    keyboard: str = "auto"
    """How the terminal is to send keys: ``plain`` asks it for nothing beyond what all of them do."""
    order: str = "high"
    """Which rank lies first in the hand; the key ``sort`` of the table turns it round."""
    keymap: Keymap = STANDARD

    @property
    def language(self) -> str:
        """The language to speak."""
        return own_language() if self.lang == "auto" else self.lang

    @property
    def seconds(self) -> float:
        """How long bots take for a decision."""
        return _SECONDS[self.pace]

    @property
    def next_pace(self) -> str:
        """What the key of the table goes on to: the next faster one, after the fastest the slowest."""
        paces = CHOICES["pace"]
        return paces[paces.index(self.pace) - 1]

    @property
    def rising(self) -> bool:
        """Whether the lowest rank lies first in the hand."""
        return self.order == "low"

    def rings(self, *, alone: bool) -> bool:
        """Tells whether the bell rings when one's turn comes."""
        return self.bell == "always" or (self.bell == "people" and not alone)


CHOICES: dict[str, tuple[str, ...]] = {
    "lang": ("auto", "zh", "en"),
    "glyphs": ("auto", "ascii", "lines"),
    "colours": ("on", "off"),
    "pace": ("quick", "normal", "slow"),
    "bell": ("never", "people", "always"),
    "title": ("on", "off"),
    "confirm": ("on", "off"),
    "autopass": ("on", "off"),
    "keyboard": ("auto", "plain"),
    "order": ("high", "low"),
}
"""The words of each setting, in the order in which keys go through them."""

_SECONDS = {"quick": 0.1, "normal": 0.8, "slow": 2.5}
KEYS = "keys"
"""The table of the file with the keys of one's own choice."""

HEAD = "# What gouji was told to remember; change it here or in its menu under Settings.\n"


def settings_file() -> Path:
    """Returns where the settings of this account are kept."""
    from platformdirs import user_config_path

    return user_config_path("gouji", appauthor=False) / "settings.toml"


def read_settings(file: Path) -> tuple[Settings, Failure | None]:
    """Returns what a file says; if it cannot be read, how everything is without one, and why."""
    text = ""
    try:
        text = file.read_text("utf-8-sig")
        found = tomllib.loads(text)
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        return Settings(), _system_failure("settings.broken", file, error)
    except UnicodeDecodeError:
        return Settings(), _failure("settings.no_text", file)
    except tomllib.TOMLDecodeError as error:
        return Settings(), _failure("settings.bad_line", file, line=str(_line(error, text)))
    except (ValueError, RecursionError):
        return Settings(), _failure("settings.no_settings", file)
    known = {name: value for name, value in found.items() if name in CHOICES}
    for name, value in known.items():
        if value not in CHOICES[name]:
            return Settings(), _failure("settings.bad_value", file, name=name, words=" ".join(CHOICES[name]))
    keymap, wrong = _read_keys(found.get(KEYS, {}))
    if wrong:
        return Settings(), _failure("settings.bad_keys", file, line=wrong)
    return Settings(**known, keymap=keymap), None


def _read_keys(found: Any) -> tuple[Keymap, str]:
    """Returns the keys that a file says and which line cannot be, empty if all can.

    Acts of a newer version are passed by.
    """
    if not isinstance(found, dict):
        return STANDARD, f"{KEYS} = {found!r}"
    own = cast("dict[str, Any]", found)
    keymap = STANDARD
    for name in MOVABLE:
        key = own.get(name, "")
        if not isinstance(key, str):
            return STANDARD, f"{name} = {key!r}"
        keymap = keymap.choosing(name, chosen_key(key, key))
    # Only all of them together count: two acts may have changed their keys.
    wrong = (f"{name} = {own[name]!r}" for name, key in keymap.own if keymap.objection(name, key))
    return keymap, next(wrong, "")


def write_settings(file: Path, settings: Settings) -> Failure | None:
    """Keeps settings in a file, whole or not at all; returns why not, if not."""
    lines = [f'{name} = "{getattr(settings, name)}"\n' for name in CHOICES]
    if settings.keymap.own:
        lines += [f"\n[{KEYS}]\n", *(f"{name} = {_quoted(key)}\n" for name, key in settings.keymap.own)]
    temporary = ""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        number, temporary = tempfile.mkstemp(prefix=".settings-", dir=file.parent)
        with os.fdopen(number, "w", encoding="utf-8") as opened:
            opened.write(HEAD + "".join(lines))
            opened.flush()
            os.fsync(opened.fileno())
        _put_aside(file)
        Path(temporary).replace(file)
    except OSError as error:
        if temporary:
            with suppress(OSError):
                Path(temporary).unlink()
        return _system_failure("settings.not_kept", file, error)
    return None


def _put_aside(file: Path) -> None:
    """Gives a file that is of no use another name: somebody may have written it by hand."""
    if file.is_file() and read_settings(file)[1] is not None:
        file.replace(file.with_name(f"{file.name}.broken"))


def _line(error: tomllib.TOMLDecodeError, text: str) -> int:
    """Returns which line of a file is wrong; what is missing at its end is wrong in its last line."""
    # Which line it is stands only in the sentence.
    found = re.search(r"at line (\d+)", str(error))
    return int(found.group(1)) if found else max(len(text.splitlines()), 1)


def _quoted(key: str) -> str:
    return f"'{key}'" if key != "'" else f'"{key}"'


def _failure(code: str, file: Path, /, **data: str) -> Failure:
    # The menu is drawn before the library of the wire is loaded, and few settings are wrong.
    from gouji_tui.failures import Failure

    return Failure(code, (("file", str(file)), *data.items()))


def _system_failure(code: str, file: Path, error: OSError) -> Failure:
    from gouji_tui.failures import Failure, Reason
    from gouji_tui.system import system_code, system_said

    reason = Reason(system_code(error), ("errno",), system_said(error))
    return Failure(code, (("file", str(file)),), reason)
