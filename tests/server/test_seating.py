"""Who sits where: federations, opposites, swaps and lots (S2.5), before a game and between two."""

from __future__ import annotations

from pathlib import Path

import trio

from gouji_core.public import Ask, Phase
from gouji_core.seats import NOBODY, SEATS
from gouji_protocol.messages import (
    AddBots,
    Arrange,
    Done,
    Drawn,
    Events,
    Join,
    SetSeat,
    Snapshot,
    Start,
    TableState,
)
from gouji_protocol.words import Arrangement, FailCode, Kind, TablePhase
from tests.server.house import Hosted, serving
from tests.server.player import Player, failure
from tests.server.test_presence import PLAIN


async def arranged(player: Player, how: Arrangement, seat: int = -1, other: int = -1) -> None:
    answer = await player.ask(Arrange(player.number(), player.table, how.value, seat, other))
    assert isinstance(answer, Done), answer


def names(player: Player) -> list[str]:
    assert player.state is not None
    return [seat.name for seat in player.state.seats]


async def dissolve(*people: Player) -> None:
    """Ends the game by everybody's will (R12.3)."""
    for person in people:
        while person.view is None or person.view.public.setup.round == 0:
            await person.next()
    for person in people:
        await person.command("dissolve yes", 0)
    for person in people:
        await person.expect(TableState, lambda state: state.phase is TablePhase.OVER)


