"""What a client does at a table: the same scenarios for both drivers, against a real server process."""

from collections.abc import AsyncIterator
from random import Random

import pytest

from gouji_client import (
    Client,
    DisconnectedError,
    Profile,
    RequestFailedError,
)
from gouji_core.actions import Pass, Play, RefereeAct
from gouji_core.cards import parse_cards
from gouji_core.record import final_state, parse_record
from gouji_protocol.errors import LocalProtocolError
from gouji_protocol.messages import Refused, TableOptions, TooLate
from gouji_protocol.outputs import (
    ChatReceived,
    Connected,
    Disconnected,
    RequestAnswered,
    TableChanged,
    TableLost,
    ViewChanged,
    ViewReset,
)
from gouji_protocol.words import Kind, Presence
from tests.client.conftest import Server
from tests.client.contract import Ground
from tests.client.rounds import full, play_round, with_bots


def test_a_newcomer_is_welcomed(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:
            assert client.online
            assert client.token
            assert client.welcome.version == 1
            await client.ping()
            assert client.disconnected is None

    ground.run(scenario)


def test_a_unix_socket_serves_as_well(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.unix, Profile(name="ann")) as client:
            assert await client.list_tables() is not None

    ground.run(scenario)


def test_a_round_against_bots_to_its_last_card(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:
            await with_bots(client)
            assert await play_round(client, Random(5)) > 0
            assert await client.my_decision() is None
            view = client.view()
            assert view is not None
            assert sorted(view.public.standing.places) == [1, 2, 3, 4, 5, 6]

    ground.run(scenario)


def test_the_host_is_the_referee(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:
            code = await client.create("online+rounds=1", TableOptions(turn_seconds=0))
            with pytest.raises(RequestFailedError, match="refused") as caught:
                await client.referee(RefereeAct.WARN, 1)
            assert ("clause", "R13.4") in caught.value.data
            async with ground.connect(server.tcp, Profile(name="bert")) as bad:
                await bad.join(code, 1)
                await client.add_bots("novice")
                await client.start()
                while (view := client.view()) is None or view.public.setup.round == 0:
                    await client.changed()
                await client.referee(RefereeAct.BAR, 1)
                while code in bad.tables:
                    await bad.changed()
                lost = [update async for update in until_lost(bad)]
                assert (lost[-1].table, lost[-1].code) == (code, "barred")
                with pytest.raises(RequestFailedError, match="barred"):
                    await bad.join(code)
            await play_round(client, Random(5))
            assert "referee bar 1" in await client.record()

    ground.run(scenario)


async def until_lost(client: Client) -> AsyncIterator[TableLost]:
    async for update in client.updates():
        if isinstance(update, TableLost):
            yield update
            return


def test_the_record_of_a_game_that_is_over(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:
            code = await client.create("online+rounds=1", TableOptions(turn_seconds=0))
            with pytest.raises(RequestFailedError, match="no_record"):
                await client.record()
            await client.add_bots("novice")
            await client.start()
            await play_round(client, Random(5))
            record = parse_record(await client.record())
            view = client.view()
            assert view is not None
            assert final_state(record).public == view.public
            assert record.players[0] == "ann"
            await client.leave()
            assert parse_record(await client.record(code, 1)) == record

    ground.run(scenario)


def test_six_clients_finish_a_round(ground: Ground, server: Server):
    codes: list[str] = []
    places: list[tuple[int, ...]] = []

    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="host")) as host:
            codes.append(await host.create("dagang+rounds=1", TableOptions(turn_seconds=0)))

            async def player(seat: int) -> None:
                async with ground.connect(server.tcp, Profile(name=f"p{seat}")) as client:
                    assert await client.join(codes[0], seat) == seat
                    await finish(client, seat)

            async def finish(client: Client, seat: int) -> None:
                if client is host:
                    while not full(host):
                        await host.changed()
                    await host.start()
                while await client.my_decision() is not None:
                    await play_round(client, Random(seat), 1)
                view = client.view()
                assert view is not None
                places.append(view.public.standing.places)

            await ground.together(
                lambda: finish(host, 0), *(lambda seat=seat: player(seat) for seat in range(1, 6))
            )

    ground.run(scenario)
    assert len(places) == 6
    assert len(set(places)) == 1
    assert sorted(places[0]) == [1, 2, 3, 4, 5, 6]


def test_updates_tell_everything_in_order(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:
            await with_bots(client)
            await client.chat("hello 你好")
            seen: list[type] = []
            async for update in client.updates():
                seen.append(type(update))
                if isinstance(update, ChatReceived):
                    assert (update.line.seat, update.line.text) == (0, "hello 你好")
                if {ChatReceived, ViewChanged} <= set(seen):
                    break
            assert seen[0] is Connected
            assert seen.index(TableChanged) < seen.index(ViewReset) < seen.index(ViewChanged)
            assert RequestAnswered in seen

    ground.run(scenario)


def test_updates_end_with_the_session(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp) as client:
            client.close()
            last = [update async for update in client.updates()][-1]
            assert last == Disconnected("closed")
            assert not client.online
            with pytest.raises(DisconnectedError, match="closed"):
                await client.changed()
            with pytest.raises(RequestFailedError, match="offline"):
                await client.ping()

    ground.run(scenario)


def test_what_is_refused_is_told_and_changes_nothing(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:
            await with_bots(client)
            decision = await client.my_decision()
            assert decision is not None
            wrong = Play(parse_cards("XXXXxxxx22222222AAAA"))
            advice = decision.refusal(wrong)
            answer = await client.act(wrong)
            assert isinstance(answer, Refused)
            assert advice is not None
            assert (answer.clause, answer.code, answer.data) == (advice.clause, advice.code, advice.data)
            stale = await client.act(Pass(), decision=decision.id + 1_000)
            assert isinstance(stale, TooLate)
            assert client.view() == decision.view
            assert client.legal_actions() == decision.actions()

    ground.run(scenario)


def test_requests_fail_with_a_code(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp) as client:
            for request, code in (
                (client.join("ZZZZ9"), "no_table"),
                (client.create("nonsense"), "rules"),
                (client.create("online+nonsense=3"), "rules"),
            ):
                with pytest.raises(RequestFailedError) as caught:
                    await request
                assert caught.value.code == code
            with pytest.raises(LocalProtocolError):
                client.table()
            await client.create()
            with pytest.raises(RequestFailedError, match="seats_empty"):
                await client.start()
            with pytest.raises(LocalProtocolError):
                await client.act(Pass())

    ground.run(scenario)


def test_a_private_table_asks_for_its_password(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp) as ann, ground.connect(server.tcp) as bob:
            code = await ann.create("online", TableOptions(private=True, password="open sesame"))
            assert code not in [info.table for info in await bob.list_tables()]
            with pytest.raises(RequestFailedError, match="password"):
                await bob.join(code, password="open")
            assert await bob.join(code, password="open sesame") == 1
            await bob.leave()
            assert bob.tables == {}

    ground.run(scenario)


def test_the_host_arranges_the_seats(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:
            code = await client.create("online", TableOptions(turn_seconds=0))
            await client.set_seat(3, "novice")
            state = client.table(code).state
            assert state is not None
            assert [info.kind for info in state.seats].index(Kind.BOT) == 3
            await client.set_seat(3, "")
            with pytest.raises(RequestFailedError, match="level"):
                await client.set_seat(3, "wizard")
            await client.add_bots()
            await client.start()
            await client.auto(on=True)
            state = client.table().state
            assert state is not None
            assert state.seats[0].presence is Presence.AUTO
            await client.leave()
            assert client.tables == {}
            assert client.now() >= 0

    ground.run(scenario)


def test_a_spectator_sees_no_hand(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp) as ann, ground.connect(server.tcp) as eve:
            code = await with_bots(ann)
            await eve.watch(code)
            await ann.my_decision()
            while (view := eve.view()) is None or not sum(view.public.counts):
                await eve.changed()
            assert view.seat == -1
            assert sum(view.hand.counts) == 0
            assert eve.legal_actions() == []

    ground.run(scenario)
