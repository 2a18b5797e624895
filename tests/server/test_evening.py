"""The running score of a table, and what people have played: written with the round that it is of."""

from __future__ import annotations

import json
from pathlib import Path

import trio

from gouji_core.public import Phase
from gouji_protocol.messages import (
    AddBots,
    Arrange,
    Done,
    Failed,
    GetStats,
    PlayerStats,
    Start,
    Stats,
    TableState,
)
from gouji_protocol.words import FailCode, TablePhase
from tests.server.house import serving
from tests.server.player import Player
from tests.server.test_position import CASE

RULES = "online+rounds=1+first_lead=rotate"


async def two_with_bots(where: tuple[str, int], rules: str = RULES) -> tuple[Player, Player]:
    anna = await Player.connect(where, "anna")
    bert = await Player.connect(where, "bert")
    table = await anna.create(rules)
    await bert.join(table, seat=1)
    await anna.ask(AddBots(anna.number(), table, "novice"))
    return anna, bert


async def game(anna: Player, bert: Player) -> tuple[int, int]:
    """Plays a game of one round; returns its score."""
    for player in (anna, bert):
        player.view = None
    assert isinstance(await anna.ask(Start(anna.number(), anna.table)), Done)
    async with trio.open_nursery() as nursery:
        for player in (anna, bert):
            nursery.start_soon(play, player)
    assert anna.view is not None
    score = anna.view.public.setup.score
    assert score is not None
    return score


async def play(player: Player) -> None:
    while player.view is None:
        await player.next()
    await player.play(lambda p: p.view is not None and p.view.public.phase is Phase.GAME_OVER)
    while player.state is None or player.state.phase is not TablePhase.OVER:
        await player.next()


async def stats(player: Player, start: int = 0) -> Stats:
    number = player.number()
    await player.send(GetStats(number, start))
    return await player.expect(Stats, lambda answer: answer.request == number)


def person(player: Player) -> str:
    assert player.welcome is not None
    return player.welcome.identity


async def test_the_score_of_an_evening_and_the_records_of_people(tmp_path: Path) -> None:
    """Two games, between which one of two opponents changes sides; then the server is killed."""
    data = tmp_path / "data"
    with serving(data, "--seed", "5") as server:
        anna, bert = await two_with_bots(server.tcp)
        nobody = await stats(anna)
        assert (nobody.own, nobody.players, nobody.left) == (PlayerStats(person(anna), "anna"), (), 0)
        first = await game(anna, bert)
        assert anna.state is not None
        evening = anna.state.evening
        assert (evening.games, evening.rounds, evening.totals) == (1, 1, first)
        assert [(tally.person, tally.name, tally.points) for tally in evening.people] == [
            (person(anna), "anna", first[0]),
            (person(bert), "bert", first[1]),
        ]
        places = [anna.view.public.standing.places[seat] for seat in (0, 1)] if anna.view else []
        opened = anna.view.public.standing.opened if anna.view else 0
        swept = anna.view.public.standing.swept if anna.view else False
        burns = [burn.by for burn in anna.view.public.standing.burns] if anna.view else []
        table = await stats(bert)
        for player, seat in ((anna, 0), (bert, 1)):
            (entry,) = [entry for entry in table.players if entry.person == person(player)]
            assert entry == (await stats(player)).own
            assert (entry.games, entry.rounds, entry.points) == (1, 1, first[seat])
            assert entry.places == tuple(int(places[seat] == place) for place in range(1, 7))
            assert entry.opened == opened >> seat & 1
            assert entry.burns == burns.count(seat)
            assert entry.sweeps == int(swept and first[seat] > 0)
        assert [entry.points for entry in table.players] == sorted(first, reverse=True)
        moved = await bert.ask(Arrange(bert.number(), bert.table, "federation", 0))
        assert isinstance(moved, Done)
        second = await game(anna, bert)
        evening = anna.state.evening
        totals = (first[0] + second[0], first[1] + second[1])
        assert (evening.games, evening.rounds, evening.totals) == (2, 2, totals)
        points = {tally.name: tally.points for tally in evening.people}
        assert points == {"anna": first[0] + second[0], "bert": first[1] + second[0]}
        table = await stats(anna)
        server.kill()
    with serving(data, "--seed", "5") as server:
        back = await Player.connect(server.tcp, token=anna.token)
        await back.join(anna.table)
        assert back.state is not None
        assert back.state.evening == evening
        again = await stats(back)
        assert (again.own, again.players) == (table.own, table.players)
        assert again.own.rounds == 2
        rest = await stats(back, 1)
        assert (rest.players, rest.left) == (again.players[1:], 0)


async def test_a_round_that_was_broken_off_counts_for_nobody(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "5") as server:
        anna, bert = await two_with_bots(server.tcp)
        await anna.ask(Start(anna.number(), anna.table))
        for player in (anna, bert):
            while player.view is None or player.view.public.setup.round == 0:
                await player.next()
            await player.command("dissolve yes", 0)
        state = await anna.expect(TableState, lambda state: state.phase is TablePhase.OVER)
        assert (state.evening.games, state.evening.rounds, state.evening.people) == (0, 0, ())
        assert (await stats(anna)).players == ()


async def test_a_game_broken_off_after_a_round_counts_as_a_game(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "5") as server:
        anna, bert = await two_with_bots(server.tcp, "online+sweep_ends_game=false+first_lead=rotate")
        await anna.ask(Start(anna.number(), anna.table))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(anna.play)
            nursery.start_soon(bert.play)
        for player in (anna, bert):
            await player.command("dissolve yes", 0)
        state = await anna.expect(TableState, lambda state: state.phase is TablePhase.OVER)
        assert (state.evening.games, state.evening.rounds) == (1, 1)
        own = (await stats(anna)).own
        assert (own.games, own.rounds, sum(own.places)) == (1, 1, 1)


async def test_an_exercise_counts_for_nobodys_record(tmp_path: Path) -> None:
    start = tmp_path / "start.json"
    start.write_text(json.dumps(CASE), "utf-8")
    with serving(tmp_path / "data", "--position", str(start)) as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create()
        await anna.ask(AddBots(1, table, "novice"))
        await anna.ask(Start(2, table))
        await anna.play()
        state = await anna.expect(TableState, lambda state: state.evening.rounds == 1)
        assert state.evening.people[0].name == "anna"
        assert (await stats(anna)).players == ()


async def test_stats_of_a_journal_that_cannot_be_read_fail(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        anna = await Player.connect(server.tcp, "anna")
        for file in data.glob("journal.sqlite3*"):
            file.unlink()
        answer = await anna.ask(GetStats(1))
        assert isinstance(answer, Failed)
        assert answer.code == FailCode.STORAGE
