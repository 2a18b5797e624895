"""Who came to a table from the hall is in the hall again after it, however it ended there."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal, gouji
from tests.e2e.test_hall import HALL
from tests.e2e.test_network import person, server
from tests.server.test_cli import run

PLAIN = (*HALL, "--plain")
BOTH = pytest.mark.parametrize("plain", [False, True], ids=["screen", "lines"])


def opened(who: Terminal, *, plain: bool) -> str:
    """Opens a table from the hall; returns its code."""
    who.until("No table is open yet")
    who.press("new\n" if plain else "n\r")
    found = re.findall(r"Table (\w+): 1 of 6", who.until("1 of 6 seats taken"))
    return found[-1]


def without(text: str) -> Callable[[str], bool]:
    return lambda shown: text not in shown


@BOTH
def test_leaving_a_table_that_waits_leads_back(tmp_path: Path, plain: bool) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann", *(PLAIN if plain else HALL)) as ann:
        first = opened(ann, plain=plain)
        ann.press("quit\n" if plain else "\x11")
        ann.until(lambda text: "No table is open yet" in text.rpartition(first)[2] or first not in text)
        ann.press("new\n" if plain else "n\r")
        found = re.compile(r"Table (?!{first})(\w+): 1 of 6".replace("{first}", first))
        ann.until(lambda text: found.search(text) is not None)
        ann.press("quit\n" if plain else "\x11")
        ann.until(lambda text: text.rstrip().rpartition("No table is open yet")[2].count("\n") < 20)
        ann.press("quit\n" if plain else "\x11")
        assert ann.wait() == 0


@BOTH
def test_leaving_a_game_leads_back_and_the_next_table_is_another_one(tmp_path: Path, plain: bool) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann", *(PLAIN if plain else HALL)) as ann:
        code = opened(ann, plain=plain)
        with person(where, tmp_path, "bob", "--table", code) as bob:
            bob.until("2 of 6 seats taken")
            ann.until("2 of 6 seats taken")
            ann.press("\n" if plain else "\r")
            bob.until("Round 1/5")
            ann.until("call nothing")
            ann.press("quit\n" if plain else "\x11\r")
            ann.until(
                lambda text: re.search(rf"{code} .*people: 1  round 1  full  bob$", text, re.M) is not None
            )
            bob.until("left")
            ann.press("new\n" if plain else "n\r")
            ann.until("1 of 6 seats taken")
            ann.press("\n" if plain else "\r")
            ann.until("call nothing")
            assert code not in ann.text.rpartition("1 of 6 seats taken")[2]
            # The seat that was left is there to come back to.
            ann.press("quit\n" if plain else "\x11\r")
            ann.until(lambda text: code in text and "bob" in text)
            ann.press(f"join {code}\n" if plain else f"c{code}\r")
            bob.until("ann is back")


@BOTH
def test_who_watched_is_back(tmp_path: Path, plain: bool) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann") as ann:
        ann.until("1 of 6 seats taken")
        with person(where, tmp_path, "eve", *(PLAIN if plain else HALL)) as eve:
            eve.until("ann")
            eve.press("watch 1\n" if plain else "v")
            ann.until("1 watching")
            eve.until("1 of 6 seats taken")
            eve.press("quit\n" if plain else "\x11")
            ann.until(without("1 watching"))
            eve.until("people: 1")


@BOTH
def test_who_is_sent_away_reads_why_in_the_hall(tmp_path: Path, plain: bool) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann") as ann:
        code = re.search(r"Table (\w+): 1 of 6", ann.until("1 of 6 seats taken"))
        assert code is not None
        with person(where, tmp_path, "bob", *(PLAIN if plain else HALL)) as bob:
            bob.until(code[1])
            bob.press("1\n" if plain else "\r")
            bob.until("2 of 6 seats taken")
            ann.until("2 of 6 seats taken")
            ann.press("2ky")
            bob.until(f"You are at table {code[1]} no more: you were sent away from the table.")
            bob.until("people: 1")
            bob.press("1\n" if plain else "\r")
            bob.until("2 of 6 seats taken")


def test_the_menu_is_behind_the_hall(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with server(tmp_path) as (_, address), Terminal(gouji("--lang", "en"), environment=home) as ann:
        ann.until("Play now")
        ann.press(f"\x1b[B\x1b[B\r{address}\r")
        opened(ann, plain=False)
        ann.press("\x11")
        ann.until("No table is open yet")
        ann.press("\x1b")
        ann.until("Play now")


@BOTH
def test_what_the_owner_says_is_read_in_the_hall(tmp_path: Path, plain: bool) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann", *(PLAIN if plain else HALL)) as ann:
        ann.until("No table is open yet")
        for words, shown in (
            (("motd", "Pizza at eight"), "The server's owner: Pizza at eight"),
            (("tell", "Pizza is here"), "The server's owner: Pizza is here"),
            (("shutdown", "--in", "600"), "The server stops in 600 s"),
            (("shutdown", "--cancel"), "does not stop after all"),
        ):
            assert run("admin", "--data", str(tmp_path / "data"), *words).returncode == 0
            ann.until(shown)
        if not plain:
            ann.press("n")
            ann.until("A table of your own")
            assert run("admin", "--data", str(tmp_path / "data"), "tell", "Now").returncode == 0
            ann.until("The server's owner: Now")
            ann.press("\x1b")
        # Where nobody plays, that is the end of the server.
        assert run("admin", "--data", str(tmp_path / "data"), "drain").returncode == 0
        ann.until("stops after this round")
        ann.until("there is no connection now")


@BOTH
def test_a_table_left_while_the_server_was_gone_is_left_once_it_is_back(tmp_path: Path, plain: bool) -> None:
    with server(tmp_path) as where:
        ann = person(where, tmp_path, "ann", *(PLAIN if plain else HALL))
        opened(ann, plain=plain)
    with ann:
        ann.press("quit\n" if plain else "\x11")
        ann.until("there is no connection now")
        with server(tmp_path) as where, person(where, tmp_path, "bob", *HALL) as bob:
            ann.press("\n" if plain else "r")
            ann.until(lambda text: text.count("No table is open yet") == 1 + plain)
            bob.press("r")
            bob.until("No table is open yet")