async def test_one_chooses_a_federation(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    await anna.create()
    bert = await Player.connect(server.tcp, "bert")
    await bert.join(anna.table)
    assert bert.seat == 1
    await arranged(bert, Arrangement.FEDERATION, 4)
    assert names(bert) == ["anna", "", "bert", "", "", ""]
    assert bert.state is not None
    assert bert.state.seat == 2, "an empty seat of it, and the state says which is mine"
    await arranged(bert, Arrangement.FEDERATION, 0)
    assert names(bert) == ["anna", "", "bert", "", "", ""], "who is in it stays where they are"
    await anna.ask(AddBots(anna.number(), anna.table, "novice"))
    await arranged(bert, Arrangement.FEDERATION, 3)
    assert names(bert) == ["anna", "bert", "bot 3", "bot 4", "bot 5", "bot 6"], "a bot makes room"


async def test_one_chooses_an_opposite(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    await anna.create(seat=4)
    bert = await Player.connect(server.tcp, "bert")
    await bert.join(anna.table)
    await arranged(bert, Arrangement.OPPOSITE, 4)
    assert names(bert)[1] == "bert"
    carl = await Player.connect(server.tcp, "carl")
    await carl.join(anna.table)
    arrange = Arrange(carl.number(), carl.table, Arrangement.OPPOSITE.value, 4)
    assert await failure(carl, arrange) == FailCode.SEAT_TAKEN
    assert names(carl)[0] == "carl"


async def test_the_host_swaps_and_draws_lots_and_all_see_how_they_fell(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    await anna.create()
    bert = await Player.connect(server.tcp, "bert")
    await bert.join(anna.table)
    will = await Player.connect(server.tcp, "will")
    await will.join(anna.table, seat=-2)
    await anna.ask(SetSeat(anna.number(), anna.table, 4, "novice"))
    await arranged(anna, Arrangement.SWAP, 0, 4)
    assert names(anna) == ["bot 1", "bert", "", "", "anna", ""]
    assert anna.state is not None
    assert (anna.state.seat, anna.state.host) == (4, 4), "the host is a person, not a seat"
    before = names(anna)
    await arranged(anna, Arrangement.LOTS)
    drawn = await bert.expect(Drawn)
    assert await will.expect(Drawn) == drawn
    assert sorted(drawn.seats) == list(SEATS)
    after = [before[old] for old in drawn.seats]
    assert [name.split()[0] if name else "" for name in names(bert)] == [
        name.split()[0] if name else "" for name in after
    ]
    assert bert.state is not None
    assert bert.state.seat == drawn.seats.index(1)


async def test_lots_fall_otherwise_each_time(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    await anna.create()
    for _ in range(12):
        await arranged(anna, Arrangement.LOTS)
    fallen = {message.seats for message in anna.heard if isinstance(message, Drawn)}
    assert len(fallen) > 6


async def test_seats_that_cannot_be_are_refused(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    code = await anna.create()
    bert = await Player.connect(server.tcp, "bert")
    await bert.join(code)
    carl = await Player.connect(server.tcp, "carl")
    await carl.join(code, seat=-2)
    assert await failure(bert, Arrange(1, code, "swap", 0, 1)) == FailCode.NOT_HOST
    assert await failure(bert, Arrange(2, code, "lots")) == FailCode.NOT_HOST
    assert await failure(bert, Arrange(3, code, "stairs")) == FailCode.INVALID
    assert await failure(bert, Arrange(4, code, "opposite")) == FailCode.INVALID
    assert await failure(anna, Arrange(5, code, "swap", 0)) == FailCode.INVALID
    assert await failure(carl, Arrange(6, code, "federation", 0)) == FailCode.NO_SEAT
    await anna.ask(AddBots(7, code, "novice"))
    await anna.ask(Start(8, code))
    for request in (
        Arrange(9, code, "lots"),
        Arrange(10, code, "swap", 0, 1),
        Arrange(11, code, "federation", 0),
        Arrange(12, code, "federation", 1),
        Join(13, code, 3),
    ):
        assert await failure(anna, request) == FailCode.NOT_NOW
    assert names(anna)[:2] == ["anna", "bert"]


async def test_after_a_game_seats_change_and_everybody_sees_the_next_from_the_new_one(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    code = await anna.create()
    bert = await Player.connect(server.tcp, "bert")
    await bert.join(code, seat=3)
    await anna.ask(AddBots(1, code, "novice"))
    await anna.ask(Start(2, code))
    await dissolve(anna, bert)
    await arranged(anna, Arrangement.SWAP, 0, 2)
    await bert.join(code, seat=1)
    assert isinstance(await anna.ask(Start(3, code)), Done)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(anna.play, in_tricks)
        nursery.start_soon(bert.play, in_tricks)
    for person, seat in ((anna, 2), (bert, 1)):
        assert person.view is not None
        assert (person.view.seat, len(person.view.dealt)) == (seat, 36)


def in_tricks(player: Player) -> bool:
    return player.view is not None and player.view.public.phase is Phase.TRICKS


async def test_who_is_away_while_seats_change_comes_back_to_the_new_one(tmp_path: Path) -> None:
    """The number of the last event seen from the old seat says nothing about the new one."""
    data = tmp_path / "data"
    with serving(data, "--seed", "5") as server:
        anna = await Player.connect(server.tcp, "anna")
        code = await anna.create()
        bert = await Player.connect(server.tcp, "bert")
        await bert.join(code, seat=3)
        await anna.ask(AddBots(1, code, "novice"))
        await anna.ask(Start(2, code))
        await dissolve(anna, bert)
        await bert.close()
        await anna.expect(TableState)
        await arranged(anna, Arrangement.SWAP, 3, 4)
        again = await Player.connect(server.tcp, token=bert.token)
        await again.join(code, since=bert.seq)
        await again.expect(Snapshot)
        assert again.view is not None
        assert (again.seat, again.view.seat) == (4, 4)
        seen = again.seq
        server.kill()
    with serving(data, "--seed", "5") as server:
        for since in (bert.seq, 0):
            once = await Player.connect(server.tcp, token=bert.token)
            await once.join(code, since=since)
            await once.expect(Snapshot)
            assert once.view is not None
            assert (once.view.seat, once.seq) == (4, seen)
        told = await Player.connect(server.tcp, token=bert.token)
        told.view, told.seq = again.view, seen
        await told.join(code, since=seen)
        assert isinstance(await told.ask(Arrange(9, code, "federation", 0)), Done)
        assert not [message for message in told.heard if isinstance(message, Snapshot | Events)]


async def test_a_person_takes_a_bots_seat_between_rounds(server: Hosted) -> None:
    anna = await Player.connect(server.tcp, "anna")
    code = await anna.create(PLAIN)
    await anna.ask(AddBots(1, code, "novice"))
    await anna.ask(Start(2, code))
    carl = await Player.connect(server.tcp, "carl")
    assert await failure(carl, Join(1, code, 4)) == FailCode.SEAT_TAKEN, "not while a round is played"
    await anna.play()
    assert anna.view is not None
    assert anna.view.public.pending.kind is Ask.BEGIN
    await carl.join(code, seat=4)
    await carl.expect(Snapshot)
    assert carl.view is not None
    assert (carl.view.seat, carl.view.public) == (4, anna.view.public)
    state = await anna.expect(TableState, lambda state: state.seats[4].kind is Kind.HUMAN)
    assert state.seats[4].name == "carl"
    assert isinstance(await anna.ask(Start(3, code)), Done)
    while carl.view.public.setup.round == 1 or not carl.view.dealt:
        await carl.next()
    assert len(carl.view.dealt) == 36
    will = await Player.connect(server.tcp, "will")
    await will.join(code, seat=-2)
    assert will.state is not None
    assert will.state.seat == NOBODY
