"""What a server gives in parts: each brings something as long as more is left, or asking would never end."""

from __future__ import annotations

from typing import TypeVar

from gouji_client.errors import RequestFailedError
from gouji_protocol.messages import Failed, Record, Stats
from gouji_protocol.outputs import LinkCode

_P = TypeVar("_P", Record, Stats)


def part(answer: _P) -> _P:
    """Returns a part as it came.

    Raises:
        RequestFailedError: if nothing is in it, though more is left.
    """
    found = answer.text if isinstance(answer, Record) else answer.players
    if answer.left and not found:
        raise RequestFailedError(Failed(answer.request, LinkCode.NO_ANSWER))
    return answer
