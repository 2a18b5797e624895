"""Non-interference: what a viewer is sent depends on nothing that the viewer may not see.

Two games are played in the same order; the second differs from the first only in cards that others
hold and never show. Whoever looks on gets the same bytes at the same times, while in the burn windows of
one game somebody is asked and in those of the other nobody.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

from trio.testing import MockClock

from gouji_core.action_texts import format_action
from gouji_core.actions import Deal
from gouji_core.cards import BIG, SMALL, Card
from gouji_core.dealing import full_deck
from gouji_core.legal import legal_actions
from gouji_core.public import Ask, Public
from gouji_protocol.messages import Accepted, GetRecord, Ping, Pong, Refused, Resync
from gouji_server.dealer import Dealer
from tests.server.house import hosting, quiet
from tests.server.player import Player, full_table

RULES = "online+opening=false+first_lead=rotate+revolution=off"
WINDOW = 1.5
PLAYING = (0, 2)
"""The seats that play and look on, along with a spectator; the others only pass."""


class Marked(Dealer):
    """Deals prepared hands and commits to nothing, so that two games may differ in hidden cards alone."""

    def __init__(self, hands: list[list[Card]]) -> None:
        super().__init__(1)
        self.hands = tuple(map(tuple, hands))

    def deal(self, public: Public, seed: bytes) -> Deal:
        return Deal(self.hands, drawer=0, fallback=0)


@dataclass
class Watched:
    """What the viewer and a spectator got, and what was played."""

    bytes: list[bytes] = field(default_factory=list)
    moves: list[tuple[int, str]] = field(default_factory=list)
    asked: list[tuple[int, ...]] = field(default_factory=list)


def jokers_in_one_hand() -> list[list[Card]]:
    """Seat 1 holds all jokers and hardly anything else, so it may burn whatever can be burnt (R7.1)."""
    deck = list(full_deck("full"))
    random.Random(4).shuffle(deck)
    mine = [card for card in deck if card.rank in (SMALL, BIG)]
    for rank in (0, 1):
        mine += [card for card in deck if card.rank == rank][:14]
    rest = list(deck)
    for card in mine:
        rest.remove(card)
    hands = [rest[i::5] for i in range(5)]
    return [hands[0], mine, *hands[1:]]


def jokers_spread() -> list[list[Card]]:
    """The same hands, but seats 3 to 5 have the jokers, and all too many ranks to burn."""
    hands = jokers_in_one_hand()
    for number in range(8):
        other = hands[3 + number % 3]
        hands[1][number], other[number] = other[number], hands[1][number]
    return hands


async def watch(
    data: Path, clock: MockClock, hands: list[list[Card]], moves: list[tuple[int, str]] | None
) -> Watched:
    """Plays one game: by its own choice, or the moves of another."""
    seen = Watched()
    rng = random.Random(4)
    async with hosting(data, clock, Marked(hands), window=WINDOW) as server:
        people = await full_table(server.tcp, RULES)
        viewer = people[0]
        spectator = await Player.connect(server.tcp, "will")
        await spectator.join(viewer.table, seat=-2)
        audience = (viewer, people[2], spectator)

        async def settled() -> None:
            await quiet()
            for person in (*people, spectator):
                number = person.number()
                await person.send(Ping(number))
                await person.expect(Pong, lambda pong, number=number: pong.request == number)

        def gather() -> None:
            for person in audience:
                seen.bytes.append(bytes(person.raw).replace(viewer.table.encode(), b"CODE"))
                person.raw.clear()

        for person in (*people, spectator):
            while person.view is None or person.view.public.pending.kind is not Ask.LEAD:
                await person.next()
            person.raw.clear()
        count = 60 if moves is None else len(moves)
        while len(seen.moves) < count:
            await settled()
            gather()
            view = viewer.view
            assert view is not None
            pending = view.public.pending
            if pending.secret:
                asked = tuple(p.seat for p in people if p.waited_for)
                seen.asked.append(asked)
                for seat in asked:
                    assert isinstance(await people[seat].command("decline"), Accepted)
                # What an eager viewer tries must not tell either.
                assert isinstance(await viewer.command("burn XXXX"), Refused)
                clock.jump(WINDOW - 0.01)
                await settled()
                gather()
                assert viewer.view is not None
                assert viewer.view.public.pending == pending, "the window is held open"
                clock.jump(0.02)
                while viewer.view.public.pending == pending:
                    await viewer.next()
                continue
            seat = pending.seats[0]
            actor = people[seat]
            assert actor.view is not None
            text = moves[len(seen.moves)][1] if moves else choose(actor, rng)
            answer = await actor.command(text)
            assert isinstance(answer, Accepted), (seat, text, answer)
            seen.moves.append((seat, text))
        await settled()
        gather()
        for person in audience:
            await person.send(Resync(person.number(), viewer.table))
            await person.send(GetRecord(person.number(), viewer.table))
        await settled()
        gather()
    return seen


def choose(actor: Player, rng: random.Random) -> str:
    """Leads gouji combos where there are any, so that windows open; answers now and then."""
    assert actor.view is not None
    texts = [format_action(action) for action in legal_actions(actor.view)]
    plain = [text for text in texts if text.startswith("play") and not set("xX2") & set(text[5:])]
    if "pass" in texts and (actor.seat not in PLAYING or not plain or rng.random() < 0.7):
        return "pass"
    gouji = [text for text in plain if text[5:] in ("KK", "AA", "KKK", "AAA", "QQQ", "JJJJ", "TTTTT")]
    return rng.choice(gouji or plain)


async def test_two_deals_that_differ_in_others_hands_give_the_same_bytes(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    first = await watch(tmp_path / "first", mock_clock, jokers_in_one_hand(), None)
    mock_clock.rate = 0
    second = await watch(tmp_path / "second", mock_clock, jokers_spread(), first.moves)
    assert first.moves == second.moves
    assert set(first.asked) == {(1,)}, "in the one game seat 1 could burn each time"
    assert set(second.asked) == {()}, "in the other nobody could"
    assert len(first.asked) == len(second.asked) > 3
    assert any(first.bytes)
    assert first.bytes == second.bytes
