"""Why a text is no notation, in words: the core tells it by a code, and in English for who knows no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gouji_core.errors import NotationError

if TYPE_CHECKING:
    from gouji_tui.texts import Texts


def unread(error: NotationError, texts: Texts) -> str:
    """Returns in one line that a text cannot be read, and what was wanted instead."""
    return texts("notation.cannot_read", text=repr(error.text), wanted=wanted(error, texts))


def wanted(error: NotationError, texts: Texts) -> str:
    """Returns in one line what would have been notation; what the catalogue does not know is in English."""
    code = f"notation.{error.code}"
    if code not in texts:
        return error.wanted
    inside = {"reason": wanted(error.inside, texts)} if error.inside is not None else {}
    return " ".join(texts(code, **dict(error.data), **inside).split())
