"""Buckets against the plain way of counting them, and what a gate makes of many people and addresses."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_protocol.codec import Unread
from gouji_protocol.messages import Chat, Command, Create, Join, ListTables, Ping, Request
from gouji_protocol.words import FailCode
from gouji_server.buckets import Buckets
from gouji_server.gate import Gate, Wait
from gouji_server.kinds import UnfitError
from gouji_server.origin import Origin
from gouji_server.rates import Pace, Rate
from gouji_server.settings import Config
from gouji_server.tally import Tally, Turned

HOME = Origin("192.0.2.7", local=False)
ELSEWHERE = Origin("192.0.2.8", local=False)
HERE = Origin("127.0.0.1", local=True)


@given(
    st.integers(1, 20),
    st.sampled_from([0.25, 0.5, 1.0, 2.0, 8.0]),
    st.lists(st.sampled_from([0.0, 0.125, 0.5, 1.0, 4.0, 60.0]), max_size=60),
)
def test_a_bucket_is_a_bucket(burst: int, per_second: float, pauses: list[float]) -> None:
    limit, buckets = Rate(per_second, burst), Buckets()
    now, level = 100.0, float(burst)
    for pause in pauses:
        now += pause
        level = min(level + pause * per_second, burst)
        wait = buckets.take("x", limit, now)
        assert (wait == 0) == (level >= 1)
        if wait:
            assert wait == pytest.approx((1 - level) / per_second)
        else:
            level -= 1
    assert buckets.full(now) == (level == burst)
    assert buckets.full(now + burst / per_second)


def test_one_bucket_does_not_empty_another() -> None:
    buckets, limit = Buckets(), Rate(1, 1)
    assert buckets.take("chat", limit, 0.0) == 0
    assert buckets.take("chat", limit, 0.0) == 1
    assert buckets.take("play", limit, 0.0) == 0
    assert buckets.take("list", None, 0.0) == 0


def gate(**chosen: object) -> tuple[Gate, Tally]:
    tally = Tally()
    return Gate(Config(Path("unused"), **chosen), tally), tally


MESSAGES: tuple[Request | Command | Unread, ...] = (
    Chat(1, "T", "hi"),
    Command(2, "T", 1, "pass"),
    Create(3),
    Join(4, "T"),
    ListTables(5),
    Unread(99, 6, FailCode.UNKNOWN_REQUEST),
)
"""One of each kind."""


@pytest.mark.parametrize("message", MESSAGES)
def test_a_flood_of_one_kind_leaves_the_others(message: Request | Command | Unread) -> None:
    guard, _ = gate()
    while guard.charge(1, HOME, message, 0.0) is None:
        pass
    kinds = [type(other) for other in MESSAGES if guard.charge(1, HOME, other, 0.0)]
    alike = {Command, Unread} if isinstance(message, Command | Unread) else {type(message)}
    assert set(kinds) == alike


def test_who_must_wait_is_told_how_long_and_then_may() -> None:
    guard, tally = gate(limit_chat=Rate(0.25, 3))
    line = Chat(77, "T", "hi")
    assert [guard.charge(1, HOME, line, 10.0) for _ in range(3)] == [None] * 3
    wait = guard.charge(1, HOME, line, 10.5)
    assert isinstance(wait, Wait)
    failed = wait.answer(line)
    assert (failed.request, failed.code, failed.data) == (77, FailCode.RATE, (("seconds", "4"),))
    assert guard.charge(1, HOME, line, 13.9) is not None
    assert guard.charge(1, HOME, line, 14.0) is None
    assert tally.turned == {Turned.RATE: 2}


def test_who_goes_on_is_a_flood_and_who_now_and_then_hits_the_limit_is_not() -> None:
    guard, tally = gate(limit_chat=Rate(0.01, 1), patience=5)
    line = Chat(1, "T", "hi")
    assert guard.charge(1, HOME, line, 0.0) is None
    floods = [wait.flood for _ in range(6) if (wait := guard.charge(1, HOME, line, 0.0))]
    assert floods == [False] * 5 + [True]
    assert tally.turned[Turned.FLOOD] == 1
    waits = [guard.charge(2, HOME, line, float(second)) for second in range(1000)]
    assert not any(wait.flood for wait in waits if wait)
    assert sum(wait is None for wait in waits) == 10


@pytest.mark.parametrize("message", MESSAGES)
def test_six_people_behind_one_address_fit_with_all_they_may_send(
    message: Request | Command | Unread,
) -> None:
    guard, tally = gate()
    alone, _ = gate()
    most = 0
    while alone.charge(1, ELSEWHERE, message, 0.0) is None:
        most += 1
    for person in range(6):
        for _ in range(most):
            assert guard.charge(person, HOME, message, 0.0) is None
    assert not tally.turned


def test_a_hundred_people_of_one_address_are_held_to_its_limit_and_cost_nobody_else() -> None:
    guard, tally = gate(limit_list=Rate(1, 10), address_people=12)
    passed = sum(guard.charge(p, HOME, Ping(1), 0.0) is None for p in range(100) for _ in range(10))
    assert passed == 120
    assert tally.turned[Turned.ADDRESS] == 880
    assert guard.charge(1000, ELSEWHERE, Ping(1), 0.0) is None
    # What the address refused costs a person nothing of their own.
    assert guard.charge(99, ELSEWHERE, Ping(1), 0.0) is None


def test_this_machine_is_no_address_unless_told_so() -> None:
    for told, passed in ((False, 100), (True, 12)):
        guard, _ = gate(limit_list=Rate(1, 1), address_people=12, limit_local=told)
        assert sum(guard.charge(p, HERE, Ping(1), 0.0) is None for p in range(100)) == passed
        assert guard.limited(HERE) is told


def test_an_address_may_bring_only_so_many_new_people() -> None:
    guard, tally = gate(limit_newcomers=Rate(1, 6))
    waits = [guard.newcomer(HOME, 0.0) for _ in range(8)]
    assert waits == [0.0] * 6 + [1.0, 1.0]
    assert guard.newcomer(ELSEWHERE, 0.0) == 0
    assert guard.newcomer(HOME, 1.0) == 0
    assert tally.turned == {Turned.NEWCOMERS: 2}


def test_who_is_quiet_again_is_forgotten() -> None:
    guard, _ = gate()
    for person in range(1000):
        guard.charge(person, Origin(f"192.0.2.{person % 250}", local=False), Ping(1), 0.0)
    assert guard.remembered == 1250
    guard.forget(3600.0)
    assert guard.remembered == 0


@pytest.mark.parametrize(
    ("text", "limit"),
    [("2/40", Rate(2, 40)), ("0.5/1", Rate(0.5, 1)), ("", None)],
)
def test_a_limit_is_read(text: str, limit: Rate | None) -> None:
    assert Pace(1, 1, "Any.").parse(text) == limit


@pytest.mark.parametrize(
    "text", ["2", "/", "2/", "/2", "a/b", "0/1", "1/0", "-1/5", "nan/5", "1/inf", "1/2/3"]
)
def test_what_is_no_limit_is_refused(text: str) -> None:
    with pytest.raises(UnfitError):
        Pace(1, 1, "Any.").parse(text)
