"""Who sits where and who plays: the six chairs of a table.

A chair belongs to an identity or to a bot. Its presence says who plays: the owner while PRESENT or LOST,
a bot while AUTO, BOT or LEFT.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from gouji_protocol.messages import SeatBrief, SeatInfo
from gouji_protocol.words import Kind, Presence
from gouji_server.clocks import CREDIT, LATE
from gouji_server.identities import Identity
from gouji_server.outbox import Outbox
from gouji_server.rows import Holder

BOT_PLAYS = frozenset({Presence.AUTO, Presence.BOT, Presence.LEFT})
"""The presences in which a bot plays the seat."""

MISSES = 2
"""After how many deadlines missed in a row a bot plays until the owner acts again."""


@dataclass(slots=True)
class Chair:
    """Is one seat of a table.

    ``owner`` is an identity's id, 0 for none; ``level`` is the bot's if the seat is a bot's own. ``link``
    is where the owner listens now, ``until`` when a lost owner's time is up. ``overdue`` says that a bot
    plays because of deadlines missed, ``chosen`` that the owner wants it, 托管, until they act.
    """

    seat: int
    owner: int = 0
    name: str = ""
    level: str = ""
    presence: Presence = Presence.NONE
    link: Outbox | None = None
    until: float = inf
    missed: int = 0
    overdue: bool = False
    chosen: bool = False
    ready: bool = False
    forgiven: bool = False

    @property
    def empty(self) -> bool:
        """Whether nobody sits here, not even a bot."""
        return self.presence is Presence.NONE

    @property
    def owned(self) -> bool:
        """Whether a person has this seat and has not given it up."""
        return self.owner != 0 and self.presence is not Presence.LEFT

    @property
    def awaited(self) -> bool:
        """Whether the owner may still say to be ready, and has not."""
        return self.presence in (Presence.PRESENT, Presence.LOST) and not self.ready

    @property
    def bot_plays(self) -> bool:
        """Whether a bot plays this seat now."""
        return self.presence in BOT_PLAYS

    def take(self, identity: Identity, link: Outbox) -> None:
        """Seats a person here."""
        self.owner, self.name, self.level = identity.id, identity.name, ""
        self.link, self.chosen = link, False
        self._be(Presence.PRESENT)

    def take_bot(self, level: str) -> None:
        """Seats a bot here."""
        self.clear()
        self.level, self.name = level, _bot_name(self.seat)
        self._be(Presence.BOT)

    def moved(self, seat: int) -> Chair:
        """Returns the same chair on another seat; a bot is called by its seat."""
        name = _bot_name(seat) if self.level else self.name
        return replace(self, seat=seat, name=name)

    def clear(self) -> None:
        """Leaves the chair empty."""
        self.owner, self.name, self.level, self.link, self.chosen = 0, "", "", None, False
        self._be(Presence.NONE)

    def return_to(self, link: Outbox, name: str) -> None:
        """Lets the owner listen again, and play again unless they chose a bot."""
        self.link = link
        self.name = name or self.name
        if self.presence is not Presence.AUTO:
            self._be(Presence.AUTO if self.chosen else Presence.PRESENT)

    def act(self, *, passed: bool) -> bool:
        """Notes that the owner acted; True if that took the seat back from a bot.

        A pass may be sent by a client that does so where nothing else can be done, so it does not show that
        anybody is there. No pass does: which of them was the only act possible would tell a hand.
        """
        self.chosen = False
        if self.presence is Presence.PRESENT:
            self.missed = self.missed if passed else 0
            return False
        self._be(Presence.PRESENT)
        return True

    def lose(self, until: float) -> None:
        """Notes that the owner's connection is gone."""
        self.link = None
        self._be(Presence.LOST)
        self.until = until

    def forgive(self, late: float) -> None:
        """Gives a lost owner the time that the server lost and some to come back in, once."""
        if late >= LATE and not self.forgiven:
            self.until += late + min(late, CREDIT)
            self.forgiven = True

    def give_back(self, stopped: float, now: float, grace: float) -> None:
        """Gives a lost owner back what passed while clocks stood still, or since they fell out meanwhile."""
        if self.until == inf:
            return
        lost = self.until - grace
        self.until += now - (stopped if self.forgiven else max(stopped, lost))

    def hand_to_bot(self) -> None:
        """Lets a bot play for an owner who is not there."""
        self.link = None
        self._be(Presence.BOT)

    def leave(self) -> None:
        """Notes that the owner gave the seat up; a bot plays it."""
        self.link = None
        self._be(Presence.LEFT)

    def let_bot(self, on: bool) -> None:
        """Lets a bot play while the owner is there, 托管, or ends that."""
        self.chosen = on
        self._be(Presence.AUTO if on else Presence.PRESENT)

    def miss(self) -> bool:
        """Notes a deadline missed; True if from now on a bot plays."""
        self.missed += 1
        if self.missed < MISSES or self.presence is not Presence.PRESENT:
            return False
        self._be(Presence.AUTO)
        self.overdue = True
        return True

    def _be(self, presence: Presence) -> None:
        self.presence = presence
        self.until = inf
        self.missed = 0
        self.overdue = self.ready = self.forgiven = False

    def info(self, now: float, stand_in: str) -> SeatInfo:
        """Returns what everybody is told; ``stand_in`` is the level of bots that play for people."""
        countdown = -1 if self.until == inf else max(0, round((self.until - now) * 1000))
        level = (self.level or stand_in) if self.bot_plays else ""
        person = str(self.owner) if self.owner else ""
        return SeatInfo(
            self.name, self._kind, self.presence, countdown, level, self.ready, self.overdue, person
        )

    def brief(self) -> SeatBrief:
        """Returns what a list of tables shows; a seat given up is a bot's until it has an owner again."""
        left = self.owner != 0 and not self.owned
        return SeatBrief(_bot_name(self.seat), Kind.BOT) if left else SeatBrief(self.name, self._kind)

    @property
    def _kind(self) -> Kind:
        if self.empty:
            return Kind.EMPTY
        return Kind.HUMAN if self.owner else Kind.BOT

    def holder(self) -> Holder:
        """Returns what the journal keeps; being lost is not kept, for after a restart everybody is."""
        presence = Presence.PRESENT if self.presence is Presence.AUTO else self.presence
        return Holder(self.owner, self.name, self.level, (Presence.AUTO if self.chosen else presence).value)

    def restore(self, holder: Holder, until: float) -> None:
        """Becomes as the journal knows it; a person's seat is lost until they come back."""
        self.owner, self.name, self.level = holder.owner, holder.name, holder.level
        self._be(Presence(holder.presence))
        self.chosen = self.presence is Presence.AUTO
        if self.owned:
            self.lose(until)


def _bot_name(seat: int) -> str:
    return f"bot {seat + 1}"
