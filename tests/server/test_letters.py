"""Where a table's task waits: for a letter, for a time, and while a step is written down."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from math import inf

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from gouji_protocol.messages import Command
from gouji_server.identities import Identity
from gouji_server.letters import LETTERS_EACH, Letter, Letterbox
from gouji_server.outbox import Outbox

ANNA = Identity(1, "anna")


@pytest.fixture
def near() -> Iterator[socket.socket]:
    near, far = socket.socketpair()
    with near, far:
        yield near


def link_of(near: socket.socket, nursery: trio.Nursery) -> Outbox:
    return Outbox(near, nursery, limit=1000, patience=1, ended=lambda: None)


def letter(link: Outbox, number: int = 1) -> Letter:
    return Letter(link, ANNA, Command(number, "ABCD", 1, "pass"))


class Reader:
    """A task that takes one letter; ``got`` says what it was given, with when."""

    def __init__(self, box: Letterbox, nursery: trio.Nursery, until: float | None) -> None:
        self.got: list[tuple[Letter | None, float]] = []
        self._box = box
        nursery.start_soon(self._read, until)

    async def _read(self, until: float | None) -> None:
        taken = await self._box.next(until)
        self.got.append((taken, trio.current_time()))


async def test_a_letter_ends_the_wait(near: socket.socket, mock_clock: MockClock) -> None:
    box = Letterbox()
    async with trio.open_nursery() as nursery:
        link = link_of(near, nursery)
        reader = Reader(box, nursery, inf)
        await wait_all_tasks_blocked()
        assert box.idle
        assert box.post(sent := letter(link))
        assert not box.idle, "whoever comes now stands behind it"
        await wait_all_tasks_blocked()
        assert reader.got == [(sent, 0.0)]


async def test_time_ends_the_wait_and_says_how_late(mock_clock: MockClock) -> None:
    box = Letterbox()
    async with trio.open_nursery() as nursery:
        reader = Reader(box, nursery, 5.0)
        await wait_all_tasks_blocked()
        mock_clock.jump(8.0)
        await wait_all_tasks_blocked()
        assert reader.got == [(None, 8.0)]
        assert box.late == 3.0


async def test_without_a_time_there_is_no_wait(near: socket.socket, mock_clock: MockClock) -> None:
    box = Letterbox()
    async with trio.open_nursery() as nursery:
        assert await box.next(None) is None
        assert box.late == 0.0
        box.post(sent := letter(link_of(near, nursery)))
        assert await box.next(None) is sent


@pytest.mark.parametrize("first", [5.0, 20.0, inf])
async def test_a_release_puts_another_time(first: float, mock_clock: MockClock) -> None:
    box = Letterbox()
    async with trio.open_nursery() as nursery:
        reader = Reader(box, nursery, first)
        await wait_all_tasks_blocked()
        box.hold()
        box.release(10.0)
        mock_clock.jump(9.0)
        await wait_all_tasks_blocked()
        assert not reader.got
        mock_clock.jump(1.0)
        await wait_all_tasks_blocked()
        assert reader.got == [(None, 10.0)]
        assert box.late == 0.0


async def test_a_release_to_look_at_once_is_not_late(mock_clock: MockClock) -> None:
    box = Letterbox()
    async with trio.open_nursery() as nursery:
        mock_clock.jump(100.0)
        reader = Reader(box, nursery, inf)
        await wait_all_tasks_blocked()
        box.hold()
        box.release(0.0)
        await wait_all_tasks_blocked()
        assert reader.got == [(None, 100.0)]
        assert box.late == 0.0


async def test_who_is_held_takes_nothing_and_looks_first(near: socket.socket, mock_clock: MockClock) -> None:
    box = Letterbox()
    async with trio.open_nursery() as nursery:
        link = link_of(near, nursery)
        reader = Reader(box, nursery, inf)
        await wait_all_tasks_blocked()
        box.hold()
        assert not box.idle
        box.post(sent := letter(link))
        await wait_all_tasks_blocked()
        assert not reader.got
        box.release(inf)
        await wait_all_tasks_blocked()
        assert reader.got == [(None, 0.0)], "what the table does of itself comes before the letter"
        assert await box.next(inf) is sent


async def test_a_time_that_passes_meanwhile_is_not_late(mock_clock: MockClock) -> None:
    box = Letterbox()
    async with trio.open_nursery() as nursery:
        reader = Reader(box, nursery, 5.0)
        await wait_all_tasks_blocked()
        box.hold()
        mock_clock.jump(60.0)
        await wait_all_tasks_blocked()
        assert not reader.got
        box.release(inf)
        await wait_all_tasks_blocked()
        assert reader.got == [(None, 60.0)]
        assert box.late == 0.0, "the table was at work"


@pytest.mark.parametrize("until", [0.0, inf])
async def test_who_was_woken_meanwhile_looks(until: float, mock_clock: MockClock) -> None:
    box = Letterbox()
    async with trio.open_nursery() as nursery:
        reader = Reader(box, nursery, inf)
        await wait_all_tasks_blocked()
        box.hold()
        box.wake()
        await wait_all_tasks_blocked()
        assert not reader.got
        box.release(until)
        await wait_all_tasks_blocked()
        assert reader.got == [(None, 0.0)]
        assert box.empty, "it was woken for one look"


async def test_who_was_late_while_held_looks_before_a_letter(
    near: socket.socket, mock_clock: MockClock
) -> None:
    box = Letterbox()
    async with trio.open_nursery() as nursery:
        reader = Reader(box, nursery, 5.0)
        await wait_all_tasks_blocked()
        box.hold()
        box.post(sent := letter(link_of(near, nursery)))
        mock_clock.jump(60.0)
        await wait_all_tasks_blocked()
        box.release(inf)
        await wait_all_tasks_blocked()
        assert reader.got == [(None, 60.0)]
        assert await box.next(inf) is sent


async def test_a_time_that_was_past_when_it_was_put_is_not_late(mock_clock: MockClock) -> None:
    box = Letterbox()
    async with trio.open_nursery() as nursery:
        reader = Reader(box, nursery, inf)
        await wait_all_tasks_blocked()
        mock_clock.jump(100.0)
        await wait_all_tasks_blocked()
        box.hold()
        box.release(60.0)
        await wait_all_tasks_blocked()
        assert reader.got == [(None, 100.0)]
        assert box.late == 0.0


async def test_who_is_stopped_meanwhile_can_wait_for_the_end(mock_clock: MockClock) -> None:
    box = Letterbox()
    ended = trio.Event()

    async def run() -> None:
        try:
            await box.next(inf)
        finally:
            with trio.CancelScope(shield=True):
                await box.free()
            ended.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(run)
        await wait_all_tasks_blocked()
        box.hold()
        nursery.cancel_scope.cancel()
        with trio.CancelScope(shield=True):
            await wait_all_tasks_blocked()
            assert not ended.is_set()
            box.release(inf)
            await ended.wait()


async def test_nobody_fills_the_box_for_others(near: socket.socket) -> None:
    box = Letterbox()
    async with trio.open_nursery() as nursery:
        anna, bert = link_of(near, nursery), link_of(near, nursery)
        for number in range(LETTERS_EACH):
            assert box.post(letter(anna, number))
        assert not box.post(letter(anna))
        assert box.post(letter(bert))
        assert box.waiting == LETTERS_EACH + 1
        assert await box.next(None) is not None
        assert box.post(letter(anna))
        assert len(box.take_all()) == LETTERS_EACH + 1
