"""What the rules say no with: one exception for unreadable text, one value for everything else."""

from __future__ import annotations

from typing import ClassVar

from gouji_core.values import value


class GoujiError(Exception):
    """Is the root of every error this project raises on purpose."""


class NotationError(GoujiError, ValueError):
    """Says that a text is not notation: what was read, and what would have been (R1.4, R14)."""

    def __init__(self, text: str, wanted: str) -> None:
        super().__init__(f"cannot read {text!r}: {wanted}")
        self.text = text
        self.wanted = wanted


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
