"""What a table answered to commands, so that a command repeated gets the same answer and is done once."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from msgspec import Struct

from gouji_protocol.limits import MAX_ID
from gouji_server.outbox import Outbox

ANSWERS_KEPT = 1024
"""How many answers are remembered; clients repeat only their last few commands."""


class ReplyTo(Struct, frozen=True):
    """Is where a command came from and when: the link to answer, the identity, the command's id."""

    link: Outbox
    by: int
    command: int
    at: float


@dataclass(slots=True)
class Answers:
    """Is the last answers of one table, by identity and command id."""

    _kept: OrderedDict[int, bytes] = field(default_factory=OrderedDict[int, bytes])

    def known(self, by: int, command: int) -> bytes | None:
        """Returns the answer a command got, None if it is a new one."""
        return self._kept.get(_key(by, command))

    def keep(self, by: int, command: int, answer: bytes) -> bytes:
        """Remembers an answer and returns it."""
        self._kept[_key(by, command)] = answer
        if len(self._kept) > ANSWERS_KEPT:
            self._kept.popitem(last=False)
        return answer


def _key(by: int, command: int) -> int:
    # A number and not a pair: among hundreds of tables the collector would look at each pair.
    return by * (MAX_ID + 1) + command
