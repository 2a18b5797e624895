"""What a person has chosen for good: language, signs, colours, pace, bell; kept in a file of theirs.

Every setting is a word out of ``CHOICES``; a new one is added to ``Settings``, to ``CHOICES`` and to the
catalogues (``settings.<name>`` and ``settings.<name>_<word>``). A file that is wrong changes nothing.
"""

from __future__ import annotations

import os
import tempfile
import tomllib
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from gouji_tui.texts import own_language

if TYPE_CHECKING:
    from gouji_tui.failures import Failure


@dataclass(frozen=True, slots=True)
class Settings:
    """Is what was chosen; each word is one of ``CHOICES``."""

    lang: str = "auto"
    """``auto`` is that of the locale."""
    glyphs: str = "auto"
    """``auto`` draws lines where the terminal says that they are one cell wide."""
    colours: str = "on"
    pace: str = "normal"
    """How long bots take in a game alone."""
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

    @property
    def language(self) -> str:
        """The language to speak."""
        return own_language() if self.lang == "auto" else self.lang

    @property
    def seconds(self) -> float | None:
        """How long bots take, None for what the server thinks right."""
        return {"quick": 0.1, "slow": 2.5}.get(self.pace)

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

HEAD = "# What gouji was told to remember; change it here or in its menu under Settings.\n"


def settings_file() -> Path:
    """Returns where the settings of this account are kept."""
    from platformdirs import user_config_path

    return user_config_path("gouji", appauthor=False) / "settings.toml"


def read_settings(file: Path) -> tuple[Settings, Failure | None]:
    """Returns what a file says; if it cannot be read, how everything is without one, and why."""
    try:
        found = tomllib.loads(file.read_text("utf-8-sig"))
    except FileNotFoundError:
        return Settings(), None
    except OSError as error:
        return Settings(), _failure("settings.broken", file, reason=(error.strerror or str(error)).lower())
    except (ValueError, RecursionError) as error:
        return Settings(), _failure("settings.broken", file, reason=str(error).splitlines()[0].lower())
    known = {name: value for name, value in found.items() if name in CHOICES}
    for name, value in known.items():
        if value not in CHOICES[name]:
            return Settings(), _failure("settings.bad_value", file, name=name, words=" ".join(CHOICES[name]))
    return Settings(**known), None


def write_settings(file: Path, settings: Settings) -> Failure | None:
    """Keeps settings in a file, whole or not at all; returns why not, if not."""
    lines = [f'{one.name} = "{getattr(settings, one.name)}"\n' for one in fields(settings)]
    temporary = ""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        number, temporary = tempfile.mkstemp(prefix=".settings-", dir=file.parent)
        with os.fdopen(number, "w", encoding="utf-8") as opened:
            opened.write(HEAD + "".join(lines))
            opened.flush()
            os.fsync(opened.fileno())
        Path(temporary).replace(file)
    except OSError as error:
        if temporary:
            with suppress(OSError):
                Path(temporary).unlink()
        return _failure("settings.not_kept", file, reason=(error.strerror or str(error)).lower())
    return None


def _failure(code: str, file: Path, /, **data: str) -> Failure:
    # The menu is drawn before the library of the wire is loaded, and few settings are wrong.
    from gouji_tui.failures import Failure

    return Failure(code, (("file", str(file)), *data.items()))
