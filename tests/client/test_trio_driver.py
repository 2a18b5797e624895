"""What the trio driver does when time passes, on a clock that jumps, over streams in memory."""

from contextlib import suppress

import pytest
import trio
from trio.testing import MemorySendStream, memory_stream_pair

from gouji_client import DisconnectedError, Profile
from gouji_client.with_trio import connect
from gouji_protocol.limits import CONNECT_SECONDS, HELLO_SECONDS, SILENCE_SECONDS
from gouji_protocol.outputs import Connected, Disconnected
from tests.protocol.peer import Peer

NOWHERE = "nowhere.invalid"


async def serve(peer: Peer, stream: trio.abc.Stream) -> None:
    """Lets a peer talk over a stream until the other end is closed."""
    peer.accept()
    # The other end may close between its last words and the answer to them.
    with suppress(trio.BrokenResourceError):
        async for data in stream:
            peer.feed(bytes(data))
            out, peer.wire = peer.wire, b""
            if out:
                await stream.send_all(out)


async def test_a_server_that_does_not_answer_is_given_up(autojump_clock: trio.testing.MockClock):
    async def dial() -> trio.abc.Stream:
        await trio.sleep_forever()
        raise AssertionError

    start = trio.current_time()
    with pytest.raises(DisconnectedError) as caught:
        async with connect(NOWHERE, dial=dial):
            raise AssertionError("connected to nobody")
    assert caught.value.code == "unreachable"
    assert trio.current_time() - start == pytest.approx(CONNECT_SECONDS)


async def test_a_server_that_does_not_welcome_is_given_up(autojump_clock: trio.testing.MockClock):
    mine, _ = memory_stream_pair()

    async def dial() -> trio.abc.Stream:
        return mine

    start = trio.current_time()
    with pytest.raises(DisconnectedError) as caught:
        async with connect(NOWHERE, dial=dial):
            raise AssertionError("welcomed by nobody")
    assert caught.value.code == "silent"
    assert trio.current_time() - start == pytest.approx(HELLO_SECONDS)


async def test_a_quiet_connection_is_kept_by_pings(autojump_clock: trio.testing.MockClock):
    async with trio.open_nursery() as nursery:

        async def dial() -> trio.abc.Stream:
            mine, theirs = memory_stream_pair()
            nursery.start_soon(serve, Peer(), theirs)
            return mine

        async with connect(NOWHERE, Profile("ann"), dial=dial) as client:
            await trio.sleep(10 * SILENCE_SECONDS)
            assert client.online
            assert client.disconnected is None
        nursery.cancel_scope.cancel()


async def test_a_stuck_wire_is_given_up_and_replaced(autojump_clock: trio.testing.MockClock):
    dialled: list[trio.abc.Stream] = []
    peer = Peer()
    async with trio.open_nursery() as nursery:

        async def dial() -> trio.abc.Stream:
            mine, theirs = memory_stream_pair()
            if dialled:
                nursery.start_soon(serve, peer, theirs)
            else:
                nursery.start_soon(welcome_and_freeze, theirs)
            dialled.append(mine)
            return mine

        async def welcome_and_freeze(stream: trio.abc.Stream) -> None:
            peer.accept()
            peer.feed(bytes(await stream.receive_some()))
            await stream.send_all(peer.wire)

        async def never_taken() -> None:
            await trio.sleep_forever()

        async with connect(NOWHERE, Profile("ann"), dial=dial) as client:
            # From now on nothing that is written gets through, and the writer hangs.
            assert isinstance(dialled[0], trio.StapledStream)
            assert isinstance(dialled[0].send_stream, MemorySendStream)
            dialled[0].send_stream.send_all_hook = never_taken
            start = trio.current_time()
            with trio.fail_after(10 * SILENCE_SECONDS):
                updates = client.updates()
                kinds = [type(await anext(updates)) for _ in range(3)]
            assert kinds == [Connected, Disconnected, Connected]
            assert SILENCE_SECONDS <= trio.current_time() - start < SILENCE_SECONDS + 1
            await client.ping()
        nursery.cancel_scope.cancel()
    assert len(dialled) == 2
