"""Partners' hands at a table that has them open: what a server tells is what stands on the screen."""

import asyncio
import re
from pathlib import Path

from gouji_client.updates import TableOptions
from gouji_client.with_asyncio import connect
from gouji_core.cards import Cards, parse_cards
from gouji_protocol.messages import Hands
from gouji_tui.around import table_of
from gouji_tui.identity import address_of, profile_of
from gouji_tui.table import TableState
from tests.e2e.terminal import Terminal
from tests.e2e.test_hall import HALL
from tests.e2e.test_network import person, server
from tests.kit.serving import running

OVER = "The game is over after round 1 of 1"
ASKED = ("Type cards like", "Type a number")


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


def last_line(lines: Terminal) -> str:
    return next((line for line in reversed(lines.text.splitlines()) if line.strip()), "")


def asked(lines: Terminal) -> bool:
    """Tells whether somebody who plays in lines is asked something that is not answered yet."""
    lines.settle(0.05)
    return last_line(lines).startswith(ASKED)


def hand_of(lines: Terminal) -> Cards:
    """Returns the hand that somebody is told who plays in lines."""
    lines.press("hand\n")
    lines.until(lambda text: re.search(r"^hand\n+Your hand: .*\)$", text, re.MULTILINE) is not None)
    (*_, told) = re.findall(r"^Your hand: (.*) \(\d+\)$", lines.text, re.MULTILINE)
    # So that it is asked for anew after this.
    lines.press("\n" * 24)
    lines.until(lambda text: "hand\n" not in text and last_line(lines).startswith(ASKED))
    return parse_cards(told.replace("10", "T").replace(" ", ""))


def row_of(hand: Cards) -> list[str]:
    """Returns how many of each rank a hand has, as the screen counts them."""
    return [str(count) if count else "-" for count in reversed(hand.counts)]


def rows_in(text: str) -> list[list[str]]:
    """Returns the hands that stand on a screen."""
    rows = (line.split() for line in text.splitlines())
    return [row for row in rows if len(row) == 15 and all(re.fullmatch(r"-|\d+", cell) for cell in row)]


def test_who_is_out_sees_what_the_partner_holds_until_the_round_ends(tmp_path: Path) -> None:
    """One plays on the screen by the hints, the other in lines passes wherever that may be."""
    seen: list[Cards] = []
    with (
        running(tmp_path, "--seed", "1") as there,
        person(("--connect", there.tcp), tmp_path, "bob", *HALL, "--plain") as bob,
    ):
        # So wide that no line goes on in the next one.
        bob.resize(200, 24)
        bob.until("No table is open yet")
        bob.press("new online+rounds=1 openhands turn=0\n")
        code = re.search(r"Table (\w+): 1 of 6", bob.until("1 of 6 seats taken"))
        assert code is not None
        with person(("--connect", there.tcp), tmp_path, "ann", "--table", code[1]) as ann:
            ann.until("2 of 6 seats taken")
            ann.press("3s")
            bob.until(lambda text: re.search(r"Seat 3: ann", text) is not None)
            bob.press("\n")
            while OVER not in ann.text:
                ann.settle(0.05)
                if "Your turn" in ann.text:
                    ann.press("h")
                    if ann.seen("Hint:", 1):
                        ann.press("\r")
                        ann.until(lambda text: "Hint:" not in text and "Sent, waiting" not in text)
                elif asked(bob):
                    if "Their hands: " in ann.text and len(seen) < 4:
                        hand = hand_of(bob)
                        ann.until(lambda text, hand=hand: row_of(hand) in rows_in(text))
                        seen.append(hand)
                    before = bob.text
                    bob.press("p\n" if "p pass" in last_line(bob) else "h\n\n")
                    bob.until(lambda text, before=before: text != before)
            bob.until("Total: ")
            assert len(seen) > 1, "the round was over too soon"
            ann.press("\r")
            ann.until("Table")
            ann.until(lambda text: "Their hands: " not in text)
