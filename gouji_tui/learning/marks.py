"""Which practice positions have been solved: kept in the data directory, between runs."""

from __future__ import annotations

import json
import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any, cast


class Marks:
    """Keeps the names of the positions solved in a file; one that cannot be read counts as empty."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @property
    def done(self) -> frozenset[str]:
        """The positions solved."""
        try:
            found: Any = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return frozenset()
        return frozenset(map(str, cast("list[Any]", found))) if isinstance(found, list) else frozenset()

    def add(self, name: str) -> None:
        """Marks a position as solved; where nothing can be written it is forgotten with the program."""
        done = sorted({*self.done, name})
        draft = self._file.with_suffix(f".{secrets.token_hex(4)}")
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft.write_text(json.dumps(done) + "\n", "utf-8")
            os.replace(draft, self._file)
        except OSError:
            with suppress(OSError):
                draft.unlink()


def own_marks() -> Marks:
    """Returns the marks of this account."""
    from platformdirs import user_data_path

    return Marks(user_data_path("gouji", appauthor=False) / "practice.json")
