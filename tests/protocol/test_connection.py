from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_protocol.codec import Unread
from gouji_protocol.connection import MAY, Connection, Party, State
from gouji_protocol.errors import LocalProtocolError, RemoteProtocolError
from gouji_protocol.limits import MAX_REPLY, MAX_REQUEST
from gouji_protocol.messages import (
    Accepted,
    Command,
    Events,
    Goodbye,
    Hello,
    ListTables,
    Message,
    Ping,
    Pong,
    Welcome,
)
from gouji_protocol.words import FailCode
from tests.protocol.strategies import (
    CLIENT_KINDS,
    SERVER_KINDS,
    client_messages,
    messages_of,
    server_messages,
)

HELLO = Hello(1, 1, "test", name="ann")
WELCOME = Welcome(1, "test", (), "id", "secret", "here")


def received(connection: Connection) -> list[Message | Unread]:
    out = []
    while (message := connection.next_message()) is not None:
        out.append(message)
    return out


def opened() -> dict[Party, Connection]:
    """Two ends that have greeted each other."""
    client, server = Connection(Party.CLIENT), Connection(Party.SERVER)
    server.feed(client.send(HELLO))
    assert received(server) == [HELLO]
    client.feed(server.send(WELCOME))
    assert received(client) == [WELCOME]
    assert client.state is server.state is State.OPEN
    return {Party.CLIENT: client, Party.SERVER: server}


def said_by(party: Party) -> tuple[type, ...]:
    return CLIENT_KINDS if party is Party.CLIENT else SERVER_KINDS


@pytest.mark.parametrize("party", Party)
@pytest.mark.parametrize("state", State)
@given(data=st.data())
def test_each_message_passes_or_is_refused_alike_on_both_ends(
    state: State, party: Party, data: st.DataObject
):
    kind = data.draw(st.sampled_from(said_by(party)))
    message = data.draw(messages_of(kind))
    sender, receiver = Connection(party), Connection(party.other)
    sender.state = receiver.state = state
    allowed = kind in MAY[state, party]
    if allowed:
        receiver.feed(sender.send(message))
        assert receiver.next_message() == message
        assert sender.state is receiver.state is MAY[state, party][kind]
        return
    with pytest.raises(LocalProtocolError):
        sender.send(message)
    assert sender.state is state
    if state is State.CLOSED:
        return
    lawless = Connection(party)
    lawless.state = next(s for s in State if kind in MAY[s, party])
    receiver.feed(lawless.send(message))
    with pytest.raises(RemoteProtocolError):
        receiver.next_message()
    assert receiver.state is state


def test_nobody_may_say_what_the_other_says():
    for state in State:
        clients, servers = MAY[state, Party.CLIENT], MAY[state, Party.SERVER]
        assert set(clients) & set(servers) <= {Goodbye, Unread}
        assert set(clients) <= {*CLIENT_KINDS, Unread}
        assert set(servers) <= {*SERVER_KINDS, Unread}


@given(st.lists(client_messages.filter(lambda m: not isinstance(m, (Hello, Goodbye))), max_size=4), st.data())
def test_requests_arrive_in_order_however_they_are_split(messages: list[Message], data: st.DataObject):
    ends = opened()
    stream = b"".join(ends[Party.CLIENT].send(message) for message in messages)
    cuts = [0, *sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6))), len(stream)]
    got = []
    for start, end in pairwise(cuts):
        ends[Party.SERVER].feed(stream[start:end])
        got += received(ends[Party.SERVER])
    assert got == messages


@given(server_messages.filter(lambda m: not isinstance(m, (Welcome, Goodbye))))
def test_answers_arrive_byte_by_byte(message: Message):
    ends = opened()
    got = []
    for byte in ends[Party.SERVER].send(message):
        ends[Party.CLIENT].feed(bytes([byte]))
        got += received(ends[Party.CLIENT])
    assert got == [message]


def test_a_broken_stream_stays_broken_and_can_be_answered():
    ends = opened()
    server = ends[Party.SERVER]
    server.feed(ends[Party.CLIENT].send(Ping(1)) + b"\x00\x00\x00\x01\xc1" + ends[Party.CLIENT].send(Ping(2)))
    assert server.next_message() == Ping(1)
    with pytest.raises(RemoteProtocolError) as caught:
        server.next_message()
    server.feed(ends[Party.CLIENT].send(Ping(3)))
    with pytest.raises(RemoteProtocolError):
        server.next_message()
    ends[Party.CLIENT].feed(server.send(caught.value.answer))
    assert ends[Party.CLIENT].next_message() == caught.value.answer
    assert server.state is ends[Party.CLIENT].state is State.CLOSED


def test_after_my_goodbye_i_hear_nothing_more():
    ends = opened()
    under_way = ends[Party.SERVER].send(Pong(1))
    goodbye = ends[Party.CLIENT].send(Goodbye("bye"))
    ends[Party.CLIENT].feed(under_way)
    assert ends[Party.CLIENT].next_message() is None
    ends[Party.SERVER].feed(goodbye)
    assert ends[Party.SERVER].next_message() == Goodbye("bye")
    with pytest.raises(LocalProtocolError):
        ends[Party.SERVER].send(Pong(2))


def test_a_server_may_say_goodbye_before_any_hello():
    server, client = Connection(Party.SERVER), Connection(Party.CLIENT)
    client.feed(server.send(Goodbye("full", "no room")))
    assert client.next_message() == Goodbye("full", "no room")


def test_a_request_before_the_welcome_is_refused():
    server = Connection(Party.SERVER)
    server.feed(Connection(Party.CLIENT).send(HELLO))
    assert server.next_message() == HELLO
    other = opened()[Party.CLIENT]
    server.feed(other.send(ListTables(1)))
    with pytest.raises(RemoteProtocolError, match="may not send ListTables when greeted"):
        server.next_message()


def test_an_unknown_message_is_no_error_once_open():
    ends = opened()
    ends[Party.SERVER].feed(b"\x00\x00\x00\x03\x92\x4d\x05")
    assert ends[Party.SERVER].next_message() == Unread(77, 5, FailCode.UNKNOWN_REQUEST)
    ends[Party.CLIENT].feed(b"\x00\x00\x00\x03\x92\x4d\x05")
    assert ends[Party.CLIENT].next_message() == Unread(77, 5, FailCode.UNKNOWN_REQUEST)
    early = Connection(Party.SERVER)
    early.feed(b"\x00\x00\x00\x03\x92\x4d\x05")
    with pytest.raises(RemoteProtocolError, match="message 77 when fresh"):
        early.next_message()


def test_limits_are_those_of_the_sender():
    ends = opened()
    with pytest.raises(LocalProtocolError):
        ends[Party.CLIENT].send(Command(1, "K7", 1, "x" * MAX_REQUEST))
    big = Events("K7", 1, ("x" * MAX_REQUEST,))
    ends[Party.CLIENT].feed(ends[Party.SERVER].send(big))
    assert ends[Party.CLIENT].next_message() == big
    with pytest.raises(LocalProtocolError):
        ends[Party.SERVER].send(Events("K7", 1, ("x" * MAX_REPLY,)))
    ends[Party.CLIENT].feed(ends[Party.SERVER].send(Accepted(1, 2)))
    assert ends[Party.CLIENT].next_message() == Accepted(1, 2)
