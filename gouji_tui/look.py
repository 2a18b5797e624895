"""How the app looks and speaks when it begins: language, signs, and what somebody has chosen for good."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gouji_tui.glyphs import ASCII, Glyphs
from gouji_tui.settings import Settings

if TYPE_CHECKING:
    from gouji_tui.failures import Failure


@dataclass(frozen=True, slots=True)
class Chosen:
    """Is what somebody has chosen for good, where it is kept, and why the file was of no use."""

    settings: Settings = field(default=Settings())
    file: Path | None = None
    trouble: Failure | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """Is how the app looks and speaks; ``glyphs`` are those of the start."""

    lang: str = "en"
    glyphs: Glyphs = ASCII
    chosen: Chosen = field(default=Chosen())
