"""A whole round over the wire: the promise that everything else rests on."""

from pathlib import Path

import trio

from gouji_core.actions import Begin
from gouji_core.dealing import commitment, deal, shuffled
from gouji_core.engine import Step, step
from gouji_core.events import Dealt, RoundBegun, StepClosed
from gouji_core.public import Ask
from gouji_core.seats import NOBODY
from gouji_core.state import new_game
from gouji_core.views import project
from gouji_protocol.messages import AddBots, Done, Events, Fairness, Start
from gouji_server.journal import open_journal
from gouji_server.packing import unpack_event
from gouji_server.rows import unpack_step
from tests.server.house import serving
from tests.server.player import Player, full_table


async def test_six_clients_over_tcp_finish_a_round(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "7") as server:
        people = await full_table(server.tcp)
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.play)
        views = [person.view for person in people]
        publics = {view.public for view in views if view is not None}
        assert len(publics) == 1, "everybody knows the same of the round that is over"
        public = publics.pop()
        assert sorted(public.standing.places) == [1, 2, 3, 4, 5, 6]
        assert public.setup.score is not None
        assert public.pending.kind is Ask.BEGIN


async def test_where_no_secret_step_is_held_open_its_end_is_written_with_the_step_before(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    with serving(data, "--seed", "7") as server:
        people = await full_table(server.tcp)
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.play)
        heard = [message.events for message in people[0].heard if isinstance(message, Events)]
    journal = open_journal(data)
    steps = [unpack_step(row.step) for row in journal.steps()]
    journal.close()
    events = [tuple(map(unpack_event, step.events)) for step in steps]
    by_table = [type(of[0]) for step, of in zip(steps, events, strict=True) if step.seat == NOBODY]
    assert by_table == [RoundBegun, Dealt], "the table itself only dealt"
    closed = [of for of in events if any(isinstance(event, StepClosed) for event in of)]
    assert closed
    assert not any(isinstance(of[0], StepClosed) for of in closed)
    assert len(heard) == sum(any(project(event, 0) for event in of) for of in events)


async def test_the_same_seed_makes_the_same_round(tmp_path: Path) -> None:
    rounds = []
    for name in ("first", "second"):
        with serving(tmp_path / name, "--seed", "11") as server:
            player = await Player.connect(server.tcp)
            table = await player.create()
            await player.ask(AddBots(player.number(), table, "novice"))
            await player.ask(Start(player.number(), table))
            await player.play()
            rounds.append([m.events for m in player.heard if isinstance(m, Events)])
            await player.close()
    assert rounds[0] == rounds[1]


async def test_a_round_over_ipv6_and_a_unix_socket(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with serving(tmp_path / "data", "--listen", "[::1]:0", "--unix", str(path), "--seed", "3") as server:
        assert server.tcp[0] == "::1"
        anna = await Player.connect(server.tcp, "anna")
        bert = await Player.connect(path, "bert")
        table = await anna.create()
        await bert.join(table, seat=3)
        await anna.ask(AddBots(anna.number(), table, "novice"))
        assert isinstance(await anna.ask(Start(anna.number(), table)), Done)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(anna.play)
            nursery.start_soon(bert.play)
        assert anna.view is not None
        assert bert.view is not None
        assert anna.view.public == bert.view.public


async def test_the_shuffle_can_be_checked_after_the_round(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        player = await Player.connect(server.tcp)
        table = await player.create("online+first_lead=rotate+opening=false")
        await player.ask(AddBots(player.number(), table, "novice"))
        await player.ask(Start(player.number(), table))
        await player.play(lambda p: p.view is not None and p.view.dealt != ())
        assert player.view is not None
        dealt = player.view.dealt
        await player.play()
        told = [m for m in player.heard if isinstance(m, Fairness)]
        if told[-1].seed == "":
            told.append(await player.expect(Fairness))
        assert [bool(m.seed) for m in told] == [False, True]
        seed = bytes.fromhex(told[1].seed)
        assert told[0].commitment == told[1].commitment == commitment(seed)
        first = player.heard.index(told[0])
        cards = next(
            i for i, m in enumerate(player.heard) if isinstance(m, Events) and "Dealt" in str(m.events)
        )
        assert first < cards, "the commitment comes before the cards"
        rules = player.view.public.rules
        begun = step(new_game(rules), NOBODY, Begin())
        assert isinstance(begun, Step)
        assert deal(begun.state.public, shuffled(seed, rules)).hands[player.seat] == dealt
