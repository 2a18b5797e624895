"""What a thread wants to have called in Trio's is called once: while the bell is open, before, and after."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from gouji_server.bell import Bell


async def answer(bell: Bell, descriptor: int) -> None:
    while True:
        await trio.lowlevel.wait_readable(descriptor)
        bell.answer()


def ring(bell: Bell, call: Callable[[int], None], count: int) -> None:
    for number in range(count):
        bell.ring(partial(call, number))


@pytest.mark.parametrize("where", ["before", "within", "after"])
async def test_what_is_wanted_is_called(where: str) -> None:
    bell, called = Bell(), list[int]()

    async def wanted() -> None:
        await trio.to_thread.run_sync(ring, bell, called.append, 3)

    if where == "before":
        await wanted()
    async with trio.open_nursery() as nursery:
        with bell as descriptor:
            nursery.start_soon(answer, bell, descriptor)
            await wait_all_tasks_blocked()
            if where == "within":
                await wanted()
                await wait_all_tasks_blocked()
                assert called == [0, 1, 2]
            nursery.cancel_scope.cancel()
    if where == "after":
        await wanted()
    await wait_all_tasks_blocked()
    assert called == [0, 1, 2]


async def test_what_nobody_has_answered_is_called_after_the_end() -> None:
    bell, called = Bell(), list[int]()
    with bell:
        ring(bell, called.append, 3)
        assert called == []
    await wait_all_tasks_blocked()
    assert called == [0, 1, 2]


async def test_what_a_call_wants_is_called_too() -> None:
    bell, called = Bell(), list[int]()
    with bell:
        bell.ring(lambda: bell.ring(lambda: called.append(1)))
        bell.answer()
        assert called == [1]


async def test_more_than_a_pipe_holds_waits_without_holding_anybody_up() -> None:
    bell, called = Bell(), list[int]()
    with bell:
        ring(bell, called.append, 70_000)
        bell.answer()
        assert len(called) == 70_000


async def test_the_descriptor_can_be_read_only_while_something_is_wanted() -> None:
    bell, called = Bell(), list[int]()
    async with trio.open_nursery() as nursery:
        with bell as descriptor:
            nursery.start_soon(answer, bell, descriptor)
            for number in range(3):
                bell.ring(partial(called.append, number))
                await wait_all_tasks_blocked()
            assert called == [0, 1, 2]
            # Else it would be waited for without end, and this never come.
            nursery.cancel_scope.cancel()


async def test_nothing_is_lost_where_it_is_closed_while_threads_want_something() -> None:
    bell, called, count = Bell(), list[int](), 2000
    threads = [threading.Thread(target=ring, args=(bell, called.append, count)) for _ in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        with bell:
            await trio.lowlevel.checkpoint()
            bell.answer()
        await trio.lowlevel.checkpoint()
    await wait_all_tasks_blocked()
    assert sorted(called) == sorted([*range(count)] * 4)


async def test_what_a_thread_wants_while_it_is_closed_comes_after_what_it_wanted_before() -> None:
    for _ in range(100):
        bell, called = Bell(), list[int]()
        thread = threading.Thread(target=ring, args=(bell, called.append, 400))
        with bell:
            thread.start()
            while not called:
                bell.answer()
        await trio.to_thread.run_sync(thread.join)
        await wait_all_tasks_blocked()
        assert called == [*range(400)]


def test_when_trio_is_over_nobody_is_told() -> None:
    bells: list[Bell] = []

    async def run() -> None:
        await trio.lowlevel.checkpoint()
        bells.append(Bell())

    trio.run(run)
    bells[0].ring(lambda: pytest.fail("told"))
