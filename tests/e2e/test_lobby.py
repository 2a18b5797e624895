"""The lobby at a real server: people arrange a table by keys and words, talk, play, and hear of others."""

import re
from pathlib import Path

from tests.e2e.test_network import person, server


def test_people_arrange_a_table_and_play_at_it(tmp_path: Path) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann") as ann:
        code = re.search(r"Table (\w+):", ann.until("1 of 6 seats taken"))
        assert code is not None
        with person(where, tmp_path, "bob", "--table", code[1]) as bob:
            bob.until("The host starts the game")
            bob.press("r")
            ann.until("ready")
            bob.press("i[b]hi\r")
            ann.until("bob: [b]hi")
            ann.press("e1")
            bob.until("ann: Hello!")
            bob.press("k")
            bob.until("Only the host may do that.")
            bob.press("1o")
            ann.until(lambda text: "Seat 4" in text and re.search(r"bob", text.splitlines()[4]) is not None)
            ann.press("6b")
            bob.until("3 of 6 seats taken")
            ann.press("4hy")
            bob.until("Enter fills the seats")
            bob.press("\r")
            ann.until("Round 1/5")
            bob.press("\x11\r")
            assert bob.wait() == 0
            ann.until("bob left")


def test_lines_do_the_same(tmp_path: Path) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann", "--plain") as ann:
        code = re.search(r"Table (\w+):", ann.until("1 of 6 seats taken"))
        assert code is not None
        with person(where, tmp_path, "bob", "--table", code[1], "--plain") as bob:
            bob.until("The host starts the game")
            ann.until("bob sat down")
            bob.press("ready\n")
            ann.until("bob, ready")
            ann.press("say to work\n")
            bob.until("ann: to work")
            ann.press("kick 2\n")
            assert bob.wait() == 1
            assert b"you were sent away from the table" in bob.raw
            ann.until("bob left")
