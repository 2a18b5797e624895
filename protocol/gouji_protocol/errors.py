"""What goes wrong between two peers: my own misuse of a connection, or what the other side sent."""

from __future__ import annotations

from gouji_core.errors import GoujiError
from gouji_protocol.messages import Goodbye
from gouji_protocol.words import ByeCode


class ProtocolError(GoujiError):
    """Is the root of what a connection raises."""


class LocalProtocolError(ProtocolError):
    """Says that this side tried to send what it may not send now; nothing was sent."""


class RemoteProtocolError(ProtocolError):
    """Says that the other side broke the protocol; the connection can only be closed.

    ``answer`` is the goodbye to send before closing, if sending is still possible.
    """

    def __init__(self, reason: str, code: ByeCode = ByeCode.PROTOCOL) -> None:
        super().__init__(reason)
        self.answer = Goodbye(code, reason)
