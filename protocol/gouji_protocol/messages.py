"""The messages of the wire as typed structs; ``docs/protocol.md`` is their description in bytes.

A message is a msgpack array: its tag, a number, then its fields in order. What must stay true:

* Tags and the order of fields never change. A new field goes to the end and has a default; who does
  not know it skips it. A new message gets a new tag; who does not know it ignores it (``unknown``).
* The first frame each way (``Hello``, ``Welcome``, ``Goodbye``) is frozen for ever.
* Every message that wants an answer has its id as its first field, so that even an unknown one can be
  answered with ``Failed``. Commands and requests share one space of ids.
* Actions travel as the text of ``gouji_core.action_texts``, events and views in the plain form of
  ``gouji_core.plain``: a new action or event changes nothing here.

The messages themselves are in ``handshake``, ``requests``, ``answers`` and ``news``; here they are gathered
by who says them.
"""

from gouji_protocol.answers import (
    Accepted,
    Done,
    Failed,
    PlayerStats,
    Pong,
    Record,
    Refused,
    SeatBrief,
    Stats,
    TableInfo,
    Tables,
    TooLate,
)
from gouji_protocol.handshake import Goodbye, Hello, Seated, Welcome
from gouji_protocol.news import (
    ChatLine,
    Deadline,
    Drawn,
    Evening,
    Events,
    Fairness,
    Hands,
    Notice,
    Removed,
    SeatInfo,
    Snapshot,
    TableState,
    Tally,
)
from gouji_protocol.requests import (
    AddBots,
    Arrange,
    Auto,
    Chat,
    Command,
    Create,
    GetRecord,
    GetStats,
    HandOver,
    Join,
    Kick,
    Leave,
    ListTables,
    Mute,
    Ping,
    Ready,
    Referee,
    Resync,
    SetSeat,
    Start,
    TableOptions,
)

_Lobby = Create | ListTables | Join | Leave | Start | AddBots | SetSeat
_Company = Kick | Arrange | Ready | Mute | HandOver
Request = _Lobby | Auto | Chat | Ping | Resync | GetRecord | Referee | _Company | GetStats
Answer = Done | Failed | Tables | Pong | Record | Stats
CommandAnswer = Accepted | Refused | TooLate
Told = TableState | Events | Snapshot | Deadline | ChatLine | Fairness | Removed | Drawn | Notice | Hands
ClientMessage = Hello | Request | Command | Goodbye
ServerMessage = Welcome | Goodbye | Answer | CommandAnswer | Told
Message = ClientMessage | ServerMessage

__all__ = [
    "Accepted",
    "AddBots",
    "Answer",
    "Arrange",
    "Auto",
    "Chat",
    "ChatLine",
    "ClientMessage",
    "Command",
    "CommandAnswer",
    "Create",
    "Deadline",
    "Done",
    "Drawn",
    "Evening",
    "Events",
    "Failed",
    "Fairness",
    "GetRecord",
    "GetStats",
    "Goodbye",
    "HandOver",
    "Hands",
    "Hello",
    "Join",
    "Kick",
    "Leave",
    "ListTables",
    "Message",
    "Mute",
    "Notice",
    "Ping",
    "PlayerStats",
    "Pong",
    "Ready",
    "Record",
    "Referee",
    "Refused",
    "Removed",
    "Request",
    "Resync",
    "SeatBrief",
    "SeatInfo",
    "Seated",
    "ServerMessage",
    "SetSeat",
    "Snapshot",
    "Start",
    "Stats",
    "TableInfo",
    "TableOptions",
    "TableState",
    "Tables",
    "Tally",
    "Told",
    "TooLate",
    "Welcome",
]
