"""What the owner of the server has decided while it runs; ``admin`` changes it, everybody else only looks."""

from __future__ import annotations

from dataclasses import dataclass, field

from gouji_server.rows import Sanction, SanctionRow


@dataclass(slots=True)
class Office:
    """Is the owner's decisions in force."""

    motd: str = ""
    """The message of the day, for everybody who comes."""
    banned: set[int] = field(default_factory=set[int])
    """Identities that are not let in; the journal keeps them."""
    silenced: set[int] = field(default_factory=set[int])
    """Identities that may say nothing; the journal keeps them."""
    paused: bool = False
    """Whether all clocks stand still and no action is taken."""
    bot_pace: float = 0.8
    """How long bots take for a decision; who started a private server may change it."""
    draining: bool = False
    """Whether no table, game or round begins any more."""

    def open(self, motd: str, bot_pace: float, sanctions: list[SanctionRow]) -> None:
        """Takes what holds from the start: the settings, and what the journal kept."""
        self.motd = motd
        self.bot_pace = bot_pace
        self.banned = {row.identity for row in sanctions if row.kind == Sanction.BAN}
        self.silenced = {row.identity for row in sanctions if row.kind == Sanction.SILENCE}
