"""What ``Client.updates`` gives and what its mirrors hold, by name, for programs that stand on this library.

Programs need nothing of the protocol package itself; a new output is added here too.
"""

from gouji_protocol.messages import (
    Accepted,
    ChatLine,
    Done,
    Failed,
    Fairness,
    Refused,
    SeatInfo,
    TableInfo,
    TableOptions,
    TableState,
    TooLate,
    Welcome,
)
from gouji_protocol.mirror import Mirror, Sent
from gouji_protocol.outputs import (
    ChatReceived,
    Clock,
    ClockChanged,
    CommandAnswered,
    Connected,
    Disconnected,
    FairnessTold,
    LinkCode,
    Output,
    RequestAnswered,
    TableChanged,
    TableLost,
    ViewChanged,
    ViewReset,
)
from gouji_protocol.words import ByeCode, FailCode, Kind, Presence

__all__ = [
    "Accepted",
    "ByeCode",
    "ChatLine",
    "ChatReceived",
    "Clock",
    "ClockChanged",
    "CommandAnswered",
    "Connected",
    "Disconnected",
    "Done",
    "FailCode",
    "Failed",
    "Fairness",
    "FairnessTold",
    "Kind",
    "LinkCode",
    "Mirror",
    "Output",
    "Presence",
    "Refused",
    "RequestAnswered",
    "SeatInfo",
    "Sent",
    "TableChanged",
    "TableInfo",
    "TableLost",
    "TableOptions",
    "TableState",
    "TooLate",
    "ViewChanged",
    "ViewReset",
    "Welcome",
]
