"""A bot for asyncio: python bot_in_30_lines_asyncio.py HOST[:PORT] [TABLE]; without a table it makes one."""

import asyncio
import sys

from gouji_client import Decision, Profile, play
from gouji_client.with_asyncio import connect
from gouji_core.actions import Action, Play


def choose(decision: Decision) -> Action:
    """Plays the first combo that the rules allow, and else does what comes first."""
    return next((act for act in decision.actions() if isinstance(act, Play)), decision.actions()[0])


async def main(address: str, table: str) -> None:
    """Plays one game, at a table that is there or with bots of the server's."""
    async with connect(address, Profile(name="thirty")) as client:
        if table:
            await client.join(table)
        else:
            await client.create("online+rounds=1")
            await client.add_bots("novice")
            await client.start()
        print("games played:", await play(client, choose, games=1))


asyncio.run(main(sys.argv[1], "".join(sys.argv[2:])))
