"""Open hands: who is out of play sees what the partners hold, where the table has it so; nobody else does."""

from collections import defaultdict
from pathlib import Path

import trio

from gouji_core.cards import parse_cards
from gouji_core.seats import partners
from gouji_protocol.messages import Hands, Ping, Pong, TableOptions
from tests.server.house import hosting
from tests.server.player import Player, full_table

OPEN = TableOptions(turn_seconds=0, open_hands=True)
RULES = "online+rounds=1"


class Witness:
    """Checks each hand shown when it is shown, and remembers what was really held."""

    def __init__(self) -> None:
        self.held: dict[int, set[str]] = defaultdict(set)
        self.shown: dict[int, list[Hands]] = defaultdict(list)

    def over(self, player: Player) -> bool:
        """Looks at what has just come; tells whether the game is over."""
        assert player.view is not None
        public, seat = player.view.public, player.seat
        self.held[seat].add(str(player.view.hand))
        last = player.heard[-1]
        if isinstance(last, Hands) and last not in self.shown[seat]:
            self.shown[seat].append(last)
            assert not last.hands or not public.standing.in_play >> seat & 1
            for mate, cards in last.hands:
                assert mate in partners(seat)
                assert len(parse_cards(cards)) == public.counts[mate]
        return player.over


async def play(people: list[Player], witness: Witness) -> None:
    async with trio.open_nursery() as nursery:
        for person in people:
            nursery.start_soon(person.play, witness.over)


async def test_who_is_out_sees_partners_until_the_round_ends(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        people = await full_table(server.tcp, RULES, OPEN)
        witness = Witness()
        await play(people, witness)
        for seat, hands in witness.shown.items():
            if hands:
                # It comes behind the events that end the round.
                assert await people[seat].expect(Hands) == Hands(people[seat].table)
    told = {seat: hands for seat, hands in witness.shown.items() if hands}
    assert len(told) >= 3
    for hands in told.values():
        assert all(message.hands for message in hands)
        for message in hands:
            assert all(cards in witness.held[mate] for mate, cards in message.hands)


async def test_who_comes_back_sees_them_again(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        people = await full_table(server.tcp, RULES, OPEN)
        shown: list[Player] = []
        async with trio.open_nursery() as nursery:

            def until(player: Player) -> bool:
                last = player.heard[-1]
                if isinstance(last, Hands) and last.hands:
                    shown.append(player)
                    nursery.cancel_scope.cancel()
                return bool(shown)

            for person in people:
                nursery.start_soon(person.play, until)
        again = await Player.connect(server.tcp, token=shown[0].token)
        await again.join(shown[0].table)
        hands = await again.expect(Hands)
        assert hands.hands
        assert again.view is not None
        for mate, cards in hands.hands:
            assert len(parse_cards(cards)) == again.view.public.counts[mate]


async def test_who_comes_back_after_the_round_sees_none_any_more(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        people = await full_table(server.tcp, RULES, OPEN)
        gone: list[Player] = []
        away = trio.Event()

        def until(player: Player) -> bool:
            last = player.heard[-1]
            if isinstance(last, Hands) and last.hands and not gone:
                gone.append(player)
                away.set()
            return player in gone or player.over

        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.play, until)
            await away.wait()
            await gone[0].close()
        again = await Player.connect(server.tcp, token=gone[0].token)
        await again.join(gone[0].table)
        await again.send(Ping(again.number()))
        await again.expect(Pong)
        assert again.over
        assert [message for message in again.heard if isinstance(message, Hands)] == [Hands(again.table)]


async def test_elsewhere_nobody_is_shown_anything(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        people = await full_table(server.tcp, RULES)
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.play)
        assert not [message for person in people for message in person.heard if isinstance(message, Hands)]
