"""What the asyncio driver does when the wire is silent or stuck; its spans of time are made short."""

import asyncio
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from gouji_client import DisconnectedError, with_asyncio
from gouji_protocol import limits

NOWHERE = "nowhere.invalid"


@pytest.fixture
def hasty() -> Iterator[None]:
    with (
        patch.object(with_asyncio, "CONNECT_SECONDS", 0.02),
        patch.object(limits, "HELLO_SECONDS", 0.02),
    ):
        yield


@pytest.mark.usefixtures("hasty")
def test_a_server_that_does_not_answer_is_given_up():
    async def dial() -> with_asyncio.Streams:
        await asyncio.get_running_loop().create_future()
        raise AssertionError

    async def main() -> None:
        async with with_asyncio.connect(NOWHERE, dial=dial):
            raise AssertionError("connected to nobody")

    with pytest.raises(DisconnectedError) as caught:
        asyncio.run(main())
    assert (caught.value.code, caught.value.text) == ("unreachable", "no answer")


@pytest.mark.usefixtures("hasty")
def test_a_server_that_does_not_welcome_is_given_up():
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async def main() -> None:
        server = await asyncio.start_server(silent, "127.0.0.1", 0)
        async with server:
            host, port = server.sockets[0].getsockname()[:2]
            async with with_asyncio.connect(f"{host}:{port}"):
                raise AssertionError("welcomed by nobody")

    with pytest.raises(DisconnectedError) as caught:
        asyncio.run(main())
    assert caught.value.code == "silent"


def test_closing_while_dialling_ends_at_once():
    async def main() -> None:
        dialled = asyncio.Event()

        async def dial() -> with_asyncio.Streams:
            dialled.set()
            await asyncio.get_running_loop().create_future()
            raise AssertionError

        async def visit() -> None:
            async with with_asyncio.connect(NOWHERE, dial=dial, patient=True):
                raise AssertionError("connected to nobody")

        visiting = asyncio.create_task(visit())
        await dialled.wait()
        visiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await visiting

    asyncio.run(main())
