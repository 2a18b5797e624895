"""Commands that must not work, and the answers they get: nothing changes, and nobody else is told."""

from pathlib import Path

from gouji_core.public import Ask
from gouji_protocol.messages import (
    Accepted,
    AddBots,
    Command,
    Done,
    Events,
    Failed,
    Ping,
    Pong,
    Refused,
    Start,
    TooLate,
)
from gouji_protocol.words import FailCode
from tests.server.house import serving
from tests.server.player import Player, full_table


def leading(player: Player) -> bool:
    return player.view is not None and player.view.public.pending.kind is Ask.LEAD


async def to_the_lead(people: list[Player]) -> tuple[Player, Player]:
    """Plays until the first lead; gives who leads and somebody who does not."""
    while not all(map(leading, people)):
        for person in people:
            if leading(person):
                continue
            await (person.play_once() if person.waited_for else person.next())
    return next(p for p in people if p.waited_for), next(p for p in people if not p.waited_for)


async def test_out_of_turn_is_refused_and_nobody_else_is_told(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "2") as server:
        people = await full_table(server.tcp, "online+first_lead=rotate+opening=false")
        leader, other = await to_the_lead(people)
        heard, view = len(leader.heard), other.view
        answer = await other.command("pass")
        assert isinstance(answer, Refused)
        assert answer.clause
        assert answer.code
        assert other.view == view
        await leader.send(Ping(1))
        await leader.expect(Pong)
        assert not [m for m in leader.heard[heard:] if isinstance(m, Events)]


async def test_a_stale_decision_is_too_late(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "2") as server:
        people = await full_table(server.tcp, "online+first_lead=rotate+opening=false")
        leader, _ = await to_the_lead(people)
        assert leader.view is not None
        now = leader.view.public.pending.id
        for stale in (0, now - 1, now + 1):
            answer = await leader.command("play 5", decision=stale)
            assert isinstance(answer, TooLate)
            assert answer.decision == now
        assert isinstance(await leader.play_once(), Accepted), "the decision itself is still open"


async def test_a_repeated_command_gets_the_same_answer_and_is_done_once(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "2") as server:
        people = await full_table(server.tcp, "online+first_lead=rotate+opening=false")
        leader, _ = await to_the_lead(people)
        assert leader.view is not None
        decision = leader.view.public.pending.id
        card = str(leader.view.hand)[-1]
        first = await leader.command(f"play {card}", decision, number=50)
        assert isinstance(first, Accepted)
        seq, hand = leader.seq, leader.view.hand
        assert await leader.command(f"play {card}", decision, number=50) == first
        assert await leader.command("pass", 999, number=50) == first, "whatever it now says"
        assert (leader.seq, leader.view.hand) == (seq, hand)
        refused = await leader.command("play XXXX", number=51)
        assert await leader.command("pass", number=51) == refused


NO_ACTIONS = ("", "fly", "play", "play ☃", "order 1 x", "settle 9", "play " + "X" * 200)


async def test_no_action_at_all_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "2") as server:
        people = await full_table(server.tcp, "online+first_lead=rotate+opening=false")
        leader, _ = await to_the_lead(people)
        view = leader.view
        for text in NO_ACTIONS:
            answer = await leader.command(text)
            failed = isinstance(answer, Failed) and answer.code == FailCode.ACTION
            assert isinstance(answer, Refused) or failed, text
            assert leader.view == view, text


async def test_commands_where_there_is_no_seat_or_no_game(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create()
        await anna.send(Command(1, table, 1, "pass"))
        assert await anna.answer(1) == Failed(1, FailCode.NOT_NOW)
        await anna.send(Command(2, "NONE", 1, "pass"))
        assert await anna.answer(2) == Failed(2, FailCode.NO_TABLE)
        await anna.ask(AddBots(anna.number(), table, "novice"))
        assert isinstance(await anna.ask(Start(anna.number(), table)), Done)
        watcher = await Player.connect(server.tcp, "will")
        await watcher.join(table, seat=-2)
        await watcher.send(Command(3, table, 1, "pass"))
        assert await watcher.answer(3) == Failed(3, FailCode.NO_SEAT)
        stranger = await Player.connect(server.tcp, "sam")
        await stranger.send(Command(4, table, 1, "pass"))
        assert await stranger.answer(4) == Failed(4, FailCode.NO_SEAT)
