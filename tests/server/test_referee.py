"""The referee: what the table's host may do against a seat, and what everybody is told of it (R13.4)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from gouji_core.actions import RefereeAct
from gouji_core.events import Event, MadeLast, Passed, Refereed
from gouji_core.plain import decode_event
from gouji_core.public import Ask, Phase
from gouji_core.record import Done, final_state, parse_record
from gouji_protocol.messages import (
    Accepted,
    AddBots,
    Command,
    Events,
    Failed,
    Join,
    Leave,
    Referee,
    Removed,
    Start,
)
from gouji_protocol.messages import Done as Answered
from gouji_protocol.words import FailCode, Kind, Presence, RemoveCode
from tests.server.house import hosting, serving
from tests.server.player import Player, full_table
from tests.server.test_journal import broken
from tests.server.test_records import text_of

RULES = "online+rounds=1+opening=false+first_lead=rotate+revolution=off"


def refereed(player: Player) -> list[Event]:
    """What a viewer was told from the referee's last act on."""
    told = [decode_event(plain) for m in player.heard if isinstance(m, Events) for plain in m.events]
    last = max(at for at, event in enumerate(told) if isinstance(event, Refereed))
    return told[last:]


async def until(player: Player, true: Callable[[Player], bool]) -> None:
    while not true(player):
        await player.next()


def heard(player: Player) -> bool:
    """Whether a viewer was told of an act of the referee's."""
    return any(plain[0] == "Refereed" for m in player.heard if isinstance(m, Events) for plain in m.events)


async def judge(host: Player, act: str, seat: int) -> str:
    """Does something as referee; returns "" or the code of the failure."""
    answer = await host.ask(Referee(host.number(), host.table, act, seat))
    return answer.code if isinstance(answer, Failed) else ""


async def test_all_are_told_of_a_warning_and_the_record_has_it(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "4") as server:
        people = await full_table(server.tcp, RULES)
        will = await Player.connect(server.tcp, "will")
        await will.join(people[0].table, seat=-2)
        await until(people[0], lambda p: p.view is not None and p.view.public.phase is Phase.TRICKS)
        before = people[0].view
        assert await judge(people[0], "warn", 3) == ""
        for person in (*people, will):
            await until(person, heard)
            assert refereed(person) == [Refereed(RefereeAct.WARN, 3)]
        assert before is not None
        assert people[0].view is not None
        assert people[0].view.public.pending == before.public.pending, "nobody lost a turn"
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.play)
        text = await text_of(people[0])
        assert "\nreferee warn 3\n" in text
        assert final_state(parse_record(text)).public == people[0].view.public


async def test_only_the_host_of_a_game_may(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create(RULES)
        bert = await Player.connect(server.tcp, "bert")
        await bert.join(table, seat=1)
        refused = await anna.ask(Referee(1, table, "warn", 1))
        assert refused == Failed(1, FailCode.REFUSED, (("clause", "R13.4"), ("code", "referee_no_game")))
        await anna.ask(AddBots(2, table, "novice"))
        await anna.ask(Start(3, table))
        for act in RefereeAct:
            assert await judge(bert, act, 0) == FailCode.NOT_HOST
        assert await judge(anna, "shoot", 1) == FailCode.INVALID
        assert await judge(anna, "bar", 0) == FailCode.INVALID, "nobody bars themselves"
        stranger = await Player.connect(server.tcp, "will")
        stranger.table = table
        assert await judge(stranger, "warn", 0) == FailCode.NOT_HOST
        assert not heard(anna)
        assert await judge(anna, "warn", 4) == "", "bots may be warned as well"


async def test_an_answer_is_cancelled_only_while_it_is_asked_for(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "4") as server:
        people = await full_table(server.tcp, RULES)
        host = people[0]
        await until(host, lambda p: p.view is not None and p.view.public.pending.kind is Ask.LEAD)
        assert host.view is not None
        leader = host.view.public.pending.seats[0]
        refused = await host.ask(Referee(900, host.table, "cancel", leader))
        data = (("clause", "R13.4"), ("code", "referee_not_asked"), ("seat", str(leader)))
        assert refused == Failed(900, FailCode.REFUSED, data)
        await until(people[leader], lambda p: p.waited_for)
        lead = next(text for text in people[leader].texts if text.startswith("play 5"))
        await people[leader].command(lead)
        await until(host, lambda p: p.view is not None and p.view.public.pending.kind is Ask.ANSWER)
        pending = host.view.public.pending
        (asked,) = pending.seats
        assert await judge(host, "cancel", asked) == ""
        assert refereed(host)[:2] == [Refereed(RefereeAct.CANCEL, asked), Passed(asked)]
        late = await people[asked].command("pass", pending.id)
        assert not isinstance(late, Accepted)


async def test_who_is_made_last_lays_the_hand_down_and_the_round_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "4") as server:
        people = await full_table(server.tcp, RULES)
        host = people[0]
        await until(host, lambda p: p.view is not None and p.view.public.pending.kind is Ask.LEAD)
        await until(people[4], lambda p: p.view is not None and p.view.public.phase is Phase.TRICKS)
        assert people[4].view is not None
        hand = people[4].view.hand
        assert await judge(host, "last", 4) == ""
        assert MadeLast(4, 6, hand) in refereed(host)
        refused = await host.ask(Referee(900, host.table, "last", 4))
        assert isinstance(refused, Failed)
        assert ("code", "referee_out") in refused.data
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.play)
        assert host.view is not None
        assert host.view.public.standing.places[4] == 6
        record = parse_record(await text_of(host))
        assert final_state(record).public == host.view.public


