"""Why a server did not do something, in the player's words.

Servers give codes; each has a text in the catalogues, in the section of where it comes from: ``fail`` of a
request, ``bye`` of a connection, ``removed`` of a table, ``line`` of the connection itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from gouji_client import RequestFailedError
from gouji_core.errors import Refusal
from gouji_tui.texts import Texts


@dataclass(frozen=True, slots=True)
class Reason:
    """Is a server's reason: its code, the sections it may be in, and what the server itself says of it."""

    code: str
    sections: tuple[str, ...] = ("fail", "line")
    said: str = ""

    def text(self, texts: Texts) -> str:
        """Returns the reason in words; a code that a newer server made up is told in the server's own."""
        for section in self.sections:
            if f"{section}.{self.code}" in texts:
                return texts(f"{section}.{self.code}")
        return self.said or self.code


def objection(error: RequestFailedError) -> tuple[Refusal | None, str]:
    """Returns what a request failed of: the rules' objection if it was theirs, and the code."""
    data = dict(error.data)
    if error.code != "refused" or not {"clause", "code"} <= data.keys():
        return None, error.code
    rest = tuple((name, value) for name, value in error.data if name not in {"clause", "code"})
    return Refusal(data["clause"], data["code"], rest), error.code
