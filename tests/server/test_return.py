"""Coming back: after a cut connection, and after the server itself was killed."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
import trio

from gouji_bots.bot import make_bot
from gouji_core.public import Ask, Phase
from gouji_protocol.messages import (
    Accepted,
    AddBots,
    Command,
    Deadline,
    Done,
    Events,
    Goodbye,
    Snapshot,
    Start,
    TableOptions,
)
from gouji_protocol.words import ByeCode, Presence, TablePhase
from tests.server.house import LOCAL, QUICK, serving, start
from tests.server.player import Ended, Player, full_table


def mid_trick(player: Player) -> bool:
    """It is this player's turn to answer somebody's combo."""
    view = player.view
    return view is not None and view.public.pending.kind is Ask.ANSWER and player.waited_for


async def with_bots(where: tuple[str, int], options: TableOptions | None = None) -> Player:
    player = await Player.connect(where, "anna")
    table = await player.create(options=options or TableOptions(turn_seconds=0))
    await player.ask(AddBots(player.number(), table, "novice"))
    assert isinstance(await player.ask(Start(player.number(), table)), Done)
    return player


async def test_a_client_killed_in_mid_trick_finds_hand_decision_and_deadline(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "5") as server:
        before = await with_bots(server.tcp, TableOptions(turn_seconds=1000))
        await before.play(mid_trick)
        await before.close()

        after = await Player.connect(server.tcp, "anna", before.token)
        assert after.welcome is not None
        assert [(s.table, s.seat) for s in after.welcome.tables] == [(before.table, before.seat)]
        await after.join(before.table)
        await after.expect(Snapshot)
        assert after.seat == before.seat
        assert after.view == before.view
        assert after.seq == before.seq
        answer = await after.play_once()
        assert isinstance(answer, Accepted), "the same decision is still open"
        await after.play()


async def test_who_knows_the_last_event_gets_only_what_came_after(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "5") as server:
        people = await full_table(server.tcp)
        anna, others = people[0], people[1:]
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.play, lambda p: p.view.public.phase is Phase.TRICKS)
        await anna.close()
        async with trio.open_nursery() as nursery:
            for person in others:
                nursery.start_soon(person.play, lambda p: p.view.public.pending.seats == (0,) or p.over)

        back = await Player.connect(server.tcp, token=anna.token)
        back.view, back.seq = anna.view, anna.seq
        await back.join(anna.table, since=anna.seq)
        while back.seq < others[0].seq:
            await back.next()
        assert not any(isinstance(message, Snapshot) for message in back.heard)
        assert back.view is not None
        assert others[0].view is not None
        assert back.view.public == others[0].view.public


async def test_who_missed_nothing_is_told_nothing_again(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "5") as server:
        before = await with_bots(server.tcp)
        await before.play(mid_trick)
        await before.close()
        after = await Player.connect(server.tcp, token=before.token)
        after.view, after.seq = before.view, before.seq
        await after.join(before.table, since=before.seq)
        await after.expect(Deadline)
        assert not [m for m in after.heard if isinstance(m, Snapshot | Events)]
        assert isinstance(await after.play_once(), Accepted)


async def test_the_newest_connection_wins_and_the_old_one_is_told(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "5") as server:
        old = await with_bots(server.tcp)
        new = await Player.connect(server.tcp, token=old.token)
        bye = await old.expect(Goodbye)
        assert bye.code == ByeCode.REPLACED
        with pytest.raises(Ended):
            await old.next()
        await new.join(old.table)
        await new.expect(Snapshot)
        assert new.state is not None
        assert new.state.seats[new.seat].presence is Presence.PRESENT
        await new.play()


async def test_an_unknown_token_is_told_so(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        with pytest.raises(Ended):
            await Player.connect(server.tcp, token="nobody's")
        stranger = await Player.dial(server.tcp)
        await stranger.hello(token="nobody's")
        assert (await stranger.expect(Goodbye)).code == ByeCode.TOKEN


async def test_a_seat_belongs_to_its_token_not_to_a_name(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "5") as server:
        anna = await with_bots(server.tcp)
        other = await Player.connect(server.tcp, "anna")
        await other.join(anna.table, seat=-2)
        await other.expect(Snapshot)
        assert other.view is not None
        assert (other.view.seat, len(other.view.hand), other.view.dealt) == (-1, 0, ())


async def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """The server is killed after any command; what each of six people knew is still so, and they play on."""
    data = tmp_path / "data"
    rng = random.Random(9)
    server = start(data, *LOCAL, *QUICK)
    people = await full_table(server.tcp)
    for _ in range(4):
        acknowledged = [0] * 6
        fatal = Countdown(rng.randint(1, 60), server.kill)
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(play_until_cut, person, acknowledged, fatal)
        server = start(data, *LOCAL, *QUICK)
        for seat, person in enumerate(people):
            before, seq = person.view, person.seq
            people[seat] = back = await Player.connect(server.tcp, token=person.token)
            await back.join(person.table)
            await back.expect(Snapshot)
            assert back.seat == seat
            assert back.seq >= max(seq, acknowledged[seat]), "what was told or acknowledged has happened"
            if back.seq == seq:
                assert back.view == before
            await person.close()
    async with trio.open_nursery() as nursery:
        for person in people:
            nursery.start_soon(person.play)
    places = {person.view.public.standing.places for person in people if person.view is not None}
    assert [sorted(p) for p in places] == [[1, 2, 3, 4, 5, 6]]
    assert server.stop() == 0


@dataclass
class Countdown:
    """Does something when it was counted down."""

    left: int
    then: Callable[[], None]

    def count(self) -> None:
        self.left -= 1
        if self.left == 0:
            self.then()


async def play_until_cut(player: Player, acknowledged: list[int], fatal: Countdown) -> None:
    bot = make_bot("novice")
    try:
        while True:
            if player.waited_for and not player.over:
                assert player.view is not None
                answer = await player.command(bot.choose(player.view, random.Random(player.seq)))
                if isinstance(answer, Accepted):
                    acknowledged[player.seat] = answer.seq
                    fatal.count()
            else:
                await player.next()
    except (Ended, trio.BrokenResourceError):
        return


async def test_a_command_repeated_after_kill_9_gets_the_same_answer(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--seed", "5") as server:
        before = await with_bots(server.tcp)
        await before.play(mid_trick)
        decision = before.view.public.pending.id if before.view else 0
        answer = await before.command("pass", number=7777)
        assert isinstance(answer, Accepted)
        server.kill()
        await before.close()
    with serving(data, "--seed", "5") as server:
        after = await Player.connect(server.tcp, token=before.token)
        await after.join(before.table)
        await after.expect(Snapshot)
        assert await after.command("pass", decision, 7777) == answer


async def test_a_command_whose_answer_was_lost_is_done_once(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "5") as server:
        player = await with_bots(server.tcp)
        number, answers = 5000, []
        while len(answers) < 12:
            await player.play(lambda p: p.waited_for)
            assert player.view is not None
            decision, text = player.view.public.pending.id, player.texts[-1]
            number += 1
            await player.send(Command(number, player.table, decision, text))
            await player.close()
            player = await Player.connect(server.tcp, token=player.token)
            await player.join(player.welcome.tables[0].table if player.welcome else "")
            await player.expect(Snapshot)
            answers.append(await player.command(text, decision, number))
            assert await player.command(text, decision, number) == answers[-1]
        assert all(isinstance(answer, Accepted) for answer in answers), answers


async def test_a_lobby_survives_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create("dagang")
        await anna.ask(AddBots(anna.number(), table, "novice"))
        assert server.stop() == 0
        assert (await anna.expect(Goodbye)).code == ByeCode.SHUTDOWN
    with serving(data) as server:
        back = await Player.connect(server.tcp, token=anna.token)
        await back.join(table)
        assert back.state is not None
        assert back.state.rules == "dagang"
        assert next(seat.name for seat in back.state.seats) == "anna"
        assert isinstance(await back.ask(Start(back.number(), table)), Done)
        assert back.state.phase is TablePhase.PLAYING


async def test_a_later_round_comes_back_as_it_was(tmp_path: Path) -> None:
    """What came before the round is not read again, so nothing of it may be missing."""
    data = tmp_path / "data"
    with serving(data, "--seed", "5") as server:
        before = await Player.connect(server.tcp, "anna")
        table = await before.create("online+sweep_ends_game=false")
        await before.ask(AddBots(1, table, "novice"))
        await before.ask(Start(2, table))
        await before.play()
        assert isinstance(await before.ask(Start(3, table)), Done)
        await before.play(lambda p: mid_trick(p) and p.view is not None and p.view.public.setup.round == 2)
        server.kill()
        await before.close()
    with serving(data, "--seed", "5") as server:
        after = await Player.connect(server.tcp, token=before.token)
        await after.join(table)
        await after.expect(Snapshot)
        assert (after.view, after.seq) == (before.view, before.seq)
        await after.play()
        assert isinstance(await after.ask(Start(4, table)), Done)
        await after.play(lambda p: p.view is not None and p.view.public.setup.round == 3 and mid_trick(p))
