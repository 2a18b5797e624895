import pytest

from gouji_protocol.limits import BACKOFF_SECONDS, HELLO_SECONDS, PING_SECONDS, SILENCE_SECONDS
from gouji_protocol.link import LinkState
from gouji_protocol.messages import (
    Goodbye,
    Hello,
    Ping,
    Welcome,
)
from gouji_protocol.outputs import (
    Disconnected,
    Output,
)
from gouji_protocol.session import Profile, Session
from tests.protocol.peer import Rig, only, some


def started() -> Rig:
    rig = Rig()
    rig.start()
    rig.peer.heard.clear()
    return rig


def test_silence_is_broken_by_pings_and_at_last_ends_the_connection():
    rig = started()
    rig.pump()
    rig.peer.heard.clear()
    rig.pass_time(PING_SECONDS - 0.1)
    assert some(rig.peer.heard, Ping) == []
    rig.pass_time(0.1)
    assert len(some(rig.peer.heard, Ping)) == 1
    assert rig.session.next_deadline() == rig.now + PING_SECONDS
    start, told = rig.now, list[Output]()
    while rig.session.up:
        deadline = rig.session.next_deadline()
        assert deadline is not None
        rig.now = deadline
        rig.session.tick(rig.now)
        rig.session.data_to_send()
        told += rig.told()
    assert rig.now - start == SILENCE_SECONDS
    assert only(told, Disconnected).code == "silent"


def test_a_server_that_never_welcomes_is_given_up():
    session = Session(Profile(), nonce=1)
    session.dialled(50.0)
    assert session.next_deadline() == 50.0 + HELLO_SECONDS
    session.tick(50.0 + HELLO_SECONDS)
    assert [type(output) for output in session.outputs()] == [Disconnected]
    assert session.link is LinkState.WAIT


def test_pauses_grow_to_a_limit_and_begin_anew_after_a_welcome():
    rig = Rig()
    pauses = []
    for _ in range(8):
        rig.session.unreachable("no", rig.now)
        gone = only(rig.told(), Disconnected)
        assert gone.retry_in is not None
        pauses.append(gone.retry_in)
        rig.pass_time(gone.retry_in - 0.01)
        assert rig.session.link is LinkState.WAIT
        rig.pass_time(0.01)
        assert rig.session.link is LinkState.DIAL
    assert pauses == pytest.approx([*BACKOFF_SECONDS, BACKOFF_SECONDS[-1], BACKOFF_SECONDS[-1]])
    rig.connect()
    assert only(rig.cut(), Disconnected).retry_in == pytest.approx(BACKOFF_SECONDS[0])
    rig.session.retry_now()
    assert rig.session.link is LinkState.DIAL


def test_pauses_are_spread():
    pauses = []
    for spread in (0.0, 1.0):
        session = Session(Profile(), nonce=1, spread=lambda spread=spread: spread)
        session.unreachable("no", 0.0)
        pauses.append(session.next_deadline())
    assert pauses == pytest.approx([0.15, 0.25])


# Goodbyes.


@pytest.mark.parametrize(
    ("code", "comes_back"),
    [
        ("replaced", False),
        ("version", False),
        ("password", False),
        ("banned", False),
        ("shutdown", True),
        ("slow", True),
        ("full", True),
        ("something newer", True),
    ],
)
def test_a_goodbye_is_told_and_decides_whether_to_come_back(code: str, comes_back: bool):
    rig = started()
    rig.peer.say(Goodbye(code, "be\x1bcause", (("in", "5"),)))
    gone = only(rig.pump(), Disconnected)
    assert (gone.code, gone.text, gone.data) == (code, "because", (("in", "5"),))
    assert (gone.retry_in is not None) == comes_back
    assert not rig.session.up
    assert rig.session.link is (LinkState.WAIT if comes_back else LinkState.ENDED)


@pytest.mark.parametrize("leave", [True, False])
def test_closing_says_goodbye_only_when_leaving(leave: bool):
    rig = started()
    rig.session.close(leave=leave)
    rig.peer.feed(rig.session.data_to_send())
    assert some(rig.peer.heard, Goodbye) == ([Goodbye("bye")] if leave else [])
    assert rig.told() == [Disconnected("closed")]
    rig.session.close()
    assert rig.told() == []


def test_something_else_at_the_address_ends_the_session():
    session = Session(Profile(), nonce=1)
    session.dialled(0.0)
    session.data_to_send()
    session.received(b"SSH-2.0-OpenSSH_9.2\r\n", 0.1)
    (gone,) = session.outputs()
    assert isinstance(gone, Disconnected)
    assert (gone.code, gone.retry_in) == ("protocol", None)
    assert session.link is LinkState.ENDED
    assert session.data_to_send() != b""


def test_garbage_from_a_known_server_is_a_lost_connection():
    rig = started()
    rig.session.received(b"\x00\x00\x00\x01\xc1", rig.now)
    gone = only(rig.told(), Disconnected)
    assert gone.code == "protocol"
    assert gone.retry_in is not None
    rig.peer.accept()
    rig.reconnect()
    assert rig.follows()


def test_a_version_that_was_not_offered_is_refused():
    rig = Rig()
    rig.peer.interceptor = lambda message: (
        Welcome(2, "future", (), "id", "t", "future") if isinstance(message, Hello) else None
    )
    gone = only(rig.connect(), Disconnected)
    assert (gone.code, gone.retry_in) == ("version", None)


def test_nothing_is_taken_after_the_end():
    rig = started()
    rig.session.close()
    rig.told()
    rig.session.received(b"\x00\x00\x00\x01\xc1", rig.now)
    rig.session.lost("later", rig.now)
    rig.session.tick(rig.now + 1_000)
    assert rig.told() == []
    assert rig.session.next_deadline() is None
