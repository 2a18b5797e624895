"""Company at a table, for both drivers: seats chosen and drawn, ready, phrases, mutes, kicks, records."""

import pytest

from gouji_client import Client, Profile, RequestFailedError
from gouji_client.updates import (
    Arrangement,
    ChatReceived,
    FailCode,
    LotsDrawn,
    Output,
    Phrase,
    Presence,
    RemoveCode,
    SeatInfo,
    Spectators,
    TableLost,
    TableOptions,
    TableState,
)
from gouji_core.actions import Dissolve
from gouji_core.public import Phase
from tests.client.conftest import Server
from tests.client.contract import Ground


def state_of(client: Client) -> TableState:
    state = client.table().state
    assert state is not None
    return state


def seat_of(client: Client, name: str) -> SeatInfo:
    return next(seat for seat in state_of(client).seats if seat.name == name)


async def until(client: Client, kind: type[Output]) -> Output:
    async for update in client.updates():
        if isinstance(update, kind):
            return update
    raise AssertionError("the session ended first")


def test_seats_are_chosen_swapped_and_drawn(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with (
            ground.connect(server.tcp, Profile(name="ann")) as ann,
            ground.connect(server.tcp, Profile(name="bob")) as bob,
        ):
            code = await ann.create()
            await bob.join(code)
            await bob.arrange(Arrangement.OPPOSITE, 0)
            assert state_of(bob).seat == 3
            await bob.arrange(Arrangement.FEDERATION, 2)
            assert state_of(bob).seat == 2
            with pytest.raises(RequestFailedError, match="not_host"):
                await bob.arrange(Arrangement.LOTS)
            await ann.arrange(Arrangement.SWAP, 2, 5)
            while state_of(bob).seat != 5:
                await bob.changed()
            await ann.arrange(Arrangement.LOTS)
            told = await until(bob, LotsDrawn)
            assert isinstance(told, LotsDrawn)
            assert state_of(bob).seat == told.drawn.seats.index(5)

    ground.run(scenario)


def test_a_seat_changed_between_games_brings_its_view(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as ann:
            await ann.create("online+first_lead=rotate", TableOptions(turn_seconds=0))
            await ann.add_bots("novice")
            await ann.start()
            while (view := ann.view()) is None or view.public.setup.round == 0:
                await ann.changed()
            await ann.act(Dissolve(True))
            while (view := ann.view()) is None or view.public.phase is not Phase.GAME_OVER:
                await ann.changed()
            await ann.arrange(Arrangement.FEDERATION, 3)
            while (view := ann.view()) is None:
                await ann.changed()
            assert view.seat == state_of(ann).seat
            assert view.seat % 2 == 1
            assert await ann.join(state_of(ann).table, 4) == 4
            view = ann.view()
            assert view is not None
            assert view.seat == 4

    ground.run(scenario)


def test_people_talk_and_need_not_listen(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with (
            ground.connect(server.tcp, Profile(name="ann")) as ann,
            ground.connect(server.tcp, Profile(name="bob")) as bob,
        ):
            await bob.join(await ann.create())
            await ann.say(Phrase.WELL_PLAYED)
            heard = await until(bob, ChatReceived)
            assert isinstance(heard, ChatReceived)
            assert (heard.line.phrase, heard.line.text) == (Phrase.WELL_PLAYED, "well played")
            await bob.mute(seat_of(bob, "ann").person)
            assert state_of(bob).muted == (ann.welcome.identity,)
            await ann.chat("do you hear me?")
            await bob.mute(ann.welcome.identity, False)
            await ann.chat("and now?")
            heard = await until(bob, ChatReceived)
            assert isinstance(heard, ChatReceived)
            assert heard.line.text == "and now?"

    ground.run(scenario)


def test_hosts_send_away_and_hand_over(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with (
            ground.connect(server.tcp, Profile(name="ann")) as ann,
            ground.connect(server.tcp, Profile(name="bob")) as bob,
        ):
            code = await ann.create("online", TableOptions(all_ready=True))
            await bob.join(code, 3)
            await ann.add_bots("novice")
            with pytest.raises(RequestFailedError, match=FailCode.NOT_READY):
                await ann.start()
            await bob.ready()
            assert seat_of(bob, "bob").ready
            await bob.ready(False)
            await ann.kick(3)
            lost = await until(bob, TableLost)
            assert isinstance(lost, TableLost)
            assert (lost.table, lost.code) == (code, RemoveCode.KICKED)
            await bob.join(code, 3)
            await ann.hand_over(3)
            assert state_of(ann).host == 3
            await ann.ready()
            await bob.start()
            assert seat_of(bob, "bob").presence is Presence.PRESENT

    ground.run(scenario)


def test_a_record_grows_with_each_round(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as ann:
            before = await ann.stats()
            assert (before.own.person, before.own.rounds) == (ann.welcome.identity, 0)
            await ann.create("online+rounds=1", TableOptions(turn_seconds=0))
            await ann.add_bots("novice")
            await ann.start()
            while (decision := await ann.my_decision()) is not None:
                await ann.act(decision.actions()[0])
            after = await ann.stats()
            assert (after.own.games, after.own.rounds, sum(after.own.places)) == (1, 1, 1)
            found = [one for one in after.players if one.person == ann.welcome.identity]
            assert found == [after.own] or after.left
            assert state_of(ann).evening.people[0].points == after.own.points

    ground.run(scenario)


def test_who_watches_later_waits_for_the_game(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp) as ann, ground.connect(server.tcp) as eve:
            options = TableOptions(turn_seconds=0, spectators=Spectators.DELAYED, delay_seconds=1)
            code = await ann.create("online", options)
            await ann.add_bots("novice")
            await ann.start()
            await eve.watch(code)
            assert eve.view() is None
            while (view := eve.view()) is None:
                await eve.changed()
            assert view.seat == -1

    ground.run(scenario)
