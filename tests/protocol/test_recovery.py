from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_core.actions import Pass
from gouji_protocol.codec import Unread
from gouji_protocol.connection import Connection, Party, State
from gouji_protocol.link import LinkState
from gouji_protocol.messages import (
    Command,
    Events,
    Failed,
    Goodbye,
    Hello,
    Join,
    Message,
    Removed,
    Resync,
    ServerMessage,
    Snapshot,
    Welcome,
)
from gouji_protocol.outputs import (
    CommandAnswered,
    Connected,
    Disconnected,
    Output,
    RequestAnswered,
    TableChanged,
    TableLost,
    ViewChanged,
    ViewReset,
)
from gouji_protocol.session import Profile, Session
from gouji_protocol.words import FailCode, TablePhase
from tests.protocol.peer import CODE, Rig, only, some
from tests.protocol.strategies import server_messages


def started() -> Rig:
    rig = Rig()
    rig.start()
    rig.peer.heard.clear()
    return rig


@pytest.mark.parametrize(
    "news",
    [
        Events(CODE, 90_000, (["DissolveVoted", 3, True],)),
        "unknown kind",
        "a field too few",
        "a seat out of range",
        "no event",
    ],
)
def test_what_cannot_be_followed_asks_for_a_snapshot_once(news: Events | str):
    rig = started()
    next_seq = rig.session.tables[CODE].seq + 1
    plain = {
        "unknown kind": ["Somersault", 3],
        "a field too few": ["DissolveVoted", 3],
        "a seat out of range": ["Played", 17, "KK"],
        "no event": 5,
    }
    message = news if isinstance(news, Events) else Events(CODE, next_seq, (plain[news],))
    view = rig.view
    rig.peer.say(message)
    rig.peer.say(message)
    told = rig.pump()
    assert len(some(rig.peer.heard, Resync)) == 1
    assert told == [ViewReset(CODE, view)]
    assert not rig.session.tables[CODE].lost
    assert rig.follows()


def test_events_before_any_snapshot_ask_for_one():
    rig = Rig()
    rig.connect()
    rig.session.create("online")
    rig.pump()
    rig.peer.interceptor = lambda message: None
    rig.peer.listening = False
    rig.peer.start()
    rig.peer.say(Events(CODE, 1, (["RoundBegun", 1],)))
    only(rig.pump(), ViewReset)
    assert rig.follows()


def test_events_known_already_are_passed_by():
    rig = started()
    seq = rig.session.tables[CODE].seq
    rig.peer.say(Events(CODE, 1, tuple(["DissolveVoted", 3, True] for _ in range(seq))))
    assert rig.pump() == []
    rig.peer.say(Events(CODE, seq, (["DissolveVoted", 3, False], ["DissolveVoted", 4, True])))
    change = only(rig.pump(), ViewChanged)
    assert len(change.events) == 1
    assert rig.session.tables[CODE].seq == seq + 1


def test_a_break_while_waiting_for_a_snapshot_asks_for_everything():
    rig = started()
    rig.peer.say(Events(CODE, 90_000, (["DissolveVoted", 3, True],)))
    rig.session.received(rig.peer.wire, rig.now)
    rig.cut()
    told = rig.reconnect()
    assert some(rig.peer.heard, Join)[-1].since == 0
    only(told, ViewReset)


def test_a_snapshot_of_a_newer_server_ends_the_session_with_a_reason():
    rig = started()
    rig.peer.say(Snapshot(CODE, 5, ["not", "a", "view"]))
    gone = only(rig.pump(), Disconnected)
    assert (gone.code, gone.retry_in) == ("version", None)
    assert rig.session.link is LinkState.ENDED


def test_what_is_unknown_is_passed_by():
    rig = started()
    rig.session.received(b"\x00\x00\x00\x04\x93\x63\x05\xc0", rig.now)
    rig.session.received(b"\x00\x00\x00\x05\x92\x3d\xa1x\xc0"[:8], rig.now)
    assert rig.told() == []
    assert rig.session.up


def test_an_answer_that_cannot_be_read_still_ends_its_request():
    rig = started()
    request = rig.session.list_tables()
    rig.session.data_to_send()
    rig.session.received(bytes([0, 0, 0, 3, 0x92, 42, request]), rig.now)
    assert rig.told() == [RequestAnswered(request, Failed(request, FailCode.INVALID))]


# Losing tables.


