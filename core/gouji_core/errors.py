"""What the rules say no with: one exception for unreadable text, one value for everything else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from gouji_core.values import value
from gouji_core.wanted import WANTED


class GoujiError(Exception):
    """Is the root of every error this project raises on purpose."""


class NotationError(GoujiError, ValueError):
    """Says that a text is not notation: what was read, and what would have been (R1.4, R14).

    ``code`` is a short word for what was wanted, with ``data`` that its sentence shows and the error
    ``inside`` that it is about, if any. ``wanted`` is the sentence in English.
    """

    sentences: ClassVar[Mapping[str, str]] = WANTED

    def __init__(self, text: str, code: str, /, inside: NotationError | None = None, **data: object) -> None:
        self.text = text
        self.code = code
        self.inside = inside
        self.data = tuple((name, str(value)) for name, value in data.items())
        reason = {"reason": inside.wanted} if inside is not None else {}
        self.wanted = self.sentences[code].format(**dict(self.data), **reason)
        super().__init__(f"cannot read {text!r}: {self.wanted}")


@value
class Refusal:
    """Is the rules' answer to an action that is not legal; the state stays as it was.

    ``clause`` is the clause of the rules that says no (``"R5.3"``), ``code`` a short word for
    message catalogues (``"not_asked"``), ``data`` pairs of names and texts that a message may show.
    """

    clause: str
    code: str
    data: tuple[tuple[str, str], ...] = ()

    ok: ClassVar[bool] = False


def refuse(clause: str, code: str, **data: object) -> Refusal:
    """Makes a refusal, turning its data into text."""
    return Refusal(clause, code, tuple((name, str(value)) for name, value in data.items()))
