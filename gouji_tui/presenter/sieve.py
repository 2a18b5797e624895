"""Which lines of the log are wanted: all, what was played, what the rules made of it, or what people said."""

from __future__ import annotations

from enum import StrEnum

from gouji_tui.presenter.log import Entry


class Sieve(StrEnum):
    """Names a part of the log."""

    ALL = "all"
    PLAYS = "plays"
    RULES = "rules"
    TALK = "talk"

    def lets(self, entry: Entry) -> bool:
        """Tells whether a line is of this part; what no clause is behind comes from people."""
        match self:
            case Sieve.ALL:
                return True
            case Sieve.PLAYS:
                return entry.flows
            case Sieve.RULES:
                return bool(entry.clause) and not entry.flows
            case Sieve.TALK:
                return not entry.clause

    def beside(self, way: int) -> Sieve:
        """Returns the part before or after this one, going round."""
        parts = list(Sieve)
        return parts[(parts.index(self) + way) % len(parts)]
