"""The hall of a server: tables are listed, opened with everything about them, joined and watched."""

import re
from pathlib import Path

from tests.e2e.test_network import person, server

HALL = ("--table", "list")


def test_a_table_is_opened_found_joined_and_watched(tmp_path: Path) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann", *HALL) as ann:
        ann.until("No table is open yet")
        ann.press("n")
        ann.until("A table of your own")
        ann.press("\x1b[B\x1b[Bsecret\x1b[B\x1b[C")
        ann.until("90 s")
        ann.press("\r")
        code = re.search(r"Table (\w+): 1 of 6", ann.until("1 of 6 seats taken"))
        assert code is not None
        ann.until("90 s for a decision")
        with person(where, tmp_path, "bob", *HALL) as bob:
            bob.until(lambda text: code[1] in text and "ann" in text)
            bob.press("\r")
            bob.until("asks for a password")
            bob.press("wrong\r")
            bob.until("the table's password is missing or wrong")
            bob.until("asks for a password")
            bob.press("secret\r")
            bob.until("2 of 6 seats taken")
            assert "secret" not in bob.text
        with person(where, tmp_path, "carl", *HALL) as carl:
            carl.until(code[1])
            carl.press("o")
            carl.until("Code of the table:")
            carl.press(f"{code[1].lower()}\r")
            carl.until("asks for a password")
            carl.press("secret\r")
            carl.until("1 watching")
            ann.press("\r")
            carl.until("Round 1/5")


def test_a_new_table_appears_by_itself_and_escape_leaves(tmp_path: Path) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann", *HALL) as ann:
        ann.until("No table is open yet")
        with person(where, tmp_path, "bob") as bob:
            bob.until("1 of 6 seats taken")
            ann.until("bob")
            ann.press("c")
            ann.until("Code of the table:")
            ann.press("\x1b")
            ann.until(lambda text: "Code of the table:" not in text)
            ann.press("\x1b")
            assert ann.wait() == 0


def test_a_private_table_asks_for_its_password(tmp_path: Path) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann", *HALL) as ann:
        ann.until("No table is open yet")
        ann.press("n\x1b[B\x1b[C\x1b[Ba b\r")
        code = re.search(r"Table (\w+): 1 of 6", ann.until("1 of 6 seats taken"))
        assert code is not None
        with person(where, tmp_path, "bob", *HALL) as bob:
            bob.until("No table is open yet")
            bob.press(f"c{code[1]}\r")
            bob.until(f"Table {code[1]} asks for a password")
            bob.press("a b\r")
            bob.until("2 of 6 seats taken")
        ann.press("\x11")
        ann.until("No table is open yet")
        ann.press("\x11")
        assert ann.wait() == 0


def test_a_server_that_is_gone_and_back_is_told(tmp_path: Path) -> None:
    with server(tmp_path) as where:
        ann, bob = (
            person(where, tmp_path, name, *HALL, *way) for name, way in (("ann", ()), ("bob", ("--plain",)))
        )
        ann.until("No table is open yet")
        bob.until("No table is open yet")
    with ann, bob:
        ann.press("r")
        bob.press("\n")
        ann.until("there is no connection now")
        bob.until("there is no connection now")
        with server(tmp_path):
            ann.press("r")
            bob.press("\n")
            ann.until(lambda text: "there is no connection now" not in text)
            bob.until("The connection is back")
            ann.press("n\r")
            ann.until("1 of 6 seats taken")


def test_in_lines(tmp_path: Path) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann", *HALL, "--plain") as ann:
        ann.until("No table is open yet")
        ann.press("new nonsense\n")
        ann.until("nonsense is neither rules")
        ann.press("hello\n")
        ann.until("Nothing here is called hello")
        ann.press("new dagang+rounds=1 nomemory\n")
        ann.until("1 of 6 seats taken")
        with person(where, tmp_path, "bob", *HALL, "--plain") as bob:
            bob.until("ann")
            for code in ("zzzz", "z" * 300, "桌号"):
                bob.press(f"join {code}\n")
                bob.until(lambda text: text.count("there is no such table") == 1)
                bob.press("tables\n" * 30)
                bob.until(lambda text: "there is no such table" not in text)
            bob.press("1\n")
            bob.until("2 of 6 seats taken")
        with person(where, tmp_path, "carl", *HALL, "--plain") as carl:
            carl.until("ann")
            carl.press("watch 1\n")
            carl.until("2 of 6 seats taken")
            carl.press("quit\nquit\n")
            assert carl.wait() == 0
