"""Checking a record: that the rules allow every action, and that every deal is what its seed makes."""

from __future__ import annotations

from gouji_core.actions import Deal
from gouji_core.dealing import commitment, deal, shuffled
from gouji_core.errors import NotationError
from gouji_core.public import Public
from gouji_core.record import Commit, Done, GameRecord, Seed, replay
from gouji_core.values import value


@value
class DealCheck:
    """Is what was found about one deal of a record; ``number`` counts from 1.

    ``code`` is ``"ok"``, ``"unproven"`` (no commitment before it, or no seed after it), ``"broken"`` (the
    seed is not the one committed to) or ``"other_cards"`` (the seed makes another deal).
    """

    number: int
    code: str


def check_deals(record: GameRecord) -> tuple[DealCheck, ...]:
    """Returns what a record proves about each of its deals; a position that it starts from is none.

    Raises:
        NotationError: if the rules refuse an entry.
    """
    public = record.beginning.public
    found: list[DealCheck] = []
    digest = ""
    dealt: tuple[Public, Deal, str] | None = None
    for entry, done in replay(record):
        match entry:
            case Commit():
                digest = entry.digest
            case Done(action=Deal() as action):
                _unproven(found, dealt)
                dealt = (public, action, digest)
                digest = ""
            case Seed() if dealt:
                found.append(DealCheck(len(found) + 1, _judge(*dealt, entry.seed)))
                dealt = None
            case _:
                pass
        public = done.state.public
    _unproven(found, dealt)
    return tuple(found)


def _unproven(found: list[DealCheck], dealt: tuple[Public, Deal, str] | None) -> None:
    if dealt:
        found.append(DealCheck(len(found) + 1, "unproven"))


def _judge(public: Public, action: Deal, digest: str, seed: str) -> str:
    try:
        raw = bytes.fromhex(seed)
    except ValueError as error:
        raise NotationError(seed, "seed") from error
    if not digest:
        return "unproven"
    if commitment(raw) != digest:
        return "broken"
    return "ok" if deal(public, shuffled(raw, public.rules)) == action else "other_cards"