def test_leaving_a_table_forgets_it():
    rig = started()
    request = rig.session.leave(CODE)
    told = rig.pump()
    assert told == [TableLost(CODE, "left"), told[1]]
    assert only(told, RequestAnswered).request == request
    assert CODE not in rig.session.tables
    rig.peer.say(Events(CODE, 900, (["DissolveVoted", 3, True],)))
    assert rig.pump() == []


def test_being_removed_fails_what_was_sent():
    rig = started()
    rig.peer.interceptor = lambda message: Removed(CODE, "kicked") if isinstance(message, Command) else None
    command = rig.session.act(CODE, Pass())
    told = rig.pump()
    assert told == [
        CommandAnswered(command, CODE, Pass(), Failed(command, "kicked")),
        TableLost(CODE, "kicked"),
    ]


def test_a_closed_table_is_lost():
    rig = started()
    rig.peer.tell_state(TablePhase.CLOSED)
    told = rig.pump()
    assert only(told, TableChanged).state.phase is TablePhase.CLOSED
    assert told[-1] == TableLost(CODE, "closed")


def test_a_table_that_is_gone_after_a_break_is_lost_for_good():
    rig = started()
    rig.cut()
    rig.peer.refuse_all(FailCode.NO_TABLE)
    told = rig.reconnect()
    assert only(told, TableLost) == TableLost(CODE, "no_table")
    assert rig.session.up


def test_a_snapshot_refused_for_good_loses_the_table():
    rig = started()
    rig.peer.refuse_all(FailCode.NO_SEAT)
    rig.peer.say(Events(CODE, 90_000, (["DissolveVoted", 3, True],)))
    assert only(rig.pump(), TableLost) == TableLost(CODE, "no_seat")


def test_a_snapshot_refused_for_now_is_asked_for_on_a_new_connection():
    rig = started()
    rig.peer.refuse_all(FailCode.RATE)
    rig.peer.say(Events(CODE, 90_000, (["DissolveVoted", 3, True],)))
    assert only(rig.pump(), Disconnected).code == "rate"
    rig.peer.interceptor = lambda message: None
    only(rig.reconnect(), ViewReset)
    assert rig.follows()


def test_a_server_too_busy_to_resume_is_asked_again():
    rig = started()
    rig.cut()
    rig.peer.refuse_all(FailCode.BUSY)
    gone = only(rig.reconnect(), Disconnected)
    assert gone.code == "busy"
    assert CODE in rig.session.tables
    rig.peer.interceptor = lambda message: None
    rig.reconnect()
    assert rig.follows()


def test_seats_of_an_earlier_run_are_taken_up():
    rig = started()
    old = rig.session
    rig.cut()
    rig.session = Session(Profile("ann", token="secret"), nonce=8)
    told = rig.connect()
    assert only(told, Connected).fresh
    assert rig.follows()
    assert rig.view == old.tables[CODE].view


def test_a_server_that_does_not_know_the_token_makes_somebody_new():
    rig = started()
    rig.cut()

    def forgetful(message: Message | Unread) -> ServerMessage | None:
        return Goodbye("token", "who?") if isinstance(message, Hello) and message.token else None

    rig.peer.interceptor = forgetful
    told = rig.reconnect()
    assert only(told, TableLost) == TableLost(CODE, "token")
    assert only(told, Disconnected).code == "token"
    rig.peer.joined = False
    only(rig.reconnect(), Connected)
    assert some(rig.peer.heard, Hello)[-1].token == ""


# Whatever a server says.


@given(st.lists(server_messages, max_size=8), st.booleans())
def test_no_message_of_a_server_upsets_a_session(messages: list[ServerMessage], playing: bool):
    rig = Rig()
    if playing:
        rig.start()
    else:
        rig.connect()
    rig.session.create("online")
    sender = Connection(Party.SERVER)
    for message in messages:
        sender.state = State.OPEN
        if type(message) is not Welcome:
            rig.session.received(sender.send(message), rig.now)
    rig.session.tick(rig.now + 1)
    for output in rig.session.outputs():
        assert isinstance(output, get_args(Output))
    assert rig.session.link in LinkState


@given(st.lists(st.binary(max_size=40), max_size=5))
def test_no_bytes_upset_a_session(chunks: list[bytes]):
    rig = Rig()
    rig.connect()
    for chunk in chunks:
        rig.session.received(chunk, rig.now)
    assert rig.session.link in LinkState