async def test_who_is_barred_loses_the_seat_to_a_bot_for_good(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--seed", "4") as server:
        people = await full_table(server.tcp, RULES)
        host, bad = people[0], people[3]
        table = host.table
        await until(host, lambda p: p.view is not None and p.view.public.pending.kind is Ask.LEAD)
        assert await judge(host, "bar", 3) == ""
        await until(host, lambda p: p.state is not None and p.state.seats[3].presence is Presence.BOT)
        assert host.state is not None
        assert (host.state.seats[3].kind, host.state.seats[3].name) == (Kind.BOT, "bot 4")
        removed = await bad.expect(Removed)
        assert (removed.table, removed.code) == (table, RemoveCode.BARRED)
        assert refereed(bad) == [Refereed(RefereeAct.BAR, 3)]
        await bad.send(Command(5, table, 0, "dissolve yes"))
        assert await bad.answer(5) == Failed(5, FailCode.NO_SEAT)
        await shut_out(bad, table)
        server.kill()
    with serving(data, "--seed", "4") as server:
        back = await Player.connect(server.tcp, token=bad.token)
        assert back.welcome is not None
        assert back.welcome.tables == ()
        await shut_out(back, table)
        others: list[Player] = []
        for person in people[:3] + people[4:]:
            others.append(await Player.connect(server.tcp, token=person.token))
            await others[-1].join(table)
        async with trio.open_nursery() as nursery:
            for person in others:
                nursery.start_soon(play_to_the_end, person)
        host = others[0]
        assert host.view is not None
        text = await text_of(host)
        record = parse_record(text)
        assert final_state(record).public == host.view.public
        assert [entry for entry in record.entries if isinstance(entry, Done) and entry.seat == 3], "a bot"
        assert await text_of_table(back, table) == text, "what was played before is not taken away"
        await until(host, lambda p: p.state is not None and p.state.phase == "over")
        new = await Player.connect(server.tcp, "new")
        await new.join(table, seat=3)
        assert new.seat == 3, "somebody else may have the seat"
        await shut_out(back, table)


async def text_of_table(player: Player, table: str) -> str:
    player.table = table
    return await text_of(player)


async def shut_out(player: Player, table: str) -> None:
    for seat in (-1, 3, -2):
        assert await player.ask(Join(player.number(), table, seat)) == Failed(player._next, FailCode.BARRED)
    assert isinstance(await player.ask(Leave(player.number(), table)), Failed)


async def play_to_the_end(player: Player) -> None:
    while player.view is None:
        await player.next()
    await player.play()


@pytest.mark.parametrize("gone", ["lost", "left"])
async def test_who_is_away_is_barred_as_well(tmp_path: Path, gone: str) -> None:
    async with hosting(tmp_path / "data") as server:
        people = await full_table(server.tcp, RULES)
        host, bad = people[0], people[5]
        if gone == "left":
            assert isinstance(await bad.ask(Leave(bad.number(), bad.table)), Answered)
        await bad.close()
        wanted = Presence.LEFT if gone == "left" else Presence.LOST
        await until(host, lambda p: p.state is not None and p.state.seats[5].presence is wanted)
        assert await judge(host, "bar", 5) == ""
        await until(host, lambda p: p.state is not None and p.state.seats[5].kind is Kind.BOT)
        back = await Player.connect(server.tcp, token=bad.token)
        await shut_out(back, host.table)


async def test_barring_is_all_or_nothing(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        people = await full_table(server.tcp, RULES)
        host, bad = people[0], people[2]
        await until(host, lambda p: p.view is not None and p.view.public.pending.kind is Ask.LEAD)
        with broken(tmp_path / "data"):
            assert await judge(host, "bar", 2) == FailCode.STORAGE
        await bad.join(host.table)
        assert bad.seat == 2
        assert not heard(host)
