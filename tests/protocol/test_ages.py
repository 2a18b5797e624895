"""Old and new peers: fields are only ever added at the end, so each reads what the other says.

``FIRST`` is how many fields each struct had when the protocol was first published. A peer of that age sends
so many and reads so many; whatever was added since must have a default and stand behind them.
"""

from typing import Any, get_args

import msgpack
import msgspec
import msgspec.inspect as mi
import pytest
from hypothesis import given

from gouji_protocol import messages
from gouji_protocol.codec import decode_client_message, decode_server_message, encode_message
from gouji_protocol.messages import ClientMessage, ServerMessage
from tests.protocol.describe import parts
from tests.protocol.strategies import CLIENT_KINDS, SERVER_KINDS, client_messages, packed, server_messages

FIRST = {
    "Hello": "min_version max_version build features token name lang password",
    "Seated": "table seat",
    "Welcome": "version build features identity token server tables motd",
    "Goodbye": "code text data",
    "TableOptions": "private password bots turn_seconds reserve_seconds grace_seconds spectators",
    "Create": "request rules options seat",
    "ListTables": "request",
    "Join": "request table seat password since chat",
    "Leave": "request table",
    "Start": "request table",
    "AddBots": "request table level",
    "SetSeat": "request table seat level",
    "Auto": "request table on",
    "Chat": "request table text",
    "Ping": "request",
    "Resync": "request table",
    "Command": "command table decision action",
    "GetRecord": "request table game start",
    "Referee": "request table act seat",
    "Done": "request table seat",
    "Failed": "request code data",
    "SeatBrief": "name kind",
    "TableInfo": "table rules phase locked seats round watching",
    "Tables": "request tables",
    "Pong": "request",
    "Record": "request table game text left",
    "Accepted": "command seq",
    "Refused": "command clause code data",
    "TooLate": "command decision",
    "SeatInfo": "name kind presence countdown level",
    "TableState": "table seat host rules options phase seats watching locked",
    "Events": "table first events",
    "Snapshot": "table seq view",
    "Deadline": "table decision left reserves",
    "ChatLine": "table number seat name text",
    "Fairness": "table round commitment seed",
    "Removed": "table code data",
}
FROZEN = ("Hello", "Welcome", "Goodbye")

KINDS = (*CLIENT_KINDS, *SERVER_KINDS)
STRUCTS = {kind.__name__: kind for kind in (*KINDS, *parts(KINDS))}


@pytest.mark.parametrize("name", FIRST)
def test_what_was_there_first_is_still_there_in_its_place(name: str):
    kind, first = STRUCTS[name], FIRST[name].split()
    assert list(kind.__struct_fields__[: len(first)]) == first
    added = msgspec.structs.fields(kind)[len(first) :]
    assert all(not field.required for field in added), "a field added later needs a default"
    assert not (added and name in FROZEN), "the first frames are frozen for ever"


def aged(kind: mi.Type, plain: Any) -> Any:
    """Returns what is left of a plain value when a peer of the first age has read it, or has made it."""
    match kind:
        case mi.StructType(cls=cls, fields=fields, tag=tag):
            head = [] if tag is None else [plain[0]]
            values = plain[len(head) :]
            first = FIRST.get(cls.__name__)
            most = len(fields) if first is None else len(first.split())
            pairs = zip(fields[:most], values, strict=False)
            return [*head, *(aged(field.type, value) for field, value in pairs)]
        case mi.VarTupleType(item_type=item):
            return [aged(item, value) for value in plain]
        case _:
            return plain


def young(message: Any) -> Any:
    """Returns a message as it is after a peer of the first age has passed it on: later fields are lost."""
    plain = aged(mi.type_info(type(message)), msgpack.unpackb(encode_message(message)))
    decode = decode_client_message if type(message) in get_args(ClientMessage) else decode_server_message
    return decode(packed(plain))


@given(client_messages | server_messages)
def test_what_a_peer_of_the_first_age_says_is_read_with_defaults(message: ClientMessage | ServerMessage):
    read = young(message)
    assert type(read) is type(message)
    for name in FIRST.get(type(message).__name__, "").split():
        old, new = getattr(read, name), getattr(message, name)
        if not isinstance(new, (tuple, msgspec.Struct)):
            assert old == new


def test_a_state_said_long_ago_has_the_defaults_of_what_came_later():
    body = packed(
        [60, "K7", 0, 0, "online", [True], "playing", [["ann", "human", "present", -1, ""]], 2, False]
    )
    state = decode_server_message(body)
    assert isinstance(state, messages.TableState)
    assert state.evening == messages.Evening()
    assert state.muted == ()
    assert (state.seats[0].ready, state.seats[0].person) == (False, "")
    assert (state.options.delay_seconds, state.options.all_ready, state.options.memory) == (120, False, True)


def test_a_line_said_now_is_read_by_who_knows_no_phrases():
    line = messages.ChatLine("K7", 3, 1, "ann", "well played", "well_played", "12")
    assert msgpack.unpackb(encode_message(line))[:6] == [64, "K7", 3, 1, "ann", "well played"]
