"""The hands that are laid open at the end of a round (R8.5): who comes later sees them too, nobody sooner."""

from pathlib import Path

import trio
from trio.testing import MockClock

from gouji_core.cards import Cards
from gouji_core.events import RoundScored
from gouji_core.plain import decode_event
from gouji_protocol.messages import AddBots, Events
from tests.server.house import hosting, serving
from tests.server.player import Player, full_table
from tests.server.test_delay import DELAY, start, watched
from tests.server.test_presence import settle

RULES = "online+rounds=2"


def laid_open(player: Player) -> tuple[Cards, ...]:
    """Returns the hands that a player sees laid open."""
    assert player.view is not None
    return player.view.public.setup.hands


def told(player: Player) -> tuple[Cards, ...]:
    """Returns the hands that the end of the round told a player."""
    plain = (event for message in player.heard if isinstance(message, Events) for event in message.events)
    (scored,) = (event for event in map(decode_event, plain) if isinstance(event, RoundScored))
    return scored.hands


async def come(server: tuple[str, int], table: str, token: str = "", *, watch: bool = False) -> Player:
    """Comes to a table with nothing that was known of it before."""
    player = await Player.connect(server, token=token)
    await player.join(table, seat=-2 if watch else -1)
    await settle(player)
    return player


async def test_who_comes_after_the_round_sees_what_the_others_were_told(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        people = await full_table(server.tcp, RULES)

        def over(player: Player) -> bool:
            assert player.over or laid_open(player) == ()
            return player.over

        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.play, over)
        hands = told(people[0])
        assert any(hands)
        again = await come(server.tcp, people[0].table, people[2].token)
        eve = await come(server.tcp, people[0].table, watch=True)
        for player in (*people, again, eve):
            assert laid_open(player) == hands


async def test_they_lie_open_after_a_restart_and_until_the_next_round(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        anna = await Player.connect(server.tcp)
        table = await anna.create(RULES)
        await anna.ask(AddBots(anna.number(), table, "novice"))
        await start(anna)
        await anna.play()
        hands = told(anna)
    with serving(data, "--round-pause", "0") as server:
        again = await Player.connect(server.tcp, token=anna.token)
        await again.join(table)
        while again.view is None:
            await again.next()
        assert again.over
        assert laid_open(again) == hands
        await again.play(lambda player: not player.over)
        assert laid_open(again) == ()


async def test_who_watches_later_sees_them_later(tmp_path: Path, mock_clock: MockClock) -> None:
    async with watched(tmp_path / "data", mock_clock) as (server, anna, will):
        await start(anna)
        await anna.play()
        hands = told(anna)
        mock_clock.jump(DELAY - 1)
        await settle(will)
        early = await come(server.tcp, anna.table, watch=True)
        assert early.view is None or laid_open(early) == ()
        assert will.view is None or laid_open(will) == ()
        mock_clock.jump(2)
        await settle(will)
        late = await come(server.tcp, anna.table, watch=True)
        assert laid_open(will) == laid_open(late) == hands
