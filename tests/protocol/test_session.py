from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gouji_core.actions import Dissolve, Pass, Play, Report
from gouji_core.cards import parse_cards
from gouji_core.legal import legal_actions, waited_for
from gouji_core.plain import encode
from gouji_core.views import SeatView, fold_view
from gouji_protocol.errors import LocalProtocolError
from gouji_protocol.messages import (
    Accepted,
    ChatLine,
    Command,
    Create,
    Deadline,
    Events,
    Failed,
    GetStats,
    Goodbye,
    Hello,
    Join,
    ListTables,
    Message,
    Notice,
    PlayerStats,
    Refused,
    SeatBrief,
    ServerMessage,
    Snapshot,
    Stats,
    TableInfo,
    Tables,
    TooLate,
    Welcome,
)
from gouji_protocol.outputs import (
    ChatReceived,
    Clock,
    ClockChanged,
    CommandAnswered,
    Connected,
    Disconnected,
    NoticeTold,
    RequestAnswered,
    TableChanged,
    ViewChanged,
    ViewReset,
)
from gouji_protocol.session import Profile, Session
from gouji_protocol.words import Kind, TablePhase
from tests.protocol.peer import CODE, Rig, only, some


def act(rig: Rig, random: Random) -> int:
    return rig.session.act(CODE, random.choice(legal_actions(rig.view)))


# Coming in.


def test_a_newcomer_is_welcomed_and_given_a_token():
    rig = Rig(profile=Profile("ann", lang="zh", password="pw"))
    connected = only(rig.connect(), Connected)
    assert connected.fresh
    assert rig.session.profile.token == connected.welcome.token == "secret"
    assert some(rig.peer.heard, Hello) == [Hello(1, 1, "gouji", (), "", "ann", "zh", "pw")]
    rig.cut()
    again = only(rig.reconnect(), Connected)
    assert not again.fresh
    assert some(rig.peer.heard, Hello)[1].token == "secret"


def test_a_request_is_answered_by_its_id():
    rig = Rig()
    rig.connect()
    first, second = rig.session.create("online"), rig.session.ping()
    told = rig.pump()
    assert [(done.request, done.answer.request) for done in some(told, RequestAnswered)] == [
        (first, first),
        (second, second),
    ]
    assert only(told, TableChanged).state.phase is TablePhase.LOBBY
    assert rig.session.tables[CODE].view is None


def test_a_request_without_a_connection_fails_at_once():
    rig = Rig()
    request = rig.session.list_tables()
    assert rig.told() == [RequestAnswered(request, Failed(request, "offline"))]
    assert rig.session.data_to_send() == b""


def test_a_request_under_way_when_the_connection_breaks_fails():
    rig = Rig()
    rig.connect()
    request = rig.session.create("online")
    told = rig.cut()
    assert told[0] == RequestAnswered(request, Failed(request, "lost"))
    assert only(told, Disconnected).code == "lost"


# Playing.


def test_what_happens_is_folded_into_the_view_and_told():
    rig = Rig()
    told = rig.start()
    reset = only(told, ViewReset)
    view = reset.view
    for change in some(told, ViewChanged):
        assert change.before == view
        for event in change.events:
            view = fold_view(view, event)
        assert change.view == view
    assert view == rig.view
    assert rig.follows()
    assert waited_for(rig.view)


def test_an_accepted_action_is_told_after_its_events():
    rig = Rig()
    rig.start()
    command = act(rig, Random(1))
    assert [sent.command for sent in rig.session.unanswered] == [command]
    told = rig.pump()
    answered = only(told, CommandAnswered)
    assert isinstance(answered.answer, Accepted)
    assert told.index(some(told, ViewChanged)[0]) < told.index(answered)
    assert rig.session.unanswered == ()


def test_an_acceptance_waits_for_events_that_come_later():
    rig = Rig()
    rig.start()
    before = rig.session.tables[CODE].seq
    rig.peer.interceptor = lambda message: (
        Accepted(message.command, before + 1) if isinstance(message, Command) else None
    )
    act(rig, Random(1))
    assert some(rig.pump(), CommandAnswered) == []
    rig.peer.say(Events(CODE, before + 1, (["DissolveVoted", 3, True],)))
    kinds = [type(output) for output in rig.pump()]
    assert kinds == [ViewChanged, CommandAnswered]


def test_a_refusal_and_a_late_answer_reach_their_command():
    rig = Rig()
    rig.start()
    seq = rig.session.tables[CODE].seq
    wrong = rig.session.act(CODE, Play(parse_cards("3" * 30)))
    late = rig.session.act(CODE, Pass(), decision=99_999)
    told = some(rig.pump(), CommandAnswered)
    assert [answer.command for answer in told] == [wrong, late]
    assert isinstance(told[0].answer, Refused)
    assert told[1].answer == TooLate(late, rig.view.public.pending.id)
    assert rig.session.tables[CODE].seq == seq


def test_what_answers_no_decision_names_none():
    rig = Rig()
    rig.start()
    for action in (Report(3), Dissolve(yes=True)):
        rig.session.act(CODE, action)
    rig.session.act(CODE, Pass())
    rig.pump()
    assert [command.decision for command in some(rig.peer.heard, Command)] == [
        0,
        0,
        rig.view.public.pending.id,
    ]


def test_no_game_no_action():
    rig = Rig()
    rig.connect()
    with pytest.raises(LocalProtocolError):
        rig.session.act(CODE, Pass())


def test_command_ids_of_two_runs_differ():
    ids = set()
    for nonce in (1, 2, 2**38 - 1):
        rig = Rig()
        rig.session = Session(Profile("ann"), nonce=nonce)
        rig.start()
        ids |= {rig.session.act(CODE, Pass()) for _ in range(3)}
    assert len(ids) == 9
    assert max(ids) < 2**63


