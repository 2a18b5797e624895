"""Why something cannot be begun: a message, put into words where it is known who reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from gouji_core.errors import GoujiError, NotationError

if TYPE_CHECKING:
    from gouji_tui.texts import Texts


class ToldError(GoujiError):
    """Says in one line, in the language of whoever reads it, why something cannot be."""

    def __init__(self, code: str, /, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data

    def text(self, texts: Texts) -> str:
        """Returns it in words."""
        return told(self.code, self.data, texts)


def told(code: str, data: Mapping[str, object], texts: Texts) -> str:
    """Returns a message in words, also those of its fields that are errors or several words."""
    return texts(code, **{name: _told(value, texts) for name, value in data.items()})


def _told(value: object, texts: Texts) -> object:
    from gouji_tui.notation import wanted
    from gouji_tui.system import system_reason

    match value:
        case NotationError():
            return wanted(value, texts)
        case OSError():
            return system_reason(value, texts)
        case tuple():
            return texts("usage.pause").join(cast("tuple[str, ...]", value))
        case _:
            return value
