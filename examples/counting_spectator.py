"""Counts the cards of a game it watches: python counting_spectator.py HOST[:PORT] TABLE.

After each trick it says what of the four packs has not been seen yet, and when the hands are laid open at
the end of a round, whether its count was right.
"""

import sys

import trio

from gouji_client import Client, Profile
from gouji_client.updates import TableLost, ViewChanged, ViewReset
from gouji_client.with_trio import connect
from gouji_core import events as e
from gouji_core.cards import BIG, NO_CARDS, RANKS, SMALL, Cards

FOUR_PACKS = Cards.of(rank for rank in range(len(RANKS)) for _ in range(4 if rank in (SMALL, BIG) else 16))


class Counter:
    """Counts what nobody has shown yet."""

    def __init__(self) -> None:
        self.hidden = FOUR_PACKS

    def __str__(self) -> str:
        counts = [(RANKS[rank], self.hidden.count(rank)) for rank in reversed(range(len(RANKS)))]
        return " ".join(f"{rank}x{count}" for rank, count in counts if count)

    def see(self, event: e.Event) -> str:
        """Takes an event; returns what to say of it."""
        match event:
            case e.RoundBegun(number):
                self.hidden = FOUR_PACKS
                return f"round {number}: 216 cards are hidden"
            case e.Played(_, combo) | e.Burned(_, combo):
                self.hidden -= combo.cards
            case e.BurnFailed(_, _, cards) | e.ChokedOut(_, _, cards) | e.MadeLast(_, _, cards):
                self.hidden -= cards
            case e.Merged(_, _, given_up):
                self.hidden -= sum(given_up, NO_CARDS)
            case e.TrickClosed(winner):
                return f"seat {winner} takes the trick; hidden are {self}"
            case e.RoundScored(_, _, _, hands):
                left = sum(hands, NO_CARDS)
                verdict = "right" if left == self.hidden else f"wrong by {len(left) - len(self.hidden)} cards"
                return f"round over: {len(left)} cards were left in the hands, the count was {verdict}"
            case _:
                pass
        return ""


async def watch(client: Client, table: str) -> None:
    """Follows a game to its end."""
    counter = Counter()
    await client.watch(table)
    print("watching", table, flush=True)
    async for update in client.updates():
        match update:
            case ViewReset(_, view):
                # Who comes in the middle of a round is told what lies open already.
                counter.hidden = FOUR_PACKS - view.public.played
            case ViewChanged(_, _, _, events):
                for event in events:
                    if said := counter.see(event):
                        print(said, flush=True)
                    if isinstance(event, e.RoundOver) and event.final:
                        return
            case TableLost():
                return
            case _:
                pass


async def main(address: str, table: str) -> None:
    """Connects and watches."""
    async with connect(address, Profile(name="counter")) as client:
        await watch(client, table)


trio.run(main, sys.argv[1], sys.argv[2])
