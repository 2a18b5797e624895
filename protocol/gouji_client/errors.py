"""What the client library raises; what the rules refuse is a value (``gouji_protocol.messages.Refused``)."""

from __future__ import annotations

from gouji_core.action_texts import format_action
from gouji_core.actions import Action
from gouji_core.errors import GoujiError
from gouji_protocol.messages import Failed
from gouji_protocol.outputs import Disconnected


class ClientError(GoujiError):
    """Is the root of what the client library raises."""


class DisconnectedError(ClientError):
    """Says that there is no connection and none will be tried again: see ``code`` and ``text``."""

    def __init__(self, gone: Disconnected) -> None:
        super().__init__(f"{gone.code}: {gone.text}" if gone.text else gone.code)
        self.code = gone.code
        self.text = gone.text
        self.data = gone.data


class RequestFailedError(ClientError):
    """Says that the server, or the lack of one, did not let a request be done."""

    def __init__(self, failed: Failed) -> None:
        super().__init__(failed.code)
        self.code = failed.code
        self.data = failed.data


class ActionRefusedError(ClientError):
    """Says that the rules did not allow an action that ``play`` was told to take."""

    def __init__(
        self, action: Action, clause: str, code: str, data: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(f"{format_action(action)}: {code} ({clause})")
        self.action = action
        self.clause = clause
        self.code = code
        self.data = data
