"""How the program looks and speaks when it begins: language, signs, and what somebody has chosen for good."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gouji_tui.glyphs import ASCII, LINES, Glyphs
from gouji_tui.settings import Settings, read_settings, settings_file
from gouji_tui.texts import Texts, texts_in

if TYPE_CHECKING:
    from gouji_tui.failures import Failure
    from gouji_tui.terminal import Terminal


@dataclass(frozen=True, slots=True)
class Chosen:
    """Is what somebody has chosen for good, where it is kept, and why the file was of no use."""

    settings: Settings = field(default=Settings())
    file: Path | None = None
    trouble: Failure | None = None


UNCHOSEN = Chosen()
"""Everything is as it is by default, and nothing is kept."""


def own_choice() -> Chosen:
    """Returns what this account has chosen for good."""
    file = settings_file()
    settings, trouble = read_settings(file)
    return Chosen(settings, file, trouble)


def speak(lang: str | None, chosen: Chosen) -> Texts:
    """Returns the catalogue to speak from: an option decides, else the settings, else the locale.

    That the file of settings is of no use is told here, in a line on stderr.
    """
    texts = texts_in(lang or chosen.settings.language)
    if chosen.trouble is not None:
        sys.stderr.write(f"gouji: {chosen.trouble.text(texts)}\n")
    return texts


def glyphs_for(terminal: Terminal, settings: Settings, *, ascii_only: bool) -> Glyphs:
    """Returns the signs to draw with: lines where they are wanted, or known to be one cell wide."""
    signs = "ascii" if ascii_only else settings.glyphs
    return LINES if signs == "lines" or (signs == "auto" and terminal.narrow) else ASCII


@dataclass(frozen=True, slots=True)
class Look:
    """Is how the app looks and speaks; ``glyphs`` are those of the start, on this terminal."""

    lang: str = "en"
    glyphs: Glyphs = ASCII
    chosen: Chosen = UNCHOSEN
    terminal: Terminal | None = None
