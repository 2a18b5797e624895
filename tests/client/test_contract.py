"""The same scenarios for both drivers, against a real server process."""

import socket
import threading
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
from gouji_core.errors import NotationError
from gouji_core.public import Ask
from gouji_core.record import final_state, parse_record
from gouji_protocol.errors import LocalProtocolError
from gouji_protocol.messages import Accepted, Refused, TableOptions, TooLate
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
from gouji_protocol.words import Kind, Presence, TablePhase
from tests.client.conftest import Server
from tests.client.contract import Ground
from tests.kit.proxy import Proxy


def round_is_over(client: Client) -> bool:
    view = client.view()
    return view is not None and view.public.setup.round > 0 and view.public.pending.kind is Ask.BEGIN


def full(client: Client) -> bool:
    state = client.table().state
    return state is not None and all(info.kind is not Kind.EMPTY for info in state.seats)


async def play_round(client: Client, random: Random, moves: int = 10_000) -> int:
    """Plays at random until a round is over or so many moves are made; returns how many were."""
    made = 0
    while made < moves and not round_is_over(client):
        decision = await client.my_decision()
        if decision is None:
            break
        answer = await client.act(random.choice(decision.actions()))
        assert isinstance(answer, Accepted | TooLate), answer
        made += isinstance(answer, Accepted)
    return made


async def with_bots(client: Client, rules: str = "online+rounds=1") -> str:
    code = await client.create(rules, TableOptions(turn_seconds=0))
    await client.add_bots("novice")
    await client.start()
    return code


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
