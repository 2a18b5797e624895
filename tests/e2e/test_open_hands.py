"""What a server tells of partners' hands is what the table on the screen is given."""

import asyncio
from pathlib import Path

from gouji_client.updates import TableOptions
from gouji_client.with_asyncio import connect
from gouji_core.cards import parse_cards
from gouji_protocol.messages import Hands
from gouji_tui.around import table_of
from gouji_tui.identity import address_of, profile_of
from gouji_tui.table import TableState
from tests.e2e.test_network import server


def test_hands_that_were_told_lie_on_the_table(tmp_path: Path) -> None:
    async def test(address: str) -> None:
        async with connect(address_of(address), profile_of("ann", "", "en")) as client:
            code = await client.create("online", TableOptions(open_hands=True))
            mirror = client.table(code)
            assert table_of(client, mirror, TableState()).hands == ()
            mirror.take_hands(Hands(code, ((2, "X22"),)))
            assert table_of(client, mirror, TableState()).hands == ((2, parse_cards("X22")),)

    with server(tmp_path) as (_, address):
        asyncio.run(test(address))
