"""How a client comes in, is lost and comes back: for both drivers, against a real server process."""

import socket
import threading
from pathlib import Path
from random import Random

import pytest

from gouji_client import (
    DisconnectedError,
    Profile,
)
from gouji_core.errors import NotationError
from gouji_protocol.messages import Accepted
from gouji_protocol.outputs import (
    Disconnected,
)
from gouji_protocol.words import Presence, TablePhase
from tests.client.conftest import Server
from tests.client.contract import Ground
from tests.client.rounds import play_round, with_bots
from tests.kit.proxy import Proxy
from tests.kit.serving import running


def test_a_cut_wire_is_mended_by_itself(ground: Ground, server: Server, proxy: Proxy):
    async def scenario(ground: Ground) -> None:
        random = Random(3)
        async with ground.connect(f"127.0.0.1:{proxy.port}", Profile(name="ann")) as client:
            await with_bots(client)
            for _ in range(4):
                await play_round(client, random, 2)
                decision = await client.my_decision()
                proxy.cut()
                while client.online:
                    await client.changed()
                assert client.disconnected is not None
                assert client.disconnected.retry_in is not None
                client.retry_now()
                while not client.online:
                    await client.changed()
                assert await client.my_decision() == decision
            assert proxy.accepted == 5
            await play_round(client, random)

    ground.run(scenario)


def test_an_action_sent_into_a_dead_wire_is_done_once(ground: Ground, server: Server, proxy: Proxy):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(f"127.0.0.1:{proxy.port}", Profile(name="ann")) as client:
            await with_bots(client)
            decision = await client.my_decision()
            assert decision is not None
            proxy.cut()
            answer = await client.act(decision.actions()[0])
            assert isinstance(answer, Accepted)
            again = await client.my_decision()
            assert again is None or again.id > decision.id

    ground.run(scenario)


def test_one_byte_at_a_time_is_as_good(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        with Proxy(("127.0.0.1", server.port), chunk=1) as slow:
            async with ground.connect(f"127.0.0.1:{slow.port}") as client:
                await with_bots(client)
                await play_round(client, Random(1), 3)

    ground.run(scenario)


def test_whose_token_is_not_known_any_more_is_somebody_new(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann", token="of another server")) as client:
            assert client.online
            assert client.token not in ("", "of another server")
            await client.ping()

    ground.run(scenario)


def test_every_token_that_a_server_gives_is_there_to_be_kept(ground: Ground, proxy: Proxy, tmp_path: Path):
    async def scenario(ground: Ground) -> None:
        kept: list[str] = []
        async with ground.connect(f"127.0.0.1:{proxy.port}", Profile(name="ann"), keep=kept.append) as client:
            first = client.welcome.identity
            proxy.cut()
            while client.online:
                await client.changed()
            while not client.online:
                await client.changed()
            assert kept == [client.token]
            assert client.welcome.identity == first
            with running(tmp_path) as other:
                proxy.server = ("127.0.0.1", other.port)
                proxy.cut()
                while len(kept) < 2:
                    await client.changed()
                assert kept[1] == client.token != kept[0]
                async with ground.connect(other.tcp, Profile(name="ann", token=kept[1])) as again:
                    assert again.welcome.identity == client.welcome.identity

    ground.run(scenario)


def test_a_token_brings_back_seat_hand_and_decision(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:
            code = await with_bots(client)
            await play_round(client, Random(2), 3)
            decision = await client.my_decision()
            token, identity = client.token, client.welcome.identity
        async with ground.connect(server.tcp, Profile(name="ann", token=token)) as client:
            assert client.welcome.identity == identity
            assert [seat.table for seat in client.welcome.tables] == [code]
            while client.table().view is None:
                await client.changed()
            assert await client.my_decision() == decision

    ground.run(scenario)


def test_the_newest_connection_wins(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with (
            ground.connect(server.tcp, Profile(name="ann")) as old,
            ground.connect(server.tcp, Profile(name="ann", token=old.token)) as new,
        ):
            while old.online:
                await old.changed()
            assert old.disconnected is not None
            assert (old.disconnected.code, old.disconnected.retry_in) == ("replaced", None)
            await new.ping()

    ground.run(scenario)


def test_closing_keeps_the_seat_and_leaving_gives_it_up(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp) as ann:
            code = await ann.create()
            for leave, presence in ((False, Presence.LOST), (True, Presence.NONE)):
                async with ground.connect(server.tcp) as bob:
                    seat = await bob.join(code)
                    bob.close(leave=leave)
                    state = ann.table().state
                    while state is None or state.seats[seat].presence is not presence:
                        await ann.changed()
                        state = ann.table().state
                assert state.phase is TablePhase.LOBBY

    ground.run(scenario)


def test_nobody_there_is_told_at_once(ground: Ground, nobody_there: str):
    async def scenario(ground: Ground) -> None:
        with pytest.raises(DisconnectedError) as caught:
            async with ground.connect(nobody_there):
                raise AssertionError("connected to nobody")
        assert caught.value.code == "unreachable"

    ground.run(scenario)


def test_no_such_name_and_no_such_path_are_told(ground: Ground, tokens: object):
    async def scenario(ground: Ground) -> None:
        for address in (f"unix:{tokens}/none", "nowhere.invalid"):
            with pytest.raises(DisconnectedError) as caught:
                async with ground.connect(address):
                    raise AssertionError("connected to nobody")
            assert caught.value.code == "unreachable"
        with pytest.raises(NotationError):
            async with ground.connect("a b"):
                raise AssertionError("connected to nonsense")

    ground.run(scenario)


def test_patience_waits_for_a_server(ground: Ground, server: Server, nobody_there: str):
    port = int(nobody_there.rsplit(":", 1)[1])

    async def scenario(ground: Ground) -> None:
        opened: list[Proxy] = []

        async def patient() -> None:
            async with ground.connect(nobody_there, patient=True) as client:
                await client.ping()
                async for first in client.updates():
                    assert isinstance(first, Disconnected)
                    assert first.code == "unreachable"
                    break

        async def opens_late() -> None:
            with pytest.raises(DisconnectedError):
                async with ground.connect(nobody_there):
                    raise AssertionError("connected to nobody")
            opened.append(Proxy(("127.0.0.1", server.port), port=port))

        try:
            await ground.together(patient, opens_late)
        finally:
            for proxy in opened:
                proxy.__exit__()

    ground.run(scenario)


def test_errors_of_the_program_come_out_as_they_are(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        with pytest.raises(ZeroDivisionError):
            async with ground.connect(server.tcp):
                raise ZeroDivisionError

    ground.run(scenario)


def test_something_else_that_answers_is_told(ground: Ground):
    async def scenario(ground: Ground) -> None:
        with pytest.raises(DisconnectedError) as caught:
            async with ground.connect(f"127.0.0.1:{port}"):
                raise AssertionError("welcomed by nobody")
        assert caught.value.code == "protocol"

    def answer() -> None:
        end, _ = listener.accept()
        with end:
            end.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            while end.recv(4096):
                pass

    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        thread = threading.Thread(target=answer)
        thread.start()
        ground.run(scenario)
        thread.join(10)
        assert not thread.is_alive()