@pytest.mark.parametrize("rules", ["online", "dagang"])
@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_a_round_is_followed_through_any_number_of_breaks(rules: str, seed: int, data: st.DataObject):
    random = Random(seed)
    rig = Rig(rules, seed)
    rig.peer.buffered = data.draw(st.sampled_from([0, 3, 10_000]), label="buffered")
    rig.start()
    answered = 0
    for _ in range(1_000):
        if rig.peer.over:
            break
        if waited_for(rig.view):
            act(rig, random)
        if random.random() < 0.2:
            # The command may have arrived or not, and any part of what came back.
            if random.random() < 0.7 and (out := rig.session.data_to_send()):
                rig.peer.feed(out)
            answered += len(some(rig.cut(random.randrange(len(rig.peer.wire) + 1)), CommandAnswered))
            answered += len(some(rig.reconnect(), CommandAnswered))
        answered += len(some(rig.pump(), CommandAnswered))
        assert rig.follows()
        assert rig.session.unanswered == ()
    assert rig.peer.over
    commands = {command.command for command in some(rig.peer.heard, Command)}
    assert answered == len(commands)
    assert all(isinstance(a.answer, Accepted) for a in some(rig.outputs, CommandAnswered))


def test_a_spectator_follows_and_comes_back():
    rig = Rig()
    rig.connect()
    rig.peer.start()
    rig.session.watch(CODE, password="pw")
    rig.pump()
    assert rig.view.seat == -1
    assert rig.follows()
    rig.cut()
    rig.reconnect()
    assert some(rig.peer.heard, Join)[-1].password == "pw"
    assert rig.view.seat == -1
    assert rig.follows()


def started() -> Rig:
    rig = Rig()
    rig.start()
    rig.peer.heard.clear()
    return rig


def test_a_spectator_who_sits_down_sees_with_new_eyes():
    rig = Rig()
    rig.connect()
    rig.peer.start()
    rig.session.watch(CODE)
    rig.pump()
    watched = rig.view
    rig.session.join(CODE, 0)
    rig.peer.viewer = 0
    reset = only(rig.pump(), ViewReset)
    assert (watched.seat, reset.view.seat) == (-1, 0)
    assert rig.follows()
    assert not rig.session.tables[CODE].watching


# What else a table tells.


def test_deadlines_are_in_the_sessions_time():
    rig = started()
    rig.now = 500.0
    rig.peer.say(Deadline(CODE, 9, 2_500, (1_000, -1)))
    assert only(rig.pump(), ClockChanged).clock == Clock(9, 502.5, (1.0, -1.0))
    rig.peer.say(Deadline(CODE, 9, -1))
    assert only(rig.pump(), ClockChanged).clock == Clock(9, None)


def test_chat_is_told_once_and_cleaned():
    rig = started()
    rig.peer.say(ChatLine(CODE, 1, 3, "bo\x1bb", "hi\u202e \x07there"))
    rig.peer.say(ChatLine(CODE, 1, 3, "bob", "hi"))
    line = only(rig.pump(), ChatReceived).line
    assert (line.name, line.text) == ("bob", "hi there")
    rig.cut()
    rig.reconnect()
    assert some(rig.peer.heard, Join)[-1].chat == 1


def test_what_the_servers_owner_says_is_told_and_cleaned():
    rig = started()
    rig.peer.say(Notice("stopping", "back\x1b[2J at \u202enoon", 30_000))
    rig.peer.say(Notice("made_up_later", "", table="ELSE"))
    told = [output.notice for output in some(rig.pump(), NoticeTold)]
    assert told == [Notice("stopping", "back[2J at noon", 30_000), Notice("made_up_later", table="ELSE")]


def test_what_a_server_says_of_itself_and_of_people_is_cleaned():
    rig = started()

    def answers(kind: type[Message], answer: ServerMessage) -> None:
        rig.peer.interceptor = lambda message: answer if isinstance(message, kind) else None

    seats = (SeatBrief("bo\x1bb", Kind.HUMAN),)
    table = TableInfo(CODE, "online", TablePhase.LOBBY, False, seats)
    answers(ListTables, Tables(rig.session.list_tables(), (table,)))
    tables = only(rig.pump(), RequestAnswered).answer
    assert isinstance(tables, Tables)
    assert tables.tables[0].seats[0].name == "bob"
    players = (PlayerStats("3", "e\u202eve"),)
    answers(GetStats, Stats(rig.session.stats(), PlayerStats("1", "a\x07nn"), players))
    stats = only(rig.pump(), RequestAnswered).answer
    assert isinstance(stats, Stats)
    assert (stats.own.name, stats.players[0].name) == ("ann", "eve")
    rig.peer.say(Goodbye("token", "who\x1b[2J are you"))
    assert only(rig.pump(), Disconnected).text == "who[2J are you"
    answers(Hello, Welcome(1, "peer", (), "id", "new", "b\x1box", (), "hi\x07\nall"))
    welcome = only(rig.reconnect(), Connected).welcome
    assert (welcome.server, welcome.motd, welcome.token) == ("box", "hi all", "new")
    assert rig.session.welcome == welcome


def test_a_snapshot_is_a_view_in_plain_form():
    rig = started()
    plain = encode(SeatView, rig.view)
    rig.peer.say(Snapshot(CODE, 3, plain))
    assert only(rig.pump(), ViewReset).view == rig.view
    assert rig.session.tables[CODE].seq == 3


def test_asking_twice_makes_two_requests():
    rig = Rig()
    rig.connect()
    rig.session.create("online")
    rig.session.create("dagang")
    rig.session.data_to_send()
    assert len({request.request for request in some(rig.peer.heard, Create)}) == len(
        some(rig.peer.heard, Create)
    )
